"""Problems that one organisation passes on to another (抄告单), and the devices that they are about."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0400"
down_revision = "0329"
branch_labels = None
depends_on = None


def upgrade() -> None:
    whose = texts(notifyno=32, fromorg=32, toorg=32, subject=100, content=1000, sentby=64, signedby=64, handler_id=32)
    when = [*moments("sent", "signed", "replied"), *days("deadline", null=False), *days("filed")]
    op.create_table("carbon_copy", *whose, *texts(reply=1000), *when, *subject(), *record("carbon_copy"))
    op.create_index("ix_carbon_copy_from", "carbon_copy", ["fromorg"])
    op.create_index("ix_carbon_copy_to", "carbon_copy", ["toorg"])
    parent = sa.ForeignKey("carbon_copy.id", name="fk_carbon_copy_device_notify_id", ondelete="CASCADE")
    of_copy = sa.Column("notify_id", sa.String(32), parent, nullable=False)
    op.create_table("carbon_copy_device", of_copy, *texts(equdatasysid=32), *record("carbon_copy_device"))
    op.create_index("ix_carbon_copy_device_notify_id", "carbon_copy_device", ["notify_id"])


def downgrade() -> None:
    op.drop_table("carbon_copy_device")
    op.drop_table("carbon_copy")

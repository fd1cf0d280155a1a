"""符合性声明 and the devices that each names."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0598"
down_revision = "0590"
branch_labels = None
depends_on = None

TABLE, DEVICE = "conformity", "conformity_device"


def upgrade() -> None:
    whose = texts(declno=32, unitsysid=32, unitname=200, toorg=32, kind=4, standard=200, content=1000)
    people = texts(signatory=64, post=64, checker_id=32, opinion=500)
    when = [*days("declared", null=False), *moments("sent", "checked")]
    op.create_table(TABLE, *whose, *people, *when, *subject(), *record(TABLE))
    op.create_index("ix_conformity_unit", TABLE, ["unitsysid", "createtime"])
    op.create_index("ix_conformity_org", TABLE, ["toorg", "step", "createtime"])
    parent = sa.ForeignKey(f"{TABLE}.id", name=f"fk_{DEVICE}_conformity_id", ondelete="CASCADE")
    column = sa.Column("conformity_id", sa.String(32), parent, nullable=False)
    op.create_table(DEVICE, column, *texts(equdatasysid=32), *record(DEVICE))
    op.create_index("ix_conformity_device_conformity_id", DEVICE, ["conformity_id"])


def downgrade() -> None:
    op.drop_table(DEVICE)
    op.drop_table(TABLE)

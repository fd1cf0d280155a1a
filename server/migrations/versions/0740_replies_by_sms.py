"""短信接收: what phones send back, the numbers that want no more, and which kinds are sent all the same.

Revision ID: 0740
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, subject, texts

revision = "0740"
down_revision = "0670"
branch_labels = None
depends_on = None
LEGAL = ["BHG", "YJTZ", "ZGTH", "YHDJ", "CQTX", "BZTZ", "BYSL", "SBTH", "SBZF", "SBCH", "YXGJ"]


def upgrade() -> None:
    op.add_column("sms_template", sa.Column("legal", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.alter_column("sms_template", "legal", server_default=None)
    op.get_bind().execute(sa.text("update sms_template set legal = true where code = any(:codes)"), {"codes": LEGAL})
    said = texts(org_id=32, key=64, sender_blind=64, content=600, sms_id=32, template=16, datacode=32, kind=8)
    done = [*texts(answer=300, handler_id=32), *moments("handled")]
    sender = sa.Column("sender", sa.Text(), nullable=False)
    op.create_table(
        "sms_reply", *said, sender, *moments("receivedat", null=False), *done, *subject(), *record("sms_reply")
    )
    op.create_unique_constraint("uq_sms_reply_key", "sms_reply", ["key"])
    op.create_index("ix_sms_reply_datacode", "sms_reply", ["datacode"])
    op.create_index("ix_sms_reply_org", "sms_reply", ["org_id", "step", "receivedat"])
    op.create_index("ix_sms_reply_sender", "sms_reply", ["sender_blind"])
    op.create_index("ix_sms_reply_kept", "sms_reply", ["createtime"], postgresql_where=sa.text("content <> ''"))
    whole = [*texts(number=32, reply_id=32), *moments("since", null=False)]
    op.create_table("sms_stop", *whole, sa.PrimaryKeyConstraint("number", name="pk_sms_stop"))


def downgrade() -> None:
    op.drop_table("sms_stop")
    op.drop_table("sms_reply")
    op.drop_column("sms_template", "legal")

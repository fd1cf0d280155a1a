"""How banks write their files, and how far a statement is compared by its job.

Revision ID: 0660
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import moments, record, texts

revision = "0660"
down_revision = "0650"
branch_labels = None
depends_on = None

ADDED = ("bank", "outgoing", "state", "passed", "message", "ended")


def upgrade() -> None:
    op.create_table(
        "chabankform",
        *texts(bank=60, saidby=64, orgid=32),
        sa.Column("columns", postgresql.JSONB(), nullable=False),
        *moments("said"),
        *record("chabankform"),
    )
    op.create_index("uq_chabankform_bank", "chabankform", ["orgid", "bank"], unique=True)
    op.add_column("chastatement", sa.Column("bank", sa.String(60), nullable=False, server_default=""))
    op.add_column("chastatement", sa.Column("outgoing", sa.Boolean(), nullable=False, server_default="false"))
    op.add_column("chastatement", sa.Column("state", sa.String(8), nullable=False, server_default="done"))
    op.add_column("chastatement", sa.Column("passed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("chastatement", sa.Column("message", sa.String(500), nullable=False, server_default=""))
    op.add_column("chastatement", sa.Column("ended", sa.DateTime(timezone=True)))
    op.execute("update chastatement set passed = linecount, ended = createtime")
    for name in ADDED[:-1]:
        op.alter_column("chastatement", name, server_default=None)


def downgrade() -> None:
    for name in ADDED:
        op.drop_column("chastatement", name)
    op.drop_table("chabankform")

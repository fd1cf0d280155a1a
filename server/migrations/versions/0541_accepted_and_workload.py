"""Accepted declarations in their order, and the workload of each person in each report."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, texts

revision = "0541"
down_revision = "0540"
branch_labels = None
depends_on = None

TABLE = "workload_share"


def upgrade() -> None:
    op.create_index("ix_appmain_accepted", "appmain", ["acceptdate", "id"], postgresql_where="acceptdate is not null")
    op.create_table(
        TABLE,
        sa.Column("appbuss_id", sa.String(32), sa.ForeignKey("appbuss.id", ondelete="CASCADE"), nullable=False),
        *texts(user_id=32, userdept=32, cheorg=32, seisn=32, reportno=32, unitname=200, equclass=8, testsort=8),
        *texts(rule=16, explained=300),
        sa.Column("main", sa.Boolean(), nullable=False),
        *moments("approvedat", null=False),
        sa.Column("points", sa.Numeric(12, 3), nullable=False),
        sa.Column("hours", sa.Numeric(12, 2), nullable=False),
        *record(TABLE),
    )
    op.create_index("ix_workload_share_appbuss_id", TABLE, ["appbuss_id"])
    op.create_index("uq_workload_share", TABLE, ["appbuss_id", "user_id"], unique=True)
    op.create_index("ix_workload_share_org", TABLE, ["cheorg", "approvedat"])
    op.create_index("ix_workload_share_user", TABLE, ["user_id", "approvedat"])
    op.create_index("ix_workload_share_time", TABLE, ["approvedat", "id"])


def downgrade() -> None:
    op.drop_table(TABLE)
    op.drop_index("ix_appmain_accepted", "appmain")

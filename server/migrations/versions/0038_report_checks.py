"""What the checks of a report said at each move, the reasons that were given, and the type of an instrument."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0038"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("instrument", sa.Column("insttype", sa.String(32), nullable=False, server_default=""))
    op.alter_column("instrument", "insttype", server_default=None)
    op.add_column("original_record", sa.Column("reasons", postgresql.JSONB(), nullable=False, server_default="{}"))
    op.create_table(
        "report_check_run",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("appbuss_id", sa.String(32), nullable=False),
        sa.Column("step", sa.String(16), nullable=False),
        sa.Column("by_id", sa.String(32), nullable=False),
        sa.Column("by_name", sa.String(64), nullable=False),
        sa.Column("findings", postgresql.JSONB(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["appbuss_id"], ["appbuss.id"], name="fk_report_check_run_appbuss_id_appbuss", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_report_check_run"),
    )
    op.create_index("ix_report_check_run_appbuss_id", "report_check_run", ["appbuss_id"])


def downgrade() -> None:
    op.drop_table("report_check_run")
    op.drop_column("original_record", "reasons")
    op.drop_column("instrument", "insttype")

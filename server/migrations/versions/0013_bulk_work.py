"""What work on everything at once needs: runs that work the next dates out again, and the dates they change."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "date_run",
        sa.Column("user_id", sa.String(32), nullable=False),
        sa.Column("user_name", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("later", sa.Boolean(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("passed", "changed", "earlier_count", "later_count", "added_count", "left_count")
        ),
        sa.Column("summary", postgresql.JSONB(), nullable=False),
        sa.Column("left_out", postgresql.JSONB(), nullable=False),
        sa.Column("written", sa.Integer(), nullable=False),
        sa.Column("skipped", sa.Integer(), nullable=False),
        sa.Column("message", sa.String(500), nullable=False),
        sa.Column("ended", moment, nullable=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("createtime", moment, nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("updatetime", moment, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_date_run")),
    )
    op.create_index("ix_date_run_createtime", "date_run", ["createtime", "id"])
    op.create_table(
        "date_change",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("run_id", sa.String(32), nullable=False),
        sa.Column("equdatasysid", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("equclass", sa.String(8), nullable=False),
        sa.Column("field", sa.String(32), nullable=False),
        sa.Column("way", sa.String(8), nullable=False),
        sa.Column("old", sa.Date(), nullable=True),
        sa.Column("new", sa.Date(), nullable=False),
        sa.Column("ruleid", sa.String(64), nullable=False),
        sa.Column("state", sa.String(1), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_date_change")),
    )
    op.create_index("ix_date_change_run", "date_change", ["run_id", "id"])
    op.create_index("ix_date_change_device", "date_change", ["run_id", "equdatasysid"])


def downgrade() -> None:
    op.drop_table("date_change")
    op.drop_table("date_run")

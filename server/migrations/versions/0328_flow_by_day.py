"""No question asks the flow log for a day alone: its index by the moment goes."""

from alembic import op

revision = "0328"
down_revision = "0327"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DROP INDEX IF EXISTS ix_flow_log_at")


def downgrade() -> None:
    op.create_index("ix_flow_log_at", "flow_log", ["at"])

"""What is under way, by device: the desk asks for each device that falls due whether somebody has it in hand."""

from alembic import op

revision = "0221"
down_revision = "0220"
branch_labels = None
depends_on = None

OPEN = "step not in ('DONE', 'ENDED', 'VOID')"


def upgrade() -> None:
    op.create_index("ix_appbuss_open_device", "appbuss", ["equdatasysid"], postgresql_where=OPEN)


def downgrade() -> None:
    op.drop_index("ix_appbuss_open_device", table_name="appbuss", postgresql_where=OPEN)

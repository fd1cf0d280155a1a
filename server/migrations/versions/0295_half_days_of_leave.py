"""An absence of one day may be of its morning or its afternoon alone."""

import sqlalchemy as sa
from alembic import op

revision = "0295"
down_revision = "0294"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("staff_leave", sa.Column("half", sa.String(8), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("staff_leave", "half")

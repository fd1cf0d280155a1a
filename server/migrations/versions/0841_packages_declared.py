"""The declaration that a package of a turnaround became."""

import sqlalchemy as sa
from alembic import op

revision = "0841"
down_revision = "0840"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("turnaround_item", sa.Column("appmain_id", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("turnaround_item", "appmain_id")

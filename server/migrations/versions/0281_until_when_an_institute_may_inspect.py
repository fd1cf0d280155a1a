"""The day until which the licence of an institute is good."""

import sqlalchemy as sa
from alembic import op

revision = "0281"
down_revision = "0280"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_org", sa.Column("licence_to", sa.Date()))


def downgrade() -> None:
    op.drop_column("sys_org", "licence_to")

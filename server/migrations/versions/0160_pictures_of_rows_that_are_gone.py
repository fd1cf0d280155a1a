"""A picture whose row is gone says where it stood."""

import sqlalchemy as sa
from alembic import op

revision = "0160"
down_revision = "0151"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("attachment", sa.Column("formerly", sa.String(200), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("attachment", "formerly")

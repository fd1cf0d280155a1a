"""What was found of the papers that a declaration has to bring."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0268"
down_revision = "0267"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("appmain", sa.Column("materials", JSONB, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("appmain", "materials")

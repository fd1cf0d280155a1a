"""Each date that an inspection sets besides the main one may be chosen earlier than the rule gives it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0266"
down_revision = "0265"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("original_record", sa.Column("nextdates", JSONB, nullable=False, server_default="{}"))


def downgrade() -> None:
    op.drop_column("original_record", "nextdates")

"""A record keeps what its conclusion asked for, so that one judgement is enough when it is written."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0130"
down_revision = "0112"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("original_record", sa.Column("needs", JSONB(), server_default="[]", nullable=False))


def downgrade() -> None:
    op.drop_column("original_record", "needs")

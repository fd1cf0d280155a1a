"""Facts that an inspector states of a record beside its items: grades, counts and decisions that conclusions read."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    empty = sa.text("'{}'::jsonb")
    op.add_column("original_record", sa.Column("facts", postgresql.JSONB(), nullable=False, server_default=empty))
    op.alter_column("original_record", "facts", server_default=None)


def downgrade() -> None:
    op.drop_column("original_record", "facts")

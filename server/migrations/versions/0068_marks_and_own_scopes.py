"""What the return of a report asks for at single items of its record; a data scope of a person's own."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("original_record", sa.Column("marks", postgresql.JSONB(), server_default="{}", nullable=False))
    op.add_column("sys_user", sa.Column("scope", sa.String(8), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("sys_user", "scope")
    op.drop_column("original_record", "marks")

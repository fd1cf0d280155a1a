"""What the product shipped last of the rows that administrators may change, so that a new version can renew the rest."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sys_shipped",
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("content", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", name="pk_sys_shipped"),
    )


def downgrade() -> None:
    op.drop_table("sys_shipped")

"""The book of the built-in payment platform, of which its daily file is made."""

import sqlalchemy as sa
from alembic import op

revision = "0081"
down_revision = "0080"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chaplatformpay",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("platformno", sa.String(64), nullable=False, unique=True),
        sa.Column("orderno", sa.String(32), nullable=False),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("orgid", sa.String(32), nullable=False),
    )
    op.create_index("ix_chaplatformpay_day", "chaplatformpay", ["day", "orgid"])


def downgrade() -> None:
    op.drop_table("chaplatformpay")

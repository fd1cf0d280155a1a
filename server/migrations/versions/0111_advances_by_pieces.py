"""Entries of units' accounts are found by any piece of their numbers, like other entries of money."""

import sqlalchemy as sa
from alembic import op

revision = "0111"
down_revision = "0110"
branch_labels = None
depends_on = None

TABLE = "chaaccountentry"


def upgrade() -> None:
    kept = sa.Computed("lower(entryno || '|' || ref)", persisted=True)
    op.add_column(TABLE, sa.Column("searchtext", sa.String(600), kept, nullable=False))
    op.get_bind().exec_driver_sql(f"CREATE INDEX ix_{TABLE}_pieces ON {TABLE} USING gin (tj_grams(searchtext))")


def downgrade() -> None:
    op.drop_column(TABLE, "searchtext")  # and its index

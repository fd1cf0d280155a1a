"""Cash: what was handed over, of which the entry is what stayed."""

import sqlalchemy as sa
from alembic import op

revision = "0771"
down_revision = "0770"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("chaentry", "chaaccountentry"):
        op.add_column(table, sa.Column("given", sa.Numeric(14, 2), nullable=True))


def downgrade() -> None:
    for table in ("chaentry", "chaaccountentry"):
        op.drop_column(table, "given")

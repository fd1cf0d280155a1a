"""Re-inspections: the business item that failed, and which of its items are inspected again."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("appitem", "appbuss"):
        op.add_column(table, sa.Column("mother_id", sa.String(32), server_default="", nullable=False))
        op.add_column(table, sa.Column("again", postgresql.JSONB(), server_default="[]", nullable=False))
    op.create_index("ix_appbuss_mother", "appbuss", ["mother_id"], postgresql_where="mother_id <> ''")


def downgrade() -> None:
    op.drop_index("ix_appbuss_mother", "appbuss")
    for table in ("appitem", "appbuss"):
        op.drop_column(table, "again")
        op.drop_column(table, "mother_id")

"""What the nightly look at the store of files found."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.shorthand import moments, record

revision = "0584"
down_revision = "0583"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "storage_check"
    great = [sa.Column(name, sa.BigInteger(), nullable=False) for name in ("objects", "size")]
    small = ("compared", "missing", "orphans", "sampled", "damaged")
    counts = [sa.Column(name, sa.Integer(), nullable=False) for name in small]
    digit = sa.Column("digit", sa.String(1), nullable=False)
    findings = sa.Column("findings", postgresql.JSONB(), nullable=False)
    when = [*moments("begun", null=False), *moments("ended")]
    op.create_table(table, *when, *great, digit, *counts, findings, *record(table))
    op.create_index("ix_storage_check_begun", table, ["begun"])


def downgrade() -> None:
    op.drop_table("storage_check")

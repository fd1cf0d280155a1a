"""Failed inspections have an index of their own: the lists of re-inspections read a few rows of very many."""

from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_appbuss_failed", "appbuss", ["cheorg", "inspdate", "id"], postgresql_where="unqualcode <> ''")


def downgrade() -> None:
    op.drop_index("ix_appbuss_failed", table_name="appbuss", postgresql_where="unqualcode <> ''")

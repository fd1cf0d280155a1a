"""What is soon to be late is found by its limit: only what is under way has one."""

from alembic import op

revision = "0325"
down_revision = "0324"
branch_labels = None
depends_on = None

TABLES = "appmain", "appbuss"


def upgrade() -> None:
    for table in TABLES:
        op.create_index(f"ix_{table}_limit", table, ["limit_at"], postgresql_where="limit_at is not null")


def downgrade() -> None:
    for table in TABLES:
        op.drop_index(f"ix_{table}_limit", table_name=table)

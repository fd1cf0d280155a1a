"""A declaration long before the date of the archive has a reason."""

import sqlalchemy as sa
from alembic import op

revision = "0265"
down_revision = "0272"
branch_labels = None
depends_on = None

TABLES = ("appmain", "online_application")


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("earlyreason", sa.String(256), nullable=False, server_default=""))


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "earlyreason")

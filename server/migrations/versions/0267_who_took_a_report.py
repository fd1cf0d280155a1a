"""Who took a report: the kind and the masked number of his document; the whole number is encrypted in its table."""

import sqlalchemy as sa
from alembic import op

revision = "0267"
down_revision = "0266"
branch_labels = None
depends_on = None

COLUMNS = {"receiveridtype": 4, "receiveridno": 32}


def upgrade() -> None:
    for name, size in COLUMNS.items():
        op.add_column("appbuss", sa.Column(name, sa.String(size), nullable=False, server_default=""))


def downgrade() -> None:
    for name in COLUMNS:
        op.drop_column("appbuss", name)

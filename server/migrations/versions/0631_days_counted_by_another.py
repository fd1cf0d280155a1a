"""Who counted the till of a day: its cashier, or who stood in.

Revision ID: 0631
"""

import sqlalchemy as sa
from alembic import op

revision = "0631"
down_revision = "0630"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chaday", sa.Column("countedby", sa.String(32), nullable=False, server_default=""))
    op.execute("update chaday set countedby = userid where closed is not null")
    op.alter_column("chaday", "countedby", server_default=None)


def downgrade() -> None:
    op.drop_column("chaday", "countedby")

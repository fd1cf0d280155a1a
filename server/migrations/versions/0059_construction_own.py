"""A contractor writes its own notices of construction."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    column = sa.Column("byunit", sa.String(length=32), server_default="", nullable=False)
    op.add_column("construction_notice", column)


def downgrade() -> None:
    op.drop_column("construction_notice", "byunit")

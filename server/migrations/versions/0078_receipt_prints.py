"""How often a receipt was printed at the counter."""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chainvoice", sa.Column("prints", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("chainvoice", "prints")

"""How often a run of an import was begun: one that ends its process every time is not begun for ever."""

import sqlalchemy as sa
from alembic import op

revision = "0461"
down_revision = "0460"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("import_run", sa.Column("begun", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("import_run", "begun")

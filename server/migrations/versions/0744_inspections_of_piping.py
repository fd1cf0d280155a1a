"""The inspections of piping in the order in which its list shows them.

Revision ID: 0744
"""

import sqlalchemy as sa
from alembic import op

revision = "0744"
down_revision = "0743"
branch_labels = None
depends_on = None


def upgrade() -> None:
    order = [sa.text("acceptdate desc nulls last"), "id"]
    op.create_index("ix_appbuss_piping", "appbuss", order, postgresql_where=sa.text("equclass = '8000'"))


def downgrade() -> None:
    op.drop_index("ix_appbuss_piping", "appbuss")

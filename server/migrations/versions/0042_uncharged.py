"""An index over the business items that nobody has registered a charge for."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_appbuss_uncharged",
        "appbuss",
        ["cheorg", "seisn", "id"],
        postgresql_where=sa.text("chargestate in ('', '0', '7') and not imported"),
    )


def downgrade() -> None:
    op.drop_index("ix_appbuss_uncharged", "appbuss")

"""A policy of relief may be for one device, and says which of several comes first."""

import sqlalchemy as sa
from alembic import op

revision = "0171"
down_revision = "0170"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, size in (("equdatasysid", 32), ("equcode", 64)):
        op.add_column("chareliefpolicy", sa.Column(name, sa.String(size), nullable=False, server_default=""))
        op.alter_column("chareliefpolicy", name, server_default=None)
    op.add_column("chareliefpolicy", sa.Column("priority", sa.Integer(), nullable=False, server_default="0"))
    op.alter_column("chareliefpolicy", "priority", server_default=None)


def downgrade() -> None:
    for name in ("priority", "equcode", "equdatasysid"):
        op.drop_column("chareliefpolicy", name)

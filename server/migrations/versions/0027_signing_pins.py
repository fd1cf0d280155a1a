"""The PIN that somebody types before a signature, and until when the session signs."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_user", sa.Column("pin_hash", sa.String(128), nullable=False, server_default=""))
    op.alter_column("sys_user", "pin_hash", server_default=None)
    op.add_column("sys_session", sa.Column("signed_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("sys_session", "signed_at")
    op.drop_column("sys_user", "pin_hash")

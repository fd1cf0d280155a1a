"""The second factor of the three administrators, and whether a session has given it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_user", sa.Column("totp_secret", sa.String(32), nullable=False, server_default=""))
    op.add_column("sys_user", sa.Column("totp_step", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "sys_user", sa.Column("totp_recovery", postgresql.ARRAY(sa.String(64)), nullable=False, server_default="{}")
    )
    for name in ("totp_secret", "totp_step", "totp_recovery"):
        op.alter_column("sys_user", name, server_default=None)
    op.add_column("sys_session", sa.Column("factor_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("sys_session", "factor_at")
    for name in ("totp_recovery", "totp_step", "totp_secret"):
        op.drop_column("sys_user", name)

"""One count of wrong tries for every place where a secret is tried."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sys_secret_try",
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last", sa.DateTime(timezone=True), nullable=False),
        sa.Column("waits", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("key", name="pk_sys_secret_try"),
    )
    op.create_index("ix_sys_secret_try_last", "sys_secret_try", ["last"])
    op.execute(
        "insert into sys_secret_try (key, failures, since, last, waits, until)"
        " select 'account:' || login, failures, now(), now(), 0, locked_until from sys_user"
        " where failures > 0 or locked_until > now()"
    )
    op.drop_table("sys_login_failure")
    op.drop_column("sys_user", "locked_until")
    op.drop_column("sys_user", "failures")


def downgrade() -> None:
    op.add_column("sys_user", sa.Column("failures", sa.Integer(), nullable=False, server_default="0"))
    op.alter_column("sys_user", "failures", server_default=None)
    op.add_column("sys_user", sa.Column("locked_until", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "sys_login_failure",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("ip", sa.String(64), nullable=False),
        sa.Column("login", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sys_login_failure"),
    )
    op.create_index("ix_sys_login_failure_ip_at", "sys_login_failure", ["ip", "at"])
    op.create_index("ix_sys_login_failure_login", "sys_login_failure", ["login", "at"])
    op.drop_table("sys_secret_try")

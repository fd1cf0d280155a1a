"""Security keys (WebAuthn) of people, and the challenge that one has to answer in a session."""

import sqlalchemy as sa
from alembic import op

revision = "0077"
down_revision = "0076"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sys_session", sa.Column("challenge", sa.Text(), server_default="", nullable=False))
    op.add_column("sys_session", sa.Column("challenge_at", sa.DateTime(timezone=True)))
    op.create_table(
        "sys_user_key",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("user_id", sa.String(32), sa.ForeignKey("sys_user.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("credential", sa.LargeBinary(), nullable=False),
        sa.Column("counter", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True)),
    )
    op.create_index("ix_sys_user_key_user_id", "sys_user_key", ["user_id"])


def downgrade() -> None:
    op.drop_table("sys_user_key")
    op.drop_column("sys_session", "challenge_at")
    op.drop_column("sys_session", "challenge")

"""The health page, and when backups and drills were made."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "watch_health",
        sa.Column("code", sa.String(32), nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("state", sa.String(4), nullable=False),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("alerted", sa.Boolean(), nullable=False),
        sa.Column("sort", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_watch_health"),
        sa.UniqueConstraint("code", name="uq_watch_health_code"),
    )
    op.create_table(
        "watch_operation",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("good", sa.Boolean(), nullable=False),
        sa.Column("detail", sa.String(400), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_watch_operation"),
    )
    op.create_index("ix_watch_operation_kind", "watch_operation", ["kind"])


def downgrade() -> None:
    op.drop_table("watch_operation")
    op.drop_table("watch_health")

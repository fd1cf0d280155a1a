"""Parameters that protect are changed with the consent of a second person; secrets are marked."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("protects", "secret"):
        op.add_column("sys_param", sa.Column(name, sa.Boolean(), nullable=False, server_default="false"))
        op.alter_column("sys_param", name, server_default=None)
    op.create_table(
        "sys_protected_change",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("target", sa.String(32), nullable=False),
        sa.Column("title", sa.String(128), nullable=False),
        sa.Column("old", sa.String(512), nullable=False),
        sa.Column("new", sa.String(512), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("reason", sa.String(256), nullable=False),
        sa.Column("asked_name", sa.String(64), nullable=False),
        sa.Column("decided_name", sa.String(64), nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("step", sa.String(16), nullable=False),
        sa.Column("step_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("limit_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_by", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sys_protected_change"),
    )
    op.create_index("ix_sys_protected_change_target", "sys_protected_change", ["target"])


def downgrade() -> None:
    op.drop_table("sys_protected_change")
    op.drop_column("sys_param", "secret")
    op.drop_column("sys_param", "protects")

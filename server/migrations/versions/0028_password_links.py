"""Links by which the owner of an account sets a password."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sys_password_link",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("user_id", sa.String(32), nullable=True),
        sa.Column("check_hash", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["sys_user.id"], name="fk_sys_password_link_user_id_sys_user", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_sys_password_link"),
    )
    op.create_index("ix_sys_password_link_user_id", "sys_password_link", ["user_id"])


def downgrade() -> None:
    op.drop_table("sys_password_link")

"""Whether two persons vouched for who set the password of an account; who may sign or administrate today is taken so."""

import sqlalchemy as sa
from alembic import op

revision = "0490"
down_revision = "0440"
branch_labels = None
depends_on = None

# The rights of that day (system/accounts/trust.py); a reset of their holders needed two persons for the most part.
HELD = (
    "inspection:approve:handle inspection:audit:handle inspection:auditfx:handle inspection:change:approve"
    " inspection:enter:handle inspection:notice:handle inspection:release:arrears inspection:sign:handle"
    " inspection:verify:handle system:audit:query system:protection:agree system:role:save system:user:save"
)


def upgrade() -> None:
    op.add_column("sys_user", sa.Column("vouched", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("sys_password_link", sa.Column("by_two", sa.Boolean(), server_default="false", nullable=False))
    op.get_bind().execute(
        sa.text(
            "UPDATE sys_user SET vouched = true WHERE password_hash <> '' AND EXISTS (SELECT FROM sys_role r"
            " WHERE r.id = ANY(sys_user.role_ids) AND r.permissions && string_to_array(:held, ' ')::varchar[])"
        ),
        {"held": HELD},
    )


def downgrade() -> None:
    op.drop_column("sys_password_link", "by_two")
    op.drop_column("sys_user", "vouched")

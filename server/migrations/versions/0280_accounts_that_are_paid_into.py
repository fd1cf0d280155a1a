"""The account that everybody pays into is changed by two, as the address for paying is."""

from alembic import op

revision = "0280"
down_revision = "0278"
branch_labels = None
depends_on = None

KEYS = "('charge.bank', 'charge.account')"


def upgrade() -> None:
    op.execute(f"UPDATE sys_param SET protects = true WHERE key IN {KEYS}")


def downgrade() -> None:
    op.execute(f"UPDATE sys_param SET protects = false WHERE key IN {KEYS}")

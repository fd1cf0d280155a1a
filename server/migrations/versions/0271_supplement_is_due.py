"""A declaration that is sent back for supplement is due on the day that the supplement is."""

from alembic import op

revision = "0271"
down_revision = "0270"
branch_labels = None
depends_on = None

WAITS = "step = 'YWSB' and supplementdue is not null"


def upgrade() -> None:
    end = "(supplementdue + time '23:59:59') at time zone 'Asia/Shanghai'"
    op.execute(f"update appmain set limit_at = {end} where {WAITS} and status = '13' and limit_at is null")


def downgrade() -> None:
    op.execute(f"update appmain set limit_at = null where {WAITS}")

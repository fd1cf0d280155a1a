"""Calls by minute, client and path.

Revision ID: 0650
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from migrations.shorthand import moments, texts

revision = "0650"
down_revision = "0641"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "watch_access",
        *texts(id=32),
        *moments("minute", null=False),
        *texts(path=120, user_id=32, user_name=64, ip=64),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("calls", "refused", "broken")),
        *(sa.Column(name, sa.Float(), nullable=False) for name in ("total_ms", "p50", "p95", "p99", "most_ms")),
        sa.Column("steps", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_watch_access"),
        sa.UniqueConstraint("minute", "path", "user_id", "ip", name="uq_watch_access_minute_path_user_id_ip"),
    )


def downgrade() -> None:
    op.drop_table("watch_access")

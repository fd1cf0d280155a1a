"""A detection report waits for the institute: agreed, it goes into the archive; refused, it goes back with the reason.

Those that were registered before are in the archive already.
"""

import sqlalchemy as sa
from alembic import op

revision = "0251"
down_revision = "0250"
branch_labels = None
depends_on = None

NAMES = ("state", "checkname", "checktime", "opinion")


def upgrade() -> None:
    op.add_column("third_report", sa.Column("state", sa.String(1), nullable=False, server_default="1"))
    op.add_column("third_report", sa.Column("checkname", sa.String(64), nullable=False, server_default=""))
    op.add_column("third_report", sa.Column("checktime", sa.DateTime(timezone=True)))
    op.add_column("third_report", sa.Column("opinion", sa.String(500), nullable=False, server_default=""))


def downgrade() -> None:
    for name in NAMES:
        op.drop_column("third_report", name)

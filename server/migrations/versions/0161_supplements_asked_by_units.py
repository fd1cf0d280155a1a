"""A unit asks for a report once more: its way and the number of copies."""

import sqlalchemy as sa
from alembic import op

revision = "0161"
down_revision = "0160"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("report_change", sa.Column("way", sa.String(8), nullable=False, server_default=""))
    op.add_column("report_change", sa.Column("copies", sa.Integer))


def downgrade() -> None:
    op.drop_column("report_change", "copies")
    op.drop_column("report_change", "way")

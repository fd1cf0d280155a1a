"""A report proposes the correction of an archive: its item and number, and who found the fault."""

import sqlalchemy as sa
from alembic import op

revision = "0321"
down_revision = "0320"
branch_labels = None
depends_on = None

TABLE, INDEX = "archive_correction", "ix_archive_correction_item"


def upgrade() -> None:
    for name in ("appbuss_id", "reportno", "finder"):
        op.add_column(TABLE, sa.Column(name, sa.String(32), server_default="", nullable=False))
        op.alter_column(TABLE, name, server_default=None)
    op.create_index(INDEX, TABLE, ["appbuss_id"], postgresql_where=sa.text("appbuss_id <> ''"))


def downgrade() -> None:
    op.drop_index(INDEX, TABLE)
    for name in ("finder", "reportno", "appbuss_id"):
        op.drop_column(TABLE, name)

"""Marks on photos: a drawn copy beside the photo as it was taken.

Revision ID: 0822
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from migrations.shorthand import record, texts

revision = "0822"
down_revision = "0821"
branch_labels = None
depends_on = None

UPLOAD, MARK = "photo_upload", "photo_mark"


def upgrade() -> None:
    op.add_column(UPLOAD, sa.Column("original", sa.String(64), nullable=False, server_default=""))
    op.add_column(UPLOAD, sa.Column("marks", JSONB(), nullable=True))
    of_item = sa.ForeignKey("appbuss.id", name=f"fk_{MARK}_appbuss_id_appbuss")
    op.create_table(
        MARK,
        sa.Column("appbuss_id", sa.String(32), of_item, nullable=False),
        *texts(record_id=32, item=16, photo_id=32, original_id=32, digest=64, original=64, words=500, user_id=32),
        sa.Column("marks", JSONB(), nullable=True),
        *record(MARK),
    )
    op.create_index("uq_photo_mark", MARK, ["appbuss_id", "digest"], unique=True)
    op.create_index("ix_photo_mark_record", MARK, ["record_id", "createtime"])


def downgrade() -> None:
    op.drop_table(MARK)
    op.drop_column(UPLOAD, "marks")
    op.drop_column(UPLOAD, "original")

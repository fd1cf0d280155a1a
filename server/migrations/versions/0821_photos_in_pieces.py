"""Photos of phones that come in pieces.

Revision ID: 0821
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import record, texts

revision = "0821"
down_revision = "0820"
branch_labels = None
depends_on = None

UPLOAD, PIECE = "photo_upload", "photo_piece"


def _number(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer(), nullable=False, server_default="0")


def upgrade() -> None:
    of_terminal = sa.ForeignKey("terminal.id", name=f"fk_{UPLOAD}_terminal_id_terminal", ondelete="CASCADE")
    op.create_table(
        UPLOAD,
        sa.Column("terminal_id", sa.String(32), of_terminal, nullable=False),
        *texts(user_id=32, record_id=32, item=16, digest=64),
        _number("size"),
        _number("offset"),
        *record(UPLOAD),
    )
    op.create_index("uq_photo_upload", UPLOAD, ["terminal_id", "record_id", "item", "digest"], unique=True)
    op.create_index("ix_photo_upload_user", UPLOAD, ["user_id", "updatetime"])
    of_upload = sa.ForeignKey(f"{UPLOAD}.id", name=f"fk_{PIECE}_upload_id_{UPLOAD}", ondelete="CASCADE")
    op.create_table(
        PIECE,
        sa.Column("upload_id", sa.String(32), of_upload, nullable=False),
        _number("place"),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        *record(PIECE),
    )
    op.create_index("uq_photo_piece", PIECE, ["upload_id", "place"], unique=True)


def downgrade() -> None:
    op.drop_table(PIECE)
    op.drop_table(UPLOAD)

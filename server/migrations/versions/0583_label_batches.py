"""Batches of numbered labels and what became of their numbers."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, record, texts

revision = "0583"
down_revision = "0582"
branch_labels = None
depends_on = None


def upgrade() -> None:
    numbers = ("firstno", "lastno")
    what = texts(batchno=32, org_id=32, type=4, prefix=32, printer=100, remark=256)
    whole = [sa.Column(name, sa.Integer(), nullable=False) for name in ("width", *numbers)]
    op.create_table("label_batch", *what, *whole, *days("printed"), *record("label_batch"))
    op.create_index("ix_label_batch_roll", "label_batch", ["org_id", "prefix", "width", "firstno"])
    of = sa.Column(
        "batch_id",
        sa.String(32),
        sa.ForeignKey("label_batch.id", name="fk_label_move_batch_id_label_batch"),
        nullable=False,
    )
    what = texts(kind=4, dept_id=32, reason=256, by_name=64)
    whole = [sa.Column(name, sa.Integer(), nullable=False) for name in numbers]
    op.create_table("label_move", of, *what, *whole, *days("day", null=False), *record("label_move"))
    op.create_index("ix_label_move_batch_id", "label_move", ["batch_id"])


def downgrade() -> None:
    op.drop_table("label_move")
    op.drop_table("label_batch")

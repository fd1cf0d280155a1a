"""统计报表: editions of forms with their cells and the records behind them.

Revision ID: 0790
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from migrations.shorthand import days, moments, record, subject, texts

revision = "0790"
down_revision = "0781"
branch_labels = None
depends_on = None
EDITION = "stat_edition"
PARTS = ("stat_cell", "stat_row", "stat_group", "stat_part")


def upgrade() -> None:
    own = texts(editionno=32, form_id=32, code=8, name=60, areacode=12, dept_id=32, way=1, corrects_id=32, why=500)
    own += texts(message=500, digest=64, maker_id=32, reviewer_id=32, reporter_id=32)
    numbers = [sa.Column(name, sa.Integer(), nullable=False) for name in ("round", "take", "passed", "total")]
    op.create_table(
        EDITION,
        *own,
        *days("first", "last", null=False),
        *numbers,
        sa.Column("definition", JSONB(), nullable=False),
        *moments("frozen", "reviewed", "reported"),
        *subject(),
        *record(EDITION),
    )
    filed = ["areacode", "code", "first", "last", "round"]
    op.create_index("uq_stat_edition_filed", EDITION, filed, unique=True)
    op.create_index("uq_stat_edition_no", EDITION, ["editionno"], unique=True)
    op.create_index("ix_stat_edition_period", EDITION, ["code", "first", "last"])

    columns = {
        "stat_cell": [*texts(line=12, code=8, digest=64), sa.Column("value", sa.Numeric(20, 4))],
        "stat_group": [*texts(behind=16, line=12), sa.Column("codes", ARRAY(sa.String(8)), nullable=False)],
        "stat_part": texts(areacode=12, part_id=32, missing=200, digest=64),
    }
    for table, of_table in columns.items():
        whose = sa.ForeignKey(f"{EDITION}.id", name=f"fk_{table}_edition_id_{EDITION}", ondelete="CASCADE")
        identity = [] if table == "stat_group" else [sa.Identity()]
        op.create_table(
            table,
            sa.Column("id", sa.BigInteger(), *identity, nullable=False),
            sa.Column("edition_id", sa.String(32), whose, nullable=False),
            *of_table,
            sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        )
    op.create_index("uq_stat_cell", "stat_cell", ["edition_id", "line", "code"], unique=True)
    op.create_index("ix_stat_group_edition", "stat_group", ["edition_id", "line"])
    op.create_table(
        "stat_row",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        *texts(record_id=32, number=64, title=500, unit=200, place=256, state=60),
        *days("day"),
        sa.PrimaryKeyConstraint("id", name="pk_stat_row"),
    )
    op.create_index("ix_stat_row_group", "stat_row", ["group_id", "id"])
    op.create_index("ix_stat_part_edition_id", "stat_part", ["edition_id"])


def downgrade() -> None:
    for table in (*reversed(PARTS), EDITION):
        op.drop_table(table)

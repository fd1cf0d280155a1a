"""监察数据统计: indicators and forms as versioned data.

Revision ID: 0720
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, subject, texts

revision = "0720"
down_revision = "0741"
branch_labels = None
depends_on = None
INDICATOR, FORM = "stat_indicator", "stat_form"
PARTS = {"stat_column": {"code": 8, "heading": 60}, "stat_balance": {"whole": 8, "parts": 200}}


def upgrade() -> None:
    own = {
        INDICATOR: [
            *texts(unit=12, kind=1, behind=16, asks=300, formula=200, definition=500),
            sa.Column("timed", sa.Boolean(), nullable=False),
        ],
        FORM: texts(division=16, note=500),
    }
    for table, columns in own.items():
        shared = [*texts(code=8, name=60, source=200, publisher_id=32), *moments("published", "ended")]
        edition = sa.Column("edition", sa.Integer(), nullable=False)
        op.create_table(table, *columns, *shared, edition, *subject(), *record(table))
        for name, step in (("used", "SY"), ("draft", "BZ")):
            op.create_index(
                f"uq_{table}_{name}", table, ["code"], unique=True, postgresql_where=sa.text(f"step = '{step}'")
            )
    for table, columns in PARTS.items():
        whose = sa.ForeignKey(f"{FORM}.id", name=f"fk_{table}_form_id_{FORM}", ondelete="CASCADE")
        op.create_table(
            table, sa.Column("form_id", sa.String(32), whose, nullable=False), *texts(**columns), *record(table)
        )
        op.create_index(f"ix_{table}_form_id", table, ["form_id"])

    op.create_index(
        "ix_equipment_regdate",
        "equipment",
        ["regdate"],
        postgresql_where=sa.text("regdate is not null"),
        postgresql_include=["equDel", "equclass", "areacode"],
    )


def downgrade() -> None:
    op.drop_index("ix_equipment_regdate", "equipment")
    for table in (*PARTS, FORM, INDICATOR):
        op.drop_table(table)

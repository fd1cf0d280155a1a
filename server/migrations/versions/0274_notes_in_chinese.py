"""The fees set by hand and more combinations of inspections say in Chinese what they said in English.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0274"
down_revision = "0273"
branch_labels = None
depends_on = None

CHANGES = (
    (
        "fees",
        "band",
        "class × testsort pairs without a row above (list in fees_notes.md): amount entered by hand as a manual line"
        " with reason and document or contract",
        "上面没有列出的种类与检验类型：写明理由和文件或合同，逐笔录入金额",
    ),
    (
        "seisort_rules",
        "note",
        "batch; uses product record pipingComProducts; items: TY-ZJ",
        "成批；对应压力管道元件产品档案；items: TY-ZJ",
    ),
    (
        "seisort_rules",
        "note",
        "承压类/索道 queue bearingMendReport; updates only the date of the mother test sort;"
        " items: (failed items of the mother report)",
        "承压类、索道：只更新原检验类型的日期；items: (failed items of the mother report)",
    ),
)


def _change(table: str, name: str, before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :tbl and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(tbl=table, old=json.dumps({name: before}), new=json.dumps({name: after})))


def upgrade() -> None:
    for table, name, before, after in CHANGES:
        _change(table, name, before, after)


def downgrade() -> None:
    for table, name, before, after in CHANGES:
        _change(table, name, after, before)

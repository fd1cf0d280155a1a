"""Sentences of checks that said “—” where a value was empty, or called a day past that is to come.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0300"
down_revision = "0295"
branch_labels = None
depends_on = None

CHANGES = (
    (
        "DT12",
        "维保单位、合同期限（{repairagrextdate}）或最近维保（{lastmaidate}）不符合要求，请确认第1项",
        "维保单位、合同期限（{repairagrextdate}）或最近维保（{lastmaidate}）不符合要求，请确认第1项|维保单位、合同期限或最近维保没有登记或不符合要求，请确认第1项",
    ),
    (
        "YL10",
        "持证操作人员为{operatornum}人或年度自检已过期{nselfcheckdate}",
        "持证操作人员为{operatornum}人，年度自检应于{nselfcheckdate}前完成，请核实|持证操作人员为{operatornum}人，请核实",
    ),
    (
        "GD04",
        "管线{lineid}测点{point}实测{measured}mm小于校核厚度{calc}mm",
        "管线{lineid}测点{point}实测{measured}mm小于校核厚度{calc}mm|测点{point}实测{measured}mm小于校核厚度{calc}mm",
    ),
    (
        "GD06",
        "管线{lineid}测点{point}厚度大于上次{previous}mm",
        "管线{lineid}测点{point}厚度{measured}mm大于上次{previous}mm|测点{point}厚度{measured}mm大于上次{previous}mm",
    ),
)


def _change(code: str, before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    new = json.dumps({"sentence": after})
    op.execute(change.bindparams(old=json.dumps({"code": code, "sentence": before}), new=new))


def upgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, before, after)


def downgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, after, before)

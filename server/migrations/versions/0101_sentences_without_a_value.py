"""Four checks of reports say what is missing where they named a value that is none.

Rows that an administrator changed are left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision = "0099"
branch_labels = None
depends_on = None

# check, its sentence, the other one where a value is missing
SENTENCES = (
    (
        "Y02",
        "{name}{instno}检定有效期至{nextcal}，{inspdate}不能使用",
        "|{name}{instno}没有检定有效期，{inspdate}不能使用",
    ),
    (
        "C05",
        "不合格结果代码{unqualcode}与检验结论“{conclusionword}”不一致",
        "|检验结论“{conclusionword}”没有不合格结果代码",
    ),
    ("RQ06", "安全状况等级{grade}与结论“{conclusionword}”不一致", "|结论“{conclusionword}”没有安全状况等级"),
    ("SD08", "钢丝绳安装于{ropeinstalldate}，请核实更换年限", "|钢丝绳安装日期不明，请核实更换年限"),
)


def _change(back: bool) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    for code, one, other in SENTENCES:
        old, new = (one + other, one) if back else (one, one + other)
        known, now = json.dumps({"code": code, "sentence": old}), json.dumps({"sentence": new})
        op.execute(change.bindparams(old=known, new=now))


def upgrade() -> None:
    _change(False)


def downgrade() -> None:
    _change(True)

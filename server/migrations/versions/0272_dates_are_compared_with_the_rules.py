"""The checks of next dates ask the engine of the rules; no longest number of months is told by class.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0272"
down_revision = "0271"
branch_labels = None
depends_on = None

NOW = "检验周期规则：按档案和历次检验当场计算"
MONTHS = "1000:36;2000:144;3000:39;4000:27;5000:27;6000:36;8000:180;9000:36"
CHANGES = (
    (
        {
            "code": "D11",
            "title": "下次检验日期超过该种设备的最长周期",
            "limits": MONTHS,
            "clause": "各类定期检验规则的最长周期（月）；到期月固定的加提前检验的三个月",
        },
        {"code": "D11", "title": "下次检验日期晚于规则允许的日期", "limits": "", "clause": NOW},
    ),
    (
        {"code": "D19", "title": "下次检验日期与规则计算的日期不一致", "clause": "检验周期规则：签发报告时的计算依据"},
        {"code": "D19", "title": "下次日期与规则计算的日期不一致", "clause": NOW},
    ),
)


def _change(before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'quality_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps(before), new=json.dumps(after)))


def upgrade() -> None:
    for before, after in CHANGES:
        _change(before, after)


def downgrade() -> None:
    for before, after in CHANGES:
        _change(after, before)

"""Checks of parameters that the inspector found otherwise: QZ15 and CC06 are in force; why N14 and M03 are not.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0322"
down_revision = "0321"
branch_labels = None
depends_on = None

OFF = {"off": "原始记录还不能更正设备参数", "each": "", "of": "", "lets": "", "condition": "", "field": ""}
ON = {"off": "", "each": "list", "of": "stated", "field": "corrections"}
CHANGES = (
    ("QZ15", OFF, {**ON, "lets": "cap=value", "condition": "id == 'ratedliftcap' and value is not empty"}),
    ("CC06", OFF, {**ON, "lets": "", "condition": "id in ('frameno','engineno','plateno')"}),
    ("N14", {"off": OFF["off"]}, {"off": "受控项目在原始记录中不能填写，只能走档案更正"}),
    ("M03", {"off": f"{OFF['off']}，参数更正后由档案更正重新计费"}, {"off": "还没有按更正后的参数重算收费"}),
)


def _change(code: str, before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    old = json.dumps({"code": code, **before})
    op.execute(change.bindparams(old=old, new=json.dumps(after)))


def upgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, before, after)


def downgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, after, before)

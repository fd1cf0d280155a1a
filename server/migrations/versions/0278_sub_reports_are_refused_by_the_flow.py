"""The checks P13 and X20 say that the flow refuses what they would have checked.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0278"
down_revision = "0277"
branch_labels = None
depends_on = None

CHANGES = (
    (
        "P13",
        "无损检测人员在表格中只写姓名，没有对应到人员资格",
        "检测人、审核人没有该方法Ⅱ级以上资格的，分项报告提交和审核时已拒绝",
    ),
    ("X20", "分项报告尚未启用", "有分项报告没有审核的，主报告提交和审核时已拒绝"),
)


def _change(code: str, before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    new = json.dumps({"off": after})
    op.execute(change.bindparams(old=json.dumps({"code": code, "off": before}), new=new))


def upgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, before, after)


def downgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, after, before)

"""Who inspected neither audits nor approves the report, whoever handed it in: the two checks about it say so too.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0250"
down_revision = "0243"
branch_labels = None
depends_on = None

CHANGED = {
    "P03": (
        {"sentence": "审核人不能是编制人", "condition": "auditor == enteredby"},
        {"sentence": "审核人不能是编制人或检验人员", "condition": "auditor == enteredby or auditor_inspected"},
    ),
    "P04": (
        {
            "sentence": "编制、审核、批准不能是同一人",
            "condition": "approver == enteredby or approver == auditedby",
        },
        {
            "sentence": "检验、编制、审核、批准不能是同一人",
            "condition": "approver == enteredby or approver == auditedby or approver_inspected",
        },
    ),
}


def _change(code: str, before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": code} | before), new=json.dumps(after)))


def upgrade() -> None:
    for code, (before, after) in CHANGED.items():
        _change(code, before, after)


def downgrade() -> None:
    for code, (before, after) in CHANGED.items():
        _change(code, after, before)

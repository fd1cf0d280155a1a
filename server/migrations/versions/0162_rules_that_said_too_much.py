"""A better conclusion is not called a stricter one, carriers are counted, limit switches have no ratio, times have limits.

Rows that an administrator changed are left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0162"
down_revision = "0171"
branch_labels = None
depends_on = None

RATIO = {"template": "QZ-DJ", "table_code": "limiter", "column": "ratio"}
SECONDS = {"template": "GL-WJ", "table_code": "combust", "column": "seconds"}
TIMES = (
    "required is empty or (test in ('前吹扫','后吹扫') and seconds>=required)"
    " or (test in ('点火','熄火') and seconds<=required)"
)
OFFERED = (
    "conclusion is not empty and derived is not empty and conclusion != derived and {name}"
    " and problems is empty and remark is empty"
)
# table, the row, the field, what it said, what it says now
CHANGES = (
    (
        "report_checks",
        {"code": "C04"},
        "condition",
        OFFERED.format(name="conclusion_offered"),
        OFFERED.format(name="conclusion_allowed"),
    ),
    ("report_checks", {"code": "SD09"}, "condition", "grip_count != carnum", "grip_count != carcount"),
    ("report_tables", RATIO, "condition", "base>0", "device in ('起重量','力矩') and base>0"),
    ("report_tables", SECONDS, "limit", "", TIMES),
)


def _change(back: bool) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :tbl and data @> cast(:old as jsonb) and validto is null"
    )
    for table, row, name, before, after in CHANGES:
        old, new = (after, before) if back else (before, after)
        known, now = json.dumps(row | {name: old}), json.dumps({name: new})
        op.execute(change.bindparams(tbl=table, old=known, new=now))


def upgrade() -> None:
    _change(False)


def downgrade() -> None:
    _change(True)

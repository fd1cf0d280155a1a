"""A report that failed names no seal, no label and no good cylinders: these stand beside what may be used.

What it may be used for are rows of their own, which are loaded. A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0641"
down_revision = "0640"
branch_labels = None
depends_on = None

FOUND = {
    "AQF-LX": (
        "valves.setpress=要求整定压力 valves.setmean=实际整定压力 valves.seal=密封试验压力 valves.leak=泄漏率"
        " valves.first=首次校验结果 valves.overhaul=解体检修与更换",
        " valves.sealno=铅封号 valves.labelno=标牌号",
    ),
    "QP-DJ": ("cyl.cylscrap=本批报废", "cyl.cylpass=本批合格 "),
}


def _change(template: str, before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_fields' and data @> cast(:old as jsonb) and validto is null"
    )
    old = json.dumps({"template": template, "block": "results", "fields": before})
    op.execute(change.bindparams(old=old, new=json.dumps({"fields": after})))


def _both(template: str) -> tuple[str, str]:
    """The fields of a template with what a failed report leaves out, and without."""
    kept, gone = FOUND[template]
    return (kept + gone if gone.startswith(" ") else gone + kept), kept


def upgrade() -> None:
    for template in FOUND:
        whole, kept = _both(template)
        _change(template, whole, kept)


def downgrade() -> None:
    for template in FOUND:
        whole, kept = _both(template)
        _change(template, kept, whole)

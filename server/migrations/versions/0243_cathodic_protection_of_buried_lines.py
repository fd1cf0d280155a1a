"""A buried line of steel whose cathodic protection is said not to exist is asked about.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0243"
down_revision = "0242"
branch_labels = None
depends_on = None

BEFORE = {"off": "检验项目按工程填写，没有逐条管线的阴极保护结果", "each": "", "of": "", "condition": ""}
STEEL = "(materialclass is empty or materialclass not in ('02','04'))"
AFTER = {"off": "", "each": "list", "of": "lines", "condition": f"laymode == '02' and GD_DJ_24 == '—' and {STEEL}"}


def _change(before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": "GD07"} | before), new=json.dumps(after)))


def upgrade() -> None:
    _change(BEFORE, AFTER)


def downgrade() -> None:
    _change(AFTER, BEFORE)

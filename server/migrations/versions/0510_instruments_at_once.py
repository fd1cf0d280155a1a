"""Instruments named by two records of a day are in two places only when the times of both overlap on different sites.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0510"
down_revision = "0450"
branch_labels = None
depends_on = None

BEFORE = "{names}同一时间出现在业务{other}的记录中"
AFTER = (
    "{names}在{times}也用于业务{other}（{place}），一件仪器不能同时在两处"
    "|{names}当日也列在业务{other}的记录中，起止时间没有写全，不能判断是否同时使用"
)


def _change(before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    old = json.dumps({"code": "Y08", "sentence": before})
    op.execute(change.bindparams(old=old, new=json.dumps({"sentence": after})))


def upgrade() -> None:
    _change(BEFORE, AFTER)


def downgrade() -> None:
    _change(AFTER, BEFORE)

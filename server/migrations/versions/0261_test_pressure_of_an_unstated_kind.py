"""The test pressure of a vessel has its limit also where nobody stated the kind of the test.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0261"
down_revision = "0260"
branch_labels = None
depends_on = None

ROW = {"template": "RQ-NY", "item_no": "4", "field": "testpress", "low": "1.25*workpress_shell"}
BEFORE = {"expr": "testbase is empty", "source": "TSG 21-2016 8.3.13（未给 [σ]/[σ]t 时按 1）"}
AFTER = {
    "expr": "testbase is empty or testkind is empty",
    "source": "TSG 21-2016 8.3.13（未给 [σ]/[σ]t 或试验种类时按 1）",
}


def _key(said: dict[str, str]) -> str:
    return "|".join((*ROW.values(), "", said["expr"]))


def _change(before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb), rowkey = :key, source = :source"
        " where tbl = 'report_item_limits' and data @> cast(:old as jsonb) and validto is null"
    )
    old, new = json.dumps({**ROW, **before}), json.dumps(after)
    op.execute(change.bindparams(old=old, new=new, key=_key(after), source=after["source"]))


def upgrade() -> None:
    _change(BEFORE, AFTER)


def downgrade() -> None:
    _change(AFTER, BEFORE)

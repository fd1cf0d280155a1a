"""The check of a notice that no longer fits its record says what to do: it has to be voided first.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0252"
down_revision = "0251"
branch_labels = None
depends_on = None

BEFORE = "检验意见通知书的问题与记录不一致：{items}"
AFTER = f"{BEFORE}；请先作废通知书，仍有不符合的按记录重新开具"


def _change(before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    old, new = json.dumps({"code": "C09", "sentence": before}), json.dumps({"sentence": after})
    op.execute(change.bindparams(old=old, new=new))


def upgrade() -> None:
    _change(BEFORE, AFTER)


def downgrade() -> None:
    _change(AFTER, BEFORE)

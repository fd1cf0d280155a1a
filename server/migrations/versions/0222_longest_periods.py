"""The longest period of a class counts from an inspection that may be three months early: lawful ones are not blamed.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0222"
down_revision = "0221"
branch_labels = None
depends_on = None

BEFORE = {
    "limits": "1000:36;2000:144;3000:36;4000:24;5000:24;6000:36;8000:108;9000:36",
    "clause": "各类定期检验规则的最长周期（月）",
}
AFTER = {
    "limits": "1000:36;2000:144;3000:39;4000:27;5000:27;6000:36;8000:180;9000:36",
    "clause": "各类定期检验规则的最长周期（月）；到期月固定的加提前检验的三个月",
}


def _change(before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'quality_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": "D11"} | before), new=json.dumps(after)))


def upgrade() -> None:
    _change(BEFORE, AFTER)


def downgrade() -> None:
    _change(AFTER, BEFORE)

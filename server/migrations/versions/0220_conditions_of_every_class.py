"""Conditions outside their limits are asked about in every class, not for lifts alone.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0220"
down_revision = "0210"
branch_labels = None
depends_on = None

LIFTS = {"classes": "3000", "sorts": "01,02,07"}
EVERY = {"classes": "all", "sorts": "all"}


def _change(before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": "X19"} | before), new=json.dumps(after)))


def upgrade() -> None:
    _change(LIFTS, EVERY)


def downgrade() -> None:
    _change(EVERY, LIFTS)

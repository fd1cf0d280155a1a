"""Instruments that another business used on the same day are asked about once, not one by one.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0099"
down_revision = "0085"
branch_labels = None
depends_on = None

OLD = {
    "sentence": "{name}{instno}同一时间出现在业务{elsewhere}的记录中",
    "of": "instruments",
    "condition": "elsewhere is not empty",
}
NEW = {"sentence": "{names}同一时间出现在业务{other}的记录中", "of": "shared", "condition": "other is not empty"}


def _change(old: dict[str, str], new: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and rowkey = 'Y08' and validto is null and data @> cast(:old as jsonb)"
    )
    op.execute(change.bindparams(old=json.dumps(old), new=json.dumps(new)))


def upgrade() -> None:
    _change(OLD, NEW)


def downgrade() -> None:
    _change(NEW, OLD)

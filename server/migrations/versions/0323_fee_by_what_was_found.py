"""The check of the fee by what was found otherwise (M03) is in force. A row that an administrator changed is left."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0323"
down_revision = "0322"
branch_labels = None
depends_on = None

OFF = {"off": "还没有按更正后的参数重算收费", "each": "", "of": "", "condition": "", "field": ""}
ON = {"off": "", "each": "list", "of": "charged", "condition": "label is not empty", "field": "corrections"}


def _change(before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": "M03", **before}), new=json.dumps(after)))


def upgrade() -> None:
    _change(OFF, ON)


def downgrade() -> None:
    _change(ON, OFF)

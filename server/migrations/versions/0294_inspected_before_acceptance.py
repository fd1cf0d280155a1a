"""What was declared on site may have been inspected before its acceptance, not before its declaration (T03, T20).

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0294"
down_revision = "0293"
branch_labels = None
depends_on = None

CHANGES = (
    (
        {
            "code": "T03",
            "sentence": "检验日期{inspdate}不得早于受理日期{acceptdate}",
            "condition": "inspdate < acceptdate",
        },
        {"sentence": "检验日期{inspdate}不得早于{earliest_word}", "condition": "inspdate < earliest"},
    ),
    (
        {"code": "T20", "sentence": "{table}第{row}行的日期{date}不在受理日期与今天之间"},
        {"sentence": "{table}第{row}行的日期{date}不在{earliest_word}与今天之间"},
    ),
)


def _change(old: dict[str, str], new: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps(old), new=json.dumps(new)))


def upgrade() -> None:
    for before, after in CHANGES:
        _change(before, after)


def downgrade() -> None:
    for before, after in CHANGES:
        said = {name: value for name, value in before.items() if name != "code"}
        _change({"code": before["code"], **after}, said)

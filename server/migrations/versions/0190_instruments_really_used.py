"""A report without instruments says that nobody named those that were used. Rows that an administrator changed are left."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0190"
down_revision = "0180"
branch_labels = None
depends_on = None

BEFORE, NOW = "没有检验仪器", "没有确认本次实际使用的检验仪器"


def _say(old: str, new: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    known, said = json.dumps({"code": "Y01", "sentence": old}), json.dumps({"sentence": new})
    op.execute(change.bindparams(old=known, new=said))


def upgrade() -> None:
    _say(BEFORE, NOW)


def downgrade() -> None:
    _say(NOW, BEFORE)

"""An instrument that was calibrated after the inspection is asked about.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0241"
down_revision = "0240"
branch_labels = None
depends_on = None

NO_LEDGER = "仪器没有历次检定证书的台账，之后重新检定的不能与当日无证书区分"
BEFORE = {"off": NO_LEDGER, "each": "", "of": "", "condition": "", "field": ""}
AFTER = {"off": "", "each": "list", "of": "instruments", "condition": "lastcal > inspdate and earlier is empty"}
AFTER |= {"field": "instruments"}


def _change(before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": "Y03"} | before), new=json.dumps(after)))


def upgrade() -> None:
    _change(BEFORE, AFTER)


def downgrade() -> None:
    _change(AFTER, BEFORE)

"""Instruments that another business used too are asked about once; who may inspect a machine may inspect it again.

Rows that an administrator changed are left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0099"
down_revision = "0094"
branch_labels = None
depends_on = None

# table, the columns that pick rows with their former values, the new values
CHANGES: tuple[tuple[str, dict[str, str], dict[str, str]], ...] = (
    (
        "report_checks",
        {
            "code": "Y08",
            "sentence": "{name}{instno}同一时间出现在业务{elsewhere}的记录中",
            "of": "instruments",
            "condition": "elsewhere is not empty",
        },
        {
            "code": "Y08",
            "sentence": "{names}同一时间出现在业务{other}的记录中",
            "of": "shared",
            "condition": "other is not empty",
        },
    ),
    *(
        (
            "seisort_rules",
            {"equclass": equclass, "testsort": "1501", "inspector_qualification": old},
            {"equclass": equclass, "testsort": "1501", "inspector_qualification": f"{master}/{old}"},
        )
        for equclass, old, master in (("4000", "QZ-1", "QS"), ("5000", "NC-1", "NS"), ("6000", "YL-1", "YS"))
    ),
)


def _change(back: bool) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :tbl and data @> cast(:old as jsonb) and validto is null"
    )
    for tbl, *pair in CHANGES:
        old, new = reversed(pair) if back else pair
        op.execute(change.bindparams(tbl=tbl, old=json.dumps(old), new=json.dumps(new)))


def upgrade() -> None:
    _change(False)


def downgrade() -> None:
    _change(True)

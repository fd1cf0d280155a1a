"""A fee and a combination of inspections say in Chinese what they said with names of the program.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0273"
down_revision = "0262"
branch_labels = None
depends_on = None

FEE = "省内可在标准内下浮 10%-20% 作为减负政策"
SORT = "制造监检: no registered equipment needed, product record (boilerProducts); items: TY-ZJ"
CHANGES = (
    ("fees", "band", f"{FEE}(policyConf)", FEE),
    ("seisort_rules", "note", SORT, "制造监检：不需要已登记的设备，对应产品档案；items: TY-ZJ"),
)


def _change(table: str, name: str, before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :tbl and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(tbl=table, old=json.dumps({name: before}), new=json.dumps({name: after})))


def upgrade() -> None:
    for table, name, before, after in CHANGES:
        _change(table, name, before, after)


def downgrade() -> None:
    for table, name, before, after in CHANGES:
        _change(table, name, after, before)

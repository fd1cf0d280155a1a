"""Batches of cylinders are concluded with the general codes 00 and 01; rows that an administrator changed are left."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0031"
branch_labels = None
depends_on = None

CODES = (("C2000-17", "1026", "01"), ("C2000-18", "1021", "00"), ("C2000-19", "1021", "00"))


def _change(pairs: list[tuple[str, str, str]]) -> None:
    change = sa.text(
        "update rule_row set data = jsonb_set(data, '{code}', to_jsonb(cast(:new as text)))"
        " where tbl = 'conclusion_rules' and rowkey = :key and data->>'code' = :old and validto is null"
    )
    for key, old, new in pairs:
        op.execute(change.bindparams(key=key, old=old, new=new))


def upgrade() -> None:
    _change(list(CODES))


def downgrade() -> None:
    _change([(key, new, old) for key, old, new in CODES])

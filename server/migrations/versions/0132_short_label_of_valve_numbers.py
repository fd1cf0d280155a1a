"""The number of a safety valve has a label that fits the cover of its report. Rows that somebody changed are left."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0132"
down_revision = "0131"
branch_labels = None
depends_on = None

OLD, NEW = " valveno valvemodel", " valveno=安全阀编号 valvemodel"
FIELDS = {
    "cover": "useorgname=送检单位{} installpos",
    "identity": "useorgname=送检单位 useorgcode=统一社会信用代码{} valvetype installpos hostequname useplace=使用地点",
}


def _change(old: str, new: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_fields' and data @> cast(:old as jsonb) and validto is null"
    )
    for block, fields in FIELDS.items():
        known = {"template": "AQF-LX", "block": block, "fields": fields.format(old)}
        op.execute(change.bindparams(old=json.dumps(known), new=json.dumps({"fields": fields.format(new)})))


def upgrade() -> None:
    _change(OLD, NEW)


def downgrade() -> None:
    _change(NEW, OLD)

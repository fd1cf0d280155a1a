"""The least rows of tables say when they are asked: a table that stayed empty was not asked at all.

A row that an administrator wrote asks what it asked before: of a table that is filled.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0260"
down_revision = "0269"
branch_labels = None
depends_on = None

USED = {"condition": "rows>0", "items": "", "check": ""}
ITEMS = {
    ("DT-DJ", "balance"): "A1.3.2",
    ("DT-JC", "balance"): "A1.3.2",
    ("DT-ES", "esstop"): "ES-39",
    ("DT-ES", "eshand"): "ES-38",
    ("DT-ES", "esgap"): "ES-28",
    ("DT-JC-ES", "esstop"): "A2.3.3",
    ("DT-JC-ES", "eshand"): "A2.3.2",
    ("DT-JC-ES", "esgap"): "A2.2.3.7",
    ("CC-DJ", "brake"): "12",
    ("CC-GG", "brake"): "5",
    ("SD-QM", "sdbrake"): "10,11",
    ("SD-ND", "sdbrake"): "5",
}
CHECKS = {("DT-DJ", "doors"): "DT03", ("DT-JC", "doors"): "DT03", ("QP-DJ", "cyl"): "QP01"}
ALWAYS = [("GL-SY", "curve"), ("RQ-NY", "curve"), *CHECKS]
TABLES = ("rule_row", "report_template_row")


def upgrade() -> None:
    for name in TABLES:
        add = sa.text(f"update {name} set data = data || cast(:more as jsonb) where tbl = 'table_points'")
        op.execute(add.bindparams(more=json.dumps(USED)))
        one = sa.text(
            f"update {name} set data = data || cast(:more as jsonb)"
            " where tbl = 'table_points' and data @> cast(:row as jsonb)"
        )
        for template, table in {*ITEMS, *ALWAYS}:
            more = {
                "condition": "",
                "items": ITEMS.get((template, table), ""),
                "check": CHECKS.get((template, table), ""),
            }
            row = {"template": template, "table_code": table}
            op.execute(one.bindparams(more=json.dumps(more), row=json.dumps(row)))


def downgrade() -> None:
    for name in TABLES:
        op.execute(f"update {name} set data = data - 'condition' - 'items' - 'check' where tbl = 'table_points'")

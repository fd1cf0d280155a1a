"""What conforms has a value for every limit that applies; which values may be missing stands with the limits.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0240"
down_revision = "0230"
branch_labels = None
depends_on = None

SPARED = [
    ("QZ-DJ", "3.2", "deflect", "equgroup not in ('41','42')"),
    ("DT-DJ", "A1.2.7.2", "doorgapside", "doorgapcenter is not empty"),
    ("DT-DJ", "A1.2.7.2", "doorgapcenter", "doorgapside is not empty"),
    ("DT-ES", "ES-16", "handwall", "handother is not empty"),
    ("DT-ES", "ES-16", "handother", "handwall is not empty"),
    ("GL-WJ", "8", "rooftemp", "walltemp is not empty"),
    ("QZ-DJ", "2.2", "clearrail", "clearfix is not empty"),
    ("QZ-DJ", "2.2", "clearaccess", "clearfix is not empty"),
    (
        "QZ-DJ",
        "4.1",
        "hookopen",
        "hookwear is not empty or wheelwear is not empty or flangewear is not empty or drumwear is not empty",
    ),
    (
        "QZ-DJ",
        "4.1",
        "hookwear",
        "hookopen is not empty or wheelwear is not empty or flangewear is not empty or drumwear is not empty",
    ),
    (
        "QZ-DJ",
        "4.1",
        "wheelwear",
        "hookopen is not empty or hookwear is not empty or flangewear is not empty or drumwear is not empty",
    ),
    (
        "QZ-DJ",
        "4.1",
        "flangewear",
        "hookopen is not empty or hookwear is not empty or wheelwear is not empty or drumwear is not empty",
    ),
    (
        "QZ-DJ",
        "4.1",
        "drumwear",
        "hookopen is not empty or hookwear is not empty or wheelwear is not empty or flangewear is not empty",
    ),
    ("QZ-DJ", "4.3.2", "clipcount", "platecount is not empty"),
    ("QZ-DJ", "4.3.2", "clipspace", "platecount is not empty"),
    ("QZ-DJ", "4.3.2", "platecount", "clipcount is not empty"),
    ("QZ-DJ", "5.1.3", "brakewheel", "liningwear is not empty"),
    ("QZ-DJ", "7.2", "earth", "earthrepeat is not empty"),
    ("QZ-DJ", "7.2", "earthrepeat", "earth is not empty"),
    ("CC-DJ", "10", "treaddepth", "treaddepth is empty"),
    ("YL-DJ", "16", "headroom", "clearance is not empty"),
    ("GD-DJ", "21", "testpress", "leakpress is not empty"),
    ("GD-DJ", "21", "holdmin", "leakpress is not empty and testpress is empty"),
    ("GD-DJ", "21", "leakpress", "testpress is not empty"),
    ("DT-JC", "A1.2.7.1", "doorgapside", "doorgapcenter is not empty"),
    ("DT-JC", "A1.2.7.1", "doorgapcenter", "doorgapside is not empty"),
    ("DT-JC", "A1.3.14", "noiseroom", "noiselanding is not empty"),
    ("DT-JC", "A1.3.14", "noiselanding", "noiseroom is not empty"),
    ("DT-JC-ES", "A2.2.2.5", "handwall", "handother is not empty"),
    ("DT-JC-ES", "A2.2.2.5", "handother", "handwall is not empty"),
    ("QP-DJ", "5", "volgrowth", "massloss is not empty"),
    ("SD-ND", "2", "arealoss", "arealoss is empty"),
    ("TY-PG", "5", "score", "remlife is not empty"),
    ("TY-PG", "5", "remlife", "score is not empty"),
]
TOLD = "第{seq}项{content}：没有实测值"
BEFORE = {
    "sentence": TOLD,
    "condition": "key and measure and not valued and result in ('√','×','△') and (cyl_cylpass is empty or cyl_cylpass>0)",
}
AFTER = {
    "sentence": "第{seq}项{content}：没有实测值，缺{unvalued}|" + TOLD,
    "condition": (
        "(unvalued is not empty or (key and measure and not valued and result in ('√','×','△')))"
        " and (cyl_cylpass is empty or cyl_cylpass>0)"
    ),
}
CHLORIDE = {"template": "RQ-NY", "code": "chloride"}
STEEL = "matgroup=='奥氏体钢'"
STATED = f"matgroup is not empty and {STEEL}"  # a material that nobody states is carbon steel, as the limits read it


def _change(table: str, before: dict[str, str], after: dict[str, str]) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = :table and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(table=table, old=json.dumps(before), new=json.dumps(after)))


def upgrade() -> None:
    for template, item, field, spare in SPARED:
        of = {"template": template, "item_no": item, "field": field}
        _change("report_item_limits", of, {"spare": spare})
    _change("report_checks", {"code": "X06"} | BEFORE, AFTER)
    _change("report_conditions", CHLORIDE | {"expr": STEEL}, {"expr": STATED})


def downgrade() -> None:
    _change("report_conditions", CHLORIDE | {"expr": STATED}, {"expr": STEEL})
    _change("report_checks", {"code": "X06"} | AFTER, BEFORE)
    op.execute("update rule_row set data = data - 'spare' where tbl = 'report_item_limits'")

"""Report checks name the table that they read.

A row that an administrator changed is left.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0262"
down_revision = "0261"
branch_labels = None
depends_on = None

DOORS = "DT-DJ:A1.2.7.8,DT-DJ:A1.2.7.2"
CHANGES = (
    ("RQ03", "unmeasured_parts", "unmeasured_parts,thick"),
    ("DT04", f"landing_doors,{DOORS}", f"landing_doors,doors,{DOORS}"),
    ("GD01", "lines_of_project", "lines_of_project,lines"),
    ("GD08", "line_pressures", "line_pressures,lines"),
    ("GD10", "line_archive", "line_archive,lines"),
    ("JJ05", "unwitnessed_tests", "unwitnessed_tests,press"),
)


def _change(code: str, before: str, after: str) -> None:
    change = sa.text(
        "update rule_row set data = data || cast(:new as jsonb)"
        " where tbl = 'report_checks' and data @> cast(:old as jsonb) and validto is null"
    )
    op.execute(change.bindparams(old=json.dumps({"code": code, "of": before}), new=json.dumps({"of": after})))


def upgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, before, after)


def downgrade() -> None:
    for code, before, after in CHANGES:
        _change(code, after, before)

"""Bindings of lifts to maintenance units, and rescue stations."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0571"
down_revision = "0570"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _stations()
    table = "lift_binding"
    which = texts(bindno=32, bindkind=4, replaces_id=32, equdatasysid=32, equcode=20, useplace=256, areacode=12)
    whose = texts(unitsysid=32, unitname=200, maiorgsysid=32, maiorgname=200, filing_id=32, regorg=32)
    what = texts(code96333=8, station_id=32, contractno=64, remark=500, confirmer_id=32, auditor_id=32, reason=500)
    when = [*days("contractfrom", "contractto", null=False), *days("validfrom", "validto")]
    when += moments("applied", "confirmed", "auditedat")
    op.create_table(table, *which, *whose, *what, *when, *subject(), *record(table))
    for name, columns in {
        "lift": ["equdatasysid", "step"],
        "unit": ["unitsysid", "step"],
        "maintainer": ["maiorgsysid", "step"],
        "org": ["regorg", "step"],
        "area": ["areacode"],
        "code": ["code96333"],
        "days": ["validfrom", "validto"],
    }.items():
        op.create_index(f"ix_{table}_{name}", table, columns)
    bound = sa.text("step = 'YX'")
    op.create_index(f"uq_{table}_bound", table, ["equdatasysid"], unique=True, postgresql_where=bound)
    op.create_index(f"uq_{table}_number", table, ["code96333"], unique=True, postgresql_where=bound)


def _stations() -> None:
    table = "rescue_station"
    said = texts(name=100, kind=4, unitsysid=32, unitname=200, areacode=12, address=256, hotline=32)
    where = [sa.Column(name, sa.Numeric(10, 6)) for name in ("lng", "lat")]
    numbers = [sa.Column(n, sa.Integer(), server_default="0", nullable=False) for n in ("onduty", "target")]
    enabled = sa.Column("enabled", sa.Boolean(), nullable=False)
    op.create_table(table, *said, *where, *numbers, enabled, *record(table))
    op.create_index(f"uq_{table}_name", table, ["name"], unique=True)
    op.create_index(f"ix_{table}_area", table, ["areacode", "kind"])
    op.create_index(f"ix_{table}_unit", table, ["unitsysid"])


def downgrade() -> None:
    op.drop_table("lift_binding")
    op.drop_table("rescue_station")

"""96333: incidents of people shut in a lift."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, subject, texts

revision = "0573"
down_revision = "0572"
branch_labels = None
depends_on = None


def upgrade() -> None:
    table = "rescue_incident"
    which = texts(orderno=32, equdatasysid=32, equcode=20, code96333=8, useplace=256, areacode=12)
    whose = texts(unitsysid=32, unitname=200, maiorgsysid=32, maiorgname=200, station_id=32, way=4, event_id=32)
    said = texts(caller=64, floor=16, situation=500, urgent=32, level=4, raisedwhy=200, typed=100)
    said += texts(followsaid=500, cause=4, causesaid=500)
    said += [sa.Column("callertel", sa.Text(), nullable=False)]
    counts = [sa.Column(n, sa.Integer(), server_default=d, nullable=False) for n, d in COUNTS]
    when = moments("sentat", "acceptedat", "arrivedat", "freedat", "comfortat", "raiseat", "followedat", "closedat")
    when += [*moments("calledat", null=False), sa.Column("forecast", sa.Integer())]
    op.create_table(table, *which, *whose, *said, *counts, *when, *subject(), *record(table))
    for name, columns in {
        "lift": ["equdatasysid", "calledat"],
        "unit": ["unitsysid"],
        "maintainer": ["maiorgsysid"],
        "area": ["areacode", "calledat"],
        "station": ["station_id", "calledat"],
        "at": ["calledat", "id"],
    }.items():
        op.create_index(f"ix_{table}_{name}", table, columns)
    running = sa.text("raiseat is not null")
    op.create_index(f"ix_{table}_raise", table, ["raiseat"], postgresql_where=running)
    shut = sa.text("step in ('0', '1', '2', '3', '7', '8')")
    op.create_index(f"uq_{table}_open", table, ["equdatasysid"], unique=True, postgresql_where=shut)


COUNTS = (("people", "0"), ("calls", "1"), ("comforts", "0"))


def downgrade() -> None:
    op.drop_table("rescue_incident")

"""双随机: draws, their recusals, and the frames that they were made from."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0553"
down_revision = "0552"
branch_labels = None
depends_on = None
TABLE = "supervision_draw"


def _counts(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def _of_draw(child: str) -> sa.Column[str]:
    parent = sa.ForeignKey(f"{TABLE}.id", name=f"fk_{child}_draw_id_{TABLE}", ondelete="CASCADE")
    return sa.Column("draw_id", sa.String(32), parent, nullable=False)


def upgrade() -> None:
    what = texts(drawno=32, title=100, org_id=32, areacode=12, equclass=8, publicsource=200, secret=64, digest=64)
    what += texts(framedigest=64, publisher_id=32, publicvalue=200, revealed=64, drawer_id=32, reason=500)
    when = [*days("publicday", null=False), *days("planday"), *moments("published", "drawn")]
    counts = _counts("highs", "middles", "lows", "units", "officers")
    op.create_table(TABLE, *what, *when, *counts, *subject(), *record(TABLE))
    op.create_index(f"ix_{TABLE}_org", TABLE, ["org_id", "step"])
    op.create_index(f"ix_{TABLE}_time", TABLE, ["createtime", "id"])
    child = f"{TABLE}_recusal"
    op.create_table(child, _of_draw(child), *texts(officer_id=32, unitsysid=32, why=200), *record(child))
    op.create_index(f"ix_{child}_draw_id", child, ["draw_id"])
    child = f"{TABLE}_subject"
    known = texts(kind=4, key=32, name=200, stratum=4, scored=200, state=4, first_id=32, second_id=32, why=200)
    op.create_table(child, _of_draw(child), *known, *_counts("score", "place"), *record(child))
    op.create_index(f"uq_{child}", child, ["draw_id", "kind", "key"], unique=True)


def downgrade() -> None:
    op.drop_table(f"{TABLE}_subject")
    op.drop_table(f"{TABLE}_recusal")
    op.drop_table(TABLE)

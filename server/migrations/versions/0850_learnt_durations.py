"""Times on site of inspected items, the medians learnt from them, and in a plan its basis and its origin."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, record, texts

revision = "0850"
down_revision = "0845"
branch_labels = None
depends_on = None

TIME, LEARNT, PLAN, LINE = "site_time", "learnt_minutes", "plan_proposal", "plan_line"


def numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        TIME,
        sa.Column("appbuss_id", sa.String(32), sa.ForeignKey("appbuss.id", ondelete="CASCADE"), nullable=False),
        *texts(cheorg=32, chedept=32, unitsysid=32, unitname=200, equclass=8, equclacode=8, testsort=8),
        *texts(main_id=32, begunat=5, endedat=5, source=8),
        *days("inspdate", null=False),
        *numbers("together", "minutes", "norm"),
        *record(TIME),
    )
    op.create_index("uq_site_time_item", TIME, ["appbuss_id"], unique=True)
    op.create_index("ix_site_time_org", TIME, ["cheorg", "inspdate", "id"])
    op.create_index("ix_site_time_unit", TIME, ["unitsysid"])
    op.create_table(
        LEARNT,
        *texts(level=8, cheorg=32, chedept=32, unitsysid=32, unitname=200, equclass=8, equclacode=8, testsort=8),
        *numbers("count", "middle", "ninth", "norm"),
        sa.Column("used", sa.Boolean(), nullable=False),
        *days("since", "until", null=False),
        *record(LEARNT),
    )
    op.create_index("ix_learnt_minutes_org", LEARNT, ["cheorg", "count", "id"])
    op.create_index("ix_learnt_minutes_unit", LEARNT, ["unitsysid"])
    op.add_column(LINE, sa.Column("basis", sa.String(100), nullable=False, server_default=""))
    for name in ("originlng", "originlat"):
        op.add_column(PLAN, sa.Column(name, sa.Float()))
    op.create_index("ix_plan_line_day", LINE, ["plandate", "id"], postgresql_where="accepted")


def downgrade() -> None:
    op.drop_index("ix_plan_line_day", table_name=LINE)
    op.drop_column(LINE, "basis")
    for name in ("originlng", "originlat"):
        op.drop_column(PLAN, name)
    op.drop_table(LEARNT)
    op.drop_table(TIME)

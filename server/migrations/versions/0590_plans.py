"""Plans of the days of a station, and where each item stands in them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from migrations.shorthand import days, moments, record, texts

revision = "0590"
down_revision = "0584"
branch_labels = None
depends_on = None

PLAN, LINE = "plan_proposal", "plan_line"


def numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def upgrade() -> None:
    op.create_table(
        PLAN,
        *texts(org_id=32, dept_id=32, user_id=32),
        *days("first", "last", null=False),
        *texts(startlng=16, startlat=16, state=8, message=500),
        *numbers("percent", "planned", "left_out", "metres", "saved"),
        sa.Column("compared", JSONB(), nullable=False),
        sa.Column("undo", JSONB(), nullable=False),
        *moments("ended"),
        *record(PLAN),
    )
    open_ = "state in ('waiting', 'solving', 'ready', 'failed')"
    op.create_index("uq_plan_proposal_open", PLAN, ["dept_id"], unique=True, postgresql_where=open_)
    op.create_index("ix_plan_proposal_org", PLAN, ["org_id", "createtime", "id"])
    op.create_index("ix_plan_proposal_time", PLAN, ["createtime", "id"])
    op.create_table(
        LINE,
        sa.Column("proposal_id", sa.String(32), sa.ForeignKey(f"{PLAN}.id", ondelete="CASCADE"), nullable=False),
        sa.Column("appbuss_id", sa.String(32), sa.ForeignKey("appbuss.id", ondelete="CASCADE"), nullable=False),
        *numbers("itemversion", "minutes", "place", "metres", "east", "north"),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        *texts(site=64, scinspector=32, coinspector=32, boxno=16, timeslot=8, why=500),
        *days("plandate"),
        sa.Column("locked", sa.Boolean(), nullable=False),
        *record(LINE),
    )
    op.create_index("ix_plan_line_appbuss_id", LINE, ["appbuss_id"])
    op.create_index("uq_plan_line_item", LINE, ["proposal_id", "appbuss_id"], unique=True)
    for who, column in (("main", "scinspector"), ("co", "coinspector")):
        op.create_index(f"ix_plan_line_{who}", LINE, [column, "plandate"], postgresql_where="accepted")


def downgrade() -> None:
    op.drop_table(LINE)
    op.drop_table(PLAN)

"""Plans by which data are pushed to partners, and their runs.

Revision ID: 0701
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, texts

revision = "0701"
down_revision = "0700"
branch_labels = None
depends_on = None
PLAN, RUN = "exchange_plan", "exchange_run"


def upgrade() -> None:
    of = sa.ForeignKey("exchange_partner.id", name=f"fk_{PLAN}_partner_id_exchange_partner")
    op.create_table(
        PLAN,
        sa.Column("partner_id", sa.String(32), of, nullable=False),
        *texts(name=100, entity=16, mode=1, equclass=4, areacode=12, dailyat=5, cursor=80),
        sa.Column("every", sa.Integer()),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        *moments("nextrun", "lastrun"),
        *record(PLAN),
    )
    op.create_index(f"ix_{PLAN}_partner_id", PLAN, ["partner_id"])
    op.create_index(f"ix_{PLAN}_due", PLAN, ["nextrun"], postgresql_where=sa.text("enabled"))
    of = sa.ForeignKey("exchange_plan.id", name=f"fk_{RUN}_plan_id_exchange_plan", ondelete="CASCADE")
    op.create_table(
        RUN,
        sa.Column("plan_id", sa.String(32), of, nullable=False),
        *texts(kind=1, ours=64, theirs=64, cursor=80, error=500),
        *moments("begun", null=False),
        *moments("ended"),
        *(sa.Column(n, sa.Integer(), nullable=False) for n in ("total", "made", "arrived", "missing", "differing")),
        *record(RUN),
    )
    op.create_index(f"ix_{RUN}_plan", RUN, ["plan_id", "begun"])


def downgrade() -> None:
    op.drop_table(RUN)
    op.drop_table(PLAN)

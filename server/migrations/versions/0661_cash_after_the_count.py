"""Cash of closed days: who keeps it, by which slip it went to the bank, and when it was seen there.

Revision ID: 0661
"""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0661"
down_revision = "0660"
branch_labels = None
depends_on = None

CASH = "chacash"


def upgrade() -> None:
    op.create_table(
        CASH,
        sa.Column("day_id", sa.String(32), sa.ForeignKey("chaday.id"), nullable=False),
        *days("day", null=False),
        *texts(userid=32, username=64, place=8, holderid=32, holder=64, toid=32, toname=64, ref=64),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        *days("depositday"),
        *texts(depositid=32, depositby=64, seenby=64, note=500, orgid=32),
        *moments("deposited", "seen"),
        *subject(),
        *record(CASH),
    )
    op.create_index("ix_chacash_day_id", CASH, ["day_id"])
    op.create_index("uq_chacash_day", CASH, ["day_id", "place"], unique=True)
    op.create_index("ix_chacash_org_step", CASH, ["orgid", "step", "day"])
    op.create_index("ix_chacash_org_day", CASH, ["orgid", "day", "id"])
    op.create_index("ix_chacash_ref", CASH, ["ref"], postgresql_where=sa.text("ref <> ''"))
    in_bank = sa.text("step in ('CARRIED', 'ARRIVED')")
    op.create_index("ix_chacash_deposit", CASH, ["orgid", "depositday"], postgresql_where=in_bank)


def downgrade() -> None:
    op.drop_table(CASH)

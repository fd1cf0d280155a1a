"""Transfers that pay several charges: the transfer, and its shares among the entries of charges and accounts."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0770"
down_revision = "0760"
branch_labels = None
depends_on = None

TRANSFER, ENTRY, AHEAD = "chatransfer", "chaentry", "chaaccountentry"


def upgrade() -> None:
    op.create_table(
        TRANSFER,
        *texts(transferno=32, payunitsysid=32, payunitname=200, place=8, ref=64, payer=200, note=500, orgid=32),
        *texts(registerid=32, registerby=64, bookedid=32, bookedby=64, undoneby=64, undonereason=500),
        *(sa.Column(name, sa.Numeric(14, 2), nullable=False) for name in ("amount", "paid", "rest")),
        sa.Column("chargecount", sa.Integer(), nullable=False),
        *days("arrived", null=False),
        *moments("booked", "undone"),
        *subject(),
        *record(TRANSFER),
    )
    living = sa.text("step in ('WAIT', 'DONE')")
    op.create_index("uq_chatransfer_ref", TRANSFER, ["ref"], unique=True, postgresql_where=living)
    op.create_index("uq_chatransfer_no", TRANSFER, ["transferno"], unique=True)
    op.create_index("ix_chatransfer_org", TRANSFER, ["orgid", "createtime", "id"])
    op.create_index("ix_chatransfer_org_step", TRANSFER, ["orgid", "step", "createtime"])
    op.create_index("ix_chatransfer_payer", TRANSFER, ["payunitsysid"])
    for table in (ENTRY, AHEAD):
        op.add_column(table, sa.Column("transfer_id", sa.String(32), nullable=False, server_default=""))
        kept = sa.text("transfer_id <> ''")
        op.create_index(f"ix_{table}_transfer", table, ["transfer_id"], postgresql_where=kept)
    op.add_column(ENTRY, sa.Column("share", sa.SmallInteger(), nullable=False, server_default="0"))
    op.add_column(AHEAD, sa.Column("undoes", sa.String(32), nullable=False, server_default=""))
    op.add_column(AHEAD, sa.Column("again", sa.SmallInteger(), nullable=False, server_default="0"))
    given = sa.text("ref <> ''")
    op.drop_index("uq_chaentry_ref", ENTRY)
    op.create_index("uq_chaentry_ref", ENTRY, ["way", "ref", "again", "share"], unique=True, postgresql_where=given)
    op.drop_index("uq_chaaccountentry_ref", AHEAD)
    op.create_index("uq_chaaccountentry_ref", AHEAD, ["way", "ref", "again"], unique=True, postgresql_where=given)
    undone = sa.text("undoes <> ''")
    op.create_index("uq_chaaccountentry_undoes", AHEAD, ["undoes"], unique=True, postgresql_where=undone)


def downgrade() -> None:
    op.drop_index("uq_chaaccountentry_undoes", AHEAD)
    given = sa.text("ref <> ''")
    op.drop_index("uq_chaaccountentry_ref", AHEAD)
    op.create_index("uq_chaaccountentry_ref", AHEAD, ["way", "ref"], unique=True, postgresql_where=given)
    op.drop_index("uq_chaentry_ref", ENTRY)
    op.create_index("uq_chaentry_ref", ENTRY, ["way", "ref", "again"], unique=True, postgresql_where=given)
    op.drop_column(AHEAD, "again")
    op.drop_column(AHEAD, "undoes")
    op.drop_column(ENTRY, "share")
    for table in (ENTRY, AHEAD):
        op.drop_index(f"ix_{table}_transfer", table)
        op.drop_column(table, "transfer_id")
    op.drop_table(TRANSFER)

"""Loans and overhauls of instruments; reports are found by the instruments that their records name."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import days, moments, record, subject, texts

revision = "0600"
down_revision = "0599"
branch_labels = None
depends_on = None

LOAN, REPAIR = "instrument_loan", "instrument_overhaul"


def _instrument(table: str) -> sa.Column:
    key = sa.ForeignKey("instrument.id", name=f"fk_{table}_instrument_id")
    return sa.Column("instrument_id", sa.String(32), key, nullable=False)


def upgrade() -> None:
    op.create_table(
        LOAN,
        _instrument(LOAN),
        *texts(loanno=32, orgid=32, borrower_id=32, purpose=500, approver_id=32, lender_id=32, receiver_id=32),
        *texts(condition=4, conditionnote=500),
        *days("fromday", "dueday", null=False),
        *moments("approved", "lent", "returned"),
        *subject(),
        *record(LOAN),
    )
    op.create_index("ix_instrument_loan_org", LOAN, ["orgid", "step", "dueday"])
    op.create_index("ix_instrument_loan_instrument", LOAN, ["instrument_id", "step"])
    op.create_index("ix_instrument_loan_borrower", LOAN, ["borrower_id", "createtime"])
    out = sa.text("step = 'JC'")
    op.create_index("uq_instrument_loan_out", LOAN, ["instrument_id"], unique=True, postgresql_where=out)
    op.create_table(
        REPAIR,
        _instrument(REPAIR),
        *texts(repairno=32, orgid=32, loan_id=32, reporter_id=32, fault=500, repairer=120, sender_id=32),
        *texts(repairnote=1000, verdict=4, touches=4, checknote=500, checker_id=32),
        *days("foundday", null=False),
        *moments("begun", "handedin", "checked"),
        sa.Column("cost", sa.Numeric(12, 2), nullable=True),
        *subject(),
        *record(REPAIR),
    )
    op.create_index("ix_instrument_overhaul_org", REPAIR, ["orgid", "step", "foundday"])
    op.create_index("ix_instrument_overhaul_instrument", REPAIR, ["instrument_id", "foundday"])
    work = sa.text("step in ('JX','WX','YS')")
    op.create_index("uq_instrument_overhaul_work", REPAIR, ["instrument_id"], unique=True, postgresql_where=work)
    op.create_index(
        "ix_original_record_instruments",
        "original_record",
        ["instruments"],
        postgresql_using="gin",
        postgresql_ops={"instruments": "jsonb_path_ops"},
    )


def downgrade() -> None:
    op.drop_index("ix_original_record_instruments", "original_record")
    for table in (REPAIR, LOAN):
        op.drop_table(table)

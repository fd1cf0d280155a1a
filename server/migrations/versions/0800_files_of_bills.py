"""Receipts issued by the client of an authority: the file that goes out, code and check of what comes back."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import record, subject, texts

revision = "0800"
down_revision = "0791"
branch_labels = None
depends_on = None

BILL, FILE, INVOICE = "chabill", "chabillfile", "chainvoice"
BEFORE, NOW = "('WAIT', 'HELD', 'FAILED')", "('WAIT', 'HELD', 'FAILED', 'OUT')"


def upgrade() -> None:
    op.create_table(
        FILE,
        *texts(fileno=32, kind=4, form=8, madeby=64, note=500, orgid=32),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("rowcount", "issued", "declined", "wrong")),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        *subject(),
        *record(FILE),
    )
    op.create_index("uq_chabillfile_no", FILE, ["fileno"], unique=True)
    op.create_index("ix_chabillfile_org", FILE, ["orgid", "createtime", "id"])
    op.add_column(BILL, sa.Column("file_id", sa.String(32), nullable=True))
    op.create_foreign_key("fk_chabill_file", BILL, FILE, ["file_id"], ["id"])
    op.create_index("ix_chabill_file_id", BILL, ["file_id"])
    op.add_column(INVOICE, sa.Column("billcode", sa.String(12), nullable=False, server_default=""))
    op.add_column(INVOICE, sa.Column("checkcode", sa.String(20), nullable=False, server_default=""))
    _open(NOW)


def downgrade() -> None:
    _open(BEFORE)
    op.drop_column(INVOICE, "checkcode")
    op.drop_column(INVOICE, "billcode")
    op.drop_index("ix_chabill_file_id", BILL)
    op.drop_constraint("fk_chabill_file", BILL, type_="foreignkey")
    op.drop_column(BILL, "file_id")
    op.drop_table(FILE)


def _open(steps: str) -> None:
    for name, column, null in (
        ("uq_chabill_open", "charge_id", "null"),
        ("uq_chabill_red", "original_id", "not null"),
    ):
        op.drop_index(name, BILL)
        where = sa.text(f"step in {steps} and original_id is {null}")
        op.create_index(name, BILL, [column], unique=True, postgresql_where=where)

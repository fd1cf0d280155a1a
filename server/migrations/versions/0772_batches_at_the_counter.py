"""Charges confirmed, received or billed many at once: what was said before, what came of each."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import moments, record, subject, texts

revision = "0772"
down_revision = "0771"
branch_labels = None
depends_on = None

BATCH, ROW = "chabatch", "chabatchrow"


def upgrade() -> None:
    op.create_table(
        BATCH,
        *texts(batchno=32, kind=8, madeby=64, note=500, orgid=32),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("rowcount", "fitting", "done", "failed")),
        *(sa.Column(name, sa.Numeric(14, 2), nullable=False) for name in ("amount", "doneamount")),
        sa.Column("given", sa.Numeric(14, 2), nullable=True),
        *moments("run"),
        *subject(),
        *record(BATCH),
    )
    op.create_index("uq_chabatch_no", BATCH, ["batchno"], unique=True)
    op.create_index("ix_chabatch_org", BATCH, ["orgid", "createtime", "id"])
    op.create_table(
        ROW,
        *texts(batch_id=32, charge_id=32, chargesysid=32, payunitname=200, nature=8, said=500),
        *texts(result=8, sentence=500, entry_id=32),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("seq", "chargeversion")),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("fits", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["batch_id"], [f"{BATCH}.id"], name="fk_chabatchrow_batch", ondelete="CASCADE"),
        *record(ROW),
    )
    op.create_index("uq_chabatchrow_charge", ROW, ["batch_id", "charge_id"], unique=True)
    op.create_index("ix_chabatchrow_charge_id", ROW, ["charge_id"])


def downgrade() -> None:
    op.drop_table(ROW)
    op.drop_table(BATCH)

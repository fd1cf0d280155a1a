"""Limits of release on credit, and by when a report that went out on credit is to be paid."""

import sqlalchemy as sa
from alembic import op

from migrations.shorthand import record, subject, texts

revision = "0630"
down_revision = "0610"
branch_labels = None
depends_on = None

CREDIT = "chacredit"
PAID = "'4', '5', '8', '9'"


def upgrade() -> None:
    op.create_table(
        CREDIT,
        *texts(unitsysid=32, unitname=200, orgid=32, document=128, agreedby=64, stopreason=256),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("termdays", sa.Integer(), nullable=False),
        sa.Column("validto", sa.Date(), nullable=False),
        *subject(),
        *record(CREDIT),
    )
    living = sa.text("step <> 'STOPPED'")
    op.create_index("uq_chacredit_unit", CREDIT, ["orgid", "unitsysid"], unique=True, postgresql_where=living)
    op.create_index("ix_chacredit_org", CREDIT, ["orgid", "createtime", "id"])
    op.add_column("appbuss", sa.Column("arrearsuntil", sa.Date(), nullable=True))
    unpaid = sa.text(f"arrearsby <> '' and chargestate not in ({PAID})")
    op.create_index("ix_appbuss_on_credit", "appbuss", ["cheorg", "appmain_id"], postgresql_where=unpaid)


def downgrade() -> None:
    op.drop_index("ix_appbuss_on_credit", "appbuss")
    op.drop_column("appbuss", "arrearsuntil")
    op.drop_table(CREDIT)

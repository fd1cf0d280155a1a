"""Waybills of reports that are posted, the reports on them, and ranges of their numbers."""

import sqlalchemy as sa
from alembic import op

revision = "0210"
down_revision = "0190"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "express_bill",
        sa.Column("org_id", sa.String(length=32), nullable=False),
        sa.Column("company", sa.String(length=8), nullable=False),
        sa.Column("expressno", sa.String(length=32), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("receiver", sa.String(length=64), nullable=False),
        sa.Column("receivertel", sa.Text(), nullable=False),
        sa.Column("address", sa.String(length=256), nullable=False),
        sa.Column("reports", sa.Integer(), nullable=False),
        sa.Column("printcount", sa.Integer(), nullable=False),
        sa.Column("madeby", sa.String(length=64), nullable=False),
        sa.Column("sentat", sa.DateTime(timezone=True), nullable=True),
        sa.Column("why", sa.String(length=500), nullable=False),
        sa.Column("insteadof", sa.String(length=32), nullable=False),
        sa.Column("remark", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("step", sa.String(length=16), nullable=False),
        sa.Column("step_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("limit_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_by", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_express_bill")),
    )
    op.create_index("ix_express_bill_org", "express_bill", ["org_id", "createtime", "id"], unique=False)
    op.create_index("ix_express_bill_time", "express_bill", ["createtime", "id"], unique=False)
    op.create_index("uq_express_bill_no", "express_bill", ["company", "expressno"], unique=True)
    op.create_table(
        "express_range",
        sa.Column("org_id", sa.String(length=32), nullable=False),
        sa.Column("company", sa.String(length=8), nullable=False),
        sa.Column("firstno", sa.String(length=32), nullable=False),
        sa.Column("lastno", sa.String(length=32), nullable=False),
        sa.Column("prefix", sa.String(length=32), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("first", sa.BigInteger(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.Column("next", sa.BigInteger(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("remark", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_express_range")),
    )
    op.create_index("ix_express_range_org", "express_range", ["org_id", "company", "createtime", "id"], unique=False)
    op.create_table(
        "express_report",
        sa.Column("bill_id", sa.String(length=32), nullable=False),
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("reportno", sa.String(length=40), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=64), nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=op.f("fk_express_report_appbuss_id")),
        sa.ForeignKeyConstraint(["bill_id"], ["express_bill.id"], name=op.f("fk_express_report_bill_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_express_report")),
    )
    op.create_index(op.f("ix_express_report_bill_id"), "express_report", ["bill_id"], unique=False)
    op.create_index("uq_express_report_live", "express_report", ["appbuss_id"], unique=True, postgresql_where="live")


def downgrade() -> None:
    op.drop_index("uq_express_report_live", table_name="express_report", postgresql_where="live")
    op.drop_index(op.f("ix_express_report_bill_id"), table_name="express_report")
    op.drop_table("express_report")
    op.drop_index("ix_express_range_org", table_name="express_range")
    op.drop_table("express_range")
    op.drop_index("uq_express_bill_no", table_name="express_bill")
    op.drop_index("ix_express_bill_time", table_name="express_bill")
    op.drop_index("ix_express_bill_org", table_name="express_bill")
    op.drop_table("express_bill")

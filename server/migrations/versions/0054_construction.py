"""Notices of construction, their devices, and the declarations that follow from them."""

import sqlalchemy as sa
from alembic import op


revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "construction_notice",
        sa.Column("notifyno", sa.String(length=32), nullable=False),
        sa.Column("worktype", sa.String(length=4), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("contractor_id", sa.String(length=32), nullable=False),
        sa.Column("contractorname", sa.String(length=200), nullable=False),
        sa.Column("licno", sa.String(length=64), nullable=False),
        sa.Column("licitems", sa.String(length=256), nullable=False),
        sa.Column("licvalidto", sa.Date(), nullable=True),
        sa.Column("place", sa.String(length=256), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("contractno", sa.String(length=64), nullable=False),
        sa.Column("startdate", sa.Date(), nullable=True),
        sa.Column("enddate", sa.Date(), nullable=True),
        sa.Column("headman", sa.String(length=64), nullable=False),
        sa.Column("headtel", sa.String(length=32), nullable=False),
        sa.Column("workers", sa.String(length=500), nullable=False),
        sa.Column("cheorg", sa.String(length=32), nullable=False),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("filed", sa.DateTime(timezone=True), nullable=True),
        sa.Column("filer", sa.String(length=64), nullable=False),
        sa.Column("filer_id", sa.String(length=32), nullable=False),
        sa.Column("notifydate", sa.Date(), nullable=True),
        sa.Column("receiver", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_construction_notice")),
    )
    op.create_index("ix_construction_notice_contractor", "construction_notice", ["contractor_id"], unique=False)
    op.create_index(
        "ix_construction_notice_org", "construction_notice", ["cheorg", "step", "startdate", "id"], unique=False
    )
    op.create_index("ix_construction_notice_time", "construction_notice", ["createtime", "id"], unique=False)
    op.create_index("ix_construction_notice_unit", "construction_notice", ["unitsysid"], unique=False)
    op.create_index(
        "uq_construction_notice_no", "construction_notice", ["notifyno"], unique=True, postgresql_where="notifyno <> ''"
    )
    op.create_table(
        "construction_device",
        sa.Column("notice_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("equclacode", sa.String(length=8), nullable=False),
        sa.Column("prono", sa.String(length=64), nullable=False),
        sa.Column("model", sa.String(length=64), nullable=False),
        sa.Column("porgname", sa.String(length=200), nullable=False),
        sa.Column("contractprice", sa.Numeric(precision=14, scale=2), nullable=True),
        sa.Column("statusbefore", sa.String(length=4), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["notice_id"], ["construction_notice.id"], name=op.f("fk_construction_device_notice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_construction_device")),
    )
    op.create_index("ix_construction_device_device", "construction_device", ["equdatasysid"], unique=False)
    op.create_index(op.f("ix_construction_device_notice_id"), "construction_device", ["notice_id"], unique=False)
    op.create_index("uq_construction_device", "construction_device", ["notice_id", "equdatasysid"], unique=True)
    op.add_column("appmain", sa.Column("notify_id", sa.String(length=32), server_default="", nullable=False))
    op.add_column("appmain", sa.Column("notifyno", sa.String(length=32), server_default="", nullable=False))
    op.create_index("ix_appmain_notice", "appmain", ["notify_id"], unique=False, postgresql_where="notify_id <> ''")


def downgrade() -> None:
    op.drop_index("ix_appmain_notice", table_name="appmain", postgresql_where="notify_id <> ''")
    op.drop_column("appmain", "notifyno")
    op.drop_column("appmain", "notify_id")
    op.drop_index("uq_construction_device", table_name="construction_device")
    op.drop_index(op.f("ix_construction_device_notice_id"), table_name="construction_device")
    op.drop_index("ix_construction_device_device", table_name="construction_device")
    op.drop_table("construction_device")
    op.drop_index("uq_construction_notice_no", table_name="construction_notice", postgresql_where="notifyno <> ''")
    op.drop_index("ix_construction_notice_unit", table_name="construction_notice")
    op.drop_index("ix_construction_notice_time", table_name="construction_notice")
    op.drop_index("ix_construction_notice_org", table_name="construction_notice")
    op.drop_index("ix_construction_notice_contractor", table_name="construction_notice")
    op.drop_table("construction_notice")

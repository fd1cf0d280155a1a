"""Notices of an inspection with their problems."""

import sqlalchemy as sa
from alembic import op


revision = "0046"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "inspection_notice",
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("origin_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("noticeno", sa.String(length=32), nullable=False),
        sa.Column("noticedate", sa.Date(), nullable=True),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("reportno", sa.String(length=32), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("usecertno", sa.String(length=32), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("useplace", sa.String(length=256), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("cheorg", sa.String(length=32), nullable=False),
        sa.Column("testsort", sa.String(length=8), nullable=False),
        sa.Column("inspdate", sa.Date(), nullable=True),
        sa.Column("inspectors", sa.String(length=256), nullable=False),
        sa.Column("handling", sa.String(length=8), nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("issuer", sa.String(length=64), nullable=False),
        sa.Column("issuer_id", sa.String(length=32), nullable=False),
        sa.Column("receiver", sa.String(length=64), nullable=False),
        sa.Column("receivertel", sa.String(length=32), nullable=False),
        sa.Column("receivedate", sa.Date(), nullable=True),
        sa.Column("refused", sa.Boolean(), nullable=False),
        sa.Column("refusal", sa.String(length=500), nullable=False),
        sa.Column("witnesses", sa.String(length=128), nullable=False),
        sa.Column("feedbackman", sa.String(length=64), nullable=False),
        sa.Column("feedbackdate", sa.Date(), nullable=True),
        sa.Column("confirmby", sa.String(length=64), nullable=False),
        sa.Column("confirmdate", sa.Date(), nullable=True),
        sa.Column("copied", sa.String(length=200), nullable=False),
        sa.Column("voidreason", sa.String(length=500), nullable=False),
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
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=op.f("fk_inspection_notice_appbuss_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_notice")),
    )
    op.create_index(op.f("ix_inspection_notice_appbuss_id"), "inspection_notice", ["appbuss_id"], unique=False)
    op.create_index("ix_inspection_notice_device", "inspection_notice", ["equdatasysid"], unique=False)
    op.create_index("ix_inspection_notice_org", "inspection_notice", ["cheorg", "step", "due", "id"], unique=False)
    op.create_index("ix_inspection_notice_time", "inspection_notice", ["createtime", "id"], unique=False)
    op.create_index("ix_inspection_notice_unit", "inspection_notice", ["unitsysid"], unique=False)
    op.create_index(
        "uq_inspection_notice_no", "inspection_notice", ["noticeno"], unique=True, postgresql_where="noticeno <> ''"
    )
    op.create_table(
        "inspection_notice_problem",
        sa.Column("notice_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("itemno", sa.String(length=32), nullable=False),
        sa.Column("place", sa.String(length=200), nullable=False),
        sa.Column("problem", sa.String(length=500), nullable=False),
        sa.Column("level", sa.String(length=4), nullable=False),
        sa.Column("advice", sa.String(length=500), nullable=False),
        sa.Column("deadline", sa.Date(), nullable=True),
        sa.Column("measure", sa.String(length=500), nullable=False),
        sa.Column("donedate", sa.Date(), nullable=True),
        sa.Column("doneby", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["notice_id"],
            ["inspection_notice.id"],
            name=op.f("fk_inspection_notice_problem_notice_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_notice_problem")),
    )
    op.create_index(
        op.f("ix_inspection_notice_problem_notice_id"), "inspection_notice_problem", ["notice_id"], unique=False
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_inspection_notice_problem_notice_id"), table_name="inspection_notice_problem")
    op.drop_table("inspection_notice_problem")
    op.drop_index("uq_inspection_notice_no", table_name="inspection_notice", postgresql_where="noticeno <> ''")
    op.drop_index("ix_inspection_notice_unit", table_name="inspection_notice")
    op.drop_index("ix_inspection_notice_time", table_name="inspection_notice")
    op.drop_index("ix_inspection_notice_org", table_name="inspection_notice")
    op.drop_index("ix_inspection_notice_device", table_name="inspection_notice")
    op.drop_index(op.f("ix_inspection_notice_appbuss_id"), table_name="inspection_notice")
    op.drop_table("inspection_notice")

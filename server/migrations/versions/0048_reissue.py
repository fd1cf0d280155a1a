"""Corrections and supplements of reports; the report that stands in place of a recalled one."""

import sqlalchemy as sa
from alembic import op


revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "report_change",
        sa.Column("changeno", sa.String(length=32), nullable=False),
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("reportno", sa.String(length=40), nullable=False),
        sa.Column("newno", sa.String(length=40), nullable=False),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("content", sa.String(length=1000), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("applicant", sa.String(length=64), nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("auditor", sa.String(length=64), nullable=False),
        sa.Column("auditor_id", sa.String(length=32), nullable=False),
        sa.Column("audited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approver", sa.String(length=64), nullable=False),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opinion", sa.String(length=500), nullable=False),
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
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=op.f("fk_report_change_appbuss_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report_change")),
    )
    op.create_index(op.f("ix_report_change_appbuss_id"), "report_change", ["appbuss_id"], unique=False)
    op.create_index("ix_report_change_step", "report_change", ["step", "createtime"], unique=False)
    op.create_index("ix_report_change_time", "report_change", ["createtime", "id"], unique=False)
    op.create_index(
        "uq_report_change_no", "report_change", ["changeno"], unique=True, postgresql_where="changeno <> ''"
    )
    op.add_column("appbuss", sa.Column("reissued", sa.Integer(), server_default="0", nullable=False))
    op.add_column("report", sa.Column("replacedby", sa.String(length=32), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("report", "replacedby")
    op.drop_column("appbuss", "reissued")
    op.drop_index("uq_report_change_no", table_name="report_change", postgresql_where="changeno <> ''")
    op.drop_index("ix_report_change_time", table_name="report_change")
    op.drop_index("ix_report_change_step", table_name="report_change")
    op.drop_index(op.f("ix_report_change_appbuss_id"), table_name="report_change")
    op.drop_table("report_change")

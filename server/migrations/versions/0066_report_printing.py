"""Prints of reports: what was printed again and why, and the mark sheets that went with them."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, size in (("reportno", 40), ("sheets", 256), ("spoiled", 256), ("reason", 256)):
        op.add_column("print_log", sa.Column(name, sa.String(size), server_default="", nullable=False))
    op.add_column("print_log", sa.Column("reprint", sa.Boolean(), server_default="false", nullable=False))
    op.create_index("ix_print_log_time", "print_log", ["createtime", "id"])
    # of a corrected report the old prints cannot be told from the new: it counts as printed
    op.execute(
        "update print_log set reportno = b.reportno from appbuss b"
        " where b.id = print_log.subject_id and print_log.printtype = 'REPORT'"
    )
    op.create_table(
        "mark_sheet",
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("org_id", sa.String(length=32), nullable=False),
        sa.Column("sheetno", sa.String(length=32), nullable=False),
        sa.Column("prefix", sa.String(length=32), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=4), nullable=False),
        sa.Column("reason", sa.String(length=256), nullable=False),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("reportno", sa.String(length=40), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("by_name", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=op.f("fk_mark_sheet_appbuss_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mark_sheet")),
    )
    op.create_index(op.f("ix_mark_sheet_appbuss_id"), "mark_sheet", ["appbuss_id"])
    op.create_index("ix_mark_sheet_roll", "mark_sheet", ["org_id", "prefix", "width", "serial"])
    op.create_index("ix_mark_sheet_time", "mark_sheet", ["createtime", "id"])
    op.create_index("uq_mark_sheet_no", "mark_sheet", ["org_id", "sheetno"], unique=True)


def downgrade() -> None:
    op.drop_table("mark_sheet")
    op.drop_index("ix_print_log_time", table_name="print_log")
    for name in ("reprint", "reason", "spoiled", "sheets", "reportno"):
        op.drop_column("print_log", name)

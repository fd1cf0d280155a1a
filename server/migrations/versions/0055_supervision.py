"""Supervision of construction: its points, papers and liaison sheets."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "supervision",
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("testsort", sa.String(length=8), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("useplace", sa.String(length=256), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("areacode", sa.String(length=12), nullable=False),
        sa.Column("cheorg", sa.String(length=32), nullable=False),
        sa.Column("chedept", sa.String(length=32), nullable=False),
        sa.Column("notify_id", sa.String(length=32), nullable=False),
        sa.Column("notifyno", sa.String(length=32), nullable=False),
        sa.Column("contractor_id", sa.String(length=32), nullable=False),
        sa.Column("contractorname", sa.String(length=200), nullable=False),
        sa.Column("startdate", sa.Date(), nullable=True),
        sa.Column("inspectors", postgresql.ARRAY(sa.String(length=32)), nullable=False),
        sa.Column("inspectornames", sa.String(length=256), nullable=False),
        sa.Column("visitdate", sa.Date(), nullable=True),
        sa.Column("firstdate", sa.Date(), nullable=True),
        sa.Column("attendants", sa.String(length=256), nullable=False),
        sa.Column("firstnote", sa.String(length=500), nullable=False),
        sa.Column("handed", sa.Date(), nullable=True),
        sa.Column("examiner", sa.String(length=64), nullable=False),
        sa.Column("examined", sa.Date(), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("certno", sa.String(length=32), nullable=False),
        sa.Column("certdate", sa.Date(), nullable=True),
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
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=op.f("fk_supervision_appbuss_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_supervision")),
        sa.UniqueConstraint("appbuss_id", name=op.f("uq_supervision_appbuss_id")),
    )
    op.create_index("ix_supervision_contractor", "supervision", ["contractor_id"], unique=False)
    op.create_index("ix_supervision_dept", "supervision", ["chedept", "step"], unique=False)
    op.create_index("ix_supervision_inspectors", "supervision", ["inspectors"], unique=False, postgresql_using="gin")
    op.create_index("ix_supervision_notice", "supervision", ["notify_id"], unique=False)
    op.create_index("ix_supervision_org", "supervision", ["cheorg", "step", "startdate", "id"], unique=False)
    op.create_index("ix_supervision_time", "supervision", ["createtime", "id"], unique=False)
    op.create_index("ix_supervision_unit", "supervision", ["unitsysid"], unique=False)
    op.create_index("uq_supervision_certno", "supervision", ["certno"], unique=True, postgresql_where="certno <> ''")
    op.create_table(
        "liaison_sheet",
        sa.Column("supervision_id", sa.String(length=32), nullable=False),
        sa.Column("point_id", sa.String(length=32), nullable=False),
        sa.Column("liaisonno", sa.String(length=32), nullable=False),
        sa.Column("pointname", sa.String(length=200), nullable=False),
        sa.Column("problem", sa.String(length=500), nullable=False),
        sa.Column("due", sa.Date(), nullable=True),
        sa.Column("issuer", sa.String(length=64), nullable=False),
        sa.Column("issuer_id", sa.String(length=32), nullable=False),
        sa.Column("issued", sa.Date(), nullable=True),
        sa.Column("answer", sa.String(length=500), nullable=False),
        sa.Column("answerer", sa.String(length=64), nullable=False),
        sa.Column("answered", sa.Date(), nullable=True),
        sa.Column("closer", sa.String(length=64), nullable=False),
        sa.Column("closed", sa.Date(), nullable=True),
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
        sa.ForeignKeyConstraint(
            ["supervision_id"], ["supervision.id"], name=op.f("fk_liaison_sheet_supervision_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_liaison_sheet")),
    )
    op.create_index(op.f("ix_liaison_sheet_supervision_id"), "liaison_sheet", ["supervision_id"], unique=False)
    op.create_index(
        "uq_liaison_sheet_no", "liaison_sheet", ["liaisonno"], unique=True, postgresql_where="liaisonno <> ''"
    )
    op.create_table(
        "supervision_paper",
        sa.Column("supervision_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("required", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=2), nullable=False),
        sa.Column("pages", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["supervision_id"], ["supervision.id"], name=op.f("fk_supervision_paper_supervision_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_supervision_paper")),
    )
    op.create_index(op.f("ix_supervision_paper_supervision_id"), "supervision_paper", ["supervision_id"], unique=False)
    op.create_table(
        "supervision_point",
        sa.Column("supervision_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=4), nullable=False),
        sa.Column("hold", sa.String(length=2), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("requirement", sa.String(length=500), nullable=False),
        sa.Column("loadtest", sa.Boolean(), nullable=False),
        sa.Column("agreed", sa.Date(), nullable=True),
        sa.Column("result", sa.String(length=2), nullable=False),
        sa.Column("pointdate", sa.Date(), nullable=True),
        sa.Column("inspector", sa.String(length=64), nullable=False),
        sa.Column("medium", sa.String(length=64), nullable=False),
        sa.Column("pressure", sa.Numeric(precision=12, scale=3), nullable=True),
        sa.Column("holdmin", sa.Numeric(precision=8, scale=1), nullable=True),
        sa.Column("problem", sa.String(length=500), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["supervision_id"], ["supervision.id"], name=op.f("fk_supervision_point_supervision_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_supervision_point")),
    )
    op.create_index(op.f("ix_supervision_point_supervision_id"), "supervision_point", ["supervision_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_supervision_point_supervision_id"), table_name="supervision_point")
    op.drop_table("supervision_point")
    op.drop_index(op.f("ix_supervision_paper_supervision_id"), table_name="supervision_paper")
    op.drop_table("supervision_paper")
    op.drop_index("uq_liaison_sheet_no", table_name="liaison_sheet", postgresql_where="liaisonno <> ''")
    op.drop_index(op.f("ix_liaison_sheet_supervision_id"), table_name="liaison_sheet")
    op.drop_table("liaison_sheet")
    op.drop_index("uq_supervision_certno", table_name="supervision", postgresql_where="certno <> ''")
    op.drop_index("ix_supervision_unit", table_name="supervision")
    op.drop_index("ix_supervision_time", table_name="supervision")
    op.drop_index("ix_supervision_org", table_name="supervision")
    op.drop_index("ix_supervision_notice", table_name="supervision")
    op.drop_index("ix_supervision_inspectors", table_name="supervision", postgresql_using="gin")
    op.drop_index("ix_supervision_dept", table_name="supervision")
    op.drop_index("ix_supervision_contractor", table_name="supervision")
    op.drop_table("supervision")

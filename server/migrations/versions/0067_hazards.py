"""Hazards that an inspection left behind."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "inspection_hazard",
        sa.Column("appbuss_id", sa.String(length=32), nullable=False),
        sa.Column("hazno", sa.String(length=32), nullable=False),
        sa.Column("source", sa.String(length=4), nullable=False),
        sa.Column("level", sa.String(length=4), nullable=False),
        sa.Column("place", sa.String(length=200), nullable=False),
        sa.Column("content", sa.String(length=1000), nullable=False),
        sa.Column("demand", sa.String(length=500), nullable=False),
        sa.Column("deadline", sa.Date(), nullable=True),
        sa.Column("seisn", sa.String(length=32), nullable=False),
        sa.Column("reportno", sa.String(length=40), nullable=False),
        sa.Column("conclusion", sa.String(length=8), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("usecertno", sa.String(length=32), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("useplace", sa.String(length=256), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("registrar", sa.String(length=64), nullable=False),
        sa.Column("registered", sa.Date(), nullable=True),
        sa.Column("copied", sa.String(length=200), nullable=False),
        sa.Column("receiver", sa.String(length=64), nullable=False),
        sa.Column("receivedate", sa.Date(), nullable=True),
        sa.Column("measure", sa.String(length=500), nullable=False),
        sa.Column("donedate", sa.Date(), nullable=True),
        sa.Column("doneby", sa.String(length=64), nullable=False),
        sa.Column("answerer_id", sa.String(length=32), nullable=False),
        sa.Column("verifier", sa.String(length=64), nullable=False),
        sa.Column("verifier_id", sa.String(length=32), nullable=False),
        sa.Column("second", sa.String(length=64), nullable=False),
        sa.Column("closedate", sa.Date(), nullable=True),
        sa.Column("step", sa.String(length=16), nullable=False),
        sa.Column("step_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("limit_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("opened_by", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["appbuss_id"], ["appbuss.id"], name=op.f("fk_inspection_hazard_appbuss_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inspection_hazard")),
    )
    op.create_index(op.f("ix_inspection_hazard_appbuss_id"), "inspection_hazard", ["appbuss_id"])
    op.create_index("ix_inspection_hazard_device", "inspection_hazard", ["equdatasysid"])
    op.create_index("ix_inspection_hazard_step", "inspection_hazard", ["step", "deadline", "id"])
    op.create_index("ix_inspection_hazard_time", "inspection_hazard", ["createtime", "id"])
    op.create_index(
        "uq_inspection_hazard_no", "inspection_hazard", ["hazno"], unique=True, postgresql_where="hazno <> ''"
    )


def downgrade() -> None:
    op.drop_table("inspection_hazard")

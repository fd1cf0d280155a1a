"""Requests for receipts: a queue that asks the platform again, one open request for a charge."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None

OPEN = "step in ('WAIT', 'HELD', 'FAILED')"


def upgrade() -> None:
    op.create_table(
        "chabill",
        sa.Column("charge_id", sa.String(length=32), nullable=False),
        sa.Column("chargesysid", sa.String(length=32), nullable=False),
        sa.Column("payunitname", sa.String(length=200), nullable=False),
        sa.Column("requestno", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("amount", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("taxno", sa.String(length=32), nullable=False),
        sa.Column("email", sa.String(length=128), nullable=False),
        sa.Column("original_id", sa.String(length=32), nullable=True),
        sa.Column("originalno", sa.String(length=32), nullable=False),
        sa.Column("reason", sa.String(length=256), nullable=False),
        sa.Column("askedby", sa.String(length=64), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("nexttry", sa.DateTime(timezone=True), nullable=True),
        sa.Column("asking", sa.DateTime(timezone=True), nullable=True),
        sa.Column("there", sa.String(length=8), nullable=False),
        sa.Column("answer", sa.String(length=500), nullable=False),
        sa.Column("billno", sa.String(length=32), nullable=False),
        sa.Column("orgid", sa.String(length=32), nullable=False),
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
        sa.ForeignKeyConstraint(["charge_id"], ["chamain.id"], name=op.f("fk_chabill_charge_id_chamain")),
        sa.ForeignKeyConstraint(["original_id"], ["chainvoice.id"], name=op.f("fk_chabill_original_id_chainvoice")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chabill")),
        sa.UniqueConstraint("requestno", name=op.f("uq_chabill_requestno")),
    )
    op.create_index("ix_chabill_charge_id", "chabill", ["charge_id"])
    op.create_index(
        *("uq_chabill_open", "chabill", ["charge_id"]),
        unique=True,
        postgresql_where=f"{OPEN} and original_id is null",
    )
    op.create_index(
        *("uq_chabill_red", "chabill", ["original_id"]),
        unique=True,
        postgresql_where=f"{OPEN} and original_id is not null",
    )
    op.create_index("ix_chabill_due", "chabill", ["nexttry"], postgresql_where="step = 'WAIT'")
    op.create_index("ix_chabill_org", "chabill", ["orgid", "requestno"])
    op.create_index("ix_chabill_step", "chabill", ["orgid", "step", "requestno"])
    op.add_column("chainvoice", sa.Column("request_id", sa.String(length=32), nullable=True))
    op.create_unique_constraint("uq_chainvoice_request_id", "chainvoice", ["request_id"])


def downgrade() -> None:
    op.drop_constraint("uq_chainvoice_request_id", "chainvoice")
    op.drop_column("chainvoice", "request_id")
    op.drop_table("chabill")

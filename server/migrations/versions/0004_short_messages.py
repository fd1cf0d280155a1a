"""The ledger of the gateway simulator, and the daily comparison with the provider."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sms_gateway",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("providerid", sa.String(length=64), nullable=False),
        sa.Column("number", sa.String(length=32), nullable=False),
        sa.Column("content", sa.String(length=600), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=64), nullable=False),
        sa.Column("accepted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_sms_gateway")),
        sa.UniqueConstraint("providerid", name=op.f("uq_sms_gateway_providerid")),
    )
    op.create_index(op.f("ix_sms_gateway_accepted"), "sms_gateway", ["accepted"], unique=False)
    op.create_table(
        "sms_reconcile",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("ours", sa.Integer(), nullable=False),
        sa.Column("theirs", sa.Integer(), nullable=False),
        sa.Column("agreed", sa.Integer(), nullable=False),
        sa.Column("corrected", sa.Integer(), nullable=False),
        sa.Column("differences", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sms_reconcile")),
        sa.UniqueConstraint("day", name=op.f("uq_sms_reconcile_day")),
    )


def downgrade() -> None:
    op.drop_table("sms_reconcile")
    op.drop_index(op.f("ix_sms_gateway_accepted"), table_name="sms_gateway")
    op.drop_table("sms_gateway")

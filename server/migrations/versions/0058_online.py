"""Declarations that units make by themselves, and their devices."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "online_application",
        sa.Column("onlineno", sa.String(length=32), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("seisort", sa.String(length=4), nullable=False),
        sa.Column("testsort", sa.String(length=8), nullable=False),
        sa.Column("inscontactname", sa.String(length=64), nullable=False),
        sa.Column("INSCONTACTTEL", sa.String(length=32), nullable=False),
        sa.Column("plandate", sa.Date(), nullable=True),
        sa.Column("remark", sa.String(length=500), nullable=False),
        sa.Column("equcount", sa.Integer(), nullable=False),
        sa.Column("cheorg", sa.String(length=32), nullable=False),
        sa.Column("cheorgname", sa.String(length=200), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sender", sa.String(length=64), nullable=False),
        sa.Column("sender_id", sa.String(length=32), nullable=False),
        sa.Column("handler", sa.String(length=64), nullable=False),
        sa.Column("handled", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("mendby", sa.Date(), nullable=True),
        sa.Column("appmain_id", sa.String(length=32), nullable=False),
        sa.Column("appno", sa.String(length=32), nullable=False),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_online_application")),
    )
    op.create_index(
        "ix_online_application_org", "online_application", ["cheorg", "step", "onlineno", "id"], unique=False
    )
    op.create_index("ix_online_application_unit", "online_application", ["unitsysid", "onlineno", "id"], unique=False)
    op.create_index(
        "uq_online_application_no", "online_application", ["onlineno"], unique=True, postgresql_where="onlineno <> ''"
    )
    op.create_table(
        "online_device",
        sa.Column("online_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("equclacode", sa.String(length=8), nullable=False),
        sa.Column("usecertno", sa.String(length=32), nullable=False),
        sa.Column("prono", sa.String(length=64), nullable=False),
        sa.Column("useplace", sa.String(length=256), nullable=False),
        sa.Column("ninspdate", sa.Date(), nullable=True),
        sa.Column("remark", sa.String(length=256), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["online_id"], ["online_application.id"], name=op.f("fk_online_device_online_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_online_device")),
    )
    op.create_index("ix_online_device_device", "online_device", ["equdatasysid"], unique=False)
    op.create_index(op.f("ix_online_device_online_id"), "online_device", ["online_id"], unique=False)
    op.create_index("uq_online_device", "online_device", ["online_id", "equdatasysid"], unique=True)


def downgrade() -> None:
    op.drop_index("uq_online_device", table_name="online_device")
    op.drop_index(op.f("ix_online_device_online_id"), table_name="online_device")
    op.drop_index("ix_online_device_device", table_name="online_device")
    op.drop_table("online_device")
    op.drop_index("uq_online_application_no", table_name="online_application", postgresql_where="onlineno <> ''")
    op.drop_index("ix_online_application_unit", table_name="online_application")
    op.drop_index("ix_online_application_org", table_name="online_application")
    op.drop_table("online_application")

"""Terminals and events of lifts, what the exchange check looks up, and the lines that a declaration names."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def record() -> list[sa.Column]:
    """What every business table has."""
    moment = sa.DateTime(timezone=True)
    return [
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("createtime", moment, nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("updatetime", moment, nullable=False),
    ]


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "lift_iot",
        *record(),
        sa.Column("equdatasysid", sa.String(32), nullable=False),
        sa.Column("devno", sa.String(64), nullable=False),
        sa.Column("source", sa.String(4), nullable=False),
        sa.Column("installdate", sa.Date(), nullable=True),
        sa.Column("remark", sa.String(200), nullable=False),
        sa.Column("lastseen", moment, nullable=True),
        sa.Column("runcount", sa.Integer(), nullable=False),
        sa.Column("doorcount", sa.Integer(), nullable=False),
        sa.Column("faults", sa.Integer(), nullable=False),
        sa.Column("trapped", sa.Integer(), nullable=False),
    )
    op.create_index("ix_lift_iot_equdatasysid", "lift_iot", ["equdatasysid"])
    op.create_index("uq_lift_iot_devno", "lift_iot", ["devno"], unique=True)
    op.create_index("ix_lift_iot_source", "lift_iot", ["source", "id"])
    op.create_table(
        "lift_event",
        *record(),
        sa.Column("eventid", sa.String(64), nullable=False),
        sa.Column("source", sa.String(4), nullable=False),
        sa.Column("equdatasysid", sa.String(32), nullable=False),
        sa.Column("devno", sa.String(64), nullable=False),
        sa.Column("type", sa.String(4), nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("lastat", moment, nullable=False),
        sa.Column("repeats", sa.Integer(), nullable=False),
        sa.Column("floor", sa.String(8), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.Column("state", sa.String(1), nullable=False),
        sa.Column("confirmedby", sa.String(64), nullable=False),
        sa.Column("confirmedat", moment, nullable=True),
        sa.Column("sentto", sa.String(200), nullable=False),
        sa.Column("sentby", sa.String(64), nullable=False),
        sa.Column("sentat", moment, nullable=True),
        sa.Column("handled", sa.String(500), nullable=False),
        sa.Column("closedby", sa.String(64), nullable=False),
        sa.Column("closedat", moment, nullable=True),
    )
    op.create_index("uq_lift_event_eventid", "lift_event", ["source", "eventid"], unique=True)
    op.create_index("ix_lift_event_lift", "lift_event", ["equdatasysid", "type", "lastat"])
    op.create_index("ix_lift_event_at", "lift_event", ["at", "id"])
    still_open = sa.text("state <> '3'")
    op.create_index("ix_lift_event_open", "lift_event", ["equdatasysid", "type"], postgresql_where=still_open)
    op.create_index("ix_transfer_appbuss", "transfer", ["appbuss_id", "createtime"])
    op.create_index("ix_report_issuedat", "report", ["issuedat", "id"])
    op.create_index("ix_product_appno", "product", ["appno"], postgresql_where=sa.text("appno <> ''"))
    op.add_column("appitem", sa.Column("lineids", JSONB(), nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("appitem", "lineids")
    op.drop_index("ix_product_appno", "product")
    op.drop_index("ix_report_issuedat", "report")
    op.drop_index("ix_transfer_appbuss", "transfer")
    op.drop_table("lift_event")
    op.drop_table("lift_iot")

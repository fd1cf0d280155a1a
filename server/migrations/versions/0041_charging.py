"""Charges, their items, lines and entries; orders of payment, receipts, and policies of relief."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None

MONEY = sa.Numeric(14, 2)
TIME = sa.DateTime(timezone=True)


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def record(table: str) -> list[sa.Column[object] | sa.PrimaryKeyConstraint]:
    return [
        text("id", 32),
        sa.Column("version", sa.Integer(), nullable=False),
        text("createby", 32),
        sa.Column("createtime", TIME, nullable=False),
        text("updateby", 64),
        sa.Column("updatetime", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
    ]


def to(table: str, column: str = "charge_id", target: str = "chamain", **how: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=f"fk_{table}_{column}_{target}", **how)


def upgrade() -> None:
    op.create_table(
        "chamain",
        *(text("chargesysid", 32), text("nature", 8), text("unitsysid", 32), text("unitname", 200)),
        *(text("payunitsysid", 32), text("payunitname", 200), text("invoicetitle", 200), text("taxno", 32)),
        text("invoiceemail", 128),
        sa.Column("appnos", ARRAY(sa.String(32)), nullable=False),
        sa.Column("itemcount", sa.Integer(), nullable=False),
        *(text("orgid", 32), text("status", 4), text("invoicestate", 4)),
        *(sa.Column(n, MONEY, nullable=False) for n in ("amount", "owed", "received", "billed", "reversed")),
        sa.Column("discount", sa.Numeric(5, 2), nullable=False),
        *(text("discountreason", 256), text("discountby", 64)),
        sa.Column("flags", JSONB(), nullable=False),
        *(text("registerby", 64), text("confirmby", 64)),
        sa.Column("confirmed", TIME),
        *(text("paycode", 32), text("voidreason", 500), text("remark", 500), text("step", 16)),
        sa.Column("step_since", TIME),
        sa.Column("limit_at", TIME),
        text("opened_by", 64),
        *record("chamain"),
    )
    op.create_index("uq_chamain_no", "chamain", ["chargesysid"], unique=True)
    op.create_index(
        "uq_chamain_paycode", "chamain", ["paycode"], unique=True, postgresql_where=sa.text("paycode <> ''")
    )
    op.create_index("ix_chamain_org_step", "chamain", ["orgid", "step", "chargesysid"])
    op.create_index("ix_chamain_org_no", "chamain", ["orgid", "chargesysid"])
    op.create_index("ix_chamain_payer", "chamain", ["payunitsysid", "chargesysid"])
    op.create_table(
        "chaitem",
        *(text("charge_id", 32), text("appbuss_id", 32), text("seisn", 32), text("appno", 32), text("equname", 128)),
        *(text("equcode", 20), text("testsort", 8), sa.Column("acceptdate", sa.Date()), text("nature", 8)),
        sa.Column("amount", MONEY, nullable=False),
        sa.Column("live", sa.Boolean(), nullable=False),
        *record("chaitem"),
        to("chaitem", ondelete="CASCADE"),
    )
    op.create_index(
        "uq_chaitem_live", "chaitem", ["appbuss_id", "nature"], unique=True, postgresql_where=sa.text("live")
    )
    for column in ("seisn", "appno", "charge_id"):
        op.create_index(f"ix_chaitem_{column}", "chaitem", [column])
    op.create_table(
        "chaline",
        *(text("charge_id", 32), sa.Column("seq", sa.Integer(), nullable=False), text("seisn", 32), text("kind", 16)),
        *(text("feecode", 16), text("item", 128), text("band", 128), text("params", 500), text("formula", 256)),
        *(text("explanation", 1000), sa.Column("qty", sa.Numeric(14, 3)), text("unit", 32)),
        *(sa.Column("amount", MONEY, nullable=False), text("clause", 512), sa.Column("since", sa.Date())),
        *(text("reason", 256), text("policy_id", 32)),
        *record("chaline"),
        to("chaline", ondelete="CASCADE"),
    )
    op.create_index("ix_chaline_charge_id", "chaline", ["charge_id"])
    op.create_table(
        "chaentry",
        *(text("id", 32), text("charge_id", 32), text("kind", 8), sa.Column("amount", MONEY, nullable=False)),
        *(text("way", 16), text("ref", 64), text("note", 256), sa.Column("at", TIME, nullable=False)),
        *(sa.Column("day", sa.Date(), nullable=False), text("userid", 32), text("username", 64)),
        sa.PrimaryKeyConstraint("id", name="pk_chaentry"),
        to("chaentry"),
    )
    op.create_index("ix_chaentry_charge_id", "chaentry", ["charge_id"])
    op.create_index("uq_chaentry_ref", "chaentry", ["way", "ref"], unique=True, postgresql_where=sa.text("ref <> ''"))
    op.create_index("ix_chaentry_day", "chaentry", ["day", "userid"])
    op.create_table(
        "chaorder",
        *(text("charge_id", 32), text("orderno", 32), text("channel", 16), sa.Column("amount", MONEY, nullable=False)),
        *(text("state", 4), text("platformno", 64), sa.Column("paidat", TIME), text("note", 256), text("orgid", 32)),
        *record("chaorder"),
        sa.UniqueConstraint("orderno", name="uq_chaorder_orderno"),
        to("chaorder"),
    )
    op.create_index("ix_chaorder_charge_id", "chaorder", ["charge_id"])
    op.create_table(
        "chainvoice",
        *(text("charge_id", 32), text("chargesysid", 32), text("billno", 32), text("kind", 4), text("state", 4)),
        *(sa.Column("amount", MONEY, nullable=False), text("title", 200), text("taxno", 32), text("email", 128)),
        *(text("content", 128), sa.Column("original_id", sa.String(32)), text("originalno", 32), text("reason", 256)),
        *(text("issuedby", 64), sa.Column("issued", TIME, nullable=False), text("orgid", 32)),
        *record("chainvoice"),
        sa.UniqueConstraint("billno", name="uq_chainvoice_billno"),
        to("chainvoice"),
        to("chainvoice", "original_id", "chainvoice"),
    )
    op.create_index("ix_chainvoice_charge_id", "chainvoice", ["charge_id"])
    op.create_index("ix_chainvoice_original_id", "chainvoice", ["original_id"])
    op.create_table(
        "chareliefpolicy",
        *(text("name", 100), text("type", 4), text("document", 128), text("equclass", 8), text("equclacode", 8)),
        *(text("unitsysid", 32), text("unitname", 200), text("nature", 8), sa.Column("percent", sa.Numeric(5, 2))),
        sa.Column("reduction", sa.Numeric(12, 2)),
        sa.Column("validfrom", sa.Date(), nullable=False),
        sa.Column("validto", sa.Date()),
        *(sa.Column(n, sa.Boolean(), nullable=False) for n in ("stacks", "enabled")),
        *record("chareliefpolicy"),
    )


def downgrade() -> None:
    for table in ("chareliefpolicy", "chainvoice", "chaorder", "chaentry", "chaline", "chaitem", "chamain"):
        op.drop_table(table)

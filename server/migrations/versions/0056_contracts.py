"""Contracts with their clauses and instalments; which of them set a line; by when a charge is to be paid."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "agreement",
        sa.Column("agrno", sa.String(length=32), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("series_id", sa.String(length=32), nullable=False),
        sa.Column("agrname", sa.String(length=200), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("orgid", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=4), nullable=False),
        sa.Column("nature", sa.String(length=8), nullable=False),
        sa.Column("document", sa.String(length=200), nullable=False),
        sa.Column("validfrom", sa.Date(), nullable=False),
        sa.Column("validto", sa.Date(), nullable=False),
        sa.Column("signdate", sa.Date(), nullable=True),
        sa.Column("amount", sa.Numeric(precision=14, scale=2), nullable=True),
        sa.Column("stacks", sa.Boolean(), nullable=False),
        sa.Column("content", sa.String(length=2000), nullable=False),
        sa.Column("contact", sa.String(length=64), nullable=False),
        sa.Column("contacttel", sa.String(length=32), nullable=False),
        sa.Column("changenote", sa.String(length=500), nullable=False),
        sa.Column("drafter", sa.String(length=64), nullable=False),
        sa.Column("drafter_id", sa.String(length=32), nullable=False),
        sa.Column("auditor", sa.String(length=64), nullable=False),
        sa.Column("auditor_id", sa.String(length=32), nullable=False),
        sa.Column("legal", sa.String(length=500), nullable=False),
        sa.Column("confirmer", sa.String(length=64), nullable=False),
        sa.Column("effective", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stopday", sa.Date(), nullable=True),
        sa.Column("stopped", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stopreason", sa.String(length=500), nullable=False),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agreement")),
    )
    op.create_index("ix_agreement_end", "agreement", ["validto", "id"], unique=False)
    op.create_index("ix_agreement_org", "agreement", ["orgid", "step", "createtime", "id"], unique=False)
    op.create_index("ix_agreement_series", "agreement", ["series_id", "edition"], unique=False)
    op.create_index("ix_agreement_time", "agreement", ["createtime", "id"], unique=False)
    op.create_index("ix_agreement_unit", "agreement", ["unitsysid", "validfrom"], unique=False)
    op.create_index(
        "uq_agreement_change",
        "agreement",
        ["series_id"],
        unique=True,
        postgresql_where="step in ('DRAFT', 'BACK', 'AUDIT', 'CONFIRM')",
    )
    op.create_index("uq_agreement_no", "agreement", ["agrno", "edition"], unique=True, postgresql_where="agrno <> ''")
    op.create_table(
        "agreement_clause",
        sa.Column("contract_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("equdatasysid", sa.String(length=32), nullable=False),
        sa.Column("equname", sa.String(length=128), nullable=False),
        sa.Column("equcode", sa.String(length=20), nullable=False),
        sa.Column("equclass", sa.String(length=8), nullable=False),
        sa.Column("equclacode", sa.String(length=8), nullable=False),
        sa.Column("testsort", sa.String(length=8), nullable=False),
        sa.Column("feecode", sa.String(length=16), nullable=False),
        sa.Column("price", sa.Numeric(precision=14, scale=2), nullable=True),
        sa.Column("percent", sa.Numeric(precision=5, scale=2), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["contract_id"], ["agreement.id"], name=op.f("fk_agreement_clause_contract_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agreement_clause")),
    )
    op.create_index(op.f("ix_agreement_clause_contract_id"), "agreement_clause", ["contract_id"], unique=False)
    op.create_index(
        "ix_agreement_clause_device",
        "agreement_clause",
        ["equdatasysid"],
        unique=False,
        postgresql_where="equdatasysid <> ''",
    )
    op.create_table(
        "agreement_instalment",
        sa.Column("contract_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("dueday", sa.Date(), nullable=False),
        sa.Column("amount", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["contract_id"], ["agreement.id"], name=op.f("fk_agreement_instalment_contract_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_agreement_instalment")),
    )
    op.create_index(op.f("ix_agreement_instalment_contract_id"), "agreement_instalment", ["contract_id"], unique=False)
    op.create_index("ix_agreement_instalment_day", "agreement_instalment", ["dueday"], unique=False)
    for name, kind in (("agreement_id", sa.String(length=32)), ("clauseno", sa.Integer())):
        empty = "''" if name == "agreement_id" else "0"
        op.add_column("chaline", sa.Column(name, kind, nullable=False, server_default=sa.text(empty)))
        op.alter_column("chaline", name, server_default=None)
    op.create_index(
        "ix_chaline_agreement", "chaline", ["agreement_id"], unique=False, postgresql_where="agreement_id <> ''"
    )
    op.add_column("chamain", sa.Column("duedate", sa.Date(), nullable=True))
    op.execute(
        "update chamain set duedate = (confirmed at time zone 'Asia/Shanghai')::date + 15 where confirmed is not null"
    )
    op.create_index(
        "ix_chamain_owed",
        "chamain",
        ["payunitsysid", "duedate"],
        unique=False,
        postgresql_where="step in ('DUE', 'PART')",
    )


def downgrade() -> None:
    op.drop_index("ix_chamain_owed", table_name="chamain", postgresql_where="step in ('DUE', 'PART')")
    op.drop_column("chamain", "duedate")
    op.drop_index("ix_chaline_agreement", table_name="chaline", postgresql_where="agreement_id <> ''")
    op.drop_column("chaline", "clauseno")
    op.drop_column("chaline", "agreement_id")
    op.drop_index("ix_agreement_instalment_day", table_name="agreement_instalment")
    op.drop_index(op.f("ix_agreement_instalment_contract_id"), table_name="agreement_instalment")
    op.drop_table("agreement_instalment")
    op.drop_index("ix_agreement_clause_device", table_name="agreement_clause", postgresql_where="equdatasysid <> ''")
    op.drop_index(op.f("ix_agreement_clause_contract_id"), table_name="agreement_clause")
    op.drop_table("agreement_clause")
    op.drop_index("uq_agreement_no", table_name="agreement", postgresql_where="agrno <> ''")
    op.drop_index(
        "uq_agreement_change", table_name="agreement", postgresql_where="step in ('DRAFT', 'BACK', 'AUDIT', 'CONFIRM')"
    )
    op.drop_index("ix_agreement_unit", table_name="agreement")
    op.drop_index("ix_agreement_time", table_name="agreement")
    op.drop_index("ix_agreement_series", table_name="agreement")
    op.drop_index("ix_agreement_org", table_name="agreement")
    op.drop_index("ix_agreement_end", table_name="agreement")
    op.drop_table("agreement")

"""Money of units paid in advance: accounts and their entries, which are only added to."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chaaccount",
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("orgid", sa.String(length=32), nullable=False),
        sa.Column("balance", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("entrycount", sa.Integer(), nullable=False),
        sa.Column("moved", sa.DateTime(timezone=True), nullable=True),
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
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chaaccount")),
    )
    op.create_index("ix_chaaccount_unit", "chaaccount", ["unitsysid", "orgid"])
    op.create_index("ix_chaaccount_org", "chaaccount", ["orgid", "unitname", "id"])
    op.create_table(
        "chaaccountentry",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("entryno", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("amount", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("balance", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("way", sa.String(length=16), nullable=False),
        sa.Column("ref", sa.String(length=64), nullable=False),
        sa.Column("charge_id", sa.String(length=32), nullable=False),
        sa.Column("chargesysid", sa.String(length=32), nullable=False),
        sa.Column("note", sa.String(length=256), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("userid", sa.String(length=32), nullable=False),
        sa.Column("username", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["chaaccount.id"], name=op.f("fk_chaaccountentry_account_id_chaaccount")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chaaccountentry")),
    )
    op.create_index("uq_chaaccountentry_seq", "chaaccountentry", ["account_id", "seq"], unique=True)
    op.create_index(
        "uq_chaaccountentry_no", "chaaccountentry", ["entryno"], unique=True, postgresql_where="entryno <> ''"
    )
    op.create_index(
        "uq_chaaccountentry_ref", "chaaccountentry", ["way", "ref"], unique=True, postgresql_where="ref <> ''"
    )
    op.create_index("ix_chaaccountentry_day", "chaaccountentry", ["day", "userid"])
    op.create_index("ix_chaaccountentry_charge", "chaaccountentry", ["charge_id"], postgresql_where="charge_id <> ''")
    op.create_index("ix_chaaccountentry_at", "chaaccountentry", ["at", "id"])


def downgrade() -> None:
    op.drop_table("chaaccountentry")
    op.drop_table("chaaccount")

"""What policies let off stands by itself: each line of a confirmed charge, and the sums of a payer, policy and year."""

import sqlalchemy as sa
from alembic import op

revision = "0276"
down_revision = "0275"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "relief_given",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("charge_id", sa.String(32), nullable=False),
        sa.Column("orgid", sa.String(32), nullable=False),
        sa.Column("policy_id", sa.String(32), nullable=False),
        sa.Column("year", sa.String(4), nullable=False),
        sa.Column("payunitsysid", sa.String(32), nullable=False),
        sa.Column("confirmed", sa.DateTime(timezone=True)),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relief_given")),
        sa.ForeignKeyConstraint(["id"], ["chaline.id"], name=op.f("fk_relief_given_id_chaline"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["charge_id"], ["chamain.id"], name=op.f("fk_relief_given_charge_id_chamain"), ondelete="CASCADE"
        ),
    )
    op.create_table(
        "relief_sum",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("orgid", sa.String(32), nullable=False),
        sa.Column("policy_id", sa.String(32), nullable=False),
        sa.Column("year", sa.String(4), nullable=False),
        sa.Column("payunitsysid", sa.String(32), nullable=False),
        sa.Column("payunitname", sa.String(200), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_relief_sum")),
    )
    op.execute(
        "insert into relief_given (id, charge_id, orgid, policy_id, year, payunitsysid, confirmed, amount)"
        " select l.id, c.id, c.orgid, l.policy_id, to_char(c.confirmed at time zone 'Asia/Shanghai', 'YYYY'),"
        " c.payunitsysid, c.confirmed, -l.amount from chaline l join chamain c on c.id = l.charge_id"
        " where l.kind = 'relief' and l.policy_id <> '' and c.confirmed is not null"
        " and c.step not in ('DRAFT', 'WAIT', 'VOID')"
    )
    op.execute(
        "insert into relief_sum (id, orgid, policy_id, year, payunitsysid, payunitname, count, amount)"
        " select replace(gen_random_uuid()::text, '-', ''), g.orgid, g.policy_id, g.year, g.payunitsysid,"
        " max(c.payunitname), count(*), sum(g.amount) from relief_given g join chamain c on c.id = g.charge_id"
        " group by g.orgid, g.policy_id, g.year, g.payunitsysid"
    )
    op.create_index("ix_relief_given_charge_id", "relief_given", ["charge_id"])
    op.create_index("ix_relief_given_time", "relief_given", ["orgid", "confirmed", "id"])
    op.create_index("ix_relief_given_policy", "relief_given", ["policy_id", "year", "confirmed", "id"])
    op.create_index("ix_relief_given_payer", "relief_given", ["payunitsysid", "confirmed", "id"])
    op.create_index(
        *("ix_relief_sum_key", "relief_sum", ["orgid", "policy_id", "year", "payunitsysid"]),
        postgresql_include=["count", "amount"],
    )
    op.create_index(
        *("ix_relief_sum_amount", "relief_sum", ["orgid", "amount", "id"]), postgresql_where=sa.text("count > 0")
    )
    op.create_index("ix_relief_sum_payer", "relief_sum", ["payunitsysid"])


def downgrade() -> None:
    op.drop_table("relief_sum")
    op.drop_table("relief_given")

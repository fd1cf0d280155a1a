"""Differences of the four ways, statements of platform and bank, and indexes over what they look for."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None

MONEY = sa.Numeric(14, 2)
TIME = sa.DateTime(timezone=True)
WRONG = "result in ('unmatched', 'other', 'lacking')"
UNPAID = "step = 'DONE' and chargestate not in ('4', '5', '8', '9') and arrearsby = '' and not imported"
UNINSPECTED = "chargestate in ('4', '5') and inspdate is null and not imported"
UNDOCUMENTED = "clause = '' and kind in ('relief', 'manual', 'discount')"


def text(name: str, size: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(size), nullable=False)


def record(table: str) -> list[sa.Column[object] | sa.PrimaryKeyConstraint]:
    return [
        *(text("id", 32), sa.Column("version", sa.Integer(), nullable=False), text("createby", 32)),
        *(sa.Column("createtime", TIME, nullable=False), text("updateby", 64)),
        sa.Column("updatetime", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
    ]


def upgrade() -> None:
    op.create_table(
        "chadiff",
        *(text("kind", 16), text("subject", 64), text("sentence", 500), sa.Column("amount", MONEY, nullable=False)),
        *(text("charge_id", 32), text("chargesysid", 32), text("seisn", 32), text("unitname", 200), text("orgid", 32)),
        *(sa.Column("found", sa.Date(), nullable=False), text("settledby", 64), sa.Column("settled", TIME)),
        *(text("note", 500), text("step", 16), sa.Column("step_since", TIME), sa.Column("limit_at", TIME)),
        text("opened_by", 64),
        *record("chadiff"),
    )
    op.create_index("uq_chadiff_subject", "chadiff", ["orgid", "kind", "subject"], unique=True)
    op.create_index("ix_chadiff_org_step", "chadiff", ["orgid", "step", "found"])
    op.create_table(
        "chastatement",
        *(text("filename", 200), text("digest", 64), text("source", 8)),
        *(sa.Column(n, sa.Date(), nullable=False) for n in ("firstday", "lastday")),
        *(sa.Column("linecount", sa.Integer(), nullable=False), sa.Column("total", MONEY, nullable=False)),
        *(sa.Column(n, sa.Integer(), nullable=False) for n in ("matched", "different")),
        *(text("takenby", 64), text("orgid", 32)),
        *record("chastatement"),
    )
    op.create_index("uq_chastatement_digest", "chastatement", ["orgid", "digest"], unique=True)
    op.create_index("ix_chastatement_org_time", "chastatement", ["orgid", "createtime"])
    op.create_table(
        "chastateline",
        *(text("statement_id", 32), sa.Column("lineno", sa.Integer(), nullable=False), text("number", 64)),
        *(sa.Column("amount", MONEY, nullable=False), sa.Column("day", sa.Date()), text("payer", 200)),
        *(text("charge_id", 32), text("result", 16), text("note", 256)),
        *record("chastateline"),
        sa.ForeignKeyConstraint(
            ["statement_id"],
            ["chastatement.id"],
            name="fk_chastateline_statement_id_chastatement",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_chastateline_statement_id", "chastateline", ["statement_id"])
    op.create_index("ix_chastateline_number", "chastateline", ["number"])
    op.create_index("ix_chastateline_wrong", "chastateline", ["statement_id"], postgresql_where=sa.text(WRONG))
    where = {"ix_appbuss_released_unpaid": UNPAID, "ix_appbuss_paid_uninspected": UNINSPECTED}
    for name, condition in where.items():
        op.create_index(name, "appbuss", ["cheorg", "id"], postgresql_where=sa.text(condition))
    op.create_index(
        "ix_chaitem_device", "chaitem", ["equcode", "testsort", "acceptdate"], postgresql_where=sa.text("live")
    )
    op.create_index("ix_chaline_undocumented", "chaline", ["charge_id"], postgresql_where=sa.text(UNDOCUMENTED))
    op.create_index("ix_chamain_unpaid_bill", "chamain", ["orgid"], postgresql_where=sa.text("billed > received"))
    op.create_index("ix_chamain_confirmed", "chamain", ["orgid", "confirmed"])


def downgrade() -> None:
    for name, table in (
        ("ix_chamain_confirmed", "chamain"),
        ("ix_chamain_unpaid_bill", "chamain"),
        ("ix_chaline_undocumented", "chaline"),
        ("ix_chaitem_device", "chaitem"),
        ("ix_appbuss_paid_uninspected", "appbuss"),
        ("ix_appbuss_released_unpaid", "appbuss"),
    ):
        op.drop_index(name, table)
    for table in ("chastateline", "chastatement", "chadiff"):
        op.drop_table(table)

"""A charge may be agreed to be paid in parts: each a row with its day and code, and of arrears only what is due counts."""

import sqlalchemy as sa
from alembic import op

revision = "0180"
down_revision = "0162"
branch_labels = None
depends_on = None

OWED = "step in ('DUE', 'PART')"
BEFORE = ["payunitname", "chargesysid", "nature", "step", "owed", "received", "registerby", "createby", "id"]
AFTER = ["payunitname", "chargesysid", "nature", "step", "owed", "received", "parts", "registerby", "createby", "id"]


def _index(columns: list[str]) -> None:
    op.drop_index("ix_chamain_owed", "chamain")
    op.create_index(
        *("ix_chamain_owed", "chamain", ["orgid", "payunitsysid", "duedate"]),
        postgresql_where=sa.text(OWED),
        postgresql_include=columns,
    )


def upgrade() -> None:
    op.add_column("chamain", sa.Column("parts", sa.SmallInteger(), server_default="0", nullable=False))
    _index(AFTER)
    op.create_table(
        "chapart",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("charge_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("dueday", sa.Date(), nullable=False),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("paycode", sa.String(32), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["charge_id"], ["chamain.id"], name=op.f("fk_chapart_charge_id_chamain")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chapart")),
    )
    op.create_index("uq_chapart_charge", "chapart", ["charge_id", "dueday"], unique=True)
    op.create_index(
        "uq_chapart_paycode", "chapart", ["paycode"], unique=True, postgresql_where=sa.text("paycode <> ''")
    )
    op.create_index("ix_chapart_day", "chapart", ["dueday"])


def downgrade() -> None:
    op.drop_table("chapart")
    _index(BEFORE)
    op.drop_column("chamain", "parts")

"""A payment that no charge asked for is a row of its own, which two people give back."""

import sqlalchemy as sa
from alembic import op

revision = "0170"
down_revision = "0161"
branch_labels = None
depends_on = None

TEXTS = {
    "chargesysid": 32,
    "payunitname": 200,
    "order_id": 32,
    "orderno": 32,
    "why": 256,
    "orgid": 32,
    "way": 16,
    "ref": 64,
    "askreason": 500,
    "askid": 32,
    "askby": 64,
    "endby": 64,
    "note": 500,
    "step": 16,
    "opened_by": 64,
    "createby": 32,
    "updateby": 64,
}
MOMENTS = ("asked", "ended", "step_since", "limit_at")


def upgrade() -> None:
    op.create_table(
        "chasurplus",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("charge_id", sa.String(32), nullable=False),
        sa.Column("platformno", sa.String(64), nullable=False),
        sa.Column("amount", sa.Numeric(14, 2), nullable=False),
        sa.Column("paidon", sa.Date(), nullable=True),
        *(sa.Column(name, sa.String(size), nullable=False) for name, size in TEXTS.items()),
        *(sa.Column(name, sa.DateTime(timezone=True), nullable=True) for name in MOMENTS),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["charge_id"], ["chamain.id"], name=op.f("fk_chasurplus_charge_id_chamain")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chasurplus")),
    )
    real = sa.text("step <> 'NONE'")
    op.create_index("uq_chasurplus_platformno", "chasurplus", ["platformno"], unique=True, postgresql_where=real)
    op.create_index("ix_chasurplus_charge_id", "chasurplus", ["charge_id"])
    op.create_index("ix_chasurplus_order", "chasurplus", ["order_id"])
    op.create_index("ix_chasurplus_org_step", "chasurplus", ["orgid", "step", "createtime"])


def downgrade() -> None:
    op.drop_table("chasurplus")

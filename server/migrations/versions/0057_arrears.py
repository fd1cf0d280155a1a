"""Letters that ask units to pay what is overdue."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chaletter",
        sa.Column("letterno", sa.String(length=32), nullable=False),
        sa.Column("unitsysid", sa.String(length=32), nullable=False),
        sa.Column("unitname", sa.String(length=200), nullable=False),
        sa.Column("orgid", sa.String(length=32), nullable=False),
        sa.Column("made", sa.Date(), nullable=False),
        sa.Column("deadline", sa.Date(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Numeric(precision=14, scale=2), nullable=False),
        sa.Column("oldest", sa.Date(), nullable=False),
        sa.Column("rows", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("maker", sa.String(length=64), nullable=False),
        sa.Column("sent", sa.Date(), nullable=True),
        sa.Column("sentway", sa.String(length=2), nullable=False),
        sa.Column("receiver", sa.String(length=64), nullable=False),
        sa.Column("sentby", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chaletter")),
        sa.UniqueConstraint("letterno", name=op.f("uq_chaletter_letterno")),
    )
    op.create_index("ix_chaletter_made", "chaletter", ["made", "id"], unique=False)
    op.create_index("ix_chaletter_org", "chaletter", ["orgid", "made", "id"], unique=False)
    op.create_index("ix_chaletter_unit", "chaletter", ["unitsysid", "made"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_chaletter_unit", table_name="chaletter")
    op.drop_index("ix_chaletter_org", table_name="chaletter")
    op.drop_index("ix_chaletter_made", table_name="chaletter")
    op.drop_table("chaletter")

"""What responsible engineers said of the rules; what an item was before its correction."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("report_change", sa.Column("kept", postgresql.JSONB(), server_default="{}", nullable=False))
    op.create_table(
        "rule_confirmation",
        sa.Column("rule_id", sa.String(length=32), nullable=False),
        sa.Column("verdict", sa.String(length=2), nullable=False),
        sa.Column("note", sa.String(length=1000), nullable=False),
        sa.Column("person", sa.String(length=64), nullable=False),
        sa.Column("said", sa.Date(), nullable=False),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createby", sa.String(length=32), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(length=64), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["rule_id"], ["rule_row.id"], name=op.f("fk_rule_confirmation_rule_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rule_confirmation")),
    )
    op.create_index("uq_rule_confirmation", "rule_confirmation", ["rule_id"], unique=True, postgresql_where="counts")


def downgrade() -> None:
    op.drop_table("rule_confirmation")
    op.drop_column("report_change", "kept")

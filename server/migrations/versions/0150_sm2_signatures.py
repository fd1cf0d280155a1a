"""The SM2 signatures of reports: only added to, and bound in the chain from the transaction that makes them."""

import sqlalchemy as sa
from alembic import op

revision = "0150"
down_revision = "0141"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "report_sm2",
        sa.Column("report_id", sa.String(32), nullable=False),
        sa.Column("container", sa.Text(), nullable=False),
        sa.Column("sm3", sa.String(64), nullable=False),
        sa.Column("signer", sa.String(200), nullable=False),
        sa.Column("issuer", sa.String(200), nullable=False),
        sa.Column("serial", sa.String(64), nullable=False),
        sa.Column("signedat", sa.DateTime(timezone=True), nullable=False),
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("createtime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("createby", sa.String(32), nullable=False),
        sa.Column("updatetime", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updateby", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(["report_id"], ["report.id"], name="fk_report_sm2_report_id_report"),
        sa.PrimaryKeyConstraint("id", name="pk_report_sm2"),
    )
    op.create_index("uq_report_sm2_report", "report_sm2", ["report_id"], unique=True)
    op.execute(
        "CREATE TRIGGER tj_chain AFTER INSERT ON report_sm2 REFERENCING NEW TABLE AS made"
        " FOR EACH STATEMENT EXECUTE FUNCTION public.tj_to_chain('report_sm2')"
    )


def downgrade() -> None:
    op.drop_table("report_sm2")

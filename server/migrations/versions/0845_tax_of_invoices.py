"""What an invoice states of tax, the confirmation of a red one, and papers under our own numbers by their kind."""

import sqlalchemy as sa
from alembic import op

revision = "0845"
down_revision = "0844"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chainvoice", sa.Column("taxpercent", sa.Numeric(5, 2), nullable=True))
    op.add_column("chainvoice", sa.Column("tax", sa.Numeric(14, 2), nullable=True))
    for table in ("chainvoice", "chabill"):
        op.add_column(table, sa.Column("confirmation", sa.String(32), nullable=False, server_default=""))
        op.alter_column(table, "confirmation", server_default=None)
    op.create_index(
        "ix_chainvoice_confirmation", "chainvoice", ["confirmation"], postgresql_where=sa.text("confirmation <> ''")
    )
    # printed as 收据 until now by the same rule: the platform has answered nothing, the number is ours
    op.execute(
        "update chainvoice v set kind = '08' from chabill b"
        " where b.id = v.request_id and b.step = 'DONE' and b.there <> 'yes'"
    )


def downgrade() -> None:
    op.execute(
        "update chainvoice v set kind = case c.nature when '应税' then '04' else '01' end from chamain c"
        " where c.id = v.charge_id and v.kind = '08'"
    )
    op.drop_index("ix_chainvoice_confirmation", table_name="chainvoice")
    for table in ("chainvoice", "chabill"):
        op.drop_column(table, "confirmation")
    op.drop_column("chainvoice", "tax")
    op.drop_column("chainvoice", "taxpercent")

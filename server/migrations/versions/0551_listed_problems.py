"""挂牌督办 of grave problems: since when, until when, by whom, and its end."""

from alembic import op

from migrations.shorthand import days
import sqlalchemy as sa

revision = "0551"
down_revision = "0550"
branch_labels = None
depends_on = None
TABLE = "supervision_defect"


def upgrade() -> None:
    op.add_column(TABLE, sa.Column("lister_id", sa.String(32), nullable=False, server_default=""))
    op.alter_column(TABLE, "lister_id", server_default=None)
    for one in days("listed", "listedto", "delisted"):
        op.add_column(TABLE, one)


def downgrade() -> None:
    for name in ("delisted", "listedto", "listed", "lister_id"):
        op.drop_column(TABLE, name)

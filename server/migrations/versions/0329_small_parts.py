"""Two small parts of large tables in the order of their lists: what somebody has passed on and may take back, and
incomplete devices by their date alone, whoever asks for them."""

from alembic import op

revision = "0329"
down_revision = "0328"
branch_labels = None
depends_on = None

UNDER_WAY = "step not in ('DONE', 'ENDED', 'VOID', 'REFUSED')"
OLD, NEW = "cheorgsysid, ninspdate, equdatasysid", "ninspdate, equdatasysid, cheorgsysid"


def _incomplete(columns: str) -> None:
    op.execute("DROP INDEX IF EXISTS ix_equipment_lacking")
    op.execute(
        f'CREATE INDEX ix_equipment_lacking ON equipment ({columns}) INCLUDE ("equDel") WHERE lacking IS NOT NULL'
    )


def upgrade() -> None:
    op.create_index("ix_appbuss_open_last", "appbuss", ["last_by"], postgresql_where=UNDER_WAY)
    _incomplete(NEW)


def downgrade() -> None:
    _incomplete(OLD)
    op.drop_index("ix_appbuss_open_last", table_name="appbuss")

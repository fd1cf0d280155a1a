"""Small parts of large tables: what somebody has passed on and may take back, incomplete devices by their date alone,
whoever asks for them, and the visits to lifts by the day on which their interval ends."""

from alembic import op

revision = "0329"
down_revision = "0328"
branch_labels = None
depends_on = None

PASSED_ON = "opened_by = '' and step not in ('DONE', 'ENDED', 'VOID', 'REFUSED')"
OLD, NEW = "cheorgsysid, ninspdate, equdatasysid", "ninspdate, equdatasysid, cheorgsysid"


def _incomplete(columns: str) -> None:
    op.execute("DROP INDEX IF EXISTS ix_equipment_lacking")
    op.execute(
        f'CREATE INDEX ix_equipment_lacking ON equipment ({columns}) INCLUDE ("equDel") WHERE lacking IS NOT NULL'
    )


def upgrade() -> None:
    op.create_index("ix_appbuss_passed_on", "appbuss", ["last_by"], postgresql_where=PASSED_ON)
    op.execute("CREATE INDEX ix_maintenance_ends ON maintenance ((visitday + limitdays)) WHERE limitdays IS NOT NULL")
    _incomplete(NEW)


def downgrade() -> None:
    _incomplete(OLD)
    op.drop_index("ix_maintenance_ends", table_name="maintenance")
    op.drop_index("ix_appbuss_passed_on", table_name="appbuss")

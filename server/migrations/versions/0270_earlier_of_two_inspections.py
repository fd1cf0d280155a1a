"""Boilers, vessels and ropeways by the earlier of the dates of their two inspections: their lists show that first."""

import sqlalchemy as sa
from alembic import op

revision = "0270"
down_revision = "0276"
branch_labels = None
depends_on = None

FIRST = sa.text("LEAST(GREATEST(ninspdate, delaydate), ninspdate2)")
COLUMNS = {
    "ix_equipment_class_first": ["equclass", FIRST, "equdatasysid"],
    "ix_equipment_org_class_first": ["cheorgsysid", "equclass", FIRST, "equdatasysid"],
}


def upgrade() -> None:
    for name, columns in COLUMNS.items():
        op.create_index(
            name,
            "equipment",
            columns,
            postgresql_where="equclass in ('1000', '2000', '9000')",
            postgresql_include=["equDel", "equstatus", "areacode"],
        )


def downgrade() -> None:
    for name in COLUMNS:
        op.drop_index(name, table_name="equipment")

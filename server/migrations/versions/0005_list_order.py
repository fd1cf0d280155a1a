"""Indexes in the order of the lists: devices by due date for an area or everything, business items by number."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


# Each equipment index also holds the deletion mark, so that a count reads the index alone.
WIDENED = {
    "ix_equipment_org_class_due": ["cheorgsysid", "equclass", "ninspdate", "equdatasysid"],
    "ix_equipment_dept_class_due": ["chedeptid", "equclass", "ninspdate", "equdatasysid"],
    "ix_equipment_area_class_due": ["areacode", "equclass", "ninspdate"],
    "ix_equipment_useorg": ["useorgsysid", "equclass"],
}
NEW = {
    "ix_equipment_class_due": ["equclass", "ninspdate", "equdatasysid"],
    "ix_equipment_due": ["ninspdate", "equdatasysid"],
}


def upgrade() -> None:
    for name, columns in WIDENED.items():
        op.drop_index(name, table_name="equipment")
        op.create_index(name, "equipment", columns, postgresql_include=["equDel"])
    for name, columns in NEW.items():
        op.create_index(name, "equipment", columns, postgresql_include=["equDel"])
    op.create_index("ix_appbuss_unit", "appbuss", ["unitsysid", "seisn"])
    op.create_index("ix_appmain_no", "appmain", ["appno", "id"])
    op.create_index("ix_appmain_dept_no", "appmain", ["chedept", "appno", "id"])
    op.create_index("ix_appbuss_org_no", "appbuss", ["cheorg", "seisn", "id"])


def downgrade() -> None:
    for name in ("ix_appbuss_org_no", "ix_appbuss_unit"):
        op.drop_index(name, table_name="appbuss")
    for name in ("ix_appmain_no", "ix_appmain_dept_no"):
        op.drop_index(name, table_name="appmain")
    for name in NEW:
        op.drop_index(name, table_name="equipment")
    for name, columns in WIDENED.items():
        op.drop_index(name, table_name="equipment")
        op.create_index(name, "equipment", columns)

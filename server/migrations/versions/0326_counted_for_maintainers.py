"""What is counted of the lifts of a maintainer stands in the index that finds them."""

from alembic import op

revision = "0326"
down_revision = "0325"
branch_labels = None
depends_on = None

NAME, KEYS = "ix_equipment_maiorg", ["maiorgsysid", "equclass", "ninspdate", "equdatasysid"]
BEFORE = ["equDel", "useorgsysid"]
COUNTED = ["useorgsysid", "equDel", "equstatus", "inspecting", "delaydate", "ninspdate2", "ndetdate"]


def upgrade() -> None:
    op.drop_index(NAME, table_name="equipment")
    op.create_index(NAME, "equipment", KEYS, postgresql_include=COUNTED)


def downgrade() -> None:
    op.drop_index(NAME, table_name="equipment")
    op.create_index(NAME, "equipment", KEYS, postgresql_include=BEFORE)

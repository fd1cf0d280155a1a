"""Boilers by the day of their next hydro test: a list shows what falls due."""

from alembic import op

revision = "0242"
down_revision = "0241"
branch_labels = None
depends_on = None


def upgrade() -> None:
    known = "nwaterdate is not null"
    op.create_index("ix_equipment_water", "equipment", ["nwaterdate", "equclass"], postgresql_where=known)


def downgrade() -> None:
    op.drop_index("ix_equipment_water", table_name="equipment", postgresql_where="nwaterdate is not null")

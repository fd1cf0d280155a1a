"""Devices whose inspection is put off by approval are found by that date: they are few."""

from alembic import op

revision = "0324"
down_revision = "0323"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_equipment_delayed", "equipment", ["delaydate"], postgresql_where="delaydate is not null")


def downgrade() -> None:
    op.drop_index("ix_equipment_delayed", table_name="equipment")

"""Devices near the end of their design life, and those that are watched closely, in their order."""

import sqlalchemy as sa
from alembic import op

revision = "0601"
down_revision = "0600"
branch_labels = None
depends_on = None


def upgrade() -> None:
    life = {"postgresql_where": sa.text("designenddate is not null")}
    op.create_index("ix_equipment_designend", "equipment", ["designenddate", "equdatasysid"], **life)
    watched = sa.text("exiimpgro not in ('', '0')")
    op.create_index("ix_equipment_watched", "equipment", ["ninspdate", "equdatasysid"], postgresql_where=watched)


def downgrade() -> None:
    op.drop_index("ix_equipment_watched", "equipment")
    op.drop_index("ix_equipment_designend", "equipment")

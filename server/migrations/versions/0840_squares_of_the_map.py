"""Devices and units by the square of the map in which they stand."""

import sqlalchemy as sa
from alembic import op

revision = "0840"
down_revision = "0830"
branch_labels = None
depends_on = None

DEVICES, UNITS = "ix_equipment_square", "ix_unit_square"


def upgrade() -> None:
    # The name of a square is the bits of two counts in turn (kit/lists/places.py): spread, then put together.
    op.execute(
        """
        create function tj_square(lng numeric, lat numeric) returns integer
        immutable strict parallel safe language plpgsql as $$
        declare
          x integer := least(32767, greatest(0, floor((lng - 73) * 32768 / 63)))::integer;
          y integer := least(32767, greatest(0, floor(lat * 32768 / 54)))::integer;
        begin
          x := (x | (x << 8)) & 16711935;
          x := (x | (x << 4)) & 252645135;
          x := (x | (x << 2)) & 858993459;
          x := (x | (x << 1)) & 1431655765;
          y := (y | (y << 8)) & 16711935;
          y := (y | (y << 4)) & 252645135;
          y := (y | (y << 2)) & 858993459;
          y := (y | (y << 1)) & 1431655765;
          return x | (y << 1);
        end $$
        """
    )
    op.create_index(
        DEVICES,
        "equipment",
        [sa.text("tj_square(longitude, latitude)")],
        postgresql_where=sa.text("longitude is not null"),
        postgresql_include=["longitude", "latitude", "areacode", "equDel", "equstatus"],
    )
    op.create_index(
        UNITS,
        "unit",
        [sa.text("tj_square(lng, lat)")],
        postgresql_where=sa.text("lng is not null"),
        postgresql_include=["lng", "lat", "areacode", "unitDel"],
    )


def downgrade() -> None:
    op.drop_index(UNITS, table_name="unit")
    op.drop_index(DEVICES, table_name="equipment")
    op.execute("drop function tj_square(numeric, numeric)")

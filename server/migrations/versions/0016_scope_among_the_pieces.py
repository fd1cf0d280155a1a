"""Whose a row is, among the pieces of its texts: an institute looks up its own devices, not all that say the fragment."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

# plpgsql: a strict function of SQL with a CASE is not inlined, and starts the executor for each row
SCOPED = """
CREATE FUNCTION tj_grams(source text, owner text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF length(owner) >= 4 THEN
    RETURN array_append(public.tj_grams(source), '#' || owner);
  END IF;
  RETURN public.tj_grams(source);
END $$;
CREATE FUNCTION tj_grams(source text, owner text, area text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
BEGIN
  IF length(area) >= 4 THEN
    RETURN array_append(public.tj_grams(source, owner), '#' || left(area, 4));
  END IF;
  RETURN public.tj_grams(source, owner);
END $$;
"""
UNSCOPED = "DROP FUNCTION tj_grams(text, text, text); DROP FUNCTION tj_grams(text, text);"

# index, table, text and what is kept of the scope
KEPT = (
    ("ix_equipment_grams", "equipment", "searchtext, cheorgsysid, areacode"),
    ("ix_equipment_namegrams", "equipment", "nametext, cheorgsysid, areacode"),
    ("ix_appmain_unitgrams", "appmain", "unittext, cheorg"),
)


def upgrade() -> None:
    op.get_bind().exec_driver_sql(SCOPED)
    for index, table, kept in KEPT:
        op.drop_index(index, table)
        op.create_index(index, table, [sa.text(f"tj_grams({kept})")], postgresql_using="gin")


def downgrade() -> None:
    for index, table, kept in KEPT:
        op.drop_index(index, table)
        op.create_index(index, table, [sa.text(f"tj_grams({kept.split(', ')[0]})")], postgresql_using="gin")
    op.get_bind().exec_driver_sql(UNSCOPED)

"""Whose a row is, among the pieces of its texts: an institute looks up its own devices, not all that say the fragment."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

SCOPED = """
CREATE FUNCTION tj_grams(source text, owner text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.tj_grams(source) || CASE WHEN length(owner) >= 4 THEN ARRAY['#' || owner] ELSE '{}' END
$$;
CREATE FUNCTION tj_grams(source text, owner text, area text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.tj_grams(source, owner) || CASE WHEN length(area) >= 4 THEN ARRAY['#' || left(area, 4)] ELSE '{}' END
$$;
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

"""Whose a row is, among the pieces of its texts: an institute looks up its own devices, not all that say the fragment."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

SCOPED = """
CREATE FUNCTION tj_grams(source text, VARIADIC scope text[]) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.tj_grams(source) || array(SELECT '#' || one FROM unnest(scope) AS one WHERE length(one) >= 4)
$$
"""

# index, table, text, what is kept of the scope
KEPT = (
    ("ix_equipment_grams", "equipment", "searchtext", ("cheorgsysid", "left(areacode, 4)")),
    ("ix_equipment_namegrams", "equipment", "nametext", ("cheorgsysid", "left(areacode, 4)")),
    ("ix_appmain_unitgrams", "appmain", "unittext", ("cheorg",)),
)


def upgrade() -> None:
    op.get_bind().exec_driver_sql(SCOPED)
    for index, table, text, scope in KEPT:
        op.drop_index(index, table)
        op.create_index(index, table, [sa.text(f"tj_grams({text}, {', '.join(scope)})")], postgresql_using="gin")


def downgrade() -> None:
    for index, table, text, _scope in KEPT:
        op.drop_index(index, table)
        op.create_index(index, table, [sa.text(f"tj_grams({text})")], postgresql_using="gin")
    op.get_bind().exec_driver_sql("DROP FUNCTION tj_grams(text, text[])")

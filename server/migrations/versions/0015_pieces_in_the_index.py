"""Pieces in the index alone, no longer in the rows, and pieces of three characters beside those of two.

Names and places are made of pairs that stand everywhere; and a row that carries its pieces is twice as long.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

PIECES = """
CREATE OR REPLACE FUNCTION tj_grams(source text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  word text;
  shape text;
  found text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(translate(lower(source), E' \\t\\r\\n\\u3000', '|||||'), '|') LOOP
    shape := translate(word, '123456789', '000000000');
    FOR i IN 1 .. length(word) - 1 LOOP
      IF substr(shape, i, 2) <> '00' THEN
        found := found || substr(word, i, 2);
      ELSIF substr(shape, i, 4) = '0000' THEN
        found := found || substr(word, i, 4);
        CONTINUE;
      END IF;
      IF i < length(word) - 1 AND substr(shape, i, 3) <> '000' THEN
        found := found || substr(word, i, 3);
      END IF;
    END LOOP;
  END LOOP;
  RETURN found;
END $$
"""

OLD_PIECES = """
CREATE OR REPLACE FUNCTION tj_grams(source text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  word text;
  shape text;
  found text[] := '{}';
BEGIN
  FOREACH word IN ARRAY string_to_array(translate(lower(source), E' \\t\\r\\n\\u3000', '|||||'), '|') LOOP
    shape := translate(word, '123456789', '000000000');
    FOR i IN 1 .. length(word) - 1 LOOP
      IF substr(shape, i, 2) <> '00' THEN
        found := found || substr(word, i, 2);
      ELSIF substr(shape, i, 4) = '0000' THEN
        found := found || substr(word, i, 4);
      END IF;
    END LOOP;
  END LOOP;
  RETURN found;
END $$
"""


# table, generated column of pieces that goes, stored text that the pieces are made of
KEPT = (
    ("appmain", "unitgrams", "unittext"),
    ("cylinder_car", "grams", "searchtext"),
    ("equipment", "grams", "searchtext"),
    ("equipment", "namegrams", "nametext"),
    ("person", "grams", "searchtext"),
    ("pipeline", "grams", "searchtext"),
    ("product", "grams", "searchtext"),
    ("safety_valve", "grams", "searchtext"),
    ("unit", "grams", "searchtext"),
)


def upgrade() -> None:
    for table, column, _text in KEPT:
        op.drop_column(table, column)
    op.get_bind().exec_driver_sql(PIECES)
    for table, column, text in KEPT:
        op.create_index(f"ix_{table}_{column}", table, [sa.text(f"tj_grams({text})")], postgresql_using="gin")
    planned = sa.text("step in ('RWQR', 'BGSC')")  # for the desktop of an inspector
    op.create_index("ix_appbuss_dept_plandate", "appbuss", ["chedept", "plandate"], postgresql_where=planned)
    bad = sa.text("unqualcode <> ''")  # few of many: an institute's are found by it
    op.create_index("ix_equipment_unqualified_org", "equipment", ["cheorgsysid", "equclass"], postgresql_where=bad)


def downgrade() -> None:
    op.drop_index("ix_equipment_unqualified_org", table_name="equipment")
    op.drop_index("ix_appbuss_dept_plandate", table_name="appbuss")
    for table, column, _text in KEPT:
        op.drop_index(f"ix_{table}_{column}", table_name=table)
    op.get_bind().exec_driver_sql(OLD_PIECES)
    for table, column, text in KEPT:
        made = f"text[] GENERATED ALWAYS AS (tj_grams({text})) STORED NOT NULL"
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column} {made}")
        op.create_index(f"ix_{table}_{column}", table, [column], postgresql_using="gin")

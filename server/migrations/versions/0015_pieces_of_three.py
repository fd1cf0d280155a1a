"""Pieces of three characters beside those of two: names and places are made of pairs that stand everywhere."""

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


def _renew() -> None:
    """Work out every generated column of pieces again, each table in one pass."""
    bind = op.get_bind()
    found = bind.execute(
        sa.text(
            "select d.adrelid::regclass::text, string_agg(format('alter column %I set expression as (%s)', a.attname,"
            " pg_get_expr(d.adbin, d.adrelid)), ', ') from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid"
            " and d.adnum = a.attnum where a.attgenerated = 's' and pg_get_expr(d.adbin, d.adrelid) like 'tj_grams(%'"
            " group by 1 order by 1"
        )
    )
    for table, columns in found.all():
        op.execute(f"ALTER TABLE {table} {columns}")


def upgrade() -> None:
    op.get_bind().exec_driver_sql(PIECES)
    _renew()


def downgrade() -> None:
    op.get_bind().exec_driver_sql(OLD_PIECES)
    _renew()

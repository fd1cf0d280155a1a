"""The function behind the generated search columns (see tejian/kit/lists/search.py), which their tables need to exist."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

GRAMS = """
CREATE FUNCTION tj_grams(source text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT coalesce(array_agg(DISTINCT substr(t, i, 2)), '{}')
  FROM (SELECT lower(source) AS t) s, generate_series(1, length(source) - 1) AS i
  WHERE substr(t, i, 2) !~ '[[:space:]|]'
$$
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(GRAMS)


def downgrade() -> None:
    op.execute("DROP FUNCTION tj_grams(text)")

"""Pieces that wait beside their index are taken in by a job, not by whoever saves a device next."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

# as the owner of the indexes: the account of the application may not
UP = """
CREATE FUNCTION tj_take_in_pieces() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT coalesce(sum(gin_clean_pending_list(i.oid::regclass)), 0)::bigint
  FROM pg_class i JOIN pg_am m ON m.oid = i.relam JOIN pg_index x ON x.indexrelid = i.oid
  WHERE m.amname = 'gin' AND i.relkind = 'i' AND x.indisvalid AND i.relnamespace = 'public'::regnamespace
$$;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(UP)


def downgrade() -> None:
    op.get_bind().exec_driver_sql("DROP FUNCTION tj_take_in_pieces()")

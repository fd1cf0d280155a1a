"""A version of the roles, moved by every change of one: a request asks for its account, not for its permissions too."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

UP = """
CREATE SEQUENCE tj_version;
SELECT setval('tj_version', (SELECT coalesce(max(value), 0) + 1 FROM sys_cache_version));
CREATE FUNCTION tj_new_version(kept text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sys_cache_version (name, value) VALUES (kept, nextval('tj_version'))
  ON CONFLICT (name) DO UPDATE SET value = excluded.value
$$;
CREATE FUNCTION tj_roles_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tj_new_version('role');
  RETURN NULL;
END $$;
CREATE TRIGGER roles_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sys_role
  FOR EACH STATEMENT EXECUTE FUNCTION tj_roles_changed();
SELECT tj_new_version('role');
"""

DOWN = """
DROP TRIGGER roles_changed ON sys_role;
DROP FUNCTION tj_roles_changed();
DROP FUNCTION tj_new_version(text);
DROP SEQUENCE tj_version;
DELETE FROM sys_cache_version WHERE name = 'role';
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(UP)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(DOWN)

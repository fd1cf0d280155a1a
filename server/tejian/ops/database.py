"""Tables: migrating them, comparing them with the models, and what the app's role may do with them.

Migrations run as the owner role. The app's role reads and writes rows; tables marked append-only
(`info` append_only) it can only add to, and the yearly parts of a table it reaches only through the table.
"""

import io
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from tejian.settings import ROOT

log = logging.getLogger(__name__)

LOCK_TIMEOUT = "4s"  # a migration that cannot get its table gives up instead of holding up everybody behind it
MIGRATION_KEY = 7_310_425  # advisory lock: two servers starting at once migrate one after the other
FOREIGN_PREFIXES = ("procrastinate_", "alembic_version")


def load_models() -> sa.MetaData:
    """The tables of all areas."""
    import tejian.models_all  # noqa: F401  # fills Base.metadata
    from tejian.kit.database.db import Base

    return Base.metadata


def is_ours(name: str | None, kind: str, _parents: Any) -> bool:
    """Whether a table found in the database belongs to the models.

    The job queue brings its own; the parts of yearly tables are made with the years.
    """
    from tejian.kit.ground import yearly

    if kind != "table" or name is None:
        return True
    return not name.startswith(FOREIGN_PREFIXES) and not yearly.is_part(name, load_models())


def is_compared(_found: Any, name: str | None, kind: str, _reflected: bool, _other: Any) -> bool:
    """Whether Alembic can tell a difference: the texts of indexes over facets it cannot, a test compares them."""
    return not (kind == "index" and name is not None and name.endswith("_facets"))


def sqlalchemy_url(url: str) -> str:
    return "postgresql+psycopg://" + url.removeprefix("postgresql://")


def engine_for(url: str) -> sa.Engine:
    return sa.create_engine(sqlalchemy_url(url), poolclass=sa.NullPool)


def _config(folder: Path = ROOT) -> Config:
    return Config(str(folder / "server" / "alembic.ini"), stdout=io.StringIO())


@contextmanager
def _migrating(owner_url: str) -> Iterator[tuple[Config, sa.Connection]]:
    engine = engine_for(owner_url)
    with engine.connect() as holder, engine.connect() as connection:
        # Held by a connection of its own, so that no commit of a migration lets it go.
        holder.execute(sa.text("SELECT pg_advisory_lock(:key)"), {"key": MIGRATION_KEY})
        connection.execute(sa.text(f"SET lock_timeout = '{LOCK_TIMEOUT}'"))
        connection.commit()
        config = _config()
        config.attributes["connection"] = connection
        yield config, connection


def heads() -> list[str]:
    """The newest migrations in the folder; more than one means two branches that nobody merged."""
    return list(ScriptDirectory.from_config(_config()).get_heads())


def knows(revision: str) -> bool:
    """Whether a migration is among those of this release."""
    try:
        return ScriptDirectory.from_config(_config()).get_revision(revision) is not None
    except CommandError:
        return False


def current(url: str) -> str | None:
    """The migration that a database stands at."""
    with engine_for(url).connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def migrate(owner_url: str, app_role: str | None = None, to: str = "head") -> None:
    """Bring the tables to a migration, make the parts of the coming years, and give the app's role its rights."""
    from tejian.kit.ground import yearly

    with _migrating(owner_url) as (config, connection):
        command.upgrade(config, to)
        connection.commit()
        if to == "head":
            yearly.make_ahead(connection, load_models())
        if app_role and app_role != connection.scalar(sa.text("SELECT current_user")):
            grant(connection, app_role)
        connection.commit()


def downgrade(owner_url: str, to: str) -> None:
    with _migrating(owner_url) as (config, connection):
        command.downgrade(config, to)
        connection.commit()


def grant(connection: sa.Connection, role: str) -> None:
    """Rows of all tables for the app's role, but only INSERT and SELECT where the table is append-only.

    On the parts of a table it has no rights: what it may do with the whole it may do through the whole.
    """
    for statement in (
        f"GRANT USAGE ON SCHEMA public TO {role}",
        f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
        f"GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO {role}",
        "REVOKE EXECUTE ON ALL ROUTINES IN SCHEMA public FROM PUBLIC",
        f"GRANT EXECUTE ON ALL ROUTINES IN SCHEMA public TO {role}",
    ):
        connection.execute(sa.text(statement))
    there = set(connection.scalars(sa.text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")))
    for name in append_only():
        if name not in there:
            continue  # at an older migration a table of today is not made yet
        connection.execute(sa.text(f'REVOKE UPDATE, DELETE, TRUNCATE ON "{name}" FROM {role}'))
    for name in parts(connection):
        connection.execute(sa.text(f'REVOKE ALL ON "{name}" FROM {role}'))


def parts(connection: sa.Connection) -> list[str]:
    """The parts of the yearly tables that are there."""
    asked = sa.text("select relname from pg_class where relispartition and relkind = 'r' order by relname")
    return list(connection.scalars(asked))


def append_only() -> list[str]:
    return sorted(t.name for t in load_models().tables.values() if t.info.get("append_only"))


def differences(url: str) -> list[Any]:
    """What a new migration would have to change; empty when models and database agree."""
    with engine_for(url).connect() as connection:
        options: dict[str, Any] = {"compare_type": True, "compare_server_default": False, "include_name": is_ours}
        options["include_object"] = is_compared
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), load_models()))


def make_migration(owner_url: str, text: str) -> Path:
    """Write a new migration from the difference between the models and an up-to-date database."""
    with _migrating(owner_url) as (config, connection):
        command.upgrade(config, "head")
        connection.commit()
        made: Any = command.revision(config, message=text, autogenerate=True)
    path = Path(made.path)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", str(path)], check=False)
    return path

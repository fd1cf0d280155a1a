"""A reachable database for commands that work without the server: given by DATABASE_URL or embedded."""

from collections.abc import Iterator
from contextlib import contextmanager

from tejian.settings import Settings

from . import postgres


@contextmanager
def to_database(settings: Settings) -> Iterator[Settings]:
    """The settings with both database addresses filled in, while the database can be reached."""
    if settings.database_url:
        yield settings.with_(owner_url=settings.owner_url or settings.database_url)
        return
    with postgres.running(settings.data_dir) as found:
        yield settings.with_(database_url=found.app, owner_url=found.owner)


def role_of(url: str) -> str | None:
    """The login role in a database address."""
    from psycopg.conninfo import conninfo_to_dict

    role = conninfo_to_dict(url).get("user")
    return str(role) if role else None

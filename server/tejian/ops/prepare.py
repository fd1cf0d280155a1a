"""What must be true of the database before the server may answer: tables, reference data, demo city, safe passwords."""

import importlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from tejian.settings import Settings
from tejian.settings import current as current_settings

from . import database
from .connected import role_of, to_database


class NotSafe(RuntimeError):
    """The platform may not listen on the network in this state."""


def prepare(settings: Settings) -> None:
    """Bring the database up to date and print, as one JSON line, what the start page of the terminal shows."""
    if database.current(settings.database_url) is None:
        wait = "建立数据表，装载基础数据与演示数据 …" if settings.demo else "建立数据表，装载基础数据 …"
        print(f"首次启动：{wait} / first start: making tables and loading data", file=sys.stderr)
    upgrade(settings)
    from tejian.install import install
    from tejian.kit.database import db, sealed
    from tejian.main import prepare_process
    from tejian.system.accounts.api import first_administrators, give_demo_pins

    prepare_process()
    with db.new_session.begin() as session:
        install(session)
        give_demo_pins(session)
    with db.new_session() as session:  # of an older version, or after a rotation that was cut off
        sealed.refuse_without_keys(session)
        sealed.reseal(session, lambda line: print(line, file=sys.stderr), session.commit)
    first: list[tuple[str, str, str]] = []
    with db.new_session.begin() as session:
        if settings.demo:
            importlib.import_module("tejian.demo").load(session)
        else:
            first = first_administrators(session)
    unchanged = demo_logins(settings)
    refuse_unsafe(settings, [login for login, _ in unchanged])
    print(json.dumps({**facts(unchanged), "first": first}))


def arrive() -> None:
    """Let the planned business of the demo city come in, beside the platform that serves."""
    from tejian.main import prepare_process

    prepare_process()
    importlib.import_module("tejian.demo").carry_out(prepare_process)


@contextmanager
def rules_only(settings: Settings) -> Iterator[None]:
    """Make this process ready to ask the rules and the flow, while the database of these settings can be reached.

    An empty database gets tables and reference data, no demo city. Whatever this process starts finds the database too.
    """
    from tejian.install import install
    from tejian.kit.database import db
    from tejian.main import prepare_process

    with to_database(settings) as reachable:
        os.environ.update(reachable.as_environment())
        current_settings.cache_clear()
        fresh = database.current(reachable.database_url) is None
        if fresh:
            upgrade(reachable)
        prepare_process()
        if fresh:
            with db.new_session.begin() as session:
                install(session)
        yield


def upgrade(settings: Settings) -> None:
    """Migrate as the owner of the tables, then let the app's role work with them."""
    database.migrate(settings.owner_url or settings.database_url, role_of(settings.database_url))


def demo_logins(settings: Settings) -> list[tuple[str, str]]:
    """(login, name) of the demo accounts that still have the demo password."""
    from tejian.system.models.accounts import SysUser

    with database.engine_for(settings.database_url).connect() as connection:
        asked = sa.select(SysUser.login, SysUser.name).where(SysUser.demo).order_by(SysUser.createtime, SysUser.id)
        return [(login, name) for login, name in connection.execute(asked)]


def refuse_unsafe(settings: Settings, logins: list[str]) -> None:
    """With a well-known password in use, only this machine may reach the server."""
    if logins and not settings.loopback_only:
        raise NotSafe(
            f"演示密码未修改的账户：{'、'.join(logins[:6])} 等 {len(logins)} 个，只能监听 127.0.0.1 / "
            f"{len(logins)} accounts still have the demo password: only 127.0.0.1 is allowed, not {settings.host}"
        )


def facts(logins: list[tuple[str, str]]) -> dict[str, Any]:
    password = importlib.import_module("tejian.demo").PASSWORD if logins else ""
    return {"accounts": logins, "password": password}


def main(settings: Settings) -> int:
    from tejian.kit.database.sealed import KeyMissing

    try:
        prepare(settings)
    except (NotSafe, KeyMissing) as unsafe:
        print(unsafe, file=sys.stderr)
        return 2
    return 0

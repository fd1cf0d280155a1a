"""Races: several people at work at once on a database of the test's own, with real commits."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.demo.actors import Actors
from tejian.demo.journey import flat
from tejian.inspection.models.items import AppMain
from tejian.kit.web.edge import COOKIE, Caller
from tejian.system.accounts.session import open_session_for
from tests.conftest import Real
from tests.reader import Reader

ABLE = ("3110", "3120", "3310", "3430", "4170", "4110", "5110")  # kinds with a periodic inspection 0211


@dataclass
class Desks:
    """Sessions of several accounts; calls may come from any thread."""

    client: Reader
    new_session: Any
    actors: Actors
    sessions: dict[str, tuple[str, str]] = field(default_factory=dict)

    def open(self, login: str, name: str = "") -> str:
        """A session of the account under a name of its own; gives the name."""
        name = name or login
        with self.new_session.begin() as db:
            caller = Caller("/a/login", "", "", "127.0.0.1", "race")
            self.sessions[name] = open_session_for(db, self.actors.users[login].id, caller)
        return name

    def post(self, desk: str, path: str, *, key: str = "", **form: Any) -> dict[str, Any]:
        """The answer as JSON with its HTTP status under `status`."""
        secret, sid = self.sessions[desk]
        sent: dict[str, Any] = {}
        for name, value in flat(form):
            sent.setdefault(name, []).append(value)
        headers = {"Cookie": f"{COOKIE}={secret}"} | ({"Idempotency-Key": key} if key else {})
        answer = self.client.post(path, params={"__sid": sid}, data=sent, headers=headers)
        return {**answer.json(), "status": answer.status_code}

    def good(self, desk: str, path: str, **form: Any) -> Any:
        said = self.post(desk, path, **form)
        assert said["isSuccess"], said["errorMsg"]
        return said["data"]

    def read(self, work: Callable[[Session], Any]) -> Any:
        with self.new_session.begin() as db:
            return work(db)

    def devices(self, count: int) -> list[Equipment]:
        query = select(Equipment).where(Equipment.equclacode.in_(ABLE), Equipment.equstatus == "1")
        rows: list[Equipment] = self.read(lambda db: list(db.scalars(query.order_by(Equipment.equcode).limit(count))))
        assert len(rows) == count, f"the small city has only {len(rows)} such devices"
        return rows

    def form(self, device: Equipment, **more: Any) -> dict[str, Any]:
        form: dict[str, Any] = {"seisort": "02", "testsort": "0211", "unitsysid": device.useorgsysid}
        form |= {"inscontactname": "胡斌", "INSCONTACTTEL": "13805741234", "equipment": [{"equdatasysid": device.id}]}
        form |= {"earlyreason": "同一地点一并检验"}
        return form | more

    def declared(self, device: Equipment) -> str:
        return str(self.good("shouli", "/api/appmain/submitAppMain", **self.form(device))["id"])

    def mains(self) -> list[AppMain]:
        rows: list[AppMain] = self.read(lambda db: list(db.scalars(select(AppMain).order_by(AppMain.appno))))
        return rows


def together(*works: Callable[[], Any]) -> list[Any]:
    """Run all at the same moment; their results in order."""
    gate = Barrier(len(works))

    def go(work: Callable[[], Any]) -> Any:
        gate.wait()
        return work()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(go, works))


@pytest.fixture
def desks(real: Real, application: Any) -> Iterator[Desks]:
    with Reader(application, raise_server_exceptions=False) as client, real.new_session() as db:
        found = Desks(client, real.new_session, Actors(db))
        for login in ("shouli", "yewu", "dangan"):
            found.open(login)
        yield found


@dataclass
class Server:
    """The server that dies."""

    process: "subprocess.Popen[str]"
    url: str

    def ask(self, step: int, **asked: Any) -> Any:
        """The answer, or None when it was killed before it gave one."""
        assert self.process.stdin and self.process.stdout
        line = {"step": step, "url": self.url, "params": {}, "headers": {}, **asked}
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        said = self.process.stdout.readline().strip()
        return None if said == "killed" else json.loads(said)

    def until_it_lives(self, **asked: Any) -> Iterator[tuple[int, Any]]:
        """The same request, killed at its first step, at its second …, until there is none left."""
        step, said = 0, None
        while said is None:
            step += 1
            said = self.ask(step, **asked)
            yield step, said


@pytest.fixture(scope="session")
def dying(application: Any) -> Iterator["subprocess.Popen[str]"]:
    """The program of it, started once: what dies are its children, and each opens the database of its test."""
    folder = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.races.killed_server"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout
    assert process.stdout.readline().strip() == "ready"
    yield process
    process.stdin.close()
    process.wait()
    process.stdout.close()


@pytest.fixture
def server(dying: "subprocess.Popen[str]", real: Real) -> Server:
    return Server(dying, real.urls.app)

"""Databases for tests: one embedded PostgreSQL per run, a template made once, a copy per worker or per test.

The template is made by the same command as a real installation (`tejian.cli prepare`), so migrations and reference
data are tested by every test.
"""

import fcntl
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import argon2
import psutil
import psycopg

from tejian.ops import postgres
from tejian.ops.postgres import Urls

from . import memory

QUICK = argon2.PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
RUN = "TEJIAN_TEST_RUN"  # the folder of this run, made by the first process and given to the xdist workers
PREFIX = "tejian-test-"
TEMPLATE = "tejian_template"
SERVER = Path(__file__).parents[1]


def start() -> None:
    """Called in the first process of a run."""
    memory.use()
    _sweep()
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir="/tmp"))
    os.environ[RUN] = str(folder)
    postgres.ensure_running(folder / "cluster", durable=False)


def finish() -> None:
    folder = Path(os.environ.pop(RUN))
    postgres.remove(folder / "cluster")
    shutil.rmtree(folder, ignore_errors=True)


def _sweep() -> None:
    """Clear away what killed runs left behind (only our own user's: others cannot be read)."""
    for folder in Path("/tmp").glob(f"{PREFIX}*"):
        pid = folder.name.removeprefix(PREFIX).split("-")[0]
        if pid.isdigit() and not psutil.pid_exists(int(pid)) and folder.stat().st_uid == os.getuid():
            postgres.remove(folder / "cluster")
            shutil.rmtree(folder, ignore_errors=True)


def run_folder() -> Path:
    return Path(os.environ[RUN])


def urls(database: str) -> Urls:
    return postgres.urls(run_folder() / "cluster", database)


def template() -> str:
    """The name of the template database, made by whichever worker needs it first."""
    with open(run_folder() / "template.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = run_folder() / "template.done"
        if not done.exists():
            create(TEMPLATE, "template0")
            install(TEMPLATE)
            settle(TEMPLATE)
            done.touch()
    return TEMPLATE


def install(database: str) -> dict[str, object]:
    """Migrate a database and load its reference data, as a new installation does; gives what the command printed."""
    at = urls(database)
    made = subprocess.run(
        [sys.executable, "-m", "tejian.cli", "prepare"],
        env={**os.environ, **environment(at, run_folder() / "template-data"), "TEJIAN_DEMO": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(f"installing the test database failed:\n{made.stderr[-6000:]}")
    printed: dict[str, object] = json.loads(made.stdout.splitlines()[-1])
    return printed


def settle(database: str) -> None:
    """Put the small city of tests/city.py into a database."""
    env = {**os.environ, **environment(urls(database), run_folder() / "template-data")}
    made = subprocess.run([sys.executable, "-m", "tests.city"], env=env, capture_output=True, text=True, check=False)
    if made.returncode:
        raise RuntimeError(f"the small city failed:\n{made.stderr[-6000:]}")


def environment(at: Urls, data: Path) -> dict[str, str]:
    files = str(run_folder() / "files")  # signatures of the template's people lie where every worker finds them
    found = {"DATABASE_URL": at.app, "TEJIAN_OWNER_URL": at.owner, "TEJIAN_DATA": str(data), "TEJIAN_FILES": files}
    found["TEJIAN_KEYS"] = str(run_folder() / "column.keys")  # what the template holds is opened by every worker
    return found | {"PYTHONPATH": os.pathsep.join(filter(None, (str(SERVER), os.environ.get("PYTHONPATH"))))}


def create(name: str, source: str) -> Urls:
    """A new database copied from another one that nobody uses: its files, not through the log."""
    with psycopg.connect(urls("postgres").admin, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        admin.execute(f"CREATE DATABASE {name} OWNER {postgres.OWNER_ROLE} TEMPLATE {source} STRATEGY FILE_COPY")
    return urls(name)


def drop(name: str) -> None:
    with psycopg.connect(urls("postgres").admin, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@contextmanager
def copied(purpose: str) -> Iterator[Urls]:
    """A copy of the template for the length of a block, under a name of its own."""
    source = template()
    name = f"{purpose}_{secrets.token_hex(4)}"
    with open(run_folder() / "copy.lock", "w") as lock:  # two copies at once of one template disturb each other
        fcntl.flock(lock, fcntl.LOCK_EX)
        at = create(name, source)
    try:
        yield at
    finally:
        drop(name)

"""Installations of earlier layouts start under this version, and everything is there.

`layouts/kept.tar.xz` holds small institutes as the product left them at earlier layouts: an inspected and archived
lift with its sealed report, and a charge that was paid and billed. How another one is kept: `layouts/README.md`.
"""

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tejian import areas
from tejian.kit.database import sealed
from tejian.ops import backup, postgres, server
from tejian.settings import Settings
from tests.ops.test_server import Running, free_port
from tests.waiting import HANGS

KEPT = Path(__file__).parent / "layouts" / "kept.tar.xz"
LAYOUTS = ("0324", "0329", "0440")
# The product's own data, which a start brings to this version; all else stays to the letter.
OWN = {"rule_row", "sys_cache_version", "sys_dict", "sys_menu", "sys_role", "sys_shipped"}
THEIRS = {"sys_param": {"value"}}  # of these tables the installation owns a column alone: the rest is ours, as labels
TABLES = (
    "select relname from pg_class where relkind in ('r', 'p') and not relispartition"
    " and relnamespace = 'public'::regnamespace"
)
KEY = (
    "select attname from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)"
    " where contype = 'p' and conrelid = cast(%s as regclass)"
)

pytestmark = pytest.mark.long
Rows = dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("layouts")
    with tarfile.open(KEPT) as tar:
        tar.extractall(folder)  # our own file
    return folder


@pytest.fixture(params=LAYOUTS)
def earlier(request: pytest.FixtureRequest, layouts: Path, tmp_path: Path) -> Iterator[Settings]:
    """A stopped installation as that layout left it."""
    kept, here = layouts / request.param, Settings(data=str(tmp_path / "var"))
    postgres.ensure_running(here.data_dir, durable=False)
    owner = postgres.urls(here.data_dir).owner
    backup.load(owner, kept / "database.dump")
    with psycopg.connect(owner) as db:  # a dump is without rights; migrating gives the others
        db.execute(f"grant select on alembic_version to {postgres.APP_ROLE}")
    shutil.copytree(kept / "files", here.data_dir / "files")
    shutil.copy(kept / "column.keys", here.keys_file)
    yield here
    postgres.remove(here.data_dir)


def rows_of(url: str) -> dict[str, Rows]:
    """All rows of all tables by their keys; those of a table without a key by themselves."""
    found: dict[str, Rows] = {}
    with psycopg.connect(url) as db:
        for (table,) in db.execute(TABLES).fetchall():
            key = sorted(name for (name,) in db.execute(KEY, [f'"{table}"']).fetchall())
            whole = [row for (row,) in db.execute(f'select to_jsonb(x) from "{table}" x').fetchall()]  # type: ignore[arg-type]
            found[table] = {json.dumps([row[name] for name in key] if key else row): row for row in whole}
    return found


areas.load()
SEALED = {place for _, place, _ in sealed.columns()}
OWN_PAPER = ("chainvoice", "kind", "01", "08")  # a receipt under our own number is called so since


def differences(before: dict[str, Rows], after: dict[str, Rows]) -> dict[str, str]:
    """Of which table rows are gone and of which column values are others (or the column itself): one of each."""
    said: dict[str, str] = {}
    for table, rows in before.items():
        for key, row in rows.items():
            now = after.get(table, {}).get(key)
            if now is None:
                said[table] = key
                continue
            kept = THEIRS.get(table, row.keys())
            for name, old in row.items():
                if f"{table}.{name}" in SEALED and not str(old).startswith(sealed.MARK):
                    lying = now.get(name) or ""
                    if sealed.unseal(f"{table}.{name}", lying) == old and lying.startswith(sealed.MARK if old else ""):
                        continue  # it lies encrypted since, and is the same
                if (table, name, old, now.get(name)) == OWN_PAPER:
                    continue
                if table not in OWN and name in kept and (name not in now or now[name] != old):
                    said[f"{table}.{name}"] = f"{key}: {old} → {now.get(name)}"
    return said


def asking(url: str, login: str) -> Callable[..., Any]:
    """Calls of a person who logged in, as the browser makes them."""
    browser = httpx.Client(base_url=url, timeout=HANGS)
    name, word = (base64.b64encode(text.encode()).decode() for text in (login, "Tejian@2026"))
    said = browser.post(
        "/a/login", data={"username": name, "password": word, "loginType": "1", "randomNum": "1"}
    ).json()
    assert said["sessionid"], said

    def ask(path: str, **form: str) -> httpx.Response:
        return browser.post(path, data=form, params={"__sid": said["sessionid"]})

    return ask


def prepared(here: Settings) -> None:
    """What a start does to the database, without the jobs that go on afterwards."""
    at = postgres.urls(here.data_dir)
    given = {"DATABASE_URL": at.app, "TEJIAN_OWNER_URL": at.owner, "TEJIAN_DATA": str(here.data_dir)}
    given |= {"TEJIAN_KEYS": str(here.keys_file), "TEJIAN_FILES": str(here.files_dir), "TEJIAN_DEMO": "0"}
    command = [sys.executable, "-m", "tejian.cli", "prepare"]
    env = {**os.environ, **given, "PYTHONPATH": str(Path(server.__file__).parents[2])}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def found_in_the_chain(running: Running, folder: Path) -> str:
    """What the verifier says of the chain over the logs and the reports."""
    exported = running.command("chain", str(folder))
    told, _ = exported.communicate(timeout=HANGS)
    assert exported.returncode == 0, told
    done = subprocess.run(
        [sys.executable, folder / "verify_chain.py", folder], capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode else ""


def test_an_earlier_installation_starts_with_everything_there(
    earlier: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed.settings, "current", lambda: earlier)  # whose keys open what it sealed
    before = rows_of(postgres.urls(earlier.data_dir).owner)
    del before["alembic_version"]
    [report] = before["report"].values()
    [charge] = before["chamain"].values()
    prepared(earlier)
    assert differences(before, rows_of(postgres.urls(earlier.data_dir).owner)) == {}
    postgres.stop(earlier.data_dir)
    running = Running(earlier.data_dir, free_port())
    running.start()
    try:
        counter, cashier = asking(running.url, "shouli"), asking(running.url, "shoufei")
        paper = counter("/api/appbuss/reportFile", id=report["appbuss_id"])
        assert hashlib.sha256(paper.content).hexdigest() == report["key"]
        [row] = cashier("/api/chamain/chaMain/findList", chargesysid=charge["chargesysid"]).json()["data"]["list"]
        assert (row["id"], float(row["received"]), float(row["billed"])) == (charge["id"], 660, 660)
        assert found_in_the_chain(running, tmp_path / "chain") == ""
    finally:
        running.end()

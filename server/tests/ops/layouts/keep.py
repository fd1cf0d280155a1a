"""Keeps the layout of this tree (README.md): an inspected and archived lift, a charge paid and billed."""

import os
import shutil
from pathlib import Path
from typing import Any

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tejian.demo.actors import Actors
from tejian.ops import pgbinaries
from tests import database
from tests.charging.conftest import Cash
from tests.inspection.conftest import Office


def test_keep(real: Any) -> None:
    target = Path(os.environ["LAYOUT"])
    with real.new_session() as db:
        office = Office(real.call, db, Actors(db))
        office.archived()
        db.commit()
    with real.new_session() as db:
        office = Office(real.call, db, Actors(db))
        lifts = office.lifts
        office.lifts = lambda count=1: lifts(count + 1)[1:]  # type: ignore[method-assign]
        Cash(office).billed()
        db.commit()
    target.mkdir(parents=True, exist_ok=True)
    parts = conninfo_to_dict(real.urls.owner)
    env = {"PGPASSWORD": str(parts.pop("password", "") or "")}
    told = f"--dbname={make_conninfo('', **parts)}"
    options = ["--format=custom", "--compress=0", "--no-owner", "--no-privileges", told]
    with (target / "database.dump").open("wb") as out:
        assert not pgbinaries.client("pg_dump", options, env, stdout=out)
    shutil.copytree(database.run_folder() / "files", target / "files", dirs_exist_ok=True)
    shutil.copy(database.run_folder() / "column.keys", target / "column.keys")
    print(sorted(str(p.relative_to(database.run_folder())) for p in database.run_folder().glob("*")), real.data)

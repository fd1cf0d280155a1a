"""A long working day in short (F33): what the platform holds after many rounds is what it held after the first ones.

`bench/faults.py --seconds 28800` does the same for eight hours on a whole platform.
"""

import gc
import tempfile
from pathlib import Path
from typing import Any

import psutil
import pytest
from sqlalchemy import text

from tests.conftest import Real

from .conftest import Desks

FIRST, MORE = 6, 18  # rounds until everything is warm, and rounds that are judged
OBJECTS = 60  # that a round may leave behind: what is kept of a question is bounded, and still fills


def a_round(desks: Desks, n: int) -> None:
    """People come, look, write, are refused, err, take lists with them, and leave."""
    desks.open("shouli")
    desks.open("qiye")
    device = desks.devices(6)[n % 6]
    saved = desks.good("shouli", "/api/appmain/saveAppMain", **desks.form(device, remark=f"第{n}轮"))
    assert desks.good("shouli", "/api/appmain/getDetailAppMain", id=saved["main"]["id"])
    for path in ("/api/businesspro/appmain/findList", "/api/eqdbase/eqdBasic/findEqdList"):
        assert desks.post("shouli", path, pageNo=1, pageSize=20, equcode=str(n))["status"] == 200
    assert desks.post("qiye", "/api/system/param/findList")["status"] == 403
    assert desks.post("shouli", "/api/appmain/saveAppMain", seisort="?", equipment="[")["status"] == 422
    assert desks.post("nobody", "/api/user/menuTree")["status"] == 401
    for desk in ("shouli", "qiye"):
        assert desks.post(desk, "/a/Logout")["status"] == 200


def held(real: Real) -> dict[str, int]:
    """What would grow where something is not given back."""
    gc.collect()
    own = psutil.Process()
    with real.new_session() as db:
        query = text("select count(*) from pg_stat_activity where datname = current_database()")
        connections = int(db.scalar(query) or 0)
        waiting = int(db.scalar(text("select count(*) from sys_session")) or 0)
    return {
        "descriptors": own.num_fds(),
        "threads": own.num_threads(),
        "connections": connections,
        "sessions": waiting,
        "temporary files": len(list(Path(tempfile.gettempdir()).iterdir())),
        "objects": len(gc.get_objects()),
    }


def test_what_is_held_does_not_grow_with_the_day(
    desks: Desks, real: Real, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own: Any = tmp_path / "temporary"
    own.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(own))
    desks.sessions["nobody"] = ("0" * 32, "0" * 32)
    for n in range(FIRST):
        a_round(desks, n)
    before = held(real)
    for n in range(FIRST, FIRST + MORE):
        a_round(desks, n)
    after = held(real)
    grown = after.pop("objects") - before.pop("objects")
    assert after == before
    assert grown < OBJECTS * MORE, f"{grown} objects more after {MORE} rounds"

"""The store of files under watch: growth, what is missing, what nobody names, what is damaged."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.files import Attachment
from tejian.kit.database import jobs
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.watch.models.storage import StorageCheck
from tejian.watch.storage.checking import DIGITS, check
from tests.inspection.conftest import Office, office

__all__ = ["office"]
API = "/api/system/storage"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> files.LocalStore:
    made = files.LocalStore(tmp_path)
    monkeypatch.setattr(files, "_store", made)
    return made


def kept(count: int) -> dict[str, list[str]]:
    """New contents by the first digit of their keys."""
    out: dict[str, list[str]] = {one: [] for one in DIGITS}
    for n in range(count):
        key = files.keep_bytes(f"content {n}".encode())
        out[key[0]].append(key)
    return out


def named(office: Office, *keys: str) -> None:
    for key in keys:
        office.db.add(Attachment(attrefsysid="x", owner="equipment", name="a", size=1, mime="image/png", key=key))
    office.db.commit()


def age(store: files.LocalStore, key: str, days: int) -> None:
    past = (clock.now() - timedelta(days=days)).timestamp()
    os.utime(store._path(key), (past, past))


def messages(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(Message)) or 0


def test_what_is_missing_damaged_or_named_by_nobody_is_said(office: Office, store: files.LocalStore) -> None:
    keys = kept(160)
    digit = next(one for one in DIGITS if len(keys[one]) >= 5)
    good, gone, bad, old, young = keys[digit][:5]
    aside = keys[digit][5:]
    named(office, good, gone, bad, *aside)
    store._path(gone).unlink()
    store._path(bad).write_bytes(b"other")
    for key in (good, bad, old):
        age(store, key, 3)
    before = messages(office)
    row = check(office.db, digit)
    found = {(one["kind"], one["key"], one["place"]) for one in row.findings}
    # what the city names and this empty store lacks is missing as well
    lacking = {one for one in found if one[0] == "缺失"}
    assert ("缺失", gone, "attachment.key") in lacking
    assert found - lacking == {("损坏", bad, "attachment.key"), ("无主", old, "")}
    assert (row.objects, row.orphans, row.damaged, row.missing) == (159, 1, 1, len(lacking))
    assert row.sampled == len(keys[digit]) - 1 and young in keys[digit]
    assert messages(office) > before


def test_what_was_set_aside_is_not_missing_and_nothing_is_removed(office: Office, store: files.LocalStore) -> None:
    keys = kept(40)
    digit = next(one for one in DIGITS if keys[one])
    key = keys[digit][0]
    named(office, key)
    store.set_aside(key)
    row = check(office.db, digit)
    assert key not in {one["key"] for one in row.findings}
    assert store.has(key) and row.objects == 39


def test_a_night_looks_at_one_digit_and_the_list_says_the_growth(office: Office, store: files.LocalStore) -> None:
    files.keep_bytes(b"x" * (2 << 20))
    jobs.run("storage.night", {})
    files.keep_bytes(b"y" * (3 << 20))
    with clock.at(clock.now() + timedelta(days=1)):
        jobs.run("storage.night", {})
    office.db.expire_all()
    rows = office.db.scalars(select(StorageCheck).order_by(StorageCheck.begun)).all()
    assert [one.objects for one in rows] == [1, 2]
    assert (DIGITS.index(rows[0].digit) + 1) % 16 == DIGITS.index(rows[1].digit)
    listed: list[dict[str, Any]] = office.good("sysadmin", f"{API}/findList")["list"]
    assert [(one["megabytes"], one["growth"]) for one in listed] == [(5, 3), (2, None)]
    page = office.good("sysadmin", f"{API}/record", id=rows[1].id)
    assert page["facts"][0]["text"] == "2 个"


def test_a_check_is_begun_for_a_digit_that_there_is(office: Office) -> None:
    before = office.db.scalar(select(func.count()).select_from(StorageCheck))
    assert office.post("sysadmin", f"{API}/begin", digit="g")["errorMsg"] == "摘要首位：请从选项中选择"
    assert office.post("shouli", f"{API}/begin", digit="a")["status"] == 403
    office.good("sysadmin", f"{API}/begin", digit="a")
    assert office.db.scalar(select(func.count()).select_from(StorageCheck)) == before

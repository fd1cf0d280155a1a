"""Contents of deleted attachments end when their time is over, and only when no other row names them."""

from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import select, update

from tejian.archives.models.files import Attachment
from tejian.imports.models import ImportRun
from tejian.inspection.models.items import AppMain
from tejian.kit.database import jobs
from tejian.kit.database.audit import SecurityLog
from tejian.kit.database.db import Base
from tejian.kit.files import blobs as files
from tejian.kit.files import contents
from tejian.kit.ground import clock
from tejian.system.models.settings import Param
from tejian.system.settings.api import bump
from tests import s3
from tests.archives.test_attachments import BASE, kept

from .conftest import Archive
from .samples import picture

MONTHS = 36
LATER = timedelta(days=1, minutes=1)


@pytest.fixture
def store(archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> files.LocalStore:
    own = files.LocalStore(tmp_path / "store")
    monkeypatch.setattr(files, "_store", own)
    months(archive, MONTHS)
    return own


def months(archive: Archive, number: int) -> None:
    archive.db.execute(update(Param).where(Param.key == "retention.file_months").values(value=str(number)))
    bump(archive.db, "param")
    archive.db.commit()


def deleted(
    archive: Archive, content: bytes, ago: timedelta = timedelta(days=MONTHS * 31), main: AppMain | None = None
) -> Attachment:
    """An attachment that somebody deleted some time ago, over HTTP."""
    main = main or archive.office.declared()
    name = "照片.png" if content.startswith(b"\x89PNG") else "照片.jpg"
    row = kept(archive, "shouli", main.id, (name, content), type="21")[0]
    archive.office.good("shouli", f"{BASE}/delete", attsysid=row["attsysid"])
    found = archive.db.scalars(select(Attachment).where(Attachment.id == row["attsysid"])).one()
    assert found.deleted and found.key
    archive.db.execute(update(Attachment).where(Attachment.id == found.id).values(updatetime=clock.now() - ago))
    archive.db.commit()
    archive.db.expire_all()
    return found


def night(archive: Archive, after: timedelta = timedelta()) -> list[str]:
    """What the security log says of the contents that ended."""
    archive.db.commit()
    before = set(archive.db.scalars(select(SecurityLog.id)))
    with clock.at(clock.now() + after):
        jobs.run("system.retention", {})
    archive.db.expire_all()
    lines = archive.db.scalars(select(SecurityLog).where(SecurityLog.id.not_in(before)).order_by(SecurityLog.id))
    return [one.detail for one in lines if "内容" in one.target]


def test_a_content_ends_a_day_after_its_time_and_the_row_stays(archive: Archive, store: files.LocalStore) -> None:
    row = deleted(archive, picture())
    key, thumb = row.key, row.thumb
    assert store.has(key) and store.has(thumb) and key != thumb
    assert night(archive) == [f"保存满{MONTHS}个月，清理1条"]
    row = archive.db.scalars(select(Attachment).where(Attachment.id == row.id)).one()
    assert (row.key, row.thumb, row.name, row.deleted, row.size > 0) == ("", "", "照片.jpg", True, True)
    assert store.has(key)  # a day long, for whoever names it in this moment
    assert night(archive) == [] and store.has(key)
    assert night(archive, LATER) == ["从附件存储删去2份"]
    assert not store.has(key) and not store.has(thumb) and store.aside() == []
    assert night(archive, LATER) == []


def test_before_its_time_or_without_one_a_content_stays(archive: Archive, store: files.LocalStore) -> None:
    main = archive.office.declared()
    young = deleted(archive, picture(), timedelta(days=MONTHS * 30), main)
    assert night(archive) == [] and store.aside() == [] and young.key
    months(archive, 0)
    old = deleted(archive, picture("PNG"), main=main)
    assert night(archive) == [] and store.aside() == [] and old.key


def test_a_content_that_another_row_names_stays(archive: Archive, store: files.LocalStore) -> None:
    """The same photo belongs to another record; the file of an import is the same as a deleted attachment."""
    content = picture()
    main = archive.office.declared()
    first, second = (kept(archive, "shouli", main.id, (name, content), type="21")[0] for name in ("甲.jpg", "乙.jpg"))
    archive.office.good("shouli", f"{BASE}/delete", attsysid=first["attsysid"])
    long_ago = clock.now() - timedelta(days=MONTHS * 31)
    archive.db.execute(update(Attachment).where(Attachment.id == first["attsysid"]).values(updatetime=long_ago))
    assert night(archive) == [f"保存满{MONTHS}个月，清理1条"] and store.aside() == []
    assert night(archive, LATER) == []
    back = archive.get("shouli", f"{BASE}/preview", attsysid=second["attsysid"])
    assert back.content == content and store.aside() == []

    row = deleted(archive, picture("PNG"), main=main)
    run = ImportRun(user_id="u", user_name="某", view_no="x", title="人员", filename="a.xlsx", key=row.key, mode="all")
    run.state = "done"
    archive.db.add(run)
    key = row.key
    night(archive)
    night(archive, LATER)
    assert store.has(key)


def test_who_names_a_content_again_in_the_same_moment_still_has_it(archive: Archive, store: files.LocalStore) -> None:
    """A row that was not seen when the content was set aside: it is read, and the next night puts it back."""
    content = picture()
    row = deleted(archive, content)
    key = row.key
    night(archive)
    assert [one for one, _at in store.aside()].count(key) == 1
    row = archive.db.scalars(select(Attachment).where(Attachment.id == row.id)).one()
    row.key, row.deleted = key, False
    archive.db.commit()
    assert night(archive, LATER) == ["从附件存储删去1份"]  # the small picture, which nobody named again
    assert files.read_checked(key) == content and store.aside() == []
    store.set_aside(key)
    assert files.read_checked(key) == content and store.aside() == []
    store.set_aside(key)
    assert files.keep_bytes(content) == key  # uploaded again: there is a new one, and the old one may go
    store.drop(key)
    assert files.read_checked(key) == content


def test_a_deletion_that_is_undone_with_its_transaction_loses_nothing(
    archive: Archive, store: files.LocalStore
) -> None:
    row = deleted(archive, picture())
    key = row.key
    archive.db.begin_nested()
    row.key = ""
    assert contents.free(archive.db, [key, ""]) == 1
    archive.db.rollback()
    archive.db.expire_all()
    months(archive, 0)
    night(archive, LATER)
    assert store.has(key) and store.aside() == []


def test_every_column_that_names_a_content_says_so(archive: Archive) -> None:
    """Whatever text of the database is the key of a content in the store stands in a column that says so."""
    item = archive.office.approved()
    kept(archive, "shouli", item.appmain_id, ("照片.jpg", picture()), type="21")
    known = {(one.table.name, one.name) for one in contents.columns()}
    assert known == {
        ("attachment", "key"), ("attachment", "thumb"), ("import_run", "errors_key"), ("import_run", "key"),
        ("moving_file", "key"), ("moving_file", "memo"), ("moving_piece", "key"),
        ("report", "key"), ("sys_user", "signature"),
    }  # fmt: skip
    found = dict[str, set[tuple[str, str]]]()
    for table in Base.metadata.tables.values():
        for column in table.columns:
            if isinstance(column.type, sa.String | sa.JSON):
                text = sa.cast(column, sa.Text)
                digests = sa.func.regexp_matches(text, "[0-9a-f]{64}", "g")
                for (keys,) in archive.db.execute(select(digests).where(text.op("~")("[0-9a-f]{64}"))):
                    found.setdefault(keys[0], set()).add((table.name, column.name))
    stored = {key: places for key, places in found.items() if files.store().has(key)}
    assert len(stored) >= 3
    assert {key: places for key, places in stored.items() if not places & known} == {}


def test_a_store_in_the_cloud_sets_aside_takes_back_and_drops(tmp_path: Path) -> None:
    with s3.serving() as kept:
        store = files.S3Store(kept.place("files/"))
        file, key = tmp_path / "x", "a" * 64
        file.write_bytes(b"content")
        store.put(key, file)
        store.set_aside(key)
        assert kept.names() == [f"files/.gone/{key}"] and store.has(key)
        assert [one for one, _at in store.aside()] == [key]
        assert store.get(key) == b"content" and kept.names() == [f"files/{key}"] and store.aside() == []
        store.set_aside(key)
        store.put(key, file)  # uploaded again
        store.drop(key)
        assert kept.names() == [f"files/{key}"]
        store.set_aside(key)
        store.drop(key)
        assert not store.has(key) and kept.objects == {}

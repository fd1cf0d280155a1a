"""Sealed columns: what lies in the database tells nothing, and everything that used the plain values goes on."""

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tejian import settings as settings_module
from tejian.archives.common.api import make_idcard
from tejian.archives.models.persons import IdentityNumber, Person, digest_of
from tejian.archives.models.units import Unit
from tejian.kit.database import bulk, sealed
from tejian.kit.web.once import RequestOnce
from tests.system.conftest import browser as browser  # browsers that are logged in

from .conftest import Archive
from .test_persons import BORN, SAVE, form, registered

PLACE = "identity_number.idno"


@pytest.fixture
def own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A key file of the test's own."""
    file = tmp_path / "column.keys"
    monkeypatch.setenv("TEJIAN_KEYS", str(file))
    settings_module.current.cache_clear()
    yield file  # type: ignore[misc]
    monkeypatch.undo()
    settings_module.current.cache_clear()


def emptied(archive: Archive) -> None:
    """Nothing sealed under the keys of the other tests."""
    archive.db.execute(sa.text("delete from identity_number"))
    for column, _, beside in sealed.columns():
        said = ", ".join(f"\"{one.name}\" = ''" for one in (column, *beside))
        archive.db.execute(sa.text(f"update {column.table} set {said}"))


def stored(archive: Archive) -> list[Any]:
    return archive.db.execute(sa.text("select ref_id, idno, idno_blind from identity_number")).all()  # type: ignore[return-value]


def test_the_table_of_numbers_holds_none_that_can_be_read(archive: Archive) -> None:
    person = registered(archive)
    number = make_idcard("330212", BORN, 7)
    assert all(r.idno.startswith("~1:") and r.idno_blind for r in stored(archive))  # of the small city too
    row = next(r for r in stored(archive) if r.ref_id == person.id)
    assert row.idno.startswith("~1:") and number not in row.idno and number not in row.idno_blind
    assert archive.db.scalar(sa.select(IdentityNumber.idno).where(IdentityNumber.ref_id == person.id)) == number
    assert sealed.keys().each["1"].hex() not in str(stored(archive))


def test_the_same_number_lies_differently_each_time_and_is_found_all_the_same(archive: Archive) -> None:
    number = make_idcard("330212", BORN, 9)
    assert sealed.seal(PLACE, number) != sealed.seal(PLACE, number)
    assert digest_of(number) == digest_of(number) != sealed.blind("sys_user.totp_secret", number)
    person = registered(archive)
    second = archive.office.post("yewu", SAVE, **form(archive, name="别人", idno=make_idcard("330212", BORN, 7)))
    assert second["errorCode"] == "DUPLICATE" and second["existing"] == {"id": person.id}


def test_a_changed_number_is_found_by_the_new_one_alone(archive: Archive) -> None:
    person = registered(archive)
    old, new = make_idcard("330212", BORN, 7), make_idcard("330212", BORN, 11)
    archive.office.good("yewu", SAVE, id=person.id, version=1, **form(archive, idno=new))

    def found(v: str) -> list[str]:
        return [r["id"] for r in archive.get("yewu", "/api/person/findList", idno=v).json()["data"]["list"]]

    assert (found(new), found(old)) == ([person.id], [])


def test_a_value_of_another_column_or_key_is_not_opened(own_keys: Path) -> None:
    kept = sealed.seal(PLACE, "330212198503090079")
    assert sealed.unseal(PLACE, kept) == "330212198503090079"
    with pytest.raises(sealed.KeyMissing):
        sealed.unseal("unit.legalid", kept)
    with pytest.raises(sealed.KeyMissing, match="缺少第 7 号"):
        sealed.unseal(PLACE, kept.replace("~1:", "~7:"))
    assert own_keys.stat().st_mode & 0o777 == 0o600


def test_a_platform_without_its_keys_does_not_begin(archive: Archive, own_keys: Path) -> None:
    """It would make new ones, and every number would be unknown to the duplicate check."""
    archive.db.execute(sa.text("update sys_user set totp_secret = '~1:eA==' where login = 'sysadmin'"))
    with pytest.raises(sealed.KeyMissing, match="缺少列密钥文件"):
        sealed.refuse_without_keys(archive.db)
    assert not own_keys.exists()
    emptied(archive)
    sealed.refuse_without_keys(archive.db)


def test_a_sealed_column_answers_no_condition() -> None:
    for ask in (lambda c: c == "x", lambda c: c.like("3302%"), lambda c: c.in_(["x"]), lambda c: c.desc()):
        with pytest.raises(TypeError, match="blind index"):
            ask(IdentityNumber.idno)


def test_old_rows_are_sealed_and_a_rotation_seals_them_anew(archive: Archive, own_keys: Path) -> None:
    """Plain rows of before, in batches; then another key, and the old one is of no more use."""
    numbers = {f"old{n}": make_idcard("330212", BORN, 20 + n) for n in range(7)}
    emptied(archive)
    for key, number in numbers.items():
        values = {"id": key, "no": number}
        plain = "insert into identity_number values (:id, 'person', '01', :no, '')"
        archive.db.execute(sa.text(plain), values)
    archive.db.execute(
        sa.text("update sys_user set totp_secret = 'PLAIN', mobile = '13999900001' where login = 'sysadmin'")
    )
    lines: list[str] = []
    assert sealed.reseal(archive.db, lines.append, archive.db.flush) == 8
    assert any("identity_number：已加密" in line for line in lines)
    assert sealed.reseal(archive.db, lines.append, archive.db.flush) == 0
    archive.db.expire_all()
    assert {r.ref_id: r.idno_blind for r in stored(archive)} == {k: digest_of(n) for k, n in numbers.items()}
    before = sealed.keys().each["1"]
    assert sealed.rotate() == "2"
    assert sealed.reseal(archive.db, lines.append, archive.db.flush) == 8
    assert {r.idno[:3] for r in stored(archive)} == {"~2:"}
    assert sealed.forget_old() == ["1"] and before.hex() not in own_keys.read_text()
    archive.db.expire_all()
    rows = archive.db.execute(sa.select(IdentityNumber.ref_id, IdentityNumber.idno)).all()
    assert {row.ref_id: row.idno for row in rows} == numbers
    assert json.loads(own_keys.read_text())["active"] == "2"


def test_a_phone_lies_sealed_and_is_found_by_all_of_it(archive: Archive) -> None:
    """In its column, in no search text, and in no line of the trail."""
    person = registered(archive, mobile="13999912345")
    row = archive.db.execute(
        sa.text("select mobile, mobile_blind, searchtext from person where id = :id"), {"id": person.id}
    ).one()
    assert row.mobile.startswith("~1:") and len(row.mobile_blind) == 64 and "13999912345" not in str(row)

    def found(text: str) -> list[str]:
        answer = archive.get("yewu", "/api/person/findList", name=text).json()["data"]
        return [r["id"] for r in answer["list"]] if answer else []

    assert (found("13999912345"), found("1399991"), found("99912345")) == ([person.id], [], [])
    version = archive.office.good("yewu", SAVE, id=person.id, version=1, **form(archive, mobile="13999954321"))
    assert version and (found("13999912345"), found("13999954321")) == ([], [person.id])
    told = archive.db.execute(sa.text("select changes::text from audit_log where entity_id = :id"), {"id": person.id})
    trail = "".join(told.scalars())
    assert all(shown in trail for shown in ("139****2345", "139****4321")) and "1399995" not in trail


def test_a_phone_that_comes_by_copy_lies_sealed_too(archive: Archive) -> None:
    unit = archive.units(Unit.ismaintain)[0].id
    (key,) = bulk.add(archive.db, Person, [{"name": "批量", "mobile": "13999954321", "unit_id": unit}])
    raw = archive.db.execute(sa.text("select mobile, mobile_blind from person where id = :id"), {"id": key}).one()
    assert raw.mobile.startswith("~1:") and raw.mobile_blind == sealed.blind("person.mobile", "13999954321")
    assert archive.db.get(Person, key).mobile == "13999954321"


def test_a_revealed_number_is_not_kept_for_a_repeated_request(archive: Archive, browser: Any) -> None:
    """The answer to a write is remembered for a day; this one is not."""
    person = registered(archive)
    reader = browser("jianguan")
    number = make_idcard("330212", BORN, 7)
    for _ in range(2):
        said = reader.good("/api/identity/reveal", id=person.id, reason="核对证件")
        assert said["idno"] == number
    answers = archive.db.scalars(sa.select(RequestOnce.answer)).all()
    assert not [one for one in answers if one and number.encode() in one]

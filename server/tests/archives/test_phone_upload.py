"""The phone upload: a QR code gives a right to one record, for a quarter of an hour, while its session lives."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment, UploadToken
from tejian.kit.database import tries
from tejian.kit.ground import clock
from tejian.kit.papers import qr
from tejian.system.models.accounts import SysUser, UserSession
from tests.conftest import Caller

from .conftest import Archive
from .samples import PDF

BASE = "/api/equipment-documents/attachments"
GONE = "二维码已失效，请在电脑上重新打开"


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were drawn as QR pictures."""
    drawn: list[str] = []
    real = qr.png
    monkeypatch.setattr(qr, "png", lambda text, *a: drawn.append(text) or real(text, *a))
    return drawn


@pytest.fixture
def shown(archive: Archive, call: Caller, texts: list[str]) -> tuple[str, str]:
    """A QR code that a logged-in person shows: (record, token). The phone itself has no session."""
    lift = archive.first(Equipment.equclass == "3000")
    assert call.login("shouli")["isSuccess"]
    made = call.get(f"{BASE}/qrcode", attrefsysid=lift.id, owner="equipment")
    assert made.headers["content-type"] == "image/png"
    call.client.cookies.clear()
    call.sid = ""
    address, _, query = texts[0].partition("#token=")
    token, _, ref = query.partition("&attrefsysid=")
    assert address.endswith("/attachment/mobile") and ref == lift.id
    return lift.id, token


def upload(call: Caller, ref: str, token: str) -> Any:
    return call(BASE, _files=[("file", ("现场.pdf", PDF, "x/y"))], attrefsysid=ref, token=token)


def files_of(archive: Archive, ref: str) -> list[Attachment]:
    return list(archive.db.scalars(select(Attachment).where(Attachment.attrefsysid == ref)))


def test_a_phone_uploads_as_who_showed_the_code(archive: Archive, call: Caller, shown: tuple[str, str]) -> None:
    ref, token = shown
    info = call(f"{BASE}/phone", token=token, attrefsysid=ref).json()["data"]
    assert (info["owner"], info["userName"]) == ("equipment", "周晓琳")
    assert upload(call, ref, token).json()["data"][0]["name"] == "现场.pdf"
    assert [f.by_name for f in files_of(archive, ref)] == ["周晓琳"]
    kept = archive.db.scalars(select(UploadToken)).one()
    assert token not in (kept.token, kept.session_id)


def test_without_a_token_or_session_nothing_is_taken(archive: Archive, call: Caller, shown: tuple[str, str]) -> None:
    ref, _token = shown
    assert upload(call, ref, "").status_code == 401
    said = upload(call, ref, "guessed")
    assert (said.status_code, said.json()["errorMsg"]) == (403, GONE)
    assert files_of(archive, ref) == []


def test_tokens_are_not_guessed_without_end(archive: Archive, call: Caller, shown: tuple[str, str]) -> None:
    ref, token = shown
    for n in range(tries.PUBLIC.most):
        said = upload(call, ref, f"guess{n}") if n % 2 else call(f"{BASE}/phone", token=f"guess{n}", attrefsysid=ref)
        assert said.status_code == 403
    said = upload(call, ref, token)
    assert (said.status_code, said.json()["errorMsg"]) == (429, "扫码过于频繁，请10分钟后再试")
    assert files_of(archive, ref) == []
    with clock.at(clock.now() + timedelta(minutes=11)):
        assert upload(call, ref, token).json()["isSuccess"]


def test_a_token_is_for_its_own_record_only(archive: Archive, call: Caller, shown: tuple[str, str]) -> None:
    _ref, token = shown
    other = archive.first(Equipment.equclass == "4000").id
    assert upload(call, other, token).json()["errorMsg"] == GONE
    assert call(f"{BASE}/phone", token=token, attrefsysid=other).status_code == 403
    said = call(BASE, _files=[("file", ("a.pdf", PDF, "x/y"))], attrefsysid=other, token=token, owner="unit")
    assert said.status_code == 403
    assert files_of(archive, other) == []


def test_a_token_opens_nothing_else(call: Caller, shown: tuple[str, str]) -> None:
    ref, token = shown
    for path in (f"{BASE}/configs", f"{BASE}/delete", "/a/stone/attachment/findAttList", "/api/user/info"):
        assert call(path, token=token, attrefsysid=ref, __sid=token).status_code == 401, path


def test_a_token_ends_after_a_quarter_of_an_hour(archive: Archive, call: Caller, shown: tuple[str, str]) -> None:
    ref, token = shown
    with clock.at(clock.now() + timedelta(minutes=14)):
        assert upload(call, ref, token).json()["isSuccess"]
    with clock.at(clock.now() + timedelta(minutes=16)):
        assert upload(call, ref, token).json()["errorMsg"] == GONE
    assert len(files_of(archive, ref)) == 1


@pytest.mark.parametrize("end", ["logout", "disabled", "no_right", "record_gone"])
def test_a_token_ends_with_its_session_account_right_or_record(
    archive: Archive, call: Caller, shown: tuple[str, str], end: str
) -> None:
    ref, token = shown
    user = archive.db.scalars(select(SysUser).where(SysUser.login == "shouli")).one()
    if end == "logout":
        archive.db.execute(delete(UserSession).where(UserSession.user_id == user.id))
    if end == "disabled":
        user.enabled = False
    if end == "no_right":
        user.role_ids = []
    if end == "record_gone":
        archive.one(ref).equDel = 1
    assert upload(call, ref, token).status_code == 403
    assert files_of(archive, ref) == []


def test_a_code_for_a_foreign_record_is_not_drawn(archive: Archive, call: Caller, texts: list[str]) -> None:
    lift = archive.first(Equipment.equclass == "3000")
    lift.cheorgsysid = ""
    assert call.login("shouli")["isSuccess"]
    assert call.get(f"{BASE}/qrcode", attrefsysid=lift.id, owner="equipment").status_code == 403
    assert texts == []
    assert archive.db.scalars(select(UploadToken)).all() == []

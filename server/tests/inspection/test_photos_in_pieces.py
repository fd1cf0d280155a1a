"""A photo that was cut off goes on where it stopped; what is broken, too large or of another is stored nowhere."""

import hashlib
from datetime import timedelta
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import func, select, update

from tejian.archives.models.files import Attachment
from tejian.inspection.models.fieldwork import TerminalDay
from tejian.inspection.models.photos import PhotoMark, PhotoPiece, PhotoUpload
from tejian.kit.ground import clock

from .conftest import Office
from .phones import Phone, phones, record

PIECE = 20_000


def sharp() -> bytes:
    """A picture of several pieces: noise cannot be made small."""
    made = BytesIO()
    Image.frombytes("RGB", (320, 240), Random(7).randbytes(320 * 240 * 3)).save(made, "JPEG", quality=95)
    return made.getvalue()


def of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def whole(key: str, content: bytes, **more: Any) -> dict[str, Any]:
    return {"record": key, "item": "1", "digest": of(content), "size": len(content)} | more


def send(phone: Phone, form: dict[str, Any], offset: int, content: bytes, **more: Any) -> Any:
    office = phone.office
    sent = {"device": phone.device, "app": "1.0.0", **form, "offset": offset, "piece": of(content)} | more
    office.call.user = office.user(phone.login)
    try:
        files = {"file": ("site.jpg", content, "image/jpeg")}
        answer = office.call.client.post("/api/pda/photo/part", data=sent, files=files)
    finally:
        office.call.user = None
    office.db.expire_all()
    return answer.json()


def rest(phone: Phone, form: dict[str, Any], content: bytes, offset: int) -> dict[str, Any]:
    """Everything from an offset on, piece by piece."""
    data: dict[str, Any] = {}
    while offset < len(content):
        said = send(phone, form, offset, content[offset : offset + PIECE])
        assert said["isSuccess"], said
        data = said["data"]
        assert data["offset"] == min(offset + PIECE, len(content))
        offset = data["offset"]
    return data


def counts(office: Office) -> list[int]:
    models = (PhotoUpload, PhotoPiece, Attachment)
    return [office.db.scalar(select(func.count()).select_from(one)) or 0 for one in models]


@pytest.mark.parametrize("cut", [0.1, 0.5, 0.9])
def test_a_photo_that_was_cut_off_goes_on(office: Office, cut: float) -> None:
    item = office.built()
    phone, _ = phones(office)
    content, key = sharp(), record(office, item).id
    form = whole(key, content)
    before = counts(office)[2]
    assert phone.good("photo/begin", **form)["offset"] == 0
    arrived = max(1, int(len(content) * cut) // PIECE) * PIECE
    rest(phone, form, content[:arrived], 0)
    again = phone.good("photo/begin", **form)  # the phone asks after the net came back
    assert (again["offset"], again["attsysid"]) == (arrived, "")
    assert counts(office) == [1, arrived // PIECE, before]
    done = rest(phone, form, content, arrived)
    assert done["attsysid"] and counts(office) == [0, 0, before + 1]
    kept = office.db.get_one(Attachment, done["attsysid"])
    assert (kept.key, kept.size, kept.item, kept.attrefsysid) == (of(content), len(content), "1", item.id)
    once_more = phone.good("photo/begin", **form)
    assert (once_more["attsysid"], counts(office)) == (done["attsysid"], [0, 0, before + 1])
    assert office.db.scalar(select(func.sum(TerminalDay.photos))) == 1


def test_a_piece_that_begins_elsewhere_changes_nothing_and_says_where_to_go_on(office: Office) -> None:
    item = office.built()
    phone, other = phones(office)
    content, key = sharp(), record(office, item).id
    form = whole(key, content)
    phone.good("photo/begin", **form)
    rest(phone, form, content[:PIECE], 0)
    before = counts(office)
    for offset in (0, 2 * PIECE):
        said = send(phone, form, offset, content[offset : offset + PIECE])
        assert (said["data"]["offset"], said["data"]["attsysid"]) == (PIECE, "")
    assert counts(office) == before
    said = send(other, form, PIECE, content[PIECE : 2 * PIECE])  # what one phone began is nobody else's
    assert said["errorMsg"] == "没有这张照片的上传，请重新开始"
    assert counts(office) == before


def test_a_broken_piece_is_refused_and_a_broken_whole_begins_anew(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    content, key = sharp(), record(office, item).id
    form = whole(key, content)
    phone.good("photo/begin", **form)
    before = counts(office)
    said = send(phone, form, 0, content[:PIECE], piece="0" * 64)
    assert said["errorMsg"] == "照片在传输中损坏，摘要不一致，请重新上传"
    assert counts(office) == before
    other = bytes(len(content))
    offset = 0
    while offset < len(content):  # each piece as it was sent, but none of this photo
        said = send(phone, form, offset, other[offset : offset + PIECE])["data"]
        offset += PIECE
    assert (said["offset"], said["attsysid"]) == (0, "")
    assert said["broken"] == "照片在传输中损坏，摘要不一致，请重新上传"
    assert counts(office) == [0, 0, before[2]]
    phone.good("photo/begin", **form)
    assert rest(phone, form, content, 0)["attsysid"]


def test_what_is_no_photo_of_the_sender_is_refused(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    content, key = sharp(), record(office, item).id
    before = counts(office)
    assert phone.refused("photo/begin", **whole(key, content, size=0)) == "照片过大，最多20 MB"
    assert phone.refused("photo/begin", **whole(key, content, size=(20 << 20) + 1)) == "照片过大，最多20 MB"
    assert phone.refused("photo/begin", **whole("0" * 32, content))
    assert phone.refused("photo/begin", **whole(key, content, digest="x"))
    form = whole(key, content)
    assert send(phone, form, 0, content[:PIECE])["errorMsg"] == "没有这张照片的上传，请重新开始"
    assert counts(office) == before
    phone.good("photo/begin", **form)
    assert phone.refused("photo/begin", **form | {"size": 9}) == "照片的大小与先前所报不同"
    long = content + b"x" * PIECE
    offset = 0
    for offset in range(0, len(content) - PIECE, PIECE):
        send(phone, form, offset, content[offset : offset + PIECE])
    stood = counts(office)
    said = send(phone, form, offset + PIECE, long[offset + PIECE :])
    assert said["errorMsg"] == "照片比所报的大"
    assert counts(office) == stood
    none = b"no picture" * 10
    phone.good("photo/begin", **whole(key, none))
    assert "只能上传图片" in send(phone, whole(key, none), 0, none)["errorMsg"]
    assert counts(office)[2] == before[2]


def test_what_nobody_went_on_with_is_forgotten(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    content, key = sharp(), record(office, item).id
    phone.good("photo/begin", **whole(key, content))
    rest(phone, whole(key, content), content[:PIECE], 0)
    for days, left in ((6, [2, 1]), (8, [1, 0])):
        past = clock.now() - timedelta(days=days)
        office.db.execute(update(PhotoUpload).where(PhotoUpload.digest == of(content)).values(updatetime=past))
        office.db.commit()
        phone.good("photo/begin", **whole(key, content[:-1]))
        assert counts(office)[:2] == left


CIRCLE = {"kind": "circle", "x": 0.1, "y": 0.2, "x2": 0.4, "y2": 0.5}
WORDS = {"kind": "text", "x": 0.5, "y": 0.5, "x2": 0.5, "y2": 0.5, "words": "锈蚀"}


def test_a_copy_with_marks_stands_beside_its_photo(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    photo, drawn, key = sharp(), sharp() + b"drawn", record(office, item).id
    form = whole(key, drawn, original=of(photo), marks=[CIRCLE, WORDS])
    before = counts(office)
    assert phone.refused("photo/begin", **form) == "没有这张照片的原件，请先上传原件"
    assert counts(office) == before
    phone.good("photo/begin", **whole(key, photo))
    original = rest(phone, whole(key, photo), photo, 0)["attsysid"]
    phone.good("photo/begin", **form)
    copy = rest(phone, whole(key, drawn), drawn, 0)["attsysid"]
    mark = office.db.scalars(select(PhotoMark)).one()
    assert (mark.photo_id, mark.original_id, mark.item) == (copy, original, "1")
    assert (mark.digest, mark.original) == (of(drawn), of(photo))
    assert mark.words == "圈 1 处，文字 1 处，“锈蚀”"
    assert office.db.get_one(Attachment, original).key == of(photo)  # as it was taken


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        ([], "标注应有1至50处"),
        ([CIRCLE] * 51, "标注应有1至50处"),
        ([CIRCLE | {"kind": "blur"}], "标注只能是圈、箭头或文字"),
        ([CIRCLE | {"x": 1.2}], "标注不在照片上"),
        ([CIRCLE | {"words": "圈里的字"}], "文字标注须有文字，最多60个字"),
        ([WORDS | {"words": " "}], "文字标注须有文字，最多60个字"),
        ([WORDS | {"words": "字" * 61}], "文字标注须有文字，最多60个字"),
    ],
)
def test_what_is_no_mark_is_refused(office: Office, marks: list[Any], said: str) -> None:
    item = office.built()
    phone, _ = phones(office)
    photo, key = sharp(), record(office, item).id
    phone.good("photo/begin", **whole(key, photo))
    rest(phone, whole(key, photo), photo, 0)
    before = counts(office)
    form = whole(key, photo + b"drawn", original=of(photo), marks=marks)
    assert phone.refused("photo/begin", **form) == said
    assert counts(office) == before

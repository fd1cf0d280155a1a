"""Attachments: what may be uploaded, by whom, to what, and what is given back (specification 000 §7)."""

import zipfile
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import select
from starlette.requests import Request

from tejian.archives.files import service
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.kit.files import blobs as files

from .conftest import Archive
from .samples import PDF, office, picture, placed

BASE = "/api/equipment-documents/attachments"
WRONG_KIND = "只能上传图片（JPG、PNG）、PDF、Excel、Word 文件，且文件内容须与扩展名一致"


def send(archive: Archive, login: str, ref: str, *sent: tuple[str, bytes], path: str = BASE, **form: str) -> Any:
    """An upload as a browser sends it."""
    caller = archive.office.call
    caller.user = archive.office.user(login) if login else None
    archive.db.commit()
    parts = [("file", (name, content, "application/x-whatever")) for name, content in sent]
    try:
        return caller.client.post(path, data={"attrefsysid": ref, **form}, files=parts or None)
    finally:
        caller.user = None
        archive.db.expire_all()


def kept(archive: Archive, login: str, ref: str, *sent: tuple[str, bytes], **form: str) -> list[dict[str, Any]]:
    said = send(archive, login, ref, *sent, **form).json()
    assert said["isSuccess"], said["errorMsg"]
    rows: list[dict[str, Any]] = said["data"]
    return rows


def rows_of(archive: Archive, ref: str) -> list[Attachment]:
    return list(archive.db.scalars(select(Attachment).where(Attachment.attrefsysid == ref)))


@pytest.mark.parametrize(
    ("name", "content", "mime"),
    [
        ("照片.jpg", picture(), "image/jpeg"),
        ("照片.JPEG", picture(), "image/jpeg"),
        ("图.png", picture("PNG"), "image/png"),
        ("合同.pdf", PDF, "application/pdf"),
        ("表.xlsx", office("xl/"), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("函.docx", office("word/"), "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ],
)
def test_a_file_is_kept_under_its_real_kind(archive: Archive, name: str, content: bytes, mime: str) -> None:
    main = archive.office.declared()
    row = kept(archive, "shouli", main.id, (name, content), type="21")[0]
    assert (row["name"], row["size"], row["type"], row["mime"]) == (name, len(content), "21", mime)
    back = archive.get("shouli", f"{BASE}/preview", attsysid=row["attsysid"])
    assert (back.content, back.headers["content-type"].split(";")[0]) == (content, mime)
    assert back.headers["x-content-type-options"] == "nosniff"
    inline = mime.startswith("image/") or mime == "application/pdf"
    assert back.headers["content-disposition"].startswith("inline" if inline else "attachment")
    assert "no-store" in back.headers["cache-control"]


@pytest.mark.parametrize(("name", "content"), [("照片.jfif", picture()), ("照片.webp", picture("WEBP"))])
def test_a_photo_of_a_phone_or_a_browser_is_kept_as_jpeg(archive: Archive, name: str, content: bytes) -> None:
    main = archive.office.declared()
    row = kept(archive, "shouli", main.id, (name, content), type="21")[0]
    assert (row["name"], row["mime"]) == ("照片.jpg", "image/jpeg")
    back = archive.get("shouli", f"{BASE}/preview", attsysid=row["attsysid"])
    with Image.open(BytesIO(back.content)) as opened:
        assert (opened.format, opened.size) == ("JPEG", (64, 48))


@pytest.mark.parametrize("name", ["IMG_1.heic", "IMG_1.HEIF", "IMG_1.jpg"])
def test_a_heic_photo_is_refused_with_what_to_do(archive: Archive, name: str) -> None:
    main = archive.office.declared()
    said = send(archive, "shouli", main.id, (name, b"\0\0\0\x18ftypheic\0\0\0\0mif1"), type="21").json()
    assert said["errorCode"] == "HEIC" and "兼容性最佳" in said["errorMsg"] and "导出为JPG" in said["errorMsg"]
    assert rows_of(archive, main.id) == []


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.jpg", PDF, WRONG_KIND),
        ("a.pdf", picture(), WRONG_KIND),
        ("a.png", picture(), WRONG_KIND),
        ("a.exe", picture(), WRONG_KIND),
        ("a.jpg.html", picture(), WRONG_KIND),
        ("a.svg", b"<svg onload=alert(1)>", WRONG_KIND),
        ("a.html", b"<script>1</script>", WRONG_KIND),
        ("jpg", picture(), WRONG_KIND),
        ("a.docx", office("xl/"), WRONG_KIND),
        ("a.xlsx", b"PK\x03\x04" + b"x" * 200, WRONG_KIND),
        ("a.jpg", b"", "文件内容为空"),
        ("a.jpg", picture()[:200], "图片已损坏或过大，请重新拍摄"),
        ("a.pdf", PDF + b"0" * (20 << 20), "文件过大，最多20 MB"),
    ],
)
def test_a_wrong_file_is_refused_and_nothing_is_kept(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes, sentence: str
) -> None:
    main = archive.office.declared()
    stored: list[str] = []
    monkeypatch.setattr(files.store(), "put", lambda key, path: stored.append(key))
    said = send(archive, "shouli", main.id, (name, content)).json()
    assert (said["isSuccess"], said["errorMsg"]) == (False, sentence)
    assert rows_of(archive, main.id) == []
    assert stored == []


def test_one_wrong_file_refuses_the_others_of_its_request(archive: Archive) -> None:
    main = archive.office.declared()
    assert not send(archive, "shouli", main.id, ("a.pdf", PDF), ("b.exe", b"MZ")).json()["isSuccess"]
    assert rows_of(archive, main.id) == []


def test_a_body_over_the_limit_is_refused_before_it_is_read(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_request: Request) -> Any:
        raise AssertionError("the body was read")

    main = archive.office.declared()
    monkeypatch.setattr(Request, "stream", read)
    said = send(archive, "shouli", main.id, ("a.pdf", PDF + b"0" * (22 << 20)))
    assert (said.status_code, said.json()["errorCode"]) == (413, "TOO_LARGE")
    monkeypatch.undo()
    assert rows_of(archive, main.id) == []


def test_ten_thousand_parts_are_refused(archive: Archive) -> None:
    main = archive.office.declared()
    said = send(archive, "shouli", main.id, *[(f"{n}.pdf", b"%PDF-") for n in range(10_000)])
    assert said.status_code in (413, 422)
    fields = {f"x{n}": "1" for n in range(10_000)}
    assert send(archive, "shouli", main.id, ("a.pdf", PDF), **fields).status_code in (413, 422)
    assert rows_of(archive, main.id) == []


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ("../../etc/passwd.pdf", "passwd.pdf"),
        ("C:\\Users\\a\\报告.pdf", "报告.pdf"),
        ("a\r\nSet-Cookie: x=1.pdf", "a··Set-Cookie: x=1.pdf"),
        ("a\x1b[31m.pdf", "a·[31m.pdf"),
        ("长" * 300 + ".pdf", "长" * 116 + ".pdf"),
        ("=HYPERLINK(1).pdf", "=HYPERLINK(1).pdf"),
    ],
)
def test_a_name_is_one_clean_line_without_a_path(archive: Archive, sent: str, name: str) -> None:
    from tejian.archives.files.service import clean_name

    assert clean_name(sent) == name
    main = archive.office.declared()
    row = kept(archive, "shouli", main.id, (sent, PDF))[0]
    assert "/" not in row["name"] and "\\" not in row["name"] and row["name"].isprintable()
    assert row["name"].endswith(".pdf") and len(row["name"]) <= 120
    back = archive.get("shouli", f"{BASE}/preview", attsysid=row["attsysid"])
    assert back.content == PDF and "set-cookie" not in back.headers


def test_a_thumbnail_is_upright_and_tells_nothing_of_the_camera(archive: Archive) -> None:
    main = archive.office.declared()
    original = picture(size=(2400, 1200), exif=placed())
    assert b"SecretCam" in original
    row = kept(archive, "shouli", main.id, ("现场.jpg", original))[0]
    small = archive.get("shouli", f"{BASE}/preview", attsysid=row["attsysid"], small="1")
    image = Image.open(BytesIO(small.content))
    assert (image.format, image.size) == ("JPEG", (500, 1000))
    assert b"SecretCam" not in small.content and not image.getexif()
    assert archive.get("shouli", f"{BASE}/preview", attsysid=row["attsysid"]).content == original


@pytest.mark.parametrize("owner", ["application", "business", "equipment", "unit"])
def test_a_foreign_record_takes_and_shows_nothing(archive: Archive, owner: str) -> None:
    said = send(archive, "shouli", "0" * 32, ("a.pdf", PDF), owner=owner)
    assert (said.status_code, said.json()["errorCode"]) == (403, "NO_PERMISSION")
    assert send(archive, "shouli", "0" * 32, ("a.pdf", PDF), owner="sys_user").status_code == 422


def test_the_files_of_a_foreign_declaration_are_closed(archive: Archive) -> None:
    main = archive.office.declared()
    row = kept(archive, "shouli", main.id, ("a.pdf", PDF))[0]
    main.unitsysid = archive.units()[-1].id
    key = row["attsysid"]
    assert archive.get("qiye", f"{BASE}/preview", attsysid=key).status_code == 403
    assert archive.get("qiye", f"{BASE}/batchDownload", attsysidList=key).status_code == 403
    assert archive.get("qiye", "/a/stone/attachment/download", attsysid=key).status_code == 403
    assert archive.get("qiye", "/a/stone/attachment/findAttList", attrefsysid=main.id).status_code == 403
    assert archive.get("qiye", "/a/stone/common/queryGroupAtt", attrefsysid=main.id).status_code == 403
    assert archive.office.post("qiye", f"{BASE}/delete", attsysid=key)["status"] == 403
    assert archive.office.post("qiye", "/a/stone/delAtt", id=key)["status"] == 403
    assert [r.deleted for r in rows_of(archive, main.id)] == [False]


@pytest.mark.parametrize("login", ["jianguan", "qiye", "dayin", "zhanzhang"])
def test_who_only_reads_a_record_changes_none_of_its_files(archive: Archive, login: str) -> None:
    lift = archive.first(Equipment.useorgsysid == archive.office.user("qiye").unit_id)
    row = kept(archive, "shouli", lift.id, ("a.pdf", PDF), owner="equipment")[0]
    assert archive.get(login, f"{BASE}/preview", attsysid=row["attsysid"]).status_code == 200
    assert send(archive, login, lift.id, ("b.pdf", PDF), owner="equipment").status_code == 403
    for path in (f"{BASE}/delete", f"{BASE}/batchDelete", "/a/stone/delAtt"):
        assert archive.office.post(login, path, attsysid=row["attsysid"])["status"] == 403
    assert archive.get(login, f"{BASE}/qrcode", attrefsysid=lift.id, owner="equipment").status_code == 403
    assert [r.deleted for r in rows_of(archive, lift.id)] == [False]


def test_the_list_names_kind_person_and_time(archive: Archive) -> None:
    main = archive.office.declared()
    kept(archive, "shouli", main.id, ("执照.pdf", PDF), type="02")
    for answer in (
        archive.get("shouli", "/a/stone/attachment/findAttList", attrefsysid=main.id).json()["data"],
        archive.office.good("shouli", "/a/stone/attachment/findAttList", attrefsysid=main.id),
    ):
        row = answer[0]
        assert (row["name"], row["type"], row["typeName"], row["createByName"]) == (
            "执照.pdf",
            "02",
            "营业执照",
            "周晓琳",
        )
        assert (row["attrefsysid"], row["size"]) == (main.id, len(PDF))
    groups = archive.office.good("shouli", "/a/stone/common/queryGroupAtt", attrefsysid=main.id)
    assert list(groups) == ["营业执照"]
    assert send(archive, "shouli", main.id, ("a.pdf", PDF), type="77").json()["errorMsg"] == "附件类型：请从选项中选择"


def test_the_kinds_and_limits_are_told(archive: Archive) -> None:
    rows = archive.get("shouli", f"{BASE}/configs").json()["data"]
    first = next(r for r in rows if r["type"] == "02")
    assert (first["label"], first["maxMb"]) == ("营业执照", 20)
    assert first["accept"] == ".jpg,.jpeg,.jfif,.png,.pdf,.xlsx,.docx,.webp"


def test_a_deleted_file_keeps_its_row_and_shows_no_more(archive: Archive) -> None:
    main = archive.office.declared()
    first, second = (kept(archive, "shouli", main.id, (f"{n}.pdf", PDF))[0]["attsysid"] for n in "ab")
    archive.office.good("shouli", f"{BASE}/delete", attsysid=first)
    row = next(r for r in rows_of(archive, main.id) if r.id == first)
    assert (row.deleted, row.updateby) == (True, "周晓琳")
    assert files.read_checked(row.key) == PDF
    listed = archive.get("shouli", "/a/stone/attachment/findAttList", attrefsysid=main.id).json()["data"]
    assert [r["attsysid"] for r in listed] == [second]
    assert archive.get("shouli", f"{BASE}/preview", attsysid=first).status_code == 403


def test_one_foreign_id_refuses_the_whole_batch(archive: Archive) -> None:
    main = archive.office.declared()
    ids = [kept(archive, "shouli", main.id, (f"{n}.pdf", PDF))[0]["attsysid"] for n in "ab"]
    lift = archive.first(Equipment.equclass == "4000")
    foreign = kept(archive, "shouli", lift.id, ("c.pdf", PDF), owner="equipment")[0]["attsysid"]
    lift.cheorgsysid = ""
    caller = archive.office.call
    for wrong in (foreign, "0" * 32, "1') or ('1'='1"):
        caller.user = archive.office.user("shouli")
        archive.db.commit()
        said = caller.client.post(f"{BASE}/batchDelete", json={"attsysidList": [*ids, wrong]})
        caller.user = None
        assert said.status_code == 403, wrong
        assert archive.get("shouli", f"{BASE}/batchDownload", attsysidList=",".join([*ids, wrong])).status_code == 403
    archive.db.expire_all()
    assert {r.deleted for r in rows_of(archive, main.id)} == {False}
    caller.user = archive.office.user("shouli")
    assert caller.client.post(f"{BASE}/batchDelete", json={"attsysidList": ids}).json()["data"] == 2
    caller.user = None
    archive.db.expire_all()
    assert {r.deleted for r in rows_of(archive, main.id)} == {True}


def test_a_zip_holds_every_file_under_a_name_of_its_own(archive: Archive) -> None:
    main = archive.office.declared()
    sent = [("a.pdf", PDF + b"1"), ("3_a.pdf", PDF + b"2"), ("a.pdf", PDF + b"3"), ("a.pdf", PDF + b"4")]
    ids = [r["attsysid"] for r in kept(archive, "shouli", main.id, *sent)]
    made = archive.get("shouli", f"{BASE}/batchDownload", attsysidList=",".join(ids))
    assert made.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(BytesIO(made.content)) as archived:
        names = archived.namelist()
        assert len(set(names)) == 4 and "a.pdf" in names
        assert sorted(archived.read(n)[-1:] for n in names) == [b"1", b"2", b"3", b"4"]
    assert archive.get("shouli", f"{BASE}/batchDownload", attsysidList="").status_code == 422


def test_a_zip_larger_than_its_limit_is_not_begun(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    main = archive.office.declared()
    ids = [r["attsysid"] for r in kept(archive, "shouli", main.id, ("a.pdf", PDF + b"1"), ("b.pdf", PDF + b"2"))]
    monkeypatch.setattr(service, "ZIP_LIMIT", 2 * len(PDF) + 1)  # one byte less than both
    read: list[str] = []
    monkeypatch.setattr(service.files, "read_checked", lambda key: read.append(key) or b"")
    said = archive.get("shouli", f"{BASE}/batchDownload", attsysidList=",".join(ids)).json()
    assert said["errorMsg"] == "所选附件共超过0 MB，请分次下载" and read == []
    assert archive.get("shouli", f"{BASE}/batchDownload", attsysidList=ids[0]).status_code == 200


def test_a_content_that_changed_on_disk_is_not_served(archive: Archive) -> None:
    main = archive.office.declared()
    row = kept(archive, "shouli", main.id, ("a.pdf", PDF + b"unique"))[0]
    path = files.store()._path(rows_of(archive, main.id)[0].key)  # type: ignore[attr-defined]
    path.write_bytes(PDF + b"forged")
    try:
        said = archive.get("shouli", f"{BASE}/preview", attsysid=row["attsysid"]).json()
        assert said["errorMsg"] == "附件内容与登记的摘要不一致，已停止提供，请联系系统管理员"
    finally:
        path.unlink()


def test_files_are_closed_with_the_approval_and_with_a_void(archive: Archive) -> None:
    item = archive.office.approved()
    main = archive.office.main(item.appmain_id)
    said = send(archive, "jianyan1", item.id, ("a.pdf", PDF), owner="business").json()
    assert said["errorMsg"] == f"{item.seisn}的报告已批准，不能再变更附件"
    kept(archive, "shouli", main.id, ("a.pdf", PDF))
    row = rows_of(archive, main.id)[0]
    main.step = "VOID"
    for answer in (
        send(archive, "shouli", main.id, ("b.pdf", PDF)).json(),
        archive.office.post("shouli", f"{BASE}/delete", attsysid=row.id),
    ):
        assert answer["errorMsg"] == f"{main.appno}已办结，不能再变更附件"
    assert [r.deleted for r in rows_of(archive, main.id)] == [False]


def test_the_old_upload_path_keeps_the_same_rules(archive: Archive) -> None:
    main = archive.office.declared()
    said = send(archive, "shouli", main.id, ("a.pdf", PDF), path="/a/stone/attachment/uploadAttToMis").json()
    assert said["data"][0]["name"] == "a.pdf"
    assert send(archive, "", main.id, ("a.pdf", PDF), path="/a/stone/attachment/uploadAttToMis").status_code == 401
    assert len(rows_of(archive, main.id)) == 1


OLD = "/a/stone/attachment/uploadAttToMis"


def test_by_get_the_old_path_puts_a_file_of_one_record_into_another(archive: Archive) -> None:
    other = archive.office.accepted()[0]
    main = archive.office.main(other.appmain_id)
    file = kept(archive, "shouli", main.id, ("a.pdf", PDF))[0]["attsysid"]
    into = {"attrefsysid": other.id, "owner": "business", "attsysid": file}
    said = archive.get("jianyan1", OLD, **into).json()["data"]
    assert [(one["name"], one["mime"]) for one in said] == [("a.pdf", "application/pdf")]
    (row,), (first,) = rows_of(archive, other.id), rows_of(archive, main.id)
    assert (row.key, row.by_name, row.owner) == (first.key, archive.office.user("jianyan1").name, "business")
    assert row.id != first.id and not first.deleted
    again = archive.get("jianyan1", OLD, **into).json()
    assert again["errorMsg"] == "a.pdf已在这条记录的附件中"
    assert len(rows_of(archive, other.id)) == 1


def test_by_get_the_old_path_asks_the_rights_of_both_records(archive: Archive) -> None:
    other = archive.office.accepted()[0]
    main = archive.office.main(other.appmain_id)
    file = kept(archive, "shouli", main.id, ("a.pdf", PDF))[0]["attsysid"]
    into = {"attrefsysid": other.id, "owner": "business"}
    assert archive.office.call(OLD, _method="GET", **into, attsysid=file).status_code == 401
    assert not archive.get("jianyan1", OLD, **into, attsysid="0" * 32).json()["isSuccess"]
    assert archive.get("jianyan1", OLD, **into).json()["errorMsg"] == "请选择文件"
    assert not archive.get("jianyan1", OLD, attrefsysid="0" * 32, owner="business", attsysid=file).json()["isSuccess"]
    assert archive.get("jianyan1", OLD, attrefsysid=other.id, owner="x", attsysid=file).json()["errorMsg"] == (
        "附件所属类型不正确"
    )
    assert rows_of(archive, other.id) == []


def test_by_get_the_old_path_puts_nothing_into_a_closed_record(archive: Archive) -> None:
    done = archive.office.approved()
    file = kept(archive, "shouli", done.appmain_id, ("a.pdf", PDF))[0]["attsysid"]
    closed = archive.get("jianyan1", OLD, attrefsysid=done.id, owner="business", attsysid=file).json()
    assert closed["errorMsg"] == f"{done.seisn}的报告已批准，不能再变更附件"
    assert rows_of(archive, done.id) == []

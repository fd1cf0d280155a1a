"""Pictures of the rows of a table: where they belong, what becomes of them, how they are printed."""

from typing import Any

from tejian.archives.files.models import Attachment
from tejian.inspection.models import AppBuss
from tejian.inspection.records import api as records
from tests.archives.samples import picture

from .conftest import Office

SAVE = "/api/appbuss/saveRecord"
UPLOAD = "/api/equipment-documents/attachments"
ROWS = [{"landing": "1层", "gap": "3"}, {"landing": "2层", "gap": "4"}]


def sent(office: Office, item_id: str, place: str, count: int = 1) -> Any:
    """The answer to pictures for an item, or for the rows of a table."""
    form = {"attrefsysid": item_id, "owner": "business", "type": "18", "item": place}
    office.call.user = office.user("jianyan1")
    try:
        return office.call.client.post(
            UPLOAD, data=form, files=[("file", ("现场.jpg", picture(), "image/jpeg"))] * count
        ).json()
    finally:
        office.call.user = None


def uploaded(office: Office, item_id: str, place: str, count: int = 1) -> list[str]:
    """The keys of uploaded pictures."""
    return [one["attsysid"] for one in sent(office, item_id, place, count)["data"]]


def saved(office: Office, item_id: str, *rows: dict[str, str]) -> Any:
    return office.good("jianyan1", SAVE, id=item_id, tables={"doors": {"rows": list(rows)}})


def printed(office: Office, item_id: str) -> dict[str, Any]:
    office.db.expire_all()
    row = office.item(item_id)
    return records.document(office.db, row, records.record_or_refuse(office.db, row))


def test_pictures_of_rows_are_numbered_behind_those_of_items_and_named_in_their_table(office: Office) -> None:
    item = office.built()
    first, second = uploaded(office, item.id, "doors", 2)
    uploaded(office, item.id, "5")
    saved(office, item.id, ROWS[0], ROWS[1] | {"photo": f"{second},{first}"})
    paper = printed(office, item.id)
    content = next(one["content"] for one in paper["items"] if one["seq"] == "5" or one["seq"] == 5)
    assert [one["caption"] for one in paper["photos"]] == [
        f"图1　第5项 {content}",
        "图2　附录A 层门间隙与锁紧元件啮合长度 第2行（2层）",
        "图3　附录A 层门间隙与锁紧元件啮合长度 第2行（2层）",
    ]
    assert [one["remark"] for one in paper["items"] if str(one["seq"]) == "5"] == ["见图1"]
    tables = next(one["tables"] for one in paper["paper"]["sections"] if one["kind"] == "tables")
    (doors,) = [one for one in tables if one["code"] == "doors"]
    heads = [head["label"] for head in doors["parts"][0]["heads"]]
    assert [row[heads.index("附图")] for row in doors["parts"][0]["rows"]] == ["/", "图2、图3"]


def test_a_picture_goes_with_its_row_and_is_taken_off_with_it(office: Office) -> None:
    item = office.built()
    (key,) = uploaded(office, item.id, "doors")
    saved(office, item.id, ROWS[0] | {"photo": key}, ROWS[1])
    saved(office, item.id, ROWS[1], ROWS[0] | {"photo": key})  # moved
    captions = [one["caption"] for one in printed(office, item.id)["photos"]]
    assert captions == ["图1　附录A 层门间隙与锁紧元件啮合长度 第2行（1层）"]
    saved(office, item.id, ROWS[1])
    assert printed(office, item.id)["photos"] == []
    assert office.db.get_one(Attachment, key).deleted


def test_a_row_names_only_pictures_of_its_record_each_once(office: Office) -> None:
    item = office.built()
    (key,) = uploaded(office, item.id, "doors")
    foreign = office.db.get_one(Attachment, uploaded(office, item.id, "doors")[0])
    foreign.attrefsysid = "0" * 32  # of another record
    office.db.commit()
    title = "附录A 层门间隙与锁紧元件啮合长度"
    for photos, said in (
        (("a" * 32, ""), f"{title}：附图不属于本记录"),
        ((foreign.id, ""), f"{title}：附图不属于本记录"),
        ((key, key), f"{title}：同一张附图只能属于一行"),
        ((",".join(str(n) * 32 for n in range(7)), ""), f"{title}第1行：每行最多6张附图"),
    ):
        rows = [one | {"photo": photo} for one, photo in zip(ROWS, photos, strict=True)]
        assert office.refused("jianyan1", SAVE, id=item.id, tables={"doors": {"rows": rows}}) == said
    stored = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["tables"]
    assert next(one["rows"] for one in stored if one["code"] == "doors") == []


def test_pictures_change_while_the_record_is_written_and_are_taken_off_by_who_took_them(office: Office) -> None:
    item = office.built()
    (key,) = uploaded(office, item.id, "5")
    form = {"attsysidList": key, "version": office.db.get_one(Attachment, key).version}
    assert office.refused("jianyan2", f"{UPLOAD}/batchDelete", **form) == "照片由陈立峰上传，只能由本人删除"
    office.db.get_one(AppBuss, item.id).step = "BGQR"
    office.db.commit()
    said = f"{item.seisn}的原始记录不在您手中录入，不能增删其中的照片"
    assert office.refused("jianyan1", f"{UPLOAD}/batchDelete", **form) == said
    assert sent(office, item.id, "5")["errorMsg"] == said
    assert not office.db.get_one(Attachment, key).deleted
    office.db.get_one(AppBuss, item.id).step = "BGLR"
    office.db.commit()
    office.good("jianyan1", f"{UPLOAD}/batchDelete", **form)
    office.db.expire_all()
    assert office.db.get_one(Attachment, key).deleted

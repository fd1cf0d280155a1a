"""Pictures of the rows of a table: where they belong, what becomes of them, how they are printed."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.signatures import Signature
from tejian.inspection.records import api as records
from tejian.kit.database.flowlog import FlowLog
from tests.archives.samples import picture

from .conftest import Office

SAVE = "/api/appbuss/saveRecord"
BACK = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "第31项请复核"}
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
    answer = sent(office, item_id, place, count)
    assert answer["isSuccess"], answer["errorMsg"]
    return [one["attsysid"] for one in answer["data"]]


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


def listed(office: Office, item_id: str) -> dict[str, str]:
    """Where each picture of the record stood before its row was gone."""
    lines = office.good("jianyan1", "/a/stone/attachment/findAttList", attrefsysid=item_id)
    return {one["attsysid"]: one["formerly"] for one in lines}


def remarks(office: Office, item_id: str, table: str) -> list[str]:
    findings = office.good("jianyan1", "/api/appbuss/getItem", id=item_id)["findings"]
    return [one["text"] for one in findings if one["table"] == table and "附图" in one["text"]]


def test_a_picture_goes_with_its_row_and_stays_with_the_record_when_that_is_gone(office: Office) -> None:
    item = office.built()
    (key,) = uploaded(office, item.id, "doors")
    saved(office, item.id, ROWS[0] | {"photo": key}, ROWS[1])
    saved(office, item.id, ROWS[1], ROWS[0] | {"photo": key})  # moved
    captions = [one["caption"] for one in printed(office, item.id)["photos"]]
    assert captions == ["图1　附录A 层门间隙与锁紧元件啮合长度 第2行（1层）"]
    assert (listed(office, item.id), remarks(office, item.id, "doors")) == ({key: ""}, [])
    saved(office, item.id, ROWS[1])
    paper = printed(office, item.id)
    unprinted = [one["unprinted"] for one in paper["paper"]["sections"] if one["kind"] == "photos"]
    assert (paper["photos"], unprinted) == ([], [])
    assert listed(office, item.id) == {key: "附录A 层门间隙与锁紧元件啮合长度 第2行（1层）"}
    assert remarks(office, item.id, "doors") == [
        "附录A 层门间隙与锁紧元件啮合长度：1张附图所在的行已删除，不印入报告；可放回一行，或由拍摄人、主检删除"
    ]
    photos = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["photos"]
    assert [one["place"] for one in photos] == ["原附录A 层门间隙与锁紧元件啮合长度 第2行（1层）"]
    saved(office, item.id, ROWS[1] | {"photo": key})  # put to another row
    assert (listed(office, item.id), remarks(office, item.id, "doors")) == ({key: ""}, [])
    assert [one["caption"] for one in printed(office, item.id)["photos"]] == [
        "图1　附录A 层门间隙与锁紧元件啮合长度 第1行（2层）"
    ]


def test_a_picture_of_a_colleague_whose_row_is_gone_is_taken_off_by_the_main_inspector_alone(office: Office) -> None:
    item = office.built()
    keys = uploaded(office, item.id, "doors", 2)
    for key in keys:
        office.db.get_one(Attachment, key).createby = office.user("jianyan2").id
        office.db.get_one(Attachment, key).by_name = "林志远"
    office.db.commit()
    saved(office, item.id, ROWS[0] | {"photo": keys[0]}, ROWS[1] | {"photo": keys[1]})
    saved(office, item.id, ROWS[1] | {"photo": keys[1]})
    office.db.expire_all()

    def form(key: str) -> dict[str, Any]:
        return {"attsysidList": key, "version": office.db.get_one(Attachment, key).version}

    refused = office.refused("jianyan1", f"{UPLOAD}/batchDelete", **form(keys[1]))  # its row is there
    assert refused == "照片由林志远上传，只能由本人删除"
    office.db.get_one(AppBuss, item.id).scinspector = office.user("jianyan3").id
    office.db.get_one(AppBuss, item.id).inspectors = [office.user("jianyan3").id, office.user("jianyan1").id]
    office.db.commit()
    said = office.refused("jianyan1", f"{UPLOAD}/batchDelete", **form(keys[0]))
    assert said == "照片由林志远上传，只能由本人或主检删除"
    assert not office.db.get_one(Attachment, keys[0]).deleted
    office.db.get_one(AppBuss, item.id).scinspector = office.user("jianyan1").id
    office.db.commit()
    office.good("jianyan1", f"{UPLOAD}/batchDelete", **form(keys[0]))
    office.db.expire_all()
    assert [office.db.get_one(Attachment, key).deleted for key in keys] == [True, False]


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


@pytest.mark.parametrize("step", ["BGQR", "BGSH_FX", "BGSH", "BGSP"])
def test_a_picture_of_no_item_does_not_come_or_go_behind_those_who_signed(office: Office, step: str) -> None:
    item = office.built()
    (key,) = uploaded(office, item.id, "")  # printed as well, and not of an item: whoever handles the item may add it
    assert len(printed(office, item.id)["photos"]) == 1
    form = {"attsysidList": key, "version": office.db.get_one(Attachment, key).version}
    office.db.get_one(AppBuss, item.id).step = step
    office.db.commit()
    said = f"{item.seisn}的原始记录已提交签名，退回录入以前不能增删照片"
    assert sent(office, item.id, "")["errorMsg"] == said
    assert office.refused("jianyan1", f"{UPLOAD}/batchDelete", **form) == said
    assert len(printed(office, item.id)["photos"]) == 1


def test_a_picture_that_was_changed_takes_the_signature_of_the_other_inspector_back(office: Office) -> None:
    item = office.verified()
    signed = office.db.scalars(select(Signature).where(Signature.role == "检验")).all()
    assert len({one.evidence for one in signed}) == 1 and len(signed[0].evidence) == 64
    office.good("shenhe", "/api/appbuss/sendBack", ids=item.id, **BACK)
    uploaded(office, item.id, "5")
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert "还没有签名" in office.refused("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    mine = (FlowLog.subject_id == item.id, FlowLog.move == "unsign")
    told = office.db.scalars(select(FlowLog.reason).where(*mine).order_by(FlowLog.id.desc())).first()
    assert told is not None and told.startswith("记录重新提交，内容、检查说明或照片与签名时不同：检验 ")
    again = records.standing(office.db, office.item(item.id))
    assert {one.evidence for one in again} & {one.evidence for one in signed} == set()

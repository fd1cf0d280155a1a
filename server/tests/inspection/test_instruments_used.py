"""A report names the instruments that were really used: proposed by what its items measure, named by the inspector."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.instruments.models import Instrument
from tejian.kit.ground import clock

from . import test_valves as valves
from .conftest import SAVE, SUBMIT, Office, reasons_for
from .papers import plain, text_of
from .test_conclusions import SORTS, Sort, built
from .test_lists_and_prints import printed
from .test_report_prints import draft

VALVE = Sort("7310", "04", "0401", "1074", "1075")
NOT_NAMED = "没有确认本次实际使用的检验仪器"
# the types that the items of an empty record of each class ask for, with one of every type in the boxes
ASKED = {
    "1100-0202": ["秒表"],
    "2150-0205": ["压力表", "压力表", "焊缝检验尺", "磁粉探伤仪", "超声检测仪", "超声测厚仪"],
    "3110-0211": ["砝码", "钢卷尺", "钢直尺", "钳形电流表", "限速器测试仪"],
    "4110-0211": ["接地电阻测试仪", "水准仪", "砝码", "绝缘电阻测试仪", "钢卷尺"],
    "5110-0211": ["制动性能测试仪", "游标卡尺", "秒表", "钢卷尺"],
    "6100-0211": ["加速度测试仪", "扭矩扳手", "接地电阻测试仪", "测速仪", "游标卡尺", "磁粉探伤仪", "钢卷尺"],
    "7310-0401": ["安全阀校验台", "百分表"],
    "8310-0212": ["压力表", "压力表", "接地电阻测试仪", "电位测量仪", "磁粉探伤仪", "超声检测仪", "超声测厚仪"],
    "9100-0216": ["制动减速度测试仪", "拉力计", "接地电阻测试仪", "钢丝绳探伤仪"],
}


def begun(office: Office, sort: Sort) -> tuple[str, AppBuss]:
    """Who inspects, and the item with its empty record."""
    if sort is VALVE:
        return "jianyan3", valves.built(office)[0]
    return "jianyan1", built(office, sort)


def record(office: Office, item: AppBuss) -> OriginalRecord:
    office.db.expire_all()
    return office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()


def types(office: Office, tools: list[dict[str, Any]]) -> list[str]:
    """The types of these instruments."""
    ids = [one["id"] for one in tools]
    return list(office.db.scalars(select(Instrument.insttype).where(Instrument.id.in_(ids))))


def spoken(saved: Any, *checks: str) -> list[str]:
    return [one["text"] for one in saved["findings"] if one["check"] in checks]


@pytest.mark.parametrize("sort", [*SORTS, VALVE], ids=str)
def test_nothing_is_named_before_the_inspector_says_so(office: Office, sort: Sort) -> None:
    """What the items need is proposed from the boxes of the task; the report names what the inspector agreed to."""
    login, item = begun(office, sort)
    assert record(office, item).instruments == [] and len(item.instruments) > 30
    screen = office.good(login, "/api/appbuss/getItem", id=item.id)
    proposed = screen["tools"]["proposed"]
    assert sorted(types(office, proposed)) == sorted(ASKED[str(sort)])
    assert all(one["items"] for one in screen["tools"]["uses"])
    version = item.version
    said = office.refused(login, SUBMIT, id=item.id, version=screen["version"])
    office.db.expire_all()
    assert said and (item.version, item.step, record(office, item).instruments) == (version, "BGLR", [])
    assert NOT_NAMED in spoken(screen, "Y01")
    saved = office.good(login, SAVE, id=item.id, instruments=[one["id"] for one in proposed])
    assert spoken(saved, "Y01", "Y05", "Y13") == [] and saved["tools"]["proposed"] == []
    assert [one["instno"] for one in record(office, item).instruments] == [one["instno"] for one in proposed]
    if sort is not VALVE:
        pages = draft(office, item)
        box = office.db.scalars(select(Instrument).where(Instrument.id.in_(item.instruments)))
        printed = {one.instno for one in box if plain(one.instno) in pages}
        assert printed == {one["instno"] for one in proposed}


def test_a_lift_is_submitted_only_with_the_instruments_that_its_values_presuppose(office: Office) -> None:
    item = office.built()
    saved = office.filled(item)
    office.good("jianyan1", SAVE, id=item.id, conclusion=saved["proposal"]["code"])
    used = record(office, item).instruments
    clamp = next(one for one in used if one["name"] == "钳形电流表")
    fewer = [one["id"] for one in used if one["id"] != clamp["id"]]
    saved = office.good("jianyan1", SAVE, id=item.id, instruments=fewer)
    assert spoken(saved, "Y05") == ["第31项平衡系数有实测值，但没有列出钳形电流表或平衡系数测试仪"]
    assert [one["id"] for one in saved["tools"]["proposed"]] == [clamp["id"]]
    assert {"id": clamp["id"], "items": "31"} in saved["tools"]["uses"]
    reasons = reasons_for(saved["findings"])
    assert "钳形电流表" in office.refused("jianyan1", SUBMIT, id=item.id, reasons=reasons)
    assert office.item(item.id).step == "BGLR" and [one["id"] for one in record(office, item).instruments] == fewer
    saved = office.good("jianyan1", SAVE, id=item.id, instruments=[*fewer, clamp["id"]])
    office.good("jianyan1", SUBMIT, id=item.id, reasons=reasons_for(saved["findings"]))
    assert office.item(item.id).step == "BGQR"


def test_an_instrument_that_no_value_needs_asks_what_it_was_used_for(office: Office) -> None:
    """Of types that no item of any template measures with (a multimeter) nothing is asked."""
    item = office.built()
    office.filled(item)
    box = office.db.scalars(select(Instrument).where(Instrument.id.in_(item.instruments)))
    more = {one.insttype: one for one in box}
    used = [one["id"] for one in record(office, item).instruments]
    saved = office.good("jianyan1", SAVE, id=item.id, instruments=[*used, more["数字万用表"].id, more["声级计"].id])
    tail = "列为所用仪器，但没有一项实测值要用它：没有用的请删去，用了的请写明用途"
    assert spoken(saved, "Y13") == [f"声级计{more['声级计'].instno}{tail}"]
    (asked,) = (one for one in saved["findings"] if one["check"] == "Y13")
    answer = {asked["key"]: "测机房噪声，供单位参考"}
    saved = office.good("jianyan1", SAVE, id=item.id, reasons=answer)
    assert [one["reason"] for one in saved["findings"] if one["check"] == "Y13"] == list(answer.values())


def test_a_record_from_before_keeps_what_it_names(office: Office) -> None:
    item = office.built()
    old = records.instrument_lines(office.db, item.instruments)
    record(office, item).instruments = [dict(one) for one in old]
    office.db.commit()
    saved = office.good("jianyan1", SAVE, id=item.id, remark="旧记录")
    assert [one["id"] for one in record(office, item).instruments] == item.instruments
    assert spoken(saved, "Y01") == [] and saved["tools"]["proposed"] == []


def test_an_instrument_out_of_calibration_is_not_proposed(office: Office) -> None:
    item = office.built()
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    clamp = next(one for one in screen["tools"]["proposed"] if one["name"] == "钳形电流表")
    office.db.get_one(Instrument, clamp["id"]).nextcal = clock.today() - timedelta(days=1)
    office.db.commit()
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert sorted(types(office, screen["tools"]["proposed"])) == sorted({*ASKED["3110-0211"]} - {"钳形电流表"})


def test_an_instrument_calibrated_after_the_inspection_needs_a_certificate_of_that_day(office: Office) -> None:
    item = office.built()
    office.filled(item)
    chosen = record(office, item).instruments[0]["id"]
    later = clock.today() + timedelta(days=5)
    known = {"lastcal": later, "nextcal": later + timedelta(days=365)}
    office.db.execute(update(Instrument).where(Instrument.id == chosen).values(known))  # leaves no earlier one behind
    office.db.commit()
    tool = office.db.get_one(Instrument, chosen)
    name = f"{tool.name}{tool.instno}"
    saved = office.good("jianyan1", SAVE, id=item.id, conclusion="1031")
    sentence = f"{name}的检定日期{later}晚于检验日期，当日没有有效证书"
    assert [one["text"] for one in saved["findings"] if one["check"] in ("Y03", "Y14")] == [sentence]
    assert sentence in office.refused("jianyan1", SUBMIT, id=item.id)
    assert office.item(item.id).step == "BGLR"


def test_an_instrument_calibrated_again_since_is_asked_about(office: Office) -> None:
    item = office.built()
    office.filled(item)
    chosen = record(office, item).instruments[0]["id"]
    tool = office.db.get_one(Instrument, chosen)
    begun, until = clock.today() - timedelta(days=300), clock.today() + timedelta(days=65)
    tool.lastcal, tool.nextcal = begun, until
    office.db.commit()
    later = clock.today() + timedelta(days=5)
    tool = office.db.get_one(Instrument, chosen)
    tool.lastcal, tool.nextcal = later, later + timedelta(days=365)
    office.db.commit()
    saved = office.good("jianyan1", SAVE, id=item.id, conclusion="1031")
    found = [one for one in saved["findings"] if one["check"] in ("Y03", "Y14")]
    assert [(one["level"], f"{begun}检定、有效期至{until}" in one["text"]) for one in found] == [("warn", True)]
    said = office.post("jianyan1", SUBMIT, id=item.id)
    assert (said["isSuccess"], office.item(item.id).step) == (False, "BGLR")
    office.good("jianyan1", SUBMIT, id=item.id)
    assert record(office, item).reasons[found[0]["key"]]["text"] == found[0]["text"]


def test_a_certificate_that_had_run_out_does_not_vouch(office: Office) -> None:
    item = office.built()
    office.filled(item)
    chosen = record(office, item).instruments[0]["id"]
    ended, later = clock.today() - timedelta(days=1), clock.today() + timedelta(days=5)
    for begun, until in ((ended - timedelta(days=365), ended), (later, later + timedelta(days=365))):
        tool = office.db.get_one(Instrument, chosen)
        known = {"lastcal": begun, "nextcal": until}
        if begun == later:
            tool.lastcal, tool.nextcal = begun, until
        else:
            office.db.execute(update(Instrument).where(Instrument.id == chosen).values(known))
        office.db.commit()
    saved = office.good("jianyan1", SAVE, id=item.id, conclusion="1031")
    assert [one["check"] for one in saved["findings"] if one["check"] in ("Y03", "Y14")] == ["Y03"]


def test_the_state_before_and_after_use_is_said_kept_and_printed_by_the_original_record(office: Office) -> None:
    item = office.built()
    office.filled(item)
    ids = [one["id"] for one in record(office, item).instruments]
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert [one["label"] for one in screen["tools"]["states"]] == ["正常", "使用前异常", "使用后异常"]
    office.good("jianyan1", SAVE, id=item.id, instrumentstates=dict.fromkeys(ids, "1"))
    office.good("jianyan1", SAVE, id=item.id, instruments=ids[1:])
    office.good("jianyan1", SAVE, id=item.id, instruments=ids)
    states = [one["state"] for one in record(office, item).instruments]
    assert states == ["", *["1"] * (len(ids) - 1)]  # who takes one out and in again says it anew
    head = plain("使用前使用后")
    assert head in text_of(printed(office, "jianyan1", "YSJL", [item.id]).content) and head not in draft(office, item)
    for sent, sentence in (
        ({ids[0]: "9"}, "使用前后状态：请从选项中选择"),
        ({"foreign": "1"}, "使用前后状态：所填的仪器不在本记录的检验仪器中"),
    ):
        assert office.refused("jianyan1", SAVE, id=item.id, instrumentstates=sent) == sentence
    assert [one["state"] for one in record(office, item).instruments] == states

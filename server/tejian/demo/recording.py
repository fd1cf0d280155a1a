"""What the inspectors of the demo city write into their records."""

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import one_of
from tejian.golden.api import absent, can_be, not_done, ordinary, sample_tables, usual_facts, values_of
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.notices import api as notices
from tejian.inspection.records import api as records
from tejian.inspection.records.api import RecordForm
from tejian.inspection.tasks import api as handling
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.user import User

from .timing import clocks

VERIFIED = "已现场核实，情况属实"
PERMITTED = {"permitpress", "permittemp", "permitmedium", "permitfill", "permitpersons"}
BRAKE = 12  # a key item of a lift
HOLDS = 12  # months that an assessment is good for
PROBLEMS = {at.FAILED: "第 12 项制动器不符合要求，停止使用，修复后申请复检", at.PASSED_AFTER_REPAIR: ""}


def reasons(db: Session, me: User, one: str) -> dict[str, str]:
    """A reason for everything that the checks of the report ask about."""
    row = db.scalars(select(AppBuss).where(AppBuss.id == one)).one()
    record = records.record_or_refuse(db, row)
    left = records.unanswered(record, records.findings_of(db, row, record, me), {})
    return {finding.key: VERIFIED for finding in left}


def fill(
    db: Session,
    me: User,
    one: str,
    rnd: random.Random,
    day: date,
    *,
    part: bool = False,
    good: bool = False,
    fails: bool = False,
    stated: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """Fill the record as an inspector does: everything conforms, with measured values and, unless good, exceptions.

    `stated` is what he states beside the items where the record asks for it, such as a grade.

    Gives a reason for everything that the checks asked about at the last save.
    """
    screen = handling.item_screen(db, me, one)
    lift = screen["head"]["equclass"] == "3000"
    odd, bad = _exceptions(screen, rnd, lift=lift, part=part, good=good, fails=fails)
    items = [i for i in screen["items"][: len(screen["items"]) // 2 if part else None] if not i["result"]]
    impossible = screen["impossible"]
    results = [_result(i, rnd, impossible, odd=odd, bad=bad, lift=lift) for i in items]
    climate = {one["code"]: value for one in screen["sites"] if (value := _measured(rnd, one))}
    form: dict[str, Any] = {"id": one, "results": results, "inspdate": day.isoformat(), "conditions": climate}
    saved = handling.save_record(db, me, checked(RecordForm, form))
    if wrong := absent(saved, results):
        saved = handling.save_record(db, me, checked(RecordForm, {"id": one, "results": wrong}))
    if part:
        return {}
    typed = {one["seq"]: one.get("v", {}) for one in results}
    business = db.scalars(select(AppBuss).where(AppBuss.id == one)).one()
    values: dict[str, Any] = {**records.judged_record(db, business).found.limits}
    values |= values_of([{**one, "values": typed.get(str(one["seq"]), one["values"])} for one in screen["items"]])
    names = {one["name"] for one in screen["facts"]}
    facts = usual_facts(screen) | {name: value for name, value in stated.items() if name in names}
    known = records.values_of(one_of(db, business.equdatasysid))
    tables = sample_tables(screen, saved["least"], values, known)
    if facts or tables:
        saved = handling.save_record(db, me, checked(RecordForm, {"id": one, "tables": tables, "facts": facts}))
        if limited := _within(handling.item_screen(db, me, one)):
            saved = handling.save_record(db, me, checked(RecordForm, {"id": one, "results": limited}))
    if undone := not_done(saved["findings"]):
        saved = handling.save_record(db, me, checked(RecordForm, {"id": one, "results": undone}))
    code, until = saved["proposal"]["code"], day + timedelta(days=14)
    words: dict[str, Any] = {"id": one, "conclusion": code, "instruments": used(db, one, saved)}
    words |= clocks(db, business, day)
    words |= _problems(code, odd if lift else 0, until, good=good)
    saved = handling.save_record(db, me, checked(RecordForm, words))
    needs = () if lift else records.record_or_refuse(db, business).needs
    if needs:
        saved = _what_it_needs(db, me, one, needs, bad, until)
    if (code in PROBLEMS and not good) or "notice" in needs:
        stored = db.scalars(select(AppBuss).where(AppBuss.id == one)).one()
        notices.give(db, me, stored, until)
    return {one["key"]: VERIFIED for one in saved["findings"] if one["key"] and not one["reason"]}


def _within(screen: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The items that conform and whose values lie outside what the tables allow, or lack what these ask for."""
    rows = []
    for item in screen["items"]:
        free = [] if item["result"] != "√" else [m for m in item["measures"] if not m["fed"]]
        wanted = {m["field"]: ordinary(m) for m in free if not _lies_within(m, item["values"].get(m["field"], ""))}
        if more := {name: f"{value:f}" for name, value in wanted.items() if value is not None}:
            values = {**item["values"], **more}
            rows.append({"seq": str(item["seq"]), "r": "√", "n": item["note"], "m": item["monitored"], "v": values})
    return rows


def _lies_within(measure: Mapping[str, Any], text: str) -> bool:
    low, high = measure["low"], measure["high"]
    if not text:
        return low is None and high is None
    value = Decimal(text)
    return (low is None or value >= Decimal(low)) and (high is None or value <= Decimal(high))


def _what_it_needs(
    db: Session, me: User, one: str, needs: Sequence[str], bad: int, until: date
) -> handling.RecordState:
    """What a conclusion that is not the best asks for: the problem in words, its term, the limits of its use."""
    what = f"第 {bad} 项不符合要求，处理后申请复检" if bad else "安全状况等级见检验结论，按限定条件使用"
    words: dict[str, Any] = {"id": one, "problems": what}
    if "rectifydue" in needs:
        words["rectifydue"] = str(until)
    screen = handling.item_screen(db, me, one)
    # what may not be used on has nothing that it may be used for
    facts = usual_facts(screen) if not bad else dict.fromkeys(PERMITTED & screen["record"]["facts"].keys(), "")
    if "validto" in needs:
        facts["validto"] = clock.add_months(until, HOLDS).isoformat()
    if "limits" in needs and not screen["record"]["facts"].get("limits"):
        facts["limits"] = "降低参数使用，缩短检验周期"
    if ruled := screen["ruledate"]:
        words["nextdate"] = ruled.isoformat()
    return handling.save_record(db, me, checked(RecordForm, words | {"facts": facts}))


def _exceptions(
    screen: Mapping[str, Any], rnd: random.Random, *, lift: bool, part: bool, good: bool, fails: bool
) -> tuple[int, int]:
    """The number of an item that was put right on the spot or wants a word, and of one that failed; 0 for none."""
    general = [i for i in screen["items"] if not i["key"] and not i["result"]]
    odd = rnd.choice(general)["seq"] if general and not good and rnd.random() < 0.12 else 0
    bad = BRAKE if lift and not part and not good and (rnd.random() < 0.03 or fails) else 0
    if fails and not lift:
        odd, bad = 0, next(i["seq"] for i in screen["items"] if i["key"] and not i["result"] and not i["measures"])
    return odd, bad


def _result(
    item: Mapping[str, Any], rnd: random.Random, impossible: Mapping[str, Any], *, odd: int, bad: int, lift: bool
) -> dict[str, Any]:
    """The result of an item with measured values inside their limits; — where √ cannot be."""
    row: dict[str, Any] = {"seq": str(item["seq"]), "r": "√"}
    if "√" in impossible.get(row["seq"], {}):
        return row | {"r": "—"}
    if item["seq"] == odd:
        row |= {"r": "△" if lift else "√", "n": "现场已整改，复查符合" if lift else ""}
    if item["seq"] == bad:
        row |= {"r": "×", "n": "制动衬磨损超标，制动力矩不足"}
    measured = {m["field"]: _measured(rnd, m) for m in item["measures"] if m["limit"] or item["type"] == "measure"}
    values = {k: v for k, v in measured.items() if v is not None}
    if {"skirtgap", "skirtsum"} <= values.keys():  # both sides together are no less than one of them
        values["skirtgap"], values["skirtsum"] = sorted((values["skirtgap"], values["skirtsum"]), key=Decimal)
    if item["type"] == "measure" and not values:  # recorded without a limit
        values = {item["measures"][0]["field"]: f"{can_be(item['measures'][0], Decimal(1), Decimal(5)):f}"}
    return row | {"v": values}


def _problems(code: str, mended: int, until: date, *, good: bool) -> dict[str, str]:
    """What is said of a conclusion that is not the best, and the day until which it is put right."""
    if code not in PROBLEMS:
        return {}
    if good:
        return {"problems": "上次检验不合格的项目已整改，复检符合要求"}
    said = (PROBLEMS[code], f"第 {mended} 项现场已整改，复查符合" if mended else "")
    return {"problems": "；".join(filter(None, said)), "rectifydue": str(until)}


def used(db: Session, one: str, saved: Mapping[str, Any]) -> list[str]:
    """The instruments that a record names in the end: those its items need, one of the box where they need none."""
    stored = db.scalars(select(AppBuss.instruments).where(AppBuss.id == one)).one()
    return [tool["id"] for tool in saved["tools"]["proposed"]] or stored[:1]


def _measured(rnd: random.Random, measure: Mapping[str, Any]) -> str | None:
    """A value inside its limits that can be at all."""
    low, high = measure["low"], measure["high"]
    if low is None and high is None:
        return None
    least, most = measure.get("least"), measure.get("most")
    low = Decimal(low) if low is not None else max(Decimal(least or 0), Decimal(0))  # a stretch is no shrinking
    high = Decimal(high) if high is not None else low * Decimal("1.4") + 1
    low, high = (max(low, Decimal(least)) if least is not None else low), (min(high, Decimal(most)) if most else high)
    value = low + (high - low) * Decimal(str(round(rnd.uniform(0.25, 0.75), 2)))
    if measure.get("whole"):
        return str(can_be(measure, value, high))
    return str(value.quantize(Decimal("0.01") if high - low > 1 else Decimal("0.0001")))

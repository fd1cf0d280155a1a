"""The original record: made from the device and the template, filled item by item, checked by rules."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.equipment.api import fields_of
from tejian.archives.equipment.models import Equipment
from tejian.inspection import codes as at
from tejian.inspection.models import AppBuss, OriginalRecord
from tejian.inspection.rules.api import (
    ERROR,
    WARN,
    Conclusion,
    Finding,
    InspectionResult,
    ItemResult,
    NextDates,
    bounds_of,
    check_conclusion,
    check_items,
    check_next_date,
    device_facts,
    item_names,
    next_dates,
    prefill_items,
    propose_conclusion,
)
from tejian.instruments.models import Instrument
from tejian.kit import clock
from tejian.kit.audit import plain
from tejian.kit.errors import BadInput, Refused
from tejian.kit.forms import Form
from tejian.system.settings.api import all_types, version

from . import book

RESULTS = ("√", "×", "—", "△")


ELEVATOR = "DT-DJ"
CONDITIONS = {"temperature": "温度", "humidity": "湿度", "voltage": "电压"}  # measured on the spot


GENERAL_PASS = {"3000": at.PASSED, "4000": "1041", "5000": "1051", "6000": "1061"}


def values_of(device: Equipment) -> dict[str, Any]:
    """All fields of a device by contract name: columns and the document of technical parameters."""
    out = {**device.params}
    for name in fields_of(device.equclass, device.equclacode):
        if name == "equdatasysid":
            out[name] = device.id
        elif hasattr(Equipment, name) and name not in ("params",):
            value = getattr(device, name)
            if value not in (None, ""):
                out[name] = plain(value)
    return out


def device_of(db: Session, row: AppBuss, *, lock: bool = False) -> Equipment:
    if not lock:
        # a save asks four times
        return db.get_one(Equipment, row.equdatasysid)  # lint: allow by-id (the key comes from the stored item)
    query = select(Equipment).where(Equipment.id == row.equdatasysid).with_for_update()
    return db.scalars(query.execution_options(populate_existing=True)).one()


def templates_of(db: Session, row: AppBuss) -> tuple[str, tuple[str, ...]]:
    """The template code of a business item and the item lists that make it up."""
    rule = book.rule_of(db, row.equclacode, row.seisort, row.testsort)
    if rule is None or not rule.item_templates:
        raise Refused("该检验类型没有可用的报告模板")
    return rule.template_code, rule.item_templates


def names_for(db: Session, record: OriginalRecord) -> dict[str, object]:
    """The names that the conditions of limits and prefill rules read."""
    values = {**record.equipment, **record.corrections}
    names: dict[str, object] = {}
    for key, value in values.items():
        names[key] = _decimal(value) if key in NUMERIC else value
    names["kind"] = str(values.get("equkind") or values.get("equclacode") or "")[:4]
    sup = values.get("insinspdate")
    brake = values.get("nextbraketestdate")
    return item_names(
        {k: v for k, v in names.items() if v not in (None, "")},
        date.fromisoformat(sup) if sup else None,
        record.inspdate or clock.today(),
        date.fromisoformat(brake) if brake else None,
        book.settings(db),
    )


NUMERIC = {"runvelocity", "ratedload", "suspnum", "elefloornumber", "nominalspeed", "setpress", "balancedesign"}


def _decimal(value: Any) -> Any:
    try:
        return Decimal(str(value))
    except InvalidOperation:
        return value


def new_record(db: Session, row: AppBuss, chosen: str) -> OriginalRecord:
    """Make the record of an item: snapshot of the device, instruments, items prefilled by rule.

    `chosen` is the template that was asked for; '' takes the one that fits.
    """
    old = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)).first()
    if old:
        return old
    template, parts = templates_of(db, row)
    if chosen not in ("", template):
        raise BadInput("所选模板不适用于该检验类型")
    device = device_of(db, row)
    record = OriginalRecord(
        appbuss_id=row.id,
        template=template,
        equipment=values_of(device),
        inspdate=row.confirmeddate or row.plandate,
        instruments=instrument_lines(db, row.instruments),
        results={},
        measures={},
        corrections={},
        conditions={},
    )
    row.template = template
    items = book.items_of(db, parts)
    by_no = {p.item_no: p for p in prefill_items(book.prefills(db), template, names_for(db, record))}
    record.results = {
        item["seq"]: {"r": rule.result, "p": f"{rule.sentence}（{rule.source}）"}
        for item in items
        if (rule := by_no.get(item["item_no"]))
    }
    db.add(record)
    db.flush()
    return record


def instrument_lines(db: Session, ids: list[str]) -> list[dict[str, Any]]:
    """Instruments as the record and the report state them."""
    rows = {r.id: r for r in db.scalars(select(Instrument).where(Instrument.id.in_(ids)))}
    return [
        {
            "id": r.id,
            "instno": r.instno,
            "name": r.name,
            "model": r.model,
            "serial": r.serial,
            "certno": r.certno,
            "validto": plain(r.nextcal),
        }
        for r in (rows[i] for i in ids if i in rows)
    ]


def record_or_refuse(db: Session, row: AppBuss, *, lock: bool = False) -> OriginalRecord:
    query = select(OriginalRecord).where(OriginalRecord.appbuss_id == row.id)
    record = db.scalars(query.with_for_update().execution_options(populate_existing=True) if lock else query).first()
    if record is None:
        raise Refused("尚未生成原始记录")
    return record


def item_results(db: Session, row: AppBuss, record: OriginalRecord) -> list[ItemResult]:
    """The items of the record as the rules read them."""
    out = []
    for item in book.items_of(db, templates_of(db, row)[1]):
        got = record.results.get(item["seq"], {})
        values = {k: _decimal(v) for k, v in (got.get("v") or {}).items() if isinstance(_decimal(v), Decimal)}
        out.append(
            ItemResult(
                seq=int(item["seq"]),
                item_no=item["item_no"],
                content=item["content"],
                key_item=item["key_item"] == "Y",
                result=got.get("r", ""),
                value_type=item["value_type"],
                monitored=bool(got.get("m")),
                values=values,
            )
        )
    return out


def proposed(db: Session, row: AppBuss, record: OriginalRecord) -> Conclusion:
    """The conclusion that follows from the items."""
    items = item_results(db, row, record)
    found = propose_conclusion(items, book.settings(db), record.opinionno)
    if row.equclass == "3000" or not found.word:
        return found
    code = GENERAL_PASS.get(row.equclass, "00") if found.code == at.PASSED else "01"
    return Conclusion(found.word, code, found.reason, found.remark)


def schedule(db: Session, row: AppBuss, record: OriginalRecord, device: Equipment | None = None) -> NextDates | None:
    """The dates that follow from this inspection by the rules; None while the date of inspection is not known."""
    if record.inspdate is None:
        return None
    device = device or device_of(db, row)
    values = values_of(device)
    brake = record.results.get(_seq_of(db, row, "A1.3.12.2"), {}).get("r") == "√"
    qualified = record.conclusion not in unqualified_codes(db)
    result = InspectionResult(
        testsort=row.testsort,
        inspdate=record.inspdate,
        qualified=qualified,
        passdate=record.inspdate,
        braketest=brake,
    )
    last = device.inspdate if device.inspdate and not device.unqualcode else None
    facts = device_facts(values, lastdjdate=last, lastjcdate=device.insdate)
    return next_dates(facts, result, book.dates_book(db))


def unqualified_codes(db: Session) -> set[str]:
    """The codes of C606: results that move no date."""
    return {e["value"] for e in all_types(db, version(db, "dict"))[1].get("C606", [])}


def _seq_of(db: Session, row: AppBuss, item_no: str) -> str:
    items = book.items_of(db, templates_of(db, row)[1])
    return next((i["seq"] for i in items if i["item_no"] == item_no), "")


def findings_of(db: Session, row: AppBuss, record: OriginalRecord) -> list[Finding]:
    """Everything the rules find: missing results, values outside limits, conclusion, next date, words that are due."""
    items = item_results(db, row, record)
    names = names_for(db, record)
    hints = prefill_items(book.prefills(db), record.template, names)
    found = list(check_items(items, book.limits(db), record.template, names, hints))
    for item in items:
        got = record.results.get(str(item.seq), {})
        if item.result == "×" and not str(got.get("n") or "").strip():
            found.append(Finding(ERROR, item.item_no, f"第 {item.seq} 项 {item.content}：不符合时须填写说明", item.seq))
    if record.inspdate is None:
        found.append(Finding(ERROR, "", "检验日期未填"))
    if row.equclass == "3000":
        words = {at.PASSED: "合格", at.PASSED_AFTER_REPAIR: "整改后合格", at.FAILED: "不合格"}
        chosen = words.get(record.conclusion, "")
        found.extend(check_conclusion(items, chosen, book.settings(db), record.opinionno))
    elif not record.conclusion:
        found.append(Finding(ERROR, "", "检验结论未填"))
    if record.conclusion and record.conclusion in unqualified_codes(db):
        if not record.problems.strip():
            found.append(Finding(ERROR, "", "结论不合格，须填写问题及处理意见"))
    elif record.inspdate:
        dates = schedule(db, row, record)
        rule = dates.value("ninspdate") if dates else None
        found.extend(check_next_date(record.nextdate, rule, record.inspdate))
    if not record.instruments:
        found.append(Finding(ERROR, "", "没有检验仪器"))
    blank = [label for name, label in CONDITIONS.items() if not record.conditions.get(name)]
    if blank:
        found.append(Finding(WARN, "", f"环境条件没有填写：{'、'.join(blank)}"))
    return found


class RecordForm(Form):
    """What the entry sends of a record: only what was changed; `write` judges it item by item."""

    version: int | None = None
    results: Any = None
    conditions: Any = None
    inspdate: Any = None
    nextdate: Any = None
    rectifydue: Any = None
    opinionno: Any = None
    problems: Any = None
    remark: Any = None
    conclusion: Any = None
    opinion: str = Field("", title="意见", max_length=2000)


def write(db: Session, row: AppBuss, record: OriginalRecord, form: Mapping[str, Any]) -> None:
    """Write what the form carries into the record. Items and fields outside the template are refused."""
    items = {i["seq"]: i for i in book.items_of(db, templates_of(db, row)[1])}
    names = names_for(db, record)
    if "results" in form:
        changed = dict(record.results)
        sent = form["results"]
        rows = sent if isinstance(sent, list) else [sent]
        for one in rows:
            _write_item(db, record, items, names, changed, one)
        record.results = changed
    for name, label in (("inspdate", "检验日期"), ("nextdate", "下次检验日期"), ("rectifydue", "整改反馈期限")):
        if name in form:
            setattr(record, name, _day(form[name], label))
    for name, size in (("opinionno", 32), ("problems", 2000), ("remark", 2000), ("conclusion", 8)):
        if name in form:
            setattr(record, name, str(form[name] or "").strip()[:size])
    if "conditions" in form and isinstance(form["conditions"], Mapping):
        record.conditions = {k: str(form["conditions"].get(k) or "").strip()[:40] for k in CONDITIONS}
    if "conclusion" in form:
        record.unqualcode = record.conclusion if record.conclusion in unqualified_codes(db) else ""
        offered = conclusions(db, row)
        if record.conclusion and record.conclusion not in offered:
            raise BadInput("检验结论：请从选项中选择")
    dates = schedule(db, row, record)
    record.ruledate = dates.value("ninspdate") if dates and not record.unqualcode else None
    if record.nextdate is None and record.conclusion and not record.unqualcode:
        record.nextdate = record.ruledate


def conclusions(db: Session, row: AppBuss) -> dict[str, str]:
    """The conclusions (C605) offered for a business item: its own, else the generic ones."""
    rows = all_types(db, version(db, "dict"))[1].get("C605", [])
    own = {e["value"]: e["label"] for e in rows if e["parentValue"] == f"{row.equclass}-{row.seisort}"}
    generic = {e["value"]: e["label"] for e in rows if not e["parentValue"]}
    return own or generic


def _day(value: Any, label: str) -> date | None:
    if not str(value or "").strip():
        return None
    try:
        return date.fromisoformat(str(value).strip()[:10])
    except ValueError:
        raise BadInput(f"{label}：日期应为yyyy-MM-dd") from None


def _write_item(
    db: Session,
    record: OriginalRecord,
    items: Mapping[str, Mapping[str, str]],
    names: dict[str, object],
    changed: dict[str, Any],
    sent: Any,
) -> None:
    if not isinstance(sent, Mapping) or str(sent.get("seq", "")) not in items:
        raise BadInput("检验项目不在模板中")
    seq = str(sent["seq"])
    item = items[seq]
    label = f"第{seq}项{item['content']}"
    got = dict(changed.get(seq, {}))
    result = str(sent.get("r") or "")
    if result and result not in RESULTS:
        raise BadInput(f"{label}：结果只能是 √ × — △")
    got["r"] = result
    got["n"] = str(sent.get("n") or "")[:500]
    got["m"] = str(sent.get("m") or "") in ("1", "true", "True")
    values = sent.get("v") or {}
    if not isinstance(values, Mapping):
        raise BadInput(f"{label}：测量值格式不正确")
    fields = {b.field for b in bounds_of(book.limits(db), record.template, item["item_no"], names)} or {"value"}
    kept = {}
    for name, value in values.items():
        if name not in fields:
            raise BadInput(f"{label}：没有测量值{str(name)[:20]}")
        if value in (None, ""):
            continue
        number = _decimal(str(value).strip())
        if not isinstance(number, Decimal) or not number.is_finite() or abs(number) > 1_000_000:
            raise BadInput(f"{label}：测量值请输入数字")
        kept[name] = str(number)
    got["v"] = kept
    changed[seq] = {k: v for k, v in got.items() if v not in ("", None, False, {})}

"""Everything that the checks of a report read, gathered at once: no check asks the database."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import String, bindparam, cast, func, or_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import fields_of, limits_of, missing
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.products import Product
from tejian.inspection import codes as at
from tejian.inspection.models.fieldwork import OPEN as UNDECIDED
from tejian.inspection.models.fieldwork import RecordConflict
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.mobile import HeldJob
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    Finding,
    ItemResult,
    ReportFacts,
    counted,
    derived,
    stated_dates,
)
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.user import User
from tejian.system.organisations.api import exceptions
from tejian.system.settings.api import version

from . import beside, book, pipelines
from .archived import against_archive, known_of
from .calibration import valve_facts
from .conclusion import Judgement, labels_of
from .earliest import earliest_of
from .examined import Examined
from .gathered_items import excused_items, lacking_inputs, lacking_values, measured_values, table_facts
from .made import product_facts
from .notified import opinion_facts, told_items, witnessed_tests, works_facts
from .reading import (
    first_of,
    items_of_row,
    names_for,
    same_value,
    sort_of,
    unqualified_codes,
    values_found,
    values_of,
)
from .stating import charged_otherwise, found_otherwise
from .versions import of_the_day

IDENTITY = ("equcode", "prono", "model", "porgname", "equclacode", "useorgsysid")  # what an archive may not change
MOVES = {"advance": 0, "grade": 0, "limited": 1}  # how bad a conclusion is by its effect; the others end the use
WORST = 2
OWN = ("conclusion", "unqualcode", "opinionno", "rectifydue", "problems", "remark", "inspdate", "nextdate", "ruledate")

_NAMES = ("unitname", "unitcode", "unitsysid", "cheorg", "notify_id", "appway", "appdate", "afterstop")
_UNDECIDED = (
    select(func.count())
    .where(RecordConflict.record_id == bindparam("record"), RecordConflict.step == UNDECIDED)
    .scalar_subquery()
)
_OTHER_PACK = (  # operations that were written by another template, and came into this record later
    select(HeldJob.template + " 第" + cast(HeldJob.edition, String) + "版")
    .where(HeldJob.written_id == bindparam("record"), HeldJob.edition > 0)
    .where(or_(HeldJob.template != bindparam("template"), HeldJob.edition != bindparam("edition")))
    .order_by(HeldJob.edition, HeldJob.id)
    .limit(1)
    .scalar_subquery()
)
_MAIN = select(*(getattr(AppMain, name) for name in _NAMES), _UNDECIDED.label("conflicts"), _OTHER_PACK.label("pack"))
_MAIN = _MAIN.where(AppMain.id == bindparam("main"))


def facts_of(
    db: Session,
    row: AppBuss,
    record: OriginalRecord,
    examined: Examined,
    findings: Sequence[Finding],
    attached: Sequence[Any],
    actor: User | None = None,
) -> ReportFacts:
    """What a report says, and what the checks hold it against. `attached` are the files of the item, `actor` is who
    audits or approves it now."""
    device, judgement = examined.device, examined.judgement
    own = {"template": record.template, "edition": record.template_version}
    main = db.execute(_MAIN, {"main": row.appmain_id, "record": record.id, **own}).one()
    people = beside.people(db, row, record, actor)
    others = beside.other_reports(db, row, record)
    before = beside.before(db, row, record)
    photos = beside.photos(db, row, attached)
    lines = pipelines.named_lines(db, row)
    phone = book.phone_items(db, row.templateday)
    items = [
        replace(
            one,
            photo=str(one.seq) in photos["items"],
            duty=rule.photo if (rule := phone.get((one.template, one.item_no))) else "",
        )
        for one in judgement.items
    ]
    names: dict[str, Any] = {
        **judgement.found.names,
        **judgement.found.limits,
        **names_for(db, record),
        **counted(judgement.items, {one.item.seq for one in judgement.found.outside}),
        **_of_record(db, row, record, examined),
        **_of_business(db, row, record, main, device),
        **of_the_day(db, row, record),
        "declared_metres": sum((one.pipelength or Decimal(0) for one in lines), Decimal(0))
        if row.equclass == codes.PIPING
        else None,
        **opinion_facts(db, row, record),
        **works_facts(db, row, main.notify_id),
        **valve_facts(db, row, record),
        **product_facts(record, device),
        **_of_auditors(row, actor, people["auditor"]),
        **others,
        "conflicts": Decimal(main.conflicts),
        "pack": main.pack,
        "version": f"{record.template} 第{record.template_version}版",
        **_of_last(db, row, before, judgement),
        **_of_latest(db, row, record),
    }
    names |= derived(names)
    known = words(db, version(db, "dict"))
    return ReportFacts(
        kind=row.equclacode,
        seisort=row.seisort,
        testsort=row.testsort,
        names=names,
        items=items,
        measured=list(measured_values(db, items, judgement.found, row.templateday)),
        tables={code: table_facts(one, known) for code, one in judgement.found.worked.items()},
        lists={
            "people": people["inspectors"],
            "before": [{"reportno": one.reportno, "values": beside.values(one.content)} for one in before],
            "valves": beside.valves(db, row),
            "samples": beside.samples(db, row),
            "changes": list(_changes(known, record, device)),
            "stated": list(found_otherwise(db, row, record)),
            "charged": list(charged_otherwise(db, row, record)),
            "photos": photos["same"],
            "lines": [_of_line(one) for one in lines],
            "notice_items": told_items(db, row) if record.opinionno else [],
            "witnessed": witnessed_tests(db, row),
            "archive": against_archive(known_of(db, row, record, judgement.found.worked), judgement.found.worked),
            **beside.day_of(db, row, record, known.get("C647", {})),
            **_needs(db, items, row.templateday),
        },
        findings=findings,
        labels={name: one.label for name, one in fields_of(row.equclass, row.equclacode).items()}
        | {"anycode": "设备代码（注册代码）"},
        words=_words(known, row, names),
        odd_days=exceptions(db, record.inspdate or clock.today(), clock.today()),
        excused=excused_items(db, row, record, items),
        unjudged=lacking_inputs(db, row, items, judgement.found),
        untrue=frozenset(one.item.seq for one in judgement.found.untrue),
        unvalued=lacking_values(db, items, judgement.found, row.templateday),
    )


# -- names --------------------------------------------------------------------------------------------------------


def _first_number(words: str) -> Decimal | None:
    """41 of `41 个 8 人吊厢`."""
    found = re.search(r"\d+", words)
    return Decimal(found[0]) if found else None


def _shortened(judgement: Judgement, record: OriginalRecord) -> bool:
    """Whether the date by rule is yet to be shortened: a stated term (months of use under watch) is in it already."""
    return judgement.needs("shorten") and "setcyclemonths" not in stated_dates(judgement.asked, record.facts)


def _of_record(db: Session, row: AppBuss, record: OriginalRecord, examined: Examined) -> Any:
    judgement, due = examined.judgement, examined.due
    items = items_of_row(db, row)
    numbers = {one["seq"] for one in items}
    filled = sum(bool(one.result) for one in judgement.items)
    unqualified = record.conclusion in unqualified_codes(db)
    foreign = "、".join(sorted(set(record.results) - numbers))
    own = {name: getattr(record, name) for name in OWN}
    last = {f"last_{name}": record.equipment.get(name) for name in ("inspdate", "insreportno", "insresult")}
    grade = judgement.grade
    return {
        **own,
        **last,
        "last_ssdegree": book.number(record.equipment.get("ssdegree")) if record.equipment.get("ssdegree") else None,
        "newruledate": due.ruledate if due and judgement.dated else None,
        "shortened": _shortened(judgement, record),
        "derived": judgement.verdict.code,
        "conclusion_offered": record.conclusion in judgement.codes,
        "conclusion_allowed": record.conclusion in judgement.verdict.allowed,
        "carcount": _first_number(str(record.equipment.get("carnum") or "")),
        "unqualified": unqualified,
        "degree": _degree(judgement, record.conclusion, unqualified),
        "grade": Decimal(grade) if grade else None,
        "template": record.template,
        "template_version": Decimal(record.template_version),
        "expected_template": sort_of(db, row).template_code,
        "items_total": Decimal(len(items)),
        "items_filled": Decimal(filled),
        "items_foreign": foreign,
        "instruments_count": Decimal(len(record.instruments)),
        "missing_required": _missing(db, row, record, examined.device),
    }


def _missing(db: Session, row: AppBuss, record: OriginalRecord, device: Device) -> str:
    """The labels of the parameters that the kind requires and the snapshot lacks; a ledger keeps those of the class."""
    values = values_found(record)
    fields = fields_of(row.equclass, row.equclacode)
    empty = missing(limits_of(db, row.equclass, row.equclacode), row.equclacode, values)
    if isinstance(device, Product):
        fields = {name: one for name, one in fields.items() if one.level == row.equclass and one.group == "技术参数"}
    return "、".join(fields[name].label for name in empty if name in fields)


def _of_business(db: Session, row: AppBuss, record: OriginalRecord, main: Any, device: Device) -> dict[str, Any]:
    rule = book.rule_of(db, row.equclacode, row.seisort, row.testsort)
    first = first_of(db, row)
    if row.mother_id and row.reportno.startswith(f"{first.reportno}-"):  # inside the term: the first number, with -F
        rule = book.rule_of(db, first.equclacode, first.seisort, first.testsort)
    today = clock.today()
    own = {
        name: getattr(row, name) for name in ("seisn", "reportno", "duedate", "acceptdate", "confirmeddate", "plandate")
    }
    own |= {"entered": _day(row.enteredat), "verified": _day(row.verifiedat), "audited": _day(row.auditedat)}
    day = record.inspdate or today
    earliest, earliest_word = earliest_of(main, row)
    return {
        **own,
        "earliest": earliest,
        "declared_afterstop": main.afterstop,
        "earliest_word": earliest_word,
        "approved": _day(row.approvedat),
        "workday": exceptions(db, day, day).get(day, day.weekday() < 5),
        "today": today,
        "prefix": rule.report_no_prefix if rule else "",
        "deadline": _term_of_mother(db, row),
        "unitname": main.unitname,
        "unitcode": main.unitcode,
        "main_unitsysid": main.unitsysid,
        "main_cheorg": main.cheorg or row.cheorg,
        "now_useorgsysid": device.useorgsysid,
        "now_useorgname": device.useorgname,
        "now_cheorgsysid": device.cheorgsysid,
        "now_equstatus": device.equstatus,
        "inspectors_count": Decimal(len(row.inspectors)),
    }


def _of_line(line: Pipeline) -> dict[str, Any]:
    own = {name: line.params.get(name) for name in ("laymode", "materialclass")}
    known = {"pipeno": line.pipeno, "designpress": line.designpress, "pipelength": line.pipelength}
    return {"id": line.pipeno, **known, **own}


def _term_of_mother(db: Session, row: AppBuss) -> date | None:
    """Until when the inspection that failed wanted its problems put right; None where nothing is inspected again."""
    if not row.mother_id:
        return None
    return db.scalar(select(OriginalRecord.rectifydue).where(OriginalRecord.appbuss_id == row.mother_id))


def _of_auditors(row: AppBuss, actor: User | None, refusal: str) -> dict[str, Any]:
    """Who wrote, audited and approves: the one who acts now stands in for the step."""
    auditor = actor.id if actor and row.step in (at.AUDIT, at.AUDIT_FX) else row.auditedby
    approver = actor.id if actor and row.step == at.APPROVE else row.approvedby
    own = {"enteredby": row.enteredby, "auditedby": row.auditedby, "auditor": auditor, "approver": approver}
    inspected = {row.scinspector, *row.inspectors} - {""}
    judged = actor is not None and row.step == at.AUDIT
    more = {"auditor_qualified": not refusal if judged else None, "auditor_name": actor.name if actor else ""}
    theirs = {"auditor_inspected": auditor in inspected, "approver_inspected": approver in inspected}
    return {**own, **theirs, **more, "auditor_item": refusal}


def _degree(judgement: Judgement, code: str, unqualified: bool) -> Decimal | None:
    if not code:
        return None
    effect = next((one.effect for one in judgement.found.rules if one.code == code), "")
    return Decimal(WORST if unqualified else MOVES.get(effect, 0))


def _day(moment: Any) -> date | None:
    return moment.astimezone(clock.SHANGHAI).date() if moment else None


# -- what the record presupposes, and what changed ----------------------------------------------------------------


def _needs(db: Session, items: Sequence[ItemResult], on: date | None) -> dict[str, list[dict[str, Any]]]:
    """The types of instrument that measured items presuppose: of each item, and all that any item does."""
    needs = book.instrument_needs(db, on)
    keys = {f"{one.template}:{one.item_no}" for one in items}
    types = {kind for own in needs.values() for need in own for kind in need["any"]}
    own = {f"needs {key}": list(needs[key]) for key in keys if key in needs}
    return {**own, "instrument_types": [{"type": kind} for kind in sorted(types)]}


def _of_last(db: Session, row: AppBuss, before: Sequence[Any], judgement: Judgement) -> dict[str, Any]:
    if not before:
        return {}
    last = before[0]
    own = {f"prev_{name}": getattr(last, name) for name in ("reportno", "inspdate", "conclusion", "unqualcode")}
    word = labels_of(db, [last.conclusion])[last.conclusion].split("(")[0]
    degree = _degree(judgement, last.conclusion, bool(last.unqualcode))
    return {**own, "prev_conclusion_word": word, "prev_degree": degree}


def _of_latest(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, Any]:
    latest = beside.last_inspection(db, row, str(record.equipment.get("insreportno") or ""))
    code = latest.get("latest_conclusion")
    return {**latest, **({"latest_conclusion_word": labels_of(db, [code])[code].split("(")[0]} if code else {})}


def _changes(
    known: Mapping[str, Mapping[str, str]], record: OriginalRecord, device: Device
) -> Iterator[dict[str, Any]]:
    """The fields of the archive that differ from the snapshot of the record: identity, and the rest."""
    now = values_of(device)
    fields = fields_of(device.equclass, device.equclacode)
    for name in (*IDENTITY, "useplace", *(n for n, one in fields.items() if one.level != "COMMON")):
        old, new = record.equipment.get(name), now.get(name)
        if name not in fields or fields[name].type == "date" or same_value(fields[name].type, old, new):
            continue
        of_code = known.get(fields[name].dict, {})
        texts = [of_code.get(str(one), str(one or "（空）")) for one in (old, new)]
        if name == "useorgsysid":
            texts = [str(record.equipment.get("useorgname") or "（空）"), device.useorgname]
        label = fields[name].label.removesuffix("主键")
        yield {"id": name, "label": label, "old": texts[0], "new": texts[1], "controlled": name in IDENTITY}


def _words(known: Mapping[str, Mapping[str, str]], row: AppBuss, names: Mapping[str, Any]) -> dict[str, str]:
    """The words of coded values, as sentences say them."""
    own: dict[str, str] = {}
    for name, one in fields_of(row.equclass, row.equclacode).items():
        if one.dict and names.get(name) not in (None, ""):
            own[name] = known.get(one.dict, {}).get(str(names[name]), str(names[name]))
    for name in ("conclusion", "derived"):
        own[f"{name}word"] = known.get("C605", {}).get(str(names.get(name) or ""), "").split("(")[0]
    own["kindword"] = known.get("C602", {}).get(row.equclacode, row.equname)
    own["testsortword"] = known.get("C604", {}).get(row.testsort, row.testsort)
    own["now_equstatus"] = known.get("C637", {}).get(str(names.get("now_equstatus")), "")
    return own

"""今日包: what an inspector takes along: the own jobs of today and the next days, and earlier ones not recorded."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.equipment.api import dict_of, fields_of
from tejian.inspection import codes as at
from tejian.inspection.flow.api import STEP_NAMES
from tejian.inspection.models.fieldwork import PackJob
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.mobile import GUIDE_STEPS, TaskGuide
from tejian.inspection.models.notices import OPEN as NOT_ANSWERED
from tejian.inspection.models.notices import InspectionNotice, NoticeProblem
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import spots
from tejian.inspection.tasks.api import item_screen
from tejian.kit.database.audit import plain as day_text
from tejian.kit.database.db import new_id
from tejian.kit.database.phones import hidden
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.user import User
from tejian.system.settings.api import number, version

from . import offering, terminals
from .drafts import draft_of, hold_rows, keep_rows
from .forms import PackForm
from .jobs import merge_rules
from .merging import SERVER

DAYS = "inspection.pda.days"  # how many days ahead a pack reaches
STEPS = (at.CONFIRM, at.BUILD, at.ENTER)
LAST_REPORTS = 3


class ReportBefore(TypedDict):
    """What a report before said of the items, by the number of the item."""

    reportno: str
    inspdate: str | None
    conclusion: str
    results: dict[str, dict[str, Any]]


class OpenNotice(TypedDict):
    words: str
    term: str | None


class Guide(TypedDict):
    id: str
    step: str
    title: str
    text: str
    must: bool
    read: str
    confirmed: bool


class Spot(TypedDict):
    """Where at the device items are looked at; `items` are their numbers, in the order of the round."""

    name: str
    items: list[int]


class PackedTemplate(TypedDict):
    """How the record is drawn. `photo` and `phrases` by the number of the item: when a photo is required (always, or
    fault: of a failing item), and words that are ready for its note."""

    code: str
    edition: int
    spots: list[Spot]
    photo: dict[str, str]
    phrases: dict[str, list[str]]


class PackedJob(TypedDict):
    """A job as a terminal keeps it. `rows` are the numbers of the rows of its tables, in their order."""

    id: str
    reportcode: str
    record: str
    version: int
    step: str
    stepName: str
    main: bool
    equcode: str
    equname: str
    unit: str
    address: str
    sort: str
    plandate: str | None
    contact: str
    entry: dict[str, Any]
    template: PackedTemplate | None
    last: list[ReportBefore]
    notices: list[OpenNotice]
    guide: list[Guide]
    device: dict[str, str]
    editable: list[str]
    rows: dict[str, list[str]]


class PackedLine(TypedDict):
    id: str
    digest: str
    same: bool
    job: PackedJob | None


class GoneJob(TypedDict):
    id: str
    why: str


class Pack(TypedDict):
    serverTime: datetime
    digest: str
    jobs: list[PackedLine]
    gone: list[GoneJob]


def pack(db: Session, me: User, form: PackForm) -> Pack:
    """The jobs of an account; of those that the terminal has as they are, their digest alone."""
    terminal = terminals.admitted(db, me, form)
    rows = _rows(db, me)
    facts = _Known(db, me, rows)
    lines: list[PackedLine] = []
    for row in rows:
        job = _job(db, me, row, facts)
        digest = hashlib.sha256(orjson.dumps(job, default=str, option=orjson.OPT_SORT_KEYS)).hexdigest()
        known = form.have.get(row.id) == digest
        lines.append({"id": row.id, "digest": digest, "same": known, "job": None if known else job})
    _note(db, me, facts, rows)
    whole = hashlib.sha256("".join(one["digest"] for one in lines).encode()).hexdigest()
    gone = _gone(db, me, sorted(set(form.have) - {one.id for one in rows}))
    now = terminals.touch(db, me, terminal, form, terminals.Counted(jobs=len(lines)), jobs=len(lines))
    return {"serverTime": now, "digest": whole, "jobs": lines, "gone": gone}


def _rows(db: Session, me: User) -> Sequence[AppBuss]:
    until = clock.today() + timedelta(days=number(db, DAYS, 3))
    mine = select(AppBuss).where(AppBuss.inspectors.contains([me.id]), AppBuss.step.in_(STEPS))
    return db.scalars(mine.where(AppBuss.plandate <= until).order_by(AppBuss.plandate, AppBuss.id).limit(200)).all()


class _Known:
    """What all jobs of a pack are told of, each asked once."""

    def __init__(self, db: Session, me: User, rows: Sequence[AppBuss]):
        keys, devices = [one.id for one in rows], {one.equdatasysid for one in rows}
        records_ = db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id.in_(keys)))
        self.records = {one.appbuss_id: one for one in records_}
        self.words = dictionary.words(db, version(db, "dict"))
        self.former = _former(db, devices)
        self.notices = _notices(db, devices)
        self.guides = [(_guide(one), one.equclass) for one in offering.guides(db, me)]
        self.confirmed = offering.confirmed(db, me, [one.id for one in self.records.values()])
        self.editable = [one for rule in merge_rules(db) if rule.policy != SERVER for one in rule.paths]


def _guide(one: TaskGuide) -> Guide:
    return {
        "id": one.id,
        "step": GUIDE_STEPS.get(one.guidestep, ""),
        "title": one.title,
        "text": one.content,
        "must": one.must,
        "read": offering.read_of(one),
        "confirmed": False,
    }


def _former(db: Session, devices: set[str]) -> dict[tuple[str, str], list[ReportBefore]]:
    """The last issued reports of devices, by device and kind of inspection."""
    place = func.row_number().over(
        partition_by=(AppBuss.equdatasysid, AppBuss.testsort),
        order_by=(AppBuss.inspdate.desc().nulls_last(), Report.issuedat.desc()),
    )
    named = (AppBuss.equdatasysid, AppBuss.testsort, AppBuss.inspdate, Report.reportno)
    query = select(*named, Report.content.label("content"), place.label("place"))
    inner = query.join(AppBuss, AppBuss.id == Report.appbuss_id).where(AppBuss.equdatasysid.in_(devices)).subquery()
    out: dict[tuple[str, str], list[ReportBefore]] = {}
    for one in db.execute(select(inner).where(inner.c.place <= LAST_REPORTS).order_by(inner.c.place)):
        results = {
            item["item_no"]: {"r": item.get("result", ""), "v": item.get("values", {})}
            for item in one.content.get("items", [])
        }
        report: ReportBefore = {
            "reportno": one.reportno,
            "inspdate": day_text(one.inspdate),
            "conclusion": one.content.get("insresultName", ""),
            "results": results,
        }
        out.setdefault((one.equdatasysid, one.testsort), []).append(report)
    return out


def _notices(db: Session, devices: set[str]) -> dict[str, list[OpenNotice]]:
    """The problems of notices that are not settled, by device."""
    N, P = InspectionNotice, NoticeProblem
    query = select(N.equdatasysid, N.noticeno, P.place, P.problem, N.due).join(P, P.notice_id == N.id)
    out: dict[str, list[OpenNotice]] = {}
    for one in db.execute(
        query.where(N.equdatasysid.in_(devices), N.step.in_(NOT_ANSWERED)).order_by(N.due, N.id, P.seq)
    ):
        words = f"{one.noticeno} {one.place}：{one.problem}"
        out.setdefault(one.equdatasysid, []).append({"words": words, "term": day_text(one.due)})
    return out


def _job(db: Session, me: User, row: AppBuss, known: _Known) -> PackedJob:
    screen: Any = item_screen(db, me, row.id, checked=False)
    record, head = known.records.get(row.id), screen["head"]
    head["contact"] = {**head["contact"], "tel": hidden(head["contact"]["tel"])}
    return {
        "id": row.id,
        "reportcode": row.reportno or row.seisn,
        "record": record.id if record else "",
        "version": record.version if record else 0,
        "step": row.step,
        "stepName": STEP_NAMES.get(row.step, row.step),
        "main": row.scinspector == me.id,
        "equcode": row.equcode,
        "equname": row.equname,
        "unit": row.unitname,
        "address": row.useplace,
        "sort": known.words.get("C604", {}).get(row.testsort, row.testsort),
        "plandate": day_text(row.plandate),
        "contact": f"{head['contact']['name']} {head['contact']['tel']}".strip(),
        "entry": screen,
        "template": _template(db, row, record) if record else None,
        "last": known.former.get((row.equdatasysid, row.testsort), []),
        "notices": known.notices.get(row.equdatasysid, []),
        "guide": [
            {**one, "confirmed": known.confirmed.get((record.id if record else "", one["id"])) == one["read"]}
            for one, class_ in known.guides
            if class_ in ("", row.equclass)
        ],
        "device": _device(row, record.equipment if record else {}, known.words),
        "editable": known.editable,
        "rows": _row_numbers(db, row, record) if record else {},
    }


def _template(db: Session, row: AppBuss, record: OriginalRecord) -> PackedTemplate:
    """As the record began: a template that went on since changes nothing in it."""
    items, rules = records.items_of_row(db, row), records.phone_items(db, row.templateday)
    known = {one["seq"]: rule for one in items if (rule := rules.get((one["template"], one["item_no"])))}
    return {
        "code": record.template,
        "edition": record.template_version,
        "spots": [{"name": one.name, "items": list(one.items)} for one in spots(items, rules)],
        "photo": {seq: rule.photo for seq, rule in known.items() if rule.photo},
        "phrases": {seq: list(rule.phrases) for seq, rule in known.items() if rule.phrases},
    }


def _device(row: AppBuss, values: Mapping[str, Any], words: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """The snapshot of the device as the record has it, in words; keys of other records are none."""
    out = {}
    for name, one in fields_of(row.equclass, row.equclacode).items():
        value = values.get(name)
        if value in (None, "", [], {}) or name.endswith("sysid"):
            continue
        text = str(words.get(dict_of(one), {}).get(str(value), value))
        out[one.label] = str(hidden(text)) + (one.unit if isinstance(value, int | float) and one.unit else "")
    return out


def _row_numbers(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, list[str]]:
    """The numbers of the rows of tables, kept: operations name rows by them."""
    if not record.measures:
        return {}
    hold_rows(db, record)
    draft = draft_of(db, row, record)
    keep_rows(db, row, record, draft)
    return {code: [key for key, _ in one.rows] for code, one in draft.tables.items() if one.rows}


def _note(db: Session, me: User, known: _Known, rows: Sequence[AppBuss]) -> None:
    """Who was given a job once may hand in what he wrote, whatever becomes of it."""
    now = clock.now()
    own = {"user_id": me.id, "given": now, "createby": me.id, "updateby": me.name, "version": 1}
    own |= {"createtime": now, "updatetime": now}
    given = [
        {
            **own,
            "id": new_id(),
            "appbuss_id": one.id,
            "record_id": record.id,
            "template": record.template,
            "edition": record.template_version,
        }
        for one in rows
        if (record := known.records.get(one.id))
    ]
    if given:
        key = ["user_id", "appbuss_id", "record_id"]
        db.execute(insert(PackJob).values(given).on_conflict_do_nothing(index_elements=key))


def _gone(db: Session, me: User, ids: Sequence[str]) -> list[GoneJob]:
    """Why jobs that a terminal has are none of its jobs any more."""
    mine = select(AppBuss).where(AppBuss.id.in_(ids), AppBuss.inspectors.contains([me.id]))
    rows = {one.id: one for one in db.scalars(mine)} if ids else {}
    return [{"id": key, "why": _why(rows.get(key))} for key in ids]


def _why(row: AppBuss | None) -> str:
    if row is None:
        return "任务已改派他人或已取消"
    if row.step in STEPS:
        return f"任务已改期到{_day(row.plandate)}"
    return f"业务当前环节为{STEP_NAMES.get(row.step, row.step)}"


def _day(day: date | None) -> str:
    return day.isoformat() if day else "待定"

"""The page an inspector fills in: items, what the rules say of them, and what last time said."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.equipment.api import NextExplained
from tejian.archives.models.files import Attachment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    Names,
    NextDates,
    Possible,
    StatedName,
    bounds_of,
    doubtful_fields,
    fed_fields,
    possible_of,
)
from tejian.kit.database.audit import plain
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped

from . import book
from .archived import known_of
from .before import LastResult, last_report, results_of
from .conclusion import labels_of, printed_remark, reason_of
from .dating import Schedule
from .declared import AFTER_STOP
from .entry_tables import EntryTable, SiteMeasure, WorkedTable, entry_tables, site_measures, worked_tables
from .examined import Examined, examine
from .hints import Finding, hint
from .pictures import of_rows, place_of
from .pipelines import named_lines
from .proofs import impossible, rows_of_tables
from .reading import items_of_row, unqualified_codes
from .service import findings_of
from .sheets import offered_tables
from .stating import Parameter, Stated, parameters
from .taken import SOURCE
from .tools import InstrumentLine, Tools, named_instruments, toolbox, tools_of


class Proposal(TypedDict):
    """The conclusion that the results ask for, and why."""

    word: str
    code: str
    reason: str
    remark: str


class Conclusion(TypedDict):
    """A conclusion of this sort: whether it may be given now, and `failed` when it is an unqualified one."""

    value: str
    label: str
    allowed: bool
    failed: bool


class Fact(TypedDict):
    """What the inspector states beside items and tables: a number in bounds, yes or no, a choice, words, a day."""

    name: str
    label: str
    unit: str
    kind: Literal["count", "flag", "number", "choice", "text", "day"]
    low: int
    high: int
    options: list[str]
    needed: bool
    declared: bool  # what the declaration says; nobody states it anew


class Followed(TypedDict):
    """What follows for a fact that the inspector may state otherwise."""

    name: str
    value: str
    reason: str


class NextDay(TypedDict):
    """A date besides the main one: as the record has it, and as the rule gives it."""

    field: str
    label: str
    value: date | None
    ruledate: date | None


class Judged(TypedDict):
    """What changes with every save."""

    told: list[Followed]
    findings: list[Finding]
    worked: list[WorkedTable]
    least: dict[str, int]  # how many rows a table must have, by its code
    impossible: dict[str, dict[str, str]]  # by item the results that cannot be true, each with its sentence
    proposal: Proposal
    conclusions: list[Conclusion]
    problems: str
    stated: dict[str, str]
    rectifydue: date | None
    next: NextExplained | None
    ruledate: date | None
    dates: list[NextDay]
    tools: Tools
    corrections: dict[str, Stated]  # what was found otherwise than the archive states it


class Measure(TypedDict):
    """A measured value of an item; `fed` = a table gives it, nobody types it. `least`, `most`, `whole`: what it can be
    at all, whatever its limits."""

    field: str
    label: str
    unit: str
    low: Decimal | None
    high: Decimal | None
    limit: str
    fed: bool
    least: Decimal | None
    most: Decimal | None
    whole: bool


class EntryItem(TypedDict):
    seq: int
    item_no: str
    section: str
    content: str
    requirement: str
    basis: str  # the clause
    number: str  # of the rule, where the list has one of its own
    key: bool
    type: str
    measures: list[Measure]
    result: Literal["", "√", "×", "—", "△"]
    values: dict[str, str]
    note: str
    monitored: bool
    lines: list[str]
    prefill: str
    taken: str  # the machine before this one whose answer it has
    last: LastResult | None


class RecordHead(TypedDict):
    template: str
    inspdate: date | None
    begunat: str
    endedat: str
    conclusion: str
    nextdate: date | None
    ruledate: date | None
    opinionno: str
    rectifydue: date | None
    problems: str
    remark: str
    conditions: dict[str, str]
    facts: dict[str, str]
    instruments: list[InstrumentLine]


class Photo(TypedDict):
    """`place` says where it belongs, in words."""

    attsysid: str
    item: str
    place: str
    name: str
    mime: str


class EntryScreen(Judged):
    id: str
    version: int
    record: RecordHead
    items: list[EntryItem]
    photos: list[Photo]
    facts: list[Fact]
    tables: list[EntryTable]
    sites: list[SiteMeasure]
    lines: list[str]
    toolbox: list[InstrumentLine]
    parameters: list[Parameter]


def entry_screen(
    db: Session, row: AppBuss, record: OriginalRecord, actor: User | None = None, *, checked: bool = True
) -> EntryScreen:
    """Everything the entry and audit screens show of a record. `actor` is who judges it now; without `checked` what the
    checks say is left out.
    """
    examined = examine(db, row, record)
    judgement = examined.judgement
    names = judgement.found.limits
    fed = fed_fields(judgement.found.tables, judgement.found.worked)
    before = results_of(last_report(db, row, record.inspdate))
    items: list[EntryItem] = []
    for item in items_of_row(db, row):
        measured = measures_of(db, item, names, fed, row.templateday)
        got = record.results.get(item["seq"], {})
        items.append(
            {
                "seq": int(item["seq"]),
                "item_no": item["item_no"],
                "section": item["section"],
                "content": item["content"],
                "requirement": item["requirement"],
                "basis": item["basis"],
                "number": item["number"],
                "key": item["key_item"] == "Y",
                "type": item["value_type"],
                "measures": measured,
                "result": got.get("r", ""),
                "values": got.get("v", {}),
                "note": got.get("n", ""),
                "monitored": bool(got.get("m")),
                "lines": got.get("l", []),
                "prefill": got.get("p", ""),
                "taken": got.get(SOURCE, ""),
                "last": before.get(item["item_no"]),
            }
        )
    titles = {str(one["seq"]): one["content"] for one in items}
    tables, places = judgement.found.tables, of_rows(judgement.found.tables, record.measures)
    files = select(Attachment).where(Attachment.attrefsysid == row.id, Attachment.deleted.is_(False))
    photos = [
        shaped(Photo, one, attsysid=one.id, place=place_of(one, titles, tables, places)) for one in db.scalars(files)
    ]
    return {
        "id": row.id,
        "version": record.version,
        "record": {
            "template": record.template,
            "inspdate": record.inspdate,
            "begunat": record.begunat,
            "endedat": record.endedat,
            "conclusion": record.conclusion,
            "nextdate": record.nextdate,
            "ruledate": record.ruledate,
            "opinionno": record.opinionno,
            "rectifydue": record.rectifydue,
            "problems": record.problems,
            "remark": record.remark,
            "conditions": record.conditions,
            "facts": record.facts,
            "instruments": named_instruments(record),
        },
        "items": items,
        "photos": photos,
        "facts": [
            {
                "name": f.name,
                "label": f.label,
                "unit": f.unit,
                "kind": kind_of(f),
                "low": int(f.low),
                "high": int(f.high),
                "options": list(f.options),
                "needed": f.needed and f.name not in judgement.found.graded,  # what tables give is not asked for
                "declared": f.name == AFTER_STOP,
            }
            for f in judgement.asked
        ],
        "tables": entry_tables(db, row, record, judgement.found),
        "sites": site_measures(db, row, record),
        "lines": [line.pipeno for line in named_lines(db, row)],
        "toolbox": toolbox(db, row.cheorg),
        "parameters": parameters(db, row, record),
        **judged(db, row, record, examined, findings_of(db, row, record, actor, examined) if checked else ()),
    }


def measures_of(
    db: Session, item: Mapping[str, str], names: Names, fed: Collection[tuple[str, str, str]], on: date | None
) -> list[Measure]:
    """The measured values of an item, each once: of several limits the narrower bounds."""
    measures: dict[str, Measure] = {}
    limits = book.limits(db, on).get((item["template"], item["item_no"]), ())
    of_item = (limits, item["template"], item["item_no"], names)
    possible = possible_of(book.evidence(db, on).get((item["template"], item["item_no"]), ()))
    for b in (*bounds_of(*of_item), *doubtful_fields(*of_item)):
        known = measures.get(b.field)
        if known is None:
            given = (item["template"], item["item_no"], b.field) in fed
            measures[b.field] = {
                "field": b.field,
                "label": b.label,
                "unit": b.unit,
                "low": b.low,
                "high": b.high,
                "limit": b.words(),
                "fed": given,
                **_possible(possible.get(b.field, Possible())),
            }
            continue
        known["low"] = max((x for x in (known["low"], b.low) if x is not None), default=None)
        known["high"] = min((x for x in (known["high"], b.high) if x is not None), default=None)
        known["limit"] = "；".join(x for x in (known["limit"], b.words()) if x)
    if measures or item["value_type"] != "measure":
        return list(measures.values())
    return [
        {
            "field": "value",
            "label": "实测值",
            "unit": item["unit"],
            "low": None,
            "high": None,
            "limit": "",
            "fed": False,
            **_possible(possible.get("value", Possible())),
        }
    ]


class _CanBe(TypedDict):
    least: Decimal | None
    most: Decimal | None
    whole: bool


def _possible(one: Possible) -> _CanBe:
    return {"least": one.low, "most": one.high, "whole": one.whole}


def kind_of(one: StatedName) -> Literal["count", "flag", "number", "choice", "text", "day"]:
    kind: Any = one.kind
    known: Literal["count", "flag", "number", "choice", "text", "day"] = kind
    return known


def judged(
    db: Session, row: AppBuss, record: OriginalRecord, examined: Examined, findings: Sequence[Any] | None = None
) -> Judged:
    """Findings, proposed conclusion and the explained next date: what changes with every save."""
    judgement, due = examined.judgement, examined.due
    if findings is None:
        findings = findings_of(db, row, record, examined=examined)
    labels = labels_of(db, judgement.codes)
    unqualified = unqualified_codes(db)
    code = judgement.verdict.code
    contents = {one.seq: one.content for one in judgement.items}
    return {
        "told": [{"name": one.name, "value": one.value, "reason": one.reason} for one in judgement.found.told],
        "findings": [hint(record, one, contents.get(one.seq, "")) for one in findings],
        "worked": worked_tables(judgement.found, known_of(db, row, record, judgement.found.worked)),
        "least": {}
        if row.mother_id
        else rows_of_tables(db, judgement.found, offered_tables(db, row, record), row.templateday),
        "impossible": impossible(db, row, judgement.found),
        "proposal": {
            "word": labels[code].split("(")[0] if code else "",
            "code": code,
            "reason": reason_of(judgement.found),
            "remark": printed_remark(judgement, record.opinionno),
        },
        "conclusions": [
            {"value": c, "label": labels[c], "allowed": c in judgement.verdict.allowed, "failed": c in unqualified}
            for c in judgement.codes
        ],
        "problems": record.problems,
        "stated": record.facts,
        "rectifydue": record.rectifydue,
        "next": explained(due.dates) if due and due.main else None,
        "ruledate": record.ruledate,
        "dates": other_days(record, due) if due and judgement.dated else [],
        "tools": tools_of(db, row, record, judgement.items),
        "corrections": record.corrections,
    }


def other_days(record: OriginalRecord, due: Schedule) -> list[NextDay]:
    """The dates of the sort besides the main one, each to be chosen by itself."""
    days = [(one, record.nextdates.get(one.field)) for one in due.others]
    return [
        {
            "field": one.field,
            "label": one.label,
            "value": date.fromisoformat(day) if day else one.rulevalue,
            "ruledate": one.rulevalue,
        }
        for one, day in days
    ]


def explained(dates: NextDates) -> NextExplained:
    """The computed dates as the screens open them: rule, base, steps, clause, years."""
    return {
        "lines": [
            {
                "field": x.field,
                "label": x.label,
                "value": plain(x.value),
                "old": plain(x.old),
                "ruleid": x.ruleid,
                "clause": x.clause,
                "rule": plain(x.rulevalue),
                "base": plain(x.base),
                "steps": list(x.steps),
            }
            for x in dates.lines
        ],
        "years": [
            {"number": y.number, "due": plain(y.due), "action": y.action, "state": y.state, "brake": y.brake}
            for y in dates.years
        ],
        "warnings": list(dates.warnings),
        "base": plain(dates.base),
        "nextaction": dates.nextaction,
    }

"""What the rules of presence and of evidence say of a record, as findings: refused, or asked a reason of."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache

from sqlalchemy.orm import Session

from tejian import data
from tejian.archives.common.api import class_of
from tejian.archives.equipment.api import fields_of
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import (
    ERROR,
    WARN,
    Behind,
    Finding,
    Found,
    ItemResult,
    RecordTable,
    Said,
    cannot_be,
    filled,
    rows_wanted,
    told_apart,
    unproven,
)
from tejian.kit.ground.dictionary import words
from tejian.system.settings.api import version

from . import book
from .checking import least_of
from .reading import sort_of, sub_reports

WORD = "word"  # a coded name with its word beside it: `conclusion`, `conclusionword`
CODED = {"conclusion": "C605", "kind": "C602"}
Words = Mapping[str, str]
PASS, NONE = "√", "—"


@cache
def kinds_of_sub_reports() -> Mapping[str, Sequence[str]]:
    """What the names of sub-reports of a kind hold."""
    return {row["kind"]: tuple(row["words"].split("|")) for row in data.rows("sub_report_kinds")}


def proof_findings(
    db: Session, row: AppBuss, record: OriginalRecord, sheet: Found, items: Sequence[ItemResult]
) -> list[Finding]:
    """Everything that the rules say. `items` are those of the record with what photos they have."""
    behind = behind_of(db, row, record, sheet)
    sayings = [*sheet.untrue, *unproven(book.evidence(db, row.templateday), items, behind)]
    return as_findings(sayings, words_of(db, row.equclass, row.equclacode, sheet) if sayings else {})


def as_findings(said: Iterable[Said], known: Words) -> list[Finding]:
    """What rules say, as findings, those that refuse first."""
    made = [
        Finding(ERROR if one.hard else WARN, one.item.item_no, sentence(one, known), one.item.seq, one.ruleid)
        for one in said
    ]
    return told_apart(sorted(dict.fromkeys(made), key=lambda one: (one.level != ERROR, one.seq)))


def sentence(one: Said, known: Words) -> str:
    """The sentence of a rule about an item."""
    own = {"seq": one.item.seq, "item_no": one.item.item_no, "content": one.item.content}
    return filled(one.sentence, {**one.names, **own}, known)


def words_of(db: Session, equclass: str, kind: str, sheet: Found) -> dict[str, str]:
    """The words of the coded values that the sentences name."""
    known, names = words(db, version(db, "dict")), [sheet.place.names, *sheet.place.lines]
    own: dict[str, str] = {}
    for name, one in fields_of(equclass, kind).items():
        value = next((n[name] for n in names if n.get(name) not in (None, "")), None)
        if one.dict and value is not None:
            own[name] = known.get(one.dict, {}).get(str(value), str(value))
    for name, coded in CODED.items():
        code = str(sheet.place.names.get(name) or "")
        own[f"{name}{WORD}"] = known.get(coded, {}).get(code, code).split("(")[0]
    return own


def behind_of(db: Session, row: AppBuss, record: OriginalRecord, sheet: Found) -> Behind:
    """What a record has to show for its results."""
    names = [one.subname for one in sub_reports(db, row)]
    offered = book.offered_tables(db, row.equclacode, sheet.tables, row.templateday)
    dated = {field: record.nextdate for field in sort_of(db, row).next_date_fields[:1] if record.nextdate}
    return Behind(
        names={**sheet.place.names, **dated},
        worked=sheet.worked,
        offered=offered,
        subreports=names,
        instruments=bool(record.instruments),
        whole=not row.mother_id,
        words=kinds_of_sub_reports(),
        asked={one.table.code for one in least_of(db, sheet, row.templateday) if one.lacks},
        givers=givers(row.equclass, row.equclacode, sheet),
    )


def unproven_of(db: Session, kind: str, sheet: Found, *, whole: bool) -> list[Said]:
    """The rules of evidence that speak of a record of which nothing is stored: it names an instrument, and nobody knows
    what its archive says."""
    offered = book.offered_tables(db, kind, sheet.tables)
    words = kinds_of_sub_reports()
    behind = Behind(sheet.place.names, sheet.worked, offered, whole=whole, words=words, givers=None)
    return unproven(book.evidence(db), sheet.items, behind)


def archive_names(kind: str) -> set[str]:
    """The names that the archive of a kind can give."""
    return set(fields_of(class_of(kind), kind))


def givers(equclass: str, kind: str, found: Found) -> set[str]:
    """The names that the archive of a kind, or its record beside its conclusion, can give."""
    code = str(found.place.names.get("conclusion") or "")
    return {*fields_of(equclass, kind), *(one.name for one in found.asked if one.holds(code))}


def rows_of_tables(db: Session, sheet: Found, offered: Mapping[str, RecordTable], on: date | None) -> dict[str, int]:
    """How many rows the tables of a record must have: for themselves, and behind the results of its items."""
    least = {one.table.code: one.rows for one in least_of(db, sheet, on)}
    behind = Behind(sheet.place.names, sheet.worked, offered)
    for code, count in rows_wanted(book.evidence(db, on), sheet.items, behind).items():
        least[code] = max(count, least.get(code, 0))
    return least


def impossible(db: Session, row: AppBuss, sheet: Found) -> dict[str, dict[str, str]]:
    """Of each item the results among √ and — that the rules refuse, with the sentence: the page says it as one types,
    and what conforms all at once leaves these out."""
    rules, refused = book.sheet_rules(db, row.templateday).presence, dict[str, dict[str, str]]()
    known: Words | None = None
    for item in sheet.items:
        for result in (PASS, NONE):
            saying = next((one for one in cannot_be(rules, item, result, sheet.place) if one.hard), None)
            if saying is not None:
                known = known if known is not None else words_of(db, row.equclass, row.equclacode, sheet)
                refused.setdefault(str(item.seq), {})[result] = sentence(saying, known)
    return refused

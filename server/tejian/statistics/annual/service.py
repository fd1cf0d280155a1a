"""Counts a year into an edition, and shows an edition: what is shown is only read, never counted."""

import time
from collections.abc import Iterable
from datetime import date
from typing import Any, NotRequired, cast

from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection import codes as at
from tejian.kit.database.audit import plain
from tejian.kit.database.db import hold, new_id
from tejian.kit.database.jobs import enqueue, job
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import SYSTEM, User
from tejian.kit.lists.excel import MIME, workbook
from tejian.kit.lists.listview import Col
from tejian.kit.records.crud import shaped
from tejian.kit.web.edge import File
from tejian.statistics.models.annual import AnnualEdition as Edition
from tejian.statistics.models.annual import AnnualFigure as Figure
from tejian.system.settings.api import version

from . import counting

FIRST_YEAR = 2003  # the ordinance on the safety of special equipment (国务院令第373号) came into force
MEMORY = "set local work_mem = '256MB'"  # one job at a time: it may sort and hash in memory
DEVICE = ("total", "inuse", "stopped", "scrapped", "registered")
DUE = ("due", "done")
INSPECTION = ("inspected", "unqualified")
NOTES = [
    "年末在册：截止日当天档案中未删除、未迁出且未报废、拆除、注销的设备；当年进行中的统计截至统计当天。",
    "在用：设备状态为在用或在用未登记；停用：状态为停用；报废注销：累计报废、拆除、注销的设备。以上按截止日当天的状态计。",
    "新登记：登记日期在本年度内的设备。",
    "已检：本年度内出具定期检验报告的设备台数，按检验时所在区县计；应检：已检设备，加上截止日在用、检验日期已过而未检的设备。",
    "检验率＝已检÷应检；检验数：检验日期在本年度内且报告已批准的检验项目；合格率＝1－不合格÷检验数。",
    "使用单位：名下有设备档案的单位；持证人员：证书在有效期内的人员。均按统计时的档案计。",
]


class Figures(TypedDict):
    """The figures of one class, county or kind of inspection."""

    code: str
    name: str
    total: int
    inuse: int
    stopped: int
    scrapped: int
    registered: int
    due: int
    done: int
    inspected: int
    unqualified: int


class KindOfClass(TypedDict):
    equclass: str
    seisort: str
    inspected: int
    unqualified: int


class UnitCounts(TypedDict):
    useunits: int
    maintainers: int
    makers: int
    installers: int
    persons: int


class EditionKey(TypedDict):
    number: int
    closed: bool
    at: str


class EditionHead(EditionKey):
    upto: str
    by: str
    units: UnitCounts


class Annual(TypedDict):
    """The figures of a year; without an edition there are none."""

    years: list[int]
    year: int
    notes: list[str]
    edition: EditionHead | None
    editions: NotRequired[list[EditionKey]]
    area: NotRequired[str]
    areas: NotRequired[list[Figures]]
    classes: NotRequired[list[Figures]]
    kinds: NotRequired[list[Figures]]
    kindsOfClasses: NotRequired[list[KindOfClass]]


class Year(TypedDict):
    year: int


def asked_year(value: Any) -> int:
    """A year that can be counted: not before the first one, not in the future."""
    given = str(value or clock.today().year)
    if not given.isdecimal() or len(given) != 4 or not FIRST_YEAR <= int(given) <= clock.today().year:
        raise BadInput(f"年度：请输入 {FIRST_YEAR} 至 {clock.today().year} 之间的年份")
    return int(given)


def ask_to_count(db: Session, me: User, value: Any) -> Year:
    """Have a year counted anew; the page shows it when it is done."""
    year = asked_year(value)
    enqueue(db, "statistics.annual", lock="statistics.annual", year=year, by=me.name)
    return {"year": year}


@job("statistics.annual", daily="02:37")
def annual(db: Session, year: int = 0, by: str = "") -> None:
    """Every night the running year, and the year before once after its end; or the year that somebody asked for."""
    today = clock.today()
    if year:
        count(db, year, by or SYSTEM.name)
        return
    count(db, today.year, SYSTEM.name)
    before = newest(db, today.year - 1)
    if before is None or not before.closed:
        count(db, today.year - 1, SYSTEM.name)


def newest(db: Session, year: int, number: int = 0) -> Edition | None:
    """The last edition of a year, or the one with this number."""
    query = select(Edition).where(Edition.year == year).order_by(Edition.number.desc()).limit(1)
    return db.scalars(query.where(Edition.number == number) if number else query).first()


def count(db: Session, year: int, by: str) -> Edition:
    """Count a year. An edition counted before its year's end is counted anew; one from after it stays as it was."""
    hold(db, f"annual {year}")
    today, last = clock.today(), newest(db, year)
    first, end = date(year, 1, 1), date(year, 12, 31)
    closed, upto = today > end, min(today, end)
    began = time.perf_counter()
    db.execute(text(MEMORY))
    cells: dict[tuple[str, str], dict[str, int]] = {}
    for names, query in (
        (DEVICE, counting.devices(first, upto)),
        (("missed",), counting.missed(first, upto, closed)),
    ):
        for area, equclass, *figures in db.execute(query):
            cells.setdefault((area, equclass), {}).update(zip(names, figures, strict=True))
    inspections = db.execute(counting.inspections(first, upto)).all()
    for area, equclass, kind, _all, _bad, periodic in inspections:
        if kind == at.PERIODIC:
            cells.setdefault((area, equclass), {})["done"] = periodic
    others = counting.units(db, upto)
    if last is None or last.closed:
        last = Edition(id=new_id(), year=year, number=last.number + 1 if last else 1)
        db.add(last)
    else:
        db.execute(delete(Figure).where(Figure.edition_id == last.id))
    last.closed, last.upto, last.countedat, last.countedby = closed, upto, clock.now(), by
    last.seconds = round(time.perf_counter() - began, 3)
    for name, value in others.items():
        setattr(last, name, value)
    db.flush()
    db.add_all(
        Figure(
            edition_id=last.id, area=area, equclass=equclass, due=cell.get("done", 0) + cell.pop("missed", 0), **cell
        )
        for (area, equclass), cell in cells.items()
    )
    db.add_all(
        Figure(edition_id=last.id, area=area, equclass=equclass, seisort=kind, inspected=all_, unqualified=bad)
        for area, equclass, kind, all_, bad, _devices in inspections
    )
    return last


def shown(db: Session, year: Any, number: Any, area: Any) -> Annual:
    """The stored figures of a year for everybody: by class, county and kind of inspection, of one county if asked."""
    years = list(db.scalars(select(Edition.year).distinct().order_by(Edition.year.desc())))
    wanted = int(year) if str(year or "").isdecimal() and len(str(year)) == 4 else (years or [0])[0]
    edition = newest(db, wanted, int(number) if str(number or "").isdecimal() and len(str(number)) < 5 else 0)
    if edition is None:
        return {"years": years, "year": wanted, "notes": NOTES, "edition": None}
    county = str(area or "")[:6]
    editions = db.scalars(select(Edition).where(Edition.year == wanted).order_by(Edition.number.desc()))
    return {
        "years": years,
        "year": wanted,
        "notes": NOTES,
        "edition": shaped(
            EditionHead,
            edition,
            at=plain(edition.countedat),
            by=edition.countedby,
            units=shaped(UnitCounts, edition),
        ),
        "editions": [shaped(EditionKey, e, at=plain(e.countedat)) for e in editions],
        "area": county,
        "areas": _lines(db, edition, Figure.area, "AREA", ""),
        "classes": _lines(db, edition, Figure.equclass, "C601", county),
        "kinds": [k for k in _lines(db, edition, Figure.seisort, "C603", county) if k["code"]],
        "kindsOfClasses": _kinds_of_classes(db, edition, county),
    }


def _sums(names: Iterable[str]) -> list[Any]:
    return [func.coalesce(func.sum(getattr(Figure, name)), 0).label(name) for name in names]


def _of(edition: Edition, county: str) -> list[Any]:
    return [Figure.edition_id == edition.id, *([Figure.area == county] if county else [])]


def _lines(db: Session, edition: Edition, by: Any, kind: str, county: str) -> list[Figures]:
    """The figures of an edition by one of its dimensions, in the order of the codes."""
    named = words(db, version(db, "dict")).get(kind, {})
    query = select(by.label("code"), *_sums((*DEVICE, *DUE, *INSPECTION))).where(*_of(edition, county))
    rows = db.execute(query.group_by(by).order_by(by == "", by)).mappings()
    return [cast(Figures, {**r, "name": named.get(r["code"], r["code"] or "未填写")}) for r in rows]


def _kinds_of_classes(db: Session, edition: Edition, county: str) -> list[KindOfClass]:
    by = (Figure.equclass, Figure.seisort)
    query = select(*by, *_sums(INSPECTION)).where(*_of(edition, county), Figure.seisort != "")
    return [shaped(KindOfClass, row) for row in db.execute(query.group_by(*by).order_by(*by))]


def exported(db: Session, year: Any, number: Any, area: Any) -> File:
    """The shown tables as one Excel file."""
    table = shown(db, year, number, area)
    if table["edition"] is None:
        raise BadInput("该年度还没有统计数据")
    labels = {c.key: str(c.info.get("label")) for c in Figure.__table__.columns}
    columns = [Col("part", "统计口径", None, 110), Col("name", "项目", None, 190)]
    columns += [Col(n, labels[n], None, 90, "number") for n in (*DEVICE, *DUE, *INSPECTION)]
    columns += [Col("doneRate", "检验率（%）", None, 90, "number"), Col("passRate", "合格率（%）", None, 90, "number")]
    parts = (("按设备种类", table["classes"]), ("按区县", table["areas"]), ("按检验类别", table["kinds"]))
    lines = [{"part": part, **_rated(line)} for part, figures in parts for line in figures]
    state = "年终数据" if table["edition"]["closed"] else f"截至{table['edition']['upto']}"
    heads = [f"{table['year']}年度，第{table['edition']['number']}版，{state}，统计时间 {table['edition']['at']}"]
    notes = [{"part": "说明", "name": line} for line in (*heads, *table["notes"])]
    blank = dict.fromkeys(c.name for c in columns)
    name = f"特种设备{table['year']}年度统计"
    return File(workbook(name, columns, [lines, [blank | n for n in notes]]), MIME, f"{name}.xlsx")


def _rated(line: Figures) -> dict[str, Any]:
    """A line with its rates in per cent; without anything to divide by there is none."""
    due, all_ = line["due"], line["inspected"]
    done = round(100 * line["done"] / due, 2) if due else None
    passed = round(100 * (all_ - line["unqualified"]) / all_, 2) if all_ else None
    return {**line, "doneRate": done, "passRate": passed}

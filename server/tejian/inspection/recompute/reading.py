"""What the archive knows of every device in use, as the rules of next dates read it."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Select, and_, func, select, text
from sqlalchemy.orm import Session

from tejian.archives.models import Equipment as E
from tejian.inspection.models import AppBuss
from tejian.inspection.rules.alike import DATES
from tejian.inspection.rules.book import RuleBook
from tejian.inspection.rules.facts import DeviceFacts
from tejian.inspection.rules.seisort import allowed_rules
from tejian.kit import clock

BLOCK = 5_000
PERIODIC = "02"
PROJECT = "8000"
FACTS = tuple(f for f in DeviceFacts.__dataclass_fields__ if f not in ("kind", "lastdjdate", "lastjcdate"))
COLUMNS = tuple(f for f in FACTS if hasattr(E, f))


def devices(db: Session, rules: RuleBook, read: set[str]) -> Iterator[dict[str, Any]]:
    """Every living device in use, with the facts of `read`, the sort of its last inspection and its dates."""
    kind = func.coalesce(func.nullif(E.equsubkind, ""), E.equclacode).label("kind")
    facts = [getattr(E, n) if n in COLUMNS else E.params[n].astext.label(n) for n in FACTS if n in read]
    own = [
        E.id.label("device"),
        E.version,
        E.equclass,
        kind,
        E.inspdate,
        E.insdate,
        E.inspecting,
        E.unqualcode,
        E.delaydate,
    ]
    query: Select[Any] = select(*dict.fromkeys([*own, AppBuss.testsort, *(getattr(E, n) for n in DATES), *facts]))
    query = query.outerjoin(
        AppBuss, and_(E.insreportno != "", AppBuss.reportno == E.insreportno, AppBuss.equdatasysid == E.id)
    ).where(E.equDel == 0, E.equstatus.in_(rules.settings["overdue_statuses"].split(",")))
    db.execute(text("set local statement_timeout = 0"))  # one pass over everything
    # past the session, whose own reading of a row costs more than the rule
    rows = db.connection().execute(query, execution_options={"stream_results": True, "yield_per": BLOCK})
    names = tuple(rows.keys())
    for block in rows.partitions():
        for row in block:
            yield dict(zip(names, row, strict=True))


def why_left(device: Mapping[str, Any], sort: str | None) -> str:
    """The reason why a device's dates cannot be worked out from the archive; empty when they can."""
    if device["inspecting"]:
        return "正在监督检验"
    if device["unqualcode"]:
        return "最近一次检验不合格，日期不变"
    if device["delaydate"] and device["delaydate"] >= clock.today():
        return "有批准的延期"
    if device["equclass"] == PROJECT:
        return "管道工程的日期随其管线"
    if sort is None:
        return "不知道最近一次检验的检验性质"
    return ""


class Sorts:
    """Which test sort the last inspection had: as its report says, else the only periodic one of the kind."""

    def __init__(self, rules: RuleBook):
        self.rules = rules
        self.only: dict[str, str | None] = {}

    def of(self, device: Mapping[str, Any]) -> str | None:
        """None when it cannot be told, empty without an inspection."""
        if device["inspdate"] is None:
            return ""
        if device["testsort"]:
            return str(device["testsort"])
        kind = device["kind"]
        if kind not in self.only:
            found = {
                r.testsort
                for r in allowed_rules(self.rules.seisorts, kind, PERIODIC)
                if "ninspdate" in r.next_date_fields or kind[:1] == "9"
            }
            self.only[kind] = found.pop() if len(found) == 1 else None
        return self.only[kind]

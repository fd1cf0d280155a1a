"""The frame of a draw: units with devices of a class in an area, each with an explained score, and officers."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import is_overdue
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock
from tejian.persons.bodies.api import monitor_numbers
from tejian.supervision import permissions as p
from tejian.supervision.models.defects import RUNNING, WITH_OWNER, Defect
from tejian.supervision.models.draws import HIGH, LOW, MIDDLE, OFFICER, UNIT, Draw, DrawSubject
from tejian.system.accounts.api import who_may
from tejian.system.models.accounts import SysUser
from tejian.system.organisations.api import covered_prefix
from tejian.system.rules import api as rulestore
from tejian.system.settings import api as params

from .order import digest

HEAD = ("kind", "stratum", "key", "name", "score", "scored")


@dataclass(frozen=True)
class One:
    """A unit or an officer of a frame."""

    kind: str
    stratum: str
    key: str
    name: str
    score: int = 0
    scored: str = ""


def units(db: Session, draw: Draw) -> list[One]:
    """The units of the frame with their scores: points of the rules in force for each thing that is wrong."""
    mine = E.equDel == 0, E.equclass == draw.equclass, E.equstatus.in_(codes.RUNNING), E.useorgsysid != ""
    of_area = E.areacode.startswith(covered_prefix(draw.areacode), autoescape=True)
    overdue_ones, bad_ones = func.count().filter(is_overdue()), func.count().filter(E.unqualcode != "")
    query = select(E.useorgsysid, overdue_ones, bad_ones).where(*mine, of_area).group_by(E.useorgsysid)
    facts: dict[str, dict[str, int]] = defaultdict(dict)
    for key, overdue, bad in db.execute(query):
        facts[key] = {"超期未检": overdue, "不合格在用": bad}
    late = func.count().filter(Defect.step.in_(WITH_OWNER), Defect.deadline < func.current_date())
    problems = select(Defect.unitsysid, func.count(), late).where(Defect.step.in_(RUNNING)).group_by(Defect.unitsysid)
    for key, open_, overdue in db.execute(problems):
        if key in facts:
            facts[key] |= {"未关闭问题": open_, "逾期问题": overdue}
    points = {row["item"]: int(row["points"]) for row in rulestore.rows(db, "draw_scores", clock.today())}
    names = db.execute(select(Unit.id, Unit.name).where(Unit.unitDel == 0, Unit.enabled))
    high, middle = (params.number(db, f"supervision.draw.{name}", n) for name, n in (("high", 6), ("middle", 1)))
    out = []
    for key, name in names:
        if key not in facts:
            continue
        parts = [(word, n, points[word]) for word, n in facts[key].items() if n and word in points]
        score = sum(n * each for _word, n, each in parts)
        stratum = HIGH if score >= high else MIDDLE if score >= middle else LOW
        explanation = "；".join(f"{word}{n}×{each}分" for word, n, each in parts)
        out.append(One(UNIT, stratum, key, name, score, explanation))
    return out


def officers(db: Session, draw: Draw) -> list[One]:
    """The officers of the drawing office who hold a valid warrant."""
    able = monitor_numbers(db, list(who_may(db, p.CHECK_DO, draw.org_id)), clock.today())
    query = select(SysUser.id, SysUser.name).where(SysUser.id.in_(able))
    return [One(OFFICER, OFFICER, key, name) for key, name in db.execute(query)]


def frozen(db: Session, draw: Draw) -> list[One]:
    """The frame as it was published."""
    S = DrawSubject
    rows = db.execute(select(S.kind, S.stratum, S.key, S.name, S.score, S.scored).where(S.draw_id == draw.id))
    return [One(*row) for row in rows]


def sheet(frame: Iterable[One]) -> str:
    """The frame as the text whose digest is published."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(HEAD)
    for one in sorted(frame, key=lambda one: (one.kind, one.stratum, one.key)):
        lines.writerow([getattr(one, name) for name in HEAD])
    return out.getvalue()


def digest_of(frame: Sequence[One]) -> str:
    return digest(sheet(frame))


def strata(frame: Iterable[One]) -> dict[str, list[str]]:
    """The keys of the units by their stratum."""
    out: dict[str, list[str]] = {HIGH: [], MIDDLE: [], LOW: []}
    for one in frame:
        if one.kind == UNIT:
            out[one.stratum].append(one.key)
    return out

"""What the unit has to mend: notices of inspections, problems of checks, hazards; the nearest term first."""

from collections import defaultdict
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.hazards.api import HAZARD
from tejian.inspection.models import notices as n
from tejian.inspection.models.hazards import MEND as HAZARD_OPEN
from tejian.inspection.models.hazards import Hazard
from tejian.inspection.models.notices import InspectionNotice, NoticeProblem
from tejian.inspection.notices.api import NOTICE
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.supervision.defects.api import DEFECT
from tejian.supervision.models.defects import OPEN, STOPS, WITH_OWNER, Defect

MOST = 100
WITH_UNIT = (n.SIGN, n.MEND, n.PASSED_ON)
OF_NOTICE, OF_CHECK, OF_HAZARD = "notice", "defect", "hazard"
PAGES = {
    OF_NOTICE: "/assistMng/noticeDetail?id={id}",
    OF_CHECK: "/safeMng/sceneProblemMngDetail?id={id}",
    OF_HAZARD: "/reportArchive/dangerDetail?id={id}",
}


class Problem(TypedDict):
    """One problem of a notice, with what the unit has answered."""

    id: str
    version: int
    seq: int
    place: str
    problem: str
    advice: str
    measure: str
    donedate: str | None
    doneby: str


class Mend(TypedDict):
    """What is to be mended; `next` is the button, `stops`: the device may not run."""

    id: str
    version: int
    kind: str
    number: str
    text: str
    device: str
    equname: str
    equcode: str
    due: str | None
    late: bool
    stops: bool
    step: str
    stepName: str
    next: str
    route: str
    problems: list[Problem]


def mends(db: Session, me: User) -> list[Mend]:
    """All that waits for the unit: a statement for each table, by the index of the unit."""
    if not me.unit_id:
        return []
    found = [*_notices(db, me.unit_id), *_defects(db, me.unit_id), *_hazards(db, me.unit_id)]
    return sorted(found, key=lambda one: (not one["stops"], one["due"] is None, one["due"] or "", one["number"]))


def _mend(kind: str, row: Any, number: str, text: str, due: date | None, **more: Any) -> Mend:
    own: dict[str, Any] = {"id": row.id, "version": row.version, "kind": kind, "number": number, "text": text}
    own |= {"device": row.equdatasysid, "due": plain(due), "late": bool(due and due < clock.today())}
    own |= {"step": row.step, "route": PAGES[kind].format(id=row.id), "stops": False, "problems": []}
    return {**own, **more}  # type: ignore[typeddict-item]


def _notices(db: Session, unit: str) -> list[Mend]:
    N, P = InspectionNotice, NoticeProblem
    rows = db.scalars(select(N).where(N.unitsysid == unit, N.step.in_(WITH_UNIT)).order_by(N.due, N.id).limit(MOST))
    notices = list(rows)
    problems: dict[str, list[NoticeProblem]] = defaultdict(list)
    for one in db.scalars(select(P).where(P.notice_id.in_([row.id for row in notices])).order_by(P.seq, P.id)):
        problems[one.notice_id].append(one)
    return [
        _mend(
            *(OF_NOTICE, row, row.noticeno, "；".join(one.problem for one in problems[row.id]), row.due),
            equname=row.equname,
            equcode=row.equcode,
            stops=row.handling == "stop",
            stepName=NOTICE.name_of(row.step),
            next="签收" if row.step == n.SIGN else "反馈",
            problems=[_problem(one) for one in problems[row.id]],
        )
        for row in notices
    ]


def _problem(one: NoticeProblem) -> Problem:
    return {
        "id": one.id,
        "version": one.version,
        "seq": one.seq,
        "place": one.place,
        "problem": one.problem,
        "advice": one.advice,
        "measure": one.measure,
        "donedate": plain(one.donedate),
        "doneby": one.doneby,
    }


def _defects(db: Session, unit: str) -> list[Mend]:
    D = Defect
    query = select(D).where(D.unitsysid == unit, D.step.in_(WITH_OWNER)).order_by(D.deadline, D.id).limit(MOST)
    return [
        _mend(
            *(OF_CHECK, row, row.defectno, row.content, row.deadline),
            equname="",
            equcode="",
            stops=row.handling in STOPS and row.lifted is None,
            stepName=DEFECT.name_of(row.step),
            next="开始整改" if row.step == OPEN else "反馈",
        )
        for row in db.scalars(query)
    ]


def _hazards(db: Session, unit: str) -> list[Mend]:
    H = Hazard
    query = select(H).where(H.unitsysid == unit, H.step == HAZARD_OPEN).order_by(H.deadline, H.id).limit(MOST)
    return [
        _mend(
            *(OF_HAZARD, row, row.hazno, row.content, row.deadline),
            equname=row.equname,
            equcode=row.equcode,
            stepName=HAZARD.name_of(row.step),
            next="反馈",
        )
        for row in db.scalars(query)
    ]

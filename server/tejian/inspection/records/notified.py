"""What notices say that checks of a report read: of the opinion notice of an item, and of the works it supervises."""

from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.notices import ISSUED, VOID, InspectionNotice, NoticeProblem
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.supervised import NONE, PASSED, Supervision, SupervisionPaper, SupervisionPoint
from tejian.inspection.rules.api import Term, items_for, works_of

from . import book

GRAVE = ("3", "4")  # C654: 严重、重大
YES = "1"


def opinion_facts(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, Any]:
    """Whether the notice that the record names is one of this device, and whether a grave problem has its copy."""
    if not record.opinionno:
        return {"opinion_known": "", "grave_problem": "", "notice_copied": ""}
    mine = select(InspectionNotice).where(
        InspectionNotice.noticeno == record.opinionno,
        InspectionNotice.equdatasysid == row.equdatasysid,
        InspectionNotice.step != VOID,
    )
    notice = db.scalars(mine).first()
    if notice is None:
        return {"opinion_known": "", "grave_problem": "", "notice_copied": ""}
    levels = select(NoticeProblem.id).where(NoticeProblem.notice_id == notice.id, NoticeProblem.level.in_(GRAVE))
    grave = db.scalar(levels.limit(1)) is not None
    return {"opinion_known": YES, "grave_problem": YES if grave else "", "notice_copied": notice.copied}


def term_of(db: Session, row: AppBuss, record: OriginalRecord) -> Term:
    """Until when the issued notice of a record wants its problems put right.

    The record repeats the day only while its conclusion asks for it; the notice keeps it.
    """
    own = (InspectionNotice.appbuss_id == row.id, InspectionNotice.step.in_(ISSUED))
    query = select(InspectionNotice.due).where(*own, InspectionNotice.noticeno == record.opinionno)
    due = db.scalar(query) if record.opinionno else None
    return Term(record.opinionno, due) if due else Term()


def told_items(db: Session, row: AppBuss) -> list[dict[str, Any]]:
    """The items that the issued notices of a business item name, and whether the unit answered what it did."""
    own = (InspectionNotice.appbuss_id == row.id, InspectionNotice.step.in_(ISSUED))
    problems = select(NoticeProblem.itemno, NoticeProblem.measure, NoticeProblem.donedate)
    rows = db.execute(problems.join(InspectionNotice, InspectionNotice.id == NoticeProblem.notice_id).where(*own))
    return [{"itemno": one.itemno, "answered": bool(one.measure and one.donedate)} for one in rows]


def witnessed_tests(db: Session, row: AppBuss) -> list[dict[str, Any]]:
    """The pressure and load tests that the supervision of an item witnessed and passed."""
    if row.seisort not in at.WITNESSED:
        return []
    points = select(SupervisionPoint.pressure).join(Supervision, Supervision.id == SupervisionPoint.supervision_id)
    own = (Supervision.appbuss_id == row.id, SupervisionPoint.loadtest, SupervisionPoint.result == PASSED)
    return [{"pressure": one} for one in db.scalars(points.where(*own))]


def works_facts(db: Session, row: AppBuss, notify_id: str) -> dict[str, Any]:
    """Of a supervised inspection: its notice of construction, the licence, the first visit and what lacks."""
    names: dict[str, Any] = dict.fromkeys(("notice_wanted", "notifyno", "contractor", "licno", "licence_lacks"), "")
    names |= {"notifydate": None, "licvalidto": None, "firstvisit": None, "lastvisit": None, "papers_missing": ""}
    names["supervised"] = ""
    if row.seisort not in at.WITNESSED:
        return names
    if works_of(book.notice_sorts(db), row.equclass, row.testsort):
        names |= _of_notice(db, row, notify_id)
    case = db.scalars(select(Supervision).where(Supervision.appbuss_id == row.id)).first()
    return names if case is None else names | {"supervised": YES} | _of_case(db, case)


def _of_notice(db: Session, row: AppBuss, notify_id: str) -> dict[str, Any]:
    names: dict[str, Any] = {"notice_wanted": YES}
    notice = db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == notify_id)).first()
    if notice is not None:
        wanted = items_for(book.licence_needs(db), row.equclacode)
        names |= {"notifyno": notice.notifyno, "notifydate": notice.notifydate, "contractor": notice.contractorname}
        names |= {"licno": notice.licno, "licvalidto": notice.licvalidto}
        names["licence_lacks"] = "" if set(wanted) & set(notice.licitems.split(",")) else "、".join(wanted)
    return names


def _of_case(db: Session, case: Supervision) -> dict[str, Any]:
    visits: list[date] = [
        day
        for day in db.scalars(select(SupervisionPoint.pointdate).where(SupervisionPoint.supervision_id == case.id))
        if day is not None
    ]
    papers = select(SupervisionPaper.name).where(
        SupervisionPaper.supervision_id == case.id,
        SupervisionPaper.required,
        SupervisionPaper.state.not_in((PASSED, NONE)),
    )
    return {
        "firstvisit": case.firstdate,
        "lastvisit": max(visits, default=case.firstdate),
        "papers_missing": "、".join(db.scalars(papers.order_by(SupervisionPaper.seq)).all()),
    }

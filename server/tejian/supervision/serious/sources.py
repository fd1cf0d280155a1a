"""What a serious report is drawn up from: an unqualified report, an issued notice, a registered hazard."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.hazards import CLOSED, OPEN, Hazard
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.notices import ISSUED, InspectionNotice, NoticeProblem
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.supervision.models.serious import BY_HAZARD, BY_NOTICE, BY_REPORT


@dataclass(frozen=True)
class Origin:
    """What is known of a problem where it was found."""

    key: str
    device: str
    problem: str
    found: date | None


def _of_report(db: Session, me: User, no: str) -> Origin | None:
    row = db.scalars(select(AppBuss).where(AppBuss.reportno == no, AppBuss.visible(me))).first()
    if row is None:
        return None
    if not row.unqualcode:
        raise BadInput(f"编号：报告{no}不是不合格报告", field="sourceno")
    words = db.scalar(select(OriginalRecord.problems).where(OriginalRecord.appbuss_id == row.id))
    return Origin(row.id, row.equdatasysid, words or "", row.inspdate)


def _of_notice(db: Session, me: User, no: str) -> Origin | None:
    N, P = InspectionNotice, NoticeProblem
    row = db.scalars(select(N).where(N.noticeno == no, N.step.in_(ISSUED), N.visible(me))).first()
    if row is None:
        return None
    lines = db.scalars(select(P.problem).where(P.notice_id == row.id).order_by(P.seq, P.id))
    return Origin(row.id, row.equdatasysid, "；".join(lines), row.noticedate)


def _of_hazard(db: Session, me: User, no: str) -> Origin | None:
    H = Hazard
    row = db.scalars(select(H).where(H.hazno == no, H.step.in_((*OPEN, CLOSED)), H.visible(me))).first()
    return Origin(row.id, row.equdatasysid, row.content, row.registered) if row else None


READERS: Mapping[str, Callable[[Session, User, str], Origin | None]] = {
    BY_REPORT: _of_report,
    BY_NOTICE: _of_notice,
    BY_HAZARD: _of_hazard,
}


def origin(db: Session, me: User, kind: str, no: str) -> Origin:
    """The record of this number. Raises BadInput where the person sees none, or where it holds nothing to report."""
    found = READERS[kind](db, me, no.strip())
    if found is None:
        raise BadInput(f"编号：没有您可见的编号为{no}的记录", field="sourceno")
    return found

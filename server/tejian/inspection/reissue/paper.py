"""A request for a correction on paper, and whether it can be printed yet.

The specification names the two calls (alterApplyPrint with ids and reportnor, alterApplyAskForPrint) and shows no more:
the first is read as the print of the requests, the second as the question before it.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reissue import DRAFT, VOID, ReportChange
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org

from .forms import KINDS
from .process import CHANGE

MOST = 50


class Printable(TypedDict):
    """Whether a request can be printed, and if not, why."""

    id: str
    changeno: str
    reportno: str
    printable: bool
    why: str


def _asked(db: Session, me: User, ids: Sequence[str], reportno: str) -> list[ReportChange]:
    """The requests that were picked, or those of a report, the newest first."""
    if ids:
        return many_visible_or_refuse(db, me, ReportChange, list(ids)[:MOST])
    if not reportno:
        raise Refused("未选择数据，无法进行正常操作")
    query = select(ReportChange).where(ReportChange.reportno == reportno.upper(), ReportChange.visible(me))
    rows = list(db.scalars(query.order_by(ReportChange.createtime.desc()).limit(MOST)))
    if not rows:
        raise NoPermission()
    return rows


def _why_not(row: ReportChange) -> str:
    if row.step == VOID:
        return f"{row.changeno or '更正申请'}已作废，不能打印"
    return f"报告{row.reportno}的更正申请尚未提交，不能打印" if row.step == DRAFT else ""


def printable(db: Session, me: User, ids: Sequence[str], reportno: str) -> list[Printable]:
    return [
        {"id": r.id, "changeno": r.changeno, "reportno": r.reportno, "printable": not _why_not(r), "why": _why_not(r)}
        for r in _asked(db, me, ids, reportno)
    ]


def requests(db: Session, me: User, ids: Sequence[str]) -> File:
    """The same as a print of its page."""
    require(me, p.CHANGE_QUERY)
    return sheets(db, me, ids, "")


def sheets(db: Session, me: User, ids: Sequence[str], reportno: str) -> File:
    """报告更正申请单 of the requests."""
    rows = _asked(db, me, ids, reportno)
    if why := next(filter(None, map(_why_not, rows)), ""):
        raise Refused(why)
    parts = [pdf.render("report_change", paper_of(db, row)) for row in rows]
    return File(pdf.joined(parts), "application/pdf", f"报告更正申请单{rows[0].changeno}.pdf", inline=True)


def paper_of(db: Session, row: ReportChange) -> dict[str, Any]:
    """A request as its document template takes it."""
    item = db.scalars(select(AppBuss).where(AppBuss.id == row.appbuss_id)).one()
    org = db.scalars(select(Org).where(Org.id == item.cheorg)).one()
    names = ("changeno", "reportno", "newno", "seisn", "unitname", "equname", "equcode", "content", "reason")
    people = ("applicant", "auditor", "approver", "opinion")
    moments = {n: plain(getattr(row, n)) or "" for n in ("submitted", "audited_at", "approved_at")}
    return {
        "title": "检验报告更正（补发）申请单",
        "orgname": org.name,
        "kindName": KINDS.get(row.kind, ""),
        "stepName": CHANGE.name_of(row.step),
        **{n: getattr(row, n) for n in (*names, *people)},
        **{n: day[:16] for n, day in moments.items()},
    }

"""Declaring re-inspections: only of failed reports, exactly their failed items, one declaration a unit and class."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.codes import PIPING
from tejian.inspection import codes as at
from tejian.inspection.declarations.api import ApplicationForm, ItemForm, Mother, refuse_past, save
from tejian.inspection.flow.api import DECLARATION
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.notices import ANSWERED, CLOSED, RECTIFY, VOID, InspectionNotice
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import LINE, REINSPECTION
from tejian.kit.database.db import hold, many_visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

CATEGORY = "15"  # C603
FAILED = "×"


def failed_items(db: Session, row: AppBuss) -> list[str]:
    """The numbers of the items of a report that failed, have a value outside its limit or stand under watch."""
    record = records.record_or_refuse(db, row)
    outside = {str(one.item.seq) for one in records.judged_record(db, row).found.outside}
    marked = {seq for seq, one in record.results.items() if one.get("r") == FAILED or one.get("m")}
    return [one["seq"] for one in records.items_of_row(db, row) if one["seq"] in marked | outside]


def _lines(db: Session, row: AppBuss) -> list[str] | None:
    """The lines of a piping project that its report held back: the others have their result."""
    if row.equclass != PIPING:
        return None
    judged = records.judged_record(db, row)
    return records.held_back(db, row, judged.found.rows.get(LINE, ()), dated=judged.dated)


def refuse(db: Session, row: AppBuss) -> str | None:
    """Why a report cannot be followed by a re-inspection."""
    if records.rule_of(db, row.equclacode, CATEGORY, REINSPECTION) is None:
        return f"{row.equname}{row.equcode}没有复检，修复后请重新申报检验"
    if row.step not in at.ISSUED or not row.reportno:
        return f"{row.seisn}的报告尚未批准，不能申报复检"
    if not row.unqualcode:
        return f"报告{row.reportno}合格，不需要复检"
    if db.scalar(select(OriginalRecord.id).where(OriginalRecord.appbuss_id == row.id)) is None:
        return f"报告{row.reportno}没有原始记录，不能确定复检项目，请申报定期检验"
    if other := _follower(db, row):
        return f"报告{row.reportno}已登记复检（{other}）"
    if left := _unanswered(db, row):
        return f"报告{row.reportno}的通知书{left}尚未收到整改反馈，不能复检"
    return None if failed_items(db, row) else f"报告{row.reportno}没有不合格项目，请申报定期检验"


def _follower(db: Session, row: AppBuss) -> str | None:
    """The number of a re-inspection of this report that was declared and not given up."""
    gone = (at.VOID, at.ENDED, at.REFUSED)
    later = select(AppBuss.seisn).where(AppBuss.mother_id == row.id, AppBuss.step.not_in(gone))
    asked = select(AppMain.appno).join(AppItem, AppItem.appmain_id == AppMain.id)
    asked = asked.where(AppItem.mother_id == row.id, AppMain.step.in_(at.DECLARING))
    return db.scalar(later.limit(1)) or db.scalar(asked.limit(1))


def _unanswered(db: Session, row: AppBuss) -> str | None:
    """The number of an opinion notice whose problems nobody has said to be put right."""
    query = select(InspectionNotice.noticeno).where(
        InspectionNotice.appbuss_id == row.id,
        InspectionNotice.kind != RECTIFY,
        InspectionNotice.step.not_in((ANSWERED, CLOSED, VOID)),
    )
    return db.scalar(query.limit(1))


def declare(db: Session, me: User, ids: Sequence[str], form: Input) -> list[str]:
    """Declare and hand in the re-inspection of these failed reports; gives the numbers of the declarations."""
    rows = many_visible_or_refuse(db, me, AppBuss, ids)
    if len(rows) > MOST:
        raise Refused(f"一次最多登记{MOST}份报告")
    hold(db, *(f"again {one.id}" for one in rows))  # two people who declare the same at the same moment
    if wrong := [sentence for one in rows if (sentence := refuse(db, one))]:
        raise Refused("；".join(wrong[:3]) + (f" 等{len(wrong)}份" if len(wrong) > 3 else ""))
    refuse_past(form["plandate"])
    groups: dict[tuple[str, ...], list[AppBuss]] = {}
    notices = _notices(db, rows)
    for one in rows:
        groups.setdefault((one.unitsysid, one.equclass, notices[one.appmain_id]), []).append(one)
    return [_declared(db, me, group, form) for group in groups.values()]


def _notices(db: Session, rows: Sequence[AppBuss]) -> dict[str, str]:
    """The notice of construction that each declaration of these items followed from, '' for none."""
    query = select(AppMain.id, AppMain.notify_id).where(AppMain.id.in_({one.appmain_id for one in rows}))
    return {one.id: one.notify_id for one in db.execute(query)}


MOST = 50


def _declared(db: Session, me: User, group: Sequence[AppBuss], form: Input) -> str:
    devices = [one.equdatasysid for one in group]
    if len(set(devices)) < len(devices):
        raise Refused(f"{group[0].unitname}：同一台设备选了两份报告，请只选最近一份")
    before = db.scalars(select(AppMain).where(AppMain.id == group[0].appmain_id)).one()
    declaration = ApplicationForm(
        seisort=CATEGORY,
        testsort=REINSPECTION,
        unitsysid=group[0].unitsysid,
        inscontactname=form["inscontactname"] or before.inscontactname,
        INSCONTACTTEL=form["INSCONTACTTEL"] or before.INSCONTACTTEL,
        plandate=form["plandate"],
        reportget=before.reportget or "03",
        mailaddress=before.mailaddress,
        equipment=[ItemForm(equdatasysid=one.equdatasysid, lineids=_lines(db, one)) for one in group],
    )
    mothers = {one.equdatasysid: Mother(one, failed_items(db, one)) for one in group}
    # what was built under a notice is inspected again under it: the certificate comes of it, and the notice ends
    notice = db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == before.notify_id)).first()
    main = save(db, me, declaration, mothers, notice)
    DECLARATION.do(db, me, "submit", [main.id])
    return main.appno

"""The print callback: copies, mark sheets and the log of a print, and the item that waits for it moved on."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.labels import api as device_prints
from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.labels.api import not_held
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.printing import SPOILED, STATES, USED, MarkSheet
from tejian.inspection.models.reports import PrintLog
from tejian.inspection.reports.api import issued_numbers
from tejian.kit.database.db import hold, many_visible_or_refuse
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.web.edge import File

from . import rules
from .forms import PrintForm

REPORT, MARK = "REPORT", "JYBZ"


def report_printed(db: Session, me: User, form: PrintForm) -> int:
    """Note a print of the reports, and move on what waits for it. All of it or nothing."""
    by_key = {row.id: row for row in many_visible_or_refuse(db, me, AppBuss, form.ids, lock=True)}
    rows = [by_key[key] for key in dict.fromkeys(form.ids)]
    numbers = issued_numbers(db, [row.id for row in rows])
    again = _printed(db, numbers)
    if again and not form.reason:
        first = next(row for row in rows if row.id in again)
        raise BadInput(f"报告{numbers[first.id]}已打印过，补打须写明原因", field="reason")
    used, spoiled = _sheets(db, rows, form)
    waiting = [row.id for row in rows if row.step == at.PRINT]
    if waiting:
        BUSINESS.do(db, me, "print", waiting, form)
    for n, row in enumerate(rows):
        mine = used if len(rows) == 1 else used[n : n + 1]
        lost = spoiled if n == 0 else []
        if row.id not in waiting:
            row.printcount += form.copies
        row.papernos = "、".join(filter(None, [row.papernos, *map(str, mine)]))[:256]
        for state, sheets in ((USED, mine), (SPOILED, lost)):
            db.add_all(_kept(me, row, numbers[row.id], one, state, form.spoilwhy) for one in sheets)
        db.add(
            PrintLog(
                subject_id=row.id,
                subject_no=row.seisn,
                printtype=REPORT,
                copies=form.copies,
                by_name=me.name,
                reportno=numbers[row.id],
                sheets="、".join(map(str, mine))[:256],
                spoiled="、".join(map(str, lost))[:256],
                reprint=row.id in again,
                reason=form.reason if row.id in again else "",
            )
        )
    db.flush()
    return len(rows)


def _printed(db: Session, numbers: Mapping[str, str]) -> set[str]:
    """The items whose very report was printed: a corrected one has a number of its own."""
    query = select(PrintLog.subject_id, PrintLog.reportno).where(PrintLog.subject_id.in_(numbers))
    logged = db.execute(query.where(PrintLog.printtype == REPORT))
    return {key for key, reportno in logged if numbers[key] == reportno}


def _sheets(db: Session, rows: Sequence[AppBuss], form: PrintForm) -> tuple[list[rules.Sheet], list[rules.Sheet]]:
    """The sheets that were used and spoiled. Refuses what is said twice, is gone already or leaves others unsaid."""
    used = rules.read(form.papernos, "合格标志编号")
    spoiled = rules.read(form.spoiled, "作废标志编号")
    if not used and not spoiled:
        return used, spoiled
    if spoiled and not form.spoilwhy:
        raise BadInput("标志作废须写明原因", field="spoilwhy")
    if used and len(rows) > 1 and len(used) != len(rows):
        raise BadInput(f"{len(rows)}份报告应有{len(rows)}个合格标志编号，填写了{len(used)}个", field="papernos")
    if used and (failed := next((row for row in rows if row.unqualcode), None)):
        raise Refused(f"报告{failed.reportno}结论不合格，不能发合格标志")
    both = [*used, *spoiled]
    rules.refuse_twice(both)
    org = rows[0].cheorg
    if any(row.cheorg != org for row in rows):
        raise Refused("所选报告不属于同一检验机构，请分别登记标志编号")
    hold(db, f"mark sheets {org}")
    taken = select(MarkSheet).where(MarkSheet.org_id == org, MarkSheet.sheetno.in_([str(one) for one in both]))
    if gone := db.scalars(taken.order_by(MarkSheet.sheetno).limit(1)).first():
        raise Refused(f"标志编号{gone.sheetno}{STATES[gone.state]}（报告{gone.reportno}），请核对")
    if idle := not_held(db, org, [(one.prefix, one.width, one.serial) for one in both]):
        number, where = min(idle.items())
        raise Refused(f"标志编号{rules.Sheet(*number)}{where}，不能使用，请先在标志批次中发放")
    for (prefix, width), roll in groupby(sorted(both), lambda one: (one.prefix, one.width)):
        sheets = list(roll)
        known = select(func.max(MarkSheet.serial)).where(
            MarkSheet.org_id == org,
            MarkSheet.prefix == prefix,
            MarkSheet.width == width,
            MarkSheet.serial < sheets[0].serial,
        )
        left = rules.missing(sheets, db.scalar(known))
        elsewhere = not_held(db, org, [(one.prefix, one.width, one.serial) for one in left])
        if left := [one for one in left if (one.prefix, one.width, one.serial) not in elsewhere]:
            more = f"等{len(left)}张" if len(left) > 3 else ""
            named = "、".join(map(str, left[:3]))
            raise Refused(f"标志编号{named}{more}没有去向：作废的请填入作废标志编号并写明原因")
    return used, spoiled


def _kept(me: User, row: AppBuss, reportno: str, sheet: rules.Sheet, state: str, why: str) -> MarkSheet:
    return MarkSheet(
        appbuss_id=row.id,
        org_id=row.cheorg,
        sheetno=str(sheet),
        prefix=sheet.prefix,
        serial=sheet.serial,
        width=sheet.width,
        state=state,
        reason=why if state == SPOILED else "",
        seisn=row.seisn,
        reportno=reportno,
        unitname=row.unitname,
        equname=row.equname,
        by_name=me.name,
    )


def marks(db: Session, me: User, ids: list[str]) -> File:
    """使用标志 of the devices of approved reports that are qualified."""
    require(me, p.PRINT)
    rows = many_visible_or_refuse(db, me, AppBuss, ids)
    for row in rows:
        if row.step not in at.ISSUED:
            raise Refused(f"{row.seisn}的报告尚未批准，不能打印标志")
        if row.unqualcode:
            raise Refused(f"报告{row.reportno}结论不合格，不能打印标志")
    if any(row.seisort == at.CALIBRATION for row in rows):
        raise Refused("安全阀没有使用标志，请打印校验标牌")
    devices = db.scalars(select(Equipment).where(Equipment.id.in_([row.equdatasysid for row in rows]))).all()
    return device_prints.marks(db, me, devices)

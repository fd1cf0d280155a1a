"""From acceptance to confirmation: accept, arrange people and instruments, confirm, and the load of the inspectors."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.instruments.models import Instrument
from tejian.kit import clock
from tejian.kit.audit import plain
from tejian.kit.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.errors import Refused
from tejian.kit.forms import Form, Id, Ids
from tejian.kit.user import User
from tejian.system.accounts.models import StaffQual, SysUser
from tejian.system.organisations import api as calendar

from . import applications, guards
from .models import AppBuss, AppMain
from .process import BUSINESS, DECLARATION
from .steps import ENDS

DAYS = 10  # working days that the calendar shows


class AcceptForm(Form):
    ids: Ids = Field(title="所选数据")
    agreeddate: date | None = Field(None, title="约定检验日期")
    chedept: Id | None = Field(None, title="检验部门")
    opinion: str = Field("", title="受理意见", max_length=500)


class ArrangeForm(Form):
    ids: Ids = Field(title="所选数据")
    scinspector: Id | None = Field(None, title="主检")
    inspectors: Ids = Field(default_factory=list, title="协检")
    plandate: date | None = Field(None, title="检验日期")
    timeslot: str = Field("", title="时段", max_length=8)
    vehicle: str = Field("", title="车辆", max_length=32)
    instruments: Ids = Field(default_factory=list, title="仪器设备")
    taskremark: str = Field("", title="任务说明", max_length=500)
    confirm_holiday: str = Field("", alias="confirmHoliday", title="非工作日确认", max_length=1)
    opinion: str = Field("", title="意见", max_length=500)


class ConfirmForm(Form):
    ids: Ids = Field(title="所选数据")
    confirmeddate: date | None = Field(None, title="确认日期")
    contacted: str = Field("", title="现场联系人", max_length=64)
    siteconditions: str = Field("", title="现场条件", max_length=500)
    safetybriefed: str = Field("", title="安全交底", max_length=5)
    opinion: str = Field("", title="意见", max_length=500)


def values(form: Form) -> dict[str, Any]:
    """The form as guards and effects read it: contract names, empty values left out."""
    return {k: v for k, v in form.model_dump(by_alias=True).items() if v not in (None, "", [])}


def save_acceptance(db: Session, me: User, form: AcceptForm) -> None:
    """Keep the agreed date and the department without accepting yet."""
    for main in many_visible_or_refuse(db, me, AppMain, form.ids, lock=True):
        if main.step != "YWSL":
            raise Refused(f"{main.appno}不在受理环节")
        _write_acceptance(db, me, main, form)


def _write_acceptance(db: Session, me: User, main: AppMain, form: AcceptForm) -> None:
    if form.agreeddate:
        if form.agreeddate < clock.today():
            raise Refused(f"约定检验日期{form.agreeddate}已过")
        main.agreeddate = form.agreeddate
    if form.chedept:
        main.chedept = applications.department(db, me, form.chedept, main.equclass)


def accept(db: Session, me: User, form: AcceptForm) -> dict[str, Any]:
    """Accept declarations: every device becomes a business item with its number."""
    rows = many_visible_or_refuse(db, me, AppMain, form.ids, lock=True)
    if len(rows) > 1 and len({r.equclass for r in rows}) > 1:
        raise Refused("批量受理只能选择同一种类的设备")
    for main in rows:
        _write_acceptance(db, me, main, form)
    db.flush()
    done = DECLARATION.do(db, me, "accept", form.ids, values(form))
    numbers = db.scalars(
        select(AppBuss.seisn).where(AppBuss.appmain_id.in_([m.id for m in done])).order_by(AppBuss.seisn)
    )
    return {"seisns": list(numbers), "count": len(done)}


def task_detail(db: Session, me: User, ids: Sequence[str]) -> dict[str, Any]:
    """The items to arrange, the people who could, their load, and the instruments, for the calendar screen."""
    rows = many_visible_or_refuse(db, me, AppBuss, ids)
    return {
        "items": [task_row(r) for r in rows],
        "people": people(db, me, rows[0]),
        "instruments": boxes(db, me),
        "days": [plain(d) for d in working_days(db, clock.today(), DAYS)],
        "suggested": suggested(db, me, rows[0]),
    }


def task_row(row: AppBuss) -> dict[str, Any]:
    names: tuple[str, ...] = (
        "id",
        "seisn",
        "appno",
        "unitname",
        "equname",
        "equcode",
        "useplace",
        "areacode",
        "equclass",
        "equclacode",
    )
    names += ("scinspector", "scinspectorname", "inspectors", "inspectornames", "timeslot", "vehicle", "instruments")
    names += ("taskremark", "taskno", "contacted", "siteconditions", "safetybriefed", "taskvoided", "step", "version")
    names += ("backReason", "backDescription", "backUser", "testsort", "seisort")
    out = {n: getattr(row, n) for n in names}
    days = ("duedate", "plandate", "confirmeddate", "acceptdate")
    return out | {n: plain(getattr(row, n)) for n in days} | {"limit_at": plain(row.limit_at)}


def working_days(db: Session, start: date, count: int) -> list[date]:
    """The next `count` working days from `start` on."""
    odd = calendar.exceptions(db, start, start + timedelta(days=count * 3 + 20))
    span = (start + timedelta(days=i) for i in range(count * 3 + 20))
    return [d for d in span if odd.get(d, d.weekday() < 5)][:count]


def people(db: Session, me: User, row: AppBuss) -> list[dict[str, Any]]:
    """Inspectors of the institute: whether each may do this item on each day, and what is planned already."""
    users = db.scalars(
        select(SysUser)
        .where(SysUser.org_id == me.org_id, SysUser.enabled, SysUser.id.in_(select(StaffQual.user_id)))
        .order_by(SysUser.login)
    ).all()
    ids = [u.id for u in users]
    quals: dict[str, list[dict[str, Any]]] = {}
    for q in db.scalars(select(StaffQual).where(StaffQual.user_id.in_(ids), StaffQual.status == "有效")):
        quals.setdefault(q.user_id, []).append({"item": q.item, "validto": plain(q.validto)})
    load = _load(db, ids)
    out = []
    for user in users:
        why = guards.refuse_people(db, row, [user.id], clock.today())
        out.append(
            {
                "id": user.id,
                "name": user.name,
                "quals": quals.get(user.id, []),
                "why": why or "",
                "load": load.get(user.id, []),
            }
        )
    return sorted(out, key=lambda p: bool(p["why"]))


def _load(db: Session, ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    """Open tasks by inspector from today on: one statement for everybody."""
    query = select(AppBuss).where(
        AppBuss.plandate >= clock.today(),
        AppBuss.step.in_(("RWQR", "BGSC", "BGLR")),
        AppBuss.inspectors.overlap(list(ids)),
    )
    out: dict[str, list[dict[str, Any]]] = {}
    for row in db.scalars(query.order_by(AppBuss.plandate, AppBuss.seisn)):
        line = {"date": plain(row.plandate), "seisn": row.seisn, "unitname": row.unitname, "step": row.step}
        line |= {"timeslot": row.timeslot, "equname": row.equname}
        for one in row.inspectors:
            out.setdefault(one, []).append(line)
    return out


def boxes(db: Session, me: User) -> list[dict[str, Any]]:
    """Usable instruments of the institute by box, with the day each is good to."""
    query = select(Instrument).where(Instrument.org_id == me.org_id, Instrument.status.in_(("0", "1", "3")))
    found = db.scalars(query.order_by(Instrument.boxno, Instrument.instno))
    return [
        {
            "id": i.id,
            "instno": i.instno,
            "name": i.name,
            "model": i.model,
            "boxno": i.boxno,
            "nextcal": plain(i.nextcal),
            "expired": bool(i.nextcal and i.nextcal < clock.today()),
        }
        for i in found
    ]


def suggested(db: Session, me: User, row: AppBuss) -> dict[str, Any]:
    """What the last arrangement by this user used, and who inspected the device last time."""
    last = db.scalars(
        select(AppBuss).where(AppBuss.arrangedby == me.id, AppBuss.id != row.id).order_by(AppBuss.updatetime.desc())
    ).first()
    before = db.scalars(
        select(AppBuss)
        .where(AppBuss.equdatasysid == row.equdatasysid, AppBuss.step.in_(ENDS), AppBuss.id != row.id)
        .order_by(AppBuss.inspdate.desc().nulls_last())
    ).first()
    return {
        "instruments": last.instruments if last else [],
        "vehicle": last.vehicle if last else "",
        "lastinspectors": before.inspectornames if before else "",
        "lastdate": plain(before.inspdate) if before else None,
    }


def check_arrangement(db: Session, me: User, form: ArrangeForm) -> list[dict[str, Any]]:
    """The checks of an arrangement, each with whether it holds: shown beside the form while it is filled."""
    from tejian.kit.process import Doing

    rows = many_visible_or_refuse(db, me, AppBuss, form.ids)
    d = Doing(db, me, rows[0], values(form))
    texts = [
        (guards.two_inspectors, "检验人员不少于2人"),
        (guards.qualified_inspectors, "检验人员资格在检验日有效"),
        (guards.working_day, "检验日期是工作日"),
        (guards.instruments_valid, "仪器在检定有效期内"),
    ]
    out = []
    for guard, text in texts:
        said = guard(d)
        out.append({"ok": said is None, "text": said or text})
    return out


def save_arrangement(db: Session, me: User, form: ArrangeForm) -> None:
    """Keep an arrangement without sending it."""
    for row in many_visible_or_refuse(db, me, AppBuss, form.ids, lock=True):
        if row.step != "RWAP":
            raise Refused(f"{row.seisn}不在任务安排环节")
        plan = values(form)
        if plan.get("scinspector"):
            row.inspectors = list(dict.fromkeys([plan["scinspector"], *plan.get("inspectors", [])]))
            row.scinspector = plan["scinspector"]
        for name in ("plandate", "timeslot", "vehicle", "taskremark", "instruments"):
            if name in plan:
                setattr(row, name, plan[name])


def arrange(db: Session, me: User, form: ArrangeForm) -> int:
    """Arrange and notify: all of the picked items or none."""
    return len(BUSINESS.do(db, me, "arrange", form.ids, values(form)))


def save_confirmation(db: Session, me: User, form: ConfirmForm) -> None:
    for row in many_visible_or_refuse(db, me, AppBuss, form.ids, lock=True):
        if row.step != "RWQR" or row.scinspector != me.id:
            raise Refused(f"{row.seisn}不在您的任务确认环节")
        plan = values(form)
        for name in ("confirmeddate", "contacted", "siteconditions"):
            if name in plan:
                setattr(row, name, plan[name])


def confirm(db: Session, me: User, form: ConfirmForm) -> int:
    return len(BUSINESS.do(db, me, "confirm", form.ids, values(form)))


def confirm_detail(db: Session, me: User, buss_id: str) -> dict[str, Any]:
    """A task with its people and instruments for the confirmation screen."""
    from .records import instrument_lines

    row = visible_or_refuse(db, me, AppBuss, buss_id)
    main = db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    return {
        "item": task_row(row),
        "instruments": instrument_lines(db, row.instruments),
        "contact": {"name": main.inscontactname, "tel": main.INSCONTACTTEL, "address": main.unitaddress},
    }


def void_task(db: Session, me: User, form: Mapping[str, Any]) -> int:
    """Void task arrangements; the items go back to acceptance with a mark."""
    from .application_moves import ids_of, void_form

    return len(BUSINESS.do(db, me, "void_task", ids_of(form, "请选择作废数据"), void_form(form)))


def check_confirmation(db: Session, me: User, buss_id: str) -> list[dict[str, Any]]:
    """The checks of a confirmation: people and instruments on the confirmed day."""
    from tejian.kit.process import Doing

    row = visible_or_refuse(db, me, AppBuss, buss_id)
    d = Doing(db, me, row, {})
    texts = [
        (guards.two_inspectors, "检验人员不少于2人"),
        (guards.qualified_inspectors, "检验人员资格在检验日有效"),
        (guards.instruments_valid, "仪器在检定有效期内"),
    ]
    out = []
    for guard, text in texts:
        said = guard(d)
        out.append({"ok": said is None, "text": said or text})
    return out

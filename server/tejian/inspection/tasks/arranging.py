"""What the pages of acceptance, arrangement and confirmation show and keep: people, load, instruments, checks."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.flow import api as effects
from tejian.inspection.flow import api as guards
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models import AppBuss, AppMain
from tejian.inspection.records import api as records
from tejian.instruments.models import Instrument
from tejian.kit import clock
from tejian.kit.audit import plain
from tejian.kit.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.errors import Refused
from tejian.kit.moves import offered
from tejian.kit.process import Doing, Guard
from tejian.kit.user import User
from tejian.system.accounts.models import StaffQual, SysUser
from tejian.system.organisations import api as calendar

DAYS = 10  # working days that the calendar shows


def save_acceptance(db: Session, me: User, ids: Sequence[str], values: dict[str, Any]) -> None:
    """Keep the agreed date and the department without accepting yet."""
    for main in many_visible_or_refuse(db, me, AppMain, ids, lock=True):
        if main.step != at.ACCEPT:
            raise Refused(f"{main.appno}不在受理环节")
        effects.write_acceptance(Doing(db, me, main, values))


def task_detail(db: Session, me: User, ids: Sequence[str]) -> dict[str, Any]:
    """The items to arrange, the people who could, their load, and the instruments, for the calendar screen."""
    rows = many_visible_or_refuse(db, me, AppBuss, ids)
    return {
        "items": [task_row(r) for r in rows],
        "people": people(db, me, rows[0]),
        "instruments": boxes(db, me),
        "days": [plain(d) for d in working_days(db, clock.today(), DAYS)],
        "suggested": suggested(db, me, rows[0]),
        "moves": offered(BUSINESS, rows[0]),
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
        AppBuss.step.in_(at.ON_THE_WAY),
        AppBuss.inspectors.overlap(list(ids)),
    )
    out: dict[str, list[dict[str, Any]]] = {}
    for row in db.scalars(query.order_by(AppBuss.plandate, AppBuss.seisn)):
        line = {"date": plain(row.plandate), "seisn": row.seisn, "unitname": row.unitname, "equname": row.equname}
        line |= {"timeslot": row.timeslot, "open": row.step == at.CONFIRM}
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
        .where(AppBuss.equdatasysid == row.equdatasysid, AppBuss.step.in_(at.ENDS), AppBuss.id != row.id)
        .order_by(AppBuss.inspdate.desc().nulls_last())
    ).first()
    return {
        "instruments": last.instruments if last else [],
        "vehicle": last.vehicle if last else "",
        "lastinspectors": before.inspectornames if before else "",
        "lastdate": plain(before.inspdate) if before else None,
    }


def checks(d: Doing, *guarded: tuple[Guard, str]) -> list[dict[str, Any]]:
    """What guards say now, each with whether it holds: shown beside the form while it is filled."""
    return [{"ok": (said := guard(d)) is None, "text": said or text} for guard, text in guarded]


PEOPLE = (guards.two_inspectors, "检验人员不少于2人"), (guards.qualified_inspectors, "检验人员资格在检验日有效")
TOOLS = guards.instruments_valid, "仪器在检定有效期内"


def check_arrangement(db: Session, me: User, ids: Sequence[str], values: dict[str, Any]) -> list[dict[str, Any]]:
    """The checks of an arrangement that is being filled in."""
    rows = many_visible_or_refuse(db, me, AppBuss, ids)
    return checks(Doing(db, me, rows[0], values), *PEOPLE, (guards.working_day, "检验日期是工作日"), TOOLS)


def save_arrangement(db: Session, me: User, ids: Sequence[str], values: Mapping[str, Any]) -> None:
    """Keep an arrangement without sending it."""
    for row in many_visible_or_refuse(db, me, AppBuss, ids, lock=True):
        if row.step != at.ARRANGE:
            raise Refused(f"{row.seisn}不在任务安排环节")
        if main := values.get("scinspector"):
            row.inspectors = list(dict.fromkeys([main, *values.get("inspectors", [])]))
            row.scinspector = main
        for name in ("plandate", "timeslot", "vehicle", "taskremark", "instruments"):
            if values.get(name):
                setattr(row, name, values[name])


def save_confirmation(db: Session, me: User, ids: Sequence[str], values: Mapping[str, Any]) -> None:
    for row in many_visible_or_refuse(db, me, AppBuss, ids, lock=True):
        if row.step != at.CONFIRM or row.scinspector != me.id:
            raise Refused(f"{row.seisn}不在您的任务确认环节")
        for name in ("confirmeddate", "contacted", "siteconditions"):
            if values.get(name):
                setattr(row, name, values[name])


def confirm_detail(db: Session, me: User, buss_id: str) -> dict[str, Any]:
    """A task with its people and instruments for the confirmation screen."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    main = db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    return {
        "item": task_row(row),
        "moves": offered(BUSINESS, row),
        "instruments": records.instrument_lines(db, row.instruments),
        "contact": {"name": main.inscontactname, "tel": main.INSCONTACTTEL, "address": main.unitaddress},
    }


def check_confirmation(db: Session, me: User, buss_id: str) -> list[dict[str, Any]]:
    """The checks of a confirmation: people and instruments on the confirmed day."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    return checks(Doing(db, me, row, {}), *PEOPLE, TOOLS)

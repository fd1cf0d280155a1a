"""What the pages of acceptance, arrangement and confirmation show and keep: people, load, instruments, checks."""

from collections.abc import Sequence
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.inspection import codes as at
from tejian.inspection.absence.api import leaves
from tejian.inspection.flow import api as flow
from tejian.inspection.flow.api import BUSINESS, AcceptForm, ArrangeForm, ConfirmForm
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.records import api as records
from tejian.instruments.models import USABLE, Instrument
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Check, Move
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing, Guard
from tejian.kit.process.moves import offered
from tejian.kit.records.crud import shaped
from tejian.system.models.accounts import StaffQual
from tejian.system.organisations import api as calendar

DAYS = 10  # working days that the calendar shows
AHEAD = DAYS * 3 + 20  # days among which they are found


class TaskItem(TypedDict):
    """A business item as its arrangement and confirmation show it."""

    id: str
    seisn: str
    appno: str
    unitname: str
    equname: str
    equcode: str
    useplace: str
    areacode: str
    street: str
    estate: str
    equclass: str
    equclacode: str
    scinspector: str
    scinspectorname: str
    inspectors: list[str]
    inspectornames: str
    timeslot: str
    vehicle: str
    instruments: list[str]
    taskremark: str
    taskno: str
    contacted: str
    siteconditions: str
    safetybriefed: bool
    taskvoided: str
    step: str
    version: int
    backReason: str
    backDescription: str
    backUser: str
    testsort: str
    seisort: str
    duedate: str | None
    plandate: str | None
    confirmeddate: str | None
    acceptdate: str | None
    limit_at: str | None


class TaskQualification(TypedDict):
    item: str
    validto: str


class Load(TypedDict):
    """A task that somebody has already, and where; `open` while the inspector has not confirmed it."""

    date: str
    seisn: str
    unitname: str
    equname: str
    timeslot: str
    street: str
    estate: str
    inspectornames: str
    open: bool


class Away(TypedDict):
    """Days, both counted, on which somebody cannot inspect, and the word for it; of one day perhaps a `half`."""

    begins: str
    ends: str
    half: str
    word: str


class Inspector(TypedDict):
    """`why` this person cannot do the item, `mainwhy` he cannot be its main inspector; empty when it is possible."""

    id: str
    name: str
    quals: list[TaskQualification]
    why: str
    mainwhy: str
    load: list[Load]
    away: list[Away]


class InstrumentChoice(TypedDict):
    id: str
    instno: str
    name: str
    model: str
    boxno: str
    nextcal: str | None
    expired: bool


class Suggestion(TypedDict):
    """What the last arrangement used, and who was there last time."""

    instruments: list[str]
    vehicle: str
    lastinspectors: str
    lastdate: str | None


class TaskDetail(TypedDict):
    items: list[TaskItem]
    people: list[Inspector]
    instruments: list[InstrumentChoice]
    days: list[str]
    suggested: Suggestion
    moves: list[Move]


class TaskContact(TypedDict):
    name: str
    tel: str
    address: str


class ConfirmDetail(TypedDict):
    item: TaskItem
    moves: list[Move]
    instruments: list[records.InstrumentLine]
    contact: TaskContact


def save_acceptance(db: Session, me: User, form: AcceptForm) -> None:
    """Keep the agreed date and the department without accepting yet."""
    for main in many_visible_or_refuse(db, me, AppMain, form.ids, lock=True):
        if main.step != at.ACCEPT:
            raise Refused(f"{main.appno}不在受理环节")
        flow.write_acceptance(Doing(db, me, main, form))


def task_detail(db: Session, me: User, ids: Sequence[str]) -> TaskDetail:
    """The items to arrange, the people who could, their load, and the instruments, for the calendar screen."""
    rows = many_visible_or_refuse(db, me, AppBuss, ids)
    return {
        "items": [task_row(db, me, r) for r in rows],
        "people": people(db, me, rows),
        "instruments": boxes(db, me),
        "days": [plain(d) for d in working_days(db, clock.today(), DAYS)],
        "suggested": suggested(db, me, rows[0]),
        "moves": offered(BUSINESS, rows[0]),
    }


def task_row(db: Session, me: User, row: AppBuss) -> TaskItem:
    street, estate = places(db, me, [row])[row.id]
    return shaped(TaskItem, row, street=street, estate=estate)


def places(db: Session, me: User, rows: Sequence[AppBuss]) -> dict[str, tuple[str, str]]:
    """The street and the housing estate of tasks by their key: those who go there anyway can do one more."""
    names = words(db, me.dict_version).get("AREA", {})
    keys = {row.equdatasysid for row in rows}
    estates = dict(db.execute(select(Equipment.id, Equipment.buildname).where(Equipment.id.in_(keys))).all())  # type: ignore[arg-type]
    return {row.id: (names.get(row.areacode, ""), estates.get(row.equdatasysid, "")) for row in rows}


def working_days(db: Session, start: date, count: int) -> list[date]:
    """The next `count` working days from `start` on."""
    odd = calendar.exceptions(db, start, start + timedelta(days=count * 3 + 20))
    span = (start + timedelta(days=i) for i in range(count * 3 + 20))
    return [d for d in span if odd.get(d, d.weekday() < 5)][:count]


def people(db: Session, me: User, rows: Sequence[AppBuss]) -> list[Inspector]:
    """Inspectors of the institute: whether each may do all these items, and what is planned already."""
    users = flow.inspectors(db, me)
    ids = [u.id for u in users]
    quals: dict[str, list[TaskQualification]] = {}
    for q in db.scalars(select(StaffQual).where(StaffQual.user_id.in_(ids), StaffQual.status == "有效")):
        quals.setdefault(q.user_id, []).append({"item": q.item, "validto": plain(q.validto)})
    load, mains = _load(db, me, ids), flow.MAIN.able(db, ids)
    away = _away(db, ids)
    barred = flow.barred(db, rows, users, clock.today())
    elsewhere = flow.main_elsewhere(db, rows, users)
    out: list[Inspector] = []
    for user in users:
        why = barred.get(user.id, "")
        out.append(
            {
                "id": user.id,
                "name": user.name,
                "quals": quals.get(user.id, []),
                "why": why,
                "mainwhy": why
                or ("" if user.id in mains else flow.MAIN.refuse(user.name))
                or elsewhere.get(user.id, ""),
                "load": load.get(user.id, []),
                "away": away.get(user.id, []),
            }
        )
    return sorted(out, key=lambda p: (bool(p["why"]), bool(p["mainwhy"])))


def _away(db: Session, ids: Sequence[str]) -> dict[str, list[Away]]:
    """The absences of inspectors that may fall into the calendar."""
    out: dict[str, list[Away]] = {}
    for one in leaves(db, ids, clock.today(), clock.today() + timedelta(days=AHEAD)):
        line: Away = {"begins": plain(one.begins), "ends": plain(one.ends), "half": one.half, "word": one.word}
        out.setdefault(one.user_id, []).append(line)
    return out


def _load(db: Session, me: User, ids: Sequence[str]) -> dict[str, list[Load]]:
    """Open tasks by inspector from today on: one statement for everybody."""
    query = select(AppBuss).where(
        AppBuss.plandate >= clock.today(),
        AppBuss.step.in_(at.ON_THE_WAY),
        AppBuss.inspectors.overlap(list(ids)),
    )
    out: dict[str, list[Load]] = {}
    rows = db.scalars(query.order_by(AppBuss.plandate, AppBuss.seisn)).all()
    where = places(db, me, rows)
    for row in rows:
        street, estate = where[row.id]
        line = shaped(Load, row, date=plain(row.plandate), street=street, estate=estate, open=row.step == at.CONFIRM)
        for one in row.inspectors:
            out.setdefault(one, []).append(line)
    return out


def boxes(db: Session, me: User) -> list[InstrumentChoice]:
    """Usable instruments of the institute by box, with the day each is good to."""
    query = select(Instrument).where(Instrument.org_id == me.org_id, Instrument.status.in_(USABLE))
    found = db.scalars(query.order_by(Instrument.boxno, Instrument.instno))
    return [shaped(InstrumentChoice, i, expired=bool(i.nextcal and i.nextcal < clock.today())) for i in found]


def suggested(db: Session, me: User, row: AppBuss) -> Suggestion:
    """What this user gave the last devices of the same class, and who inspected the device last time."""
    mine = AppBuss.arrangedby == me.id, AppBuss.id != row.id, AppBuss.equclass == row.equclass
    last = db.scalars(select(AppBuss).where(*mine).order_by(AppBuss.updatetime.desc()).limit(1)).first()
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


def checks(d: Doing, *guarded: tuple[Guard, str]) -> list[Check]:
    """What guards say now, each with whether it holds: shown beside the form while it is filled."""
    return [{"ok": (said := guard(d)) is None, "text": said or text} for guard, text in guarded]


PEOPLE = (
    (flow.two_inspectors, "主检和协检至少2人"),
    (flow.qualified_inspectors, "主检、协检的资格在安排日期有效"),
    (flow.people_present, "主检、协检当日不请假、外出"),
    (flow.signed_by_two, "主检、协检已备电子签名"),
    (flow.main_goes_on, "主检能办理后面的环节"),
    (flow.main_is_given, "流程配置没有把主检的环节指定给别人"),
    (flow.judges_left, "审核、批准另有其人"),
    (flow.steps_are_given, "流程配置指定的办理人中有人能办"),
)
TOOLS = flow.instruments_valid, "仪器在检定有效期内"


def check_arrangement(db: Session, me: User, form: ArrangeForm) -> list[Check]:
    """The checks of an arrangement that is being filled in."""
    row = many_visible_or_refuse(db, me, AppBuss, form.ids)[0]
    db.expunge(row)  # what is only being filled in is not written
    d = Doing(db, me, row, form)
    flow.write_arrangement(d)
    return checks(d, *PEOPLE, (flow.working_day, "安排日期是工作日"), TOOLS)


def save_arrangement(db: Session, me: User, form: ArrangeForm) -> None:
    """Keep an arrangement without sending it."""
    for row in many_visible_or_refuse(db, me, AppBuss, form.ids, lock=True):
        if row.step != at.ARRANGE:
            raise Refused(f"{row.seisn}不在任务安排环节")
        flow.write_arrangement(Doing(db, me, row, form))


def save_confirmation(db: Session, me: User, form: ConfirmForm) -> None:
    """Keep a confirmation without sending it."""
    for row in many_visible_or_refuse(db, me, AppBuss, form.ids, lock=True):
        if row.step != at.CONFIRM or row.scinspector != me.id:
            raise Refused(f"{row.seisn}不在您的任务确认环节")
        flow.fill(row, form, "confirmeddate", "contacted", "siteconditions")


def confirm_detail(db: Session, me: User, buss_id: str) -> ConfirmDetail:
    """A task with its people and instruments for the confirmation screen."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    main = db.scalars(select(AppMain).where(AppMain.id == row.appmain_id)).one()
    return {
        "item": task_row(db, me, row),
        "moves": offered(BUSINESS, row),
        "instruments": records.instrument_lines(db, row.instruments),
        "contact": {"name": main.inscontactname, "tel": main.INSCONTACTTEL, "address": main.unitaddress},
    }


def check_confirmation(db: Session, me: User, buss_id: str) -> list[Check]:
    """The checks of a confirmation: people and instruments on the confirmed day."""
    row = visible_or_refuse(db, me, AppBuss, buss_id)
    return checks(Doing(db, me, row), *PEOPLE, TOOLS)

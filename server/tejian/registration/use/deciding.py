"""What stands against an application, and what its certificate writes into the archive.

Rules of supervision_tables.md (gate_rules G05, G11, G12, G13, G21); each sentence names the device it is about.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common import api as identifiers
from tejian.archives.models.cylinders import Cylinder
from tejian.archives.models.equipment import Equipment
from tejian.kit.database import audit
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.registration.models.use import (
    BY_CAR,
    BY_SET,
    BY_UNIT,
    CHANGE,
    DRAFT,
    LONGER,
    MODES,
    MOVED,
    OWNER,
    PLACE,
    RUNNING,
    RegisteredDevice,
    UseRegistration,
)
from tejian.system.organisations.api import add_working_days, working_days_between

from .devices import car_of, devices_of, lines_of, unit_of
from .materials import BASIS, DECIDING, day_of, term
from .numbers import next_number

# what is registered device by device, and what a unit registers as a whole: a plant's piping
CLASSES = {
    BY_SET: ("1000", "2000", "3000", "4000", "5000", "6000", "9000"),
    BY_UNIT: ("8000",),
    CHANGE: ("1000", "2000", "3000", "4000", "5000", "6000", "8000", "9000"),
}
CYLINDERS = "23"
NOT_YET = ("", codes.UNREGISTERED, codes.IN_USE_UNREGISTERED)  # C637 of a device that is used from now on
SHOWN = 5  # sentences of a refusal; of two hundred devices nobody reads all


def named(device: Equipment) -> str:
    return f"{device.equname} {device.equcode or device.prono}".strip()


def other_open(db: Session, row: UseRegistration) -> dict[str, str]:
    """Devices of an application that stand in another one still open, with its number."""
    C, D = UseRegistration, RegisteredDevice
    own = select(D.equdatasysid).where(D.reg_id == row.id)
    query = select(D.equdatasysid, C.regapplyno).join(C, C.id == D.reg_id)
    query = query.where(D.equdatasysid.in_(own), C.id != row.id, C.step.in_([s for s in RUNNING if s != "CG"]))
    return {row[0]: row[1] for row in db.execute(query)}


def against(db: Session, row: UseRegistration) -> Iterator[str]:
    """Every sentence against the devices of an application as they stand now."""
    open_elsewhere = other_open(db, row)
    for one in devices_of(db, row):
        name = named(one)
        if one.useorgsysid != row.unitsysid:
            yield f"{name}不是该单位使用的设备"
        if one.equclass not in CLASSES[row.mode] or one.equclacode.startswith(CYLINDERS):
            yield f"{name}不{MODES[row.mode]}登记" if row.mode != CHANGE else f"{name}不办理变更登记"
        if one.equstatus in codes.OFF:
            yield f"{name}已报废、拆除或注销，不能登记"
        if one.id in open_elsewhere:
            yield f"{name}已在{open_elsewhere[one.id]}中申请"
        yield from (_of_change(row, one, name) if row.mode == CHANGE else _of_first(one, name))


def _of_first(one: Equipment, name: str) -> Iterator[str]:
    if one.regstatus == codes.REGISTERED or one.usecertno:
        yield f"{name}已登记：{one.usecertno or '登记证编号待补'}"
    if not one.equcode:
        yield f"{name}没有设备代码，请先补全档案"
    elif fault := identifiers.refuse_code_of_kind(one.equcode, one.equclacode):
        yield f"{name}：{fault}"
    if (one.insinspdate is None and one.firstinspdate is None) or one.unqualcode:
        yield f"{name}监督检验或首次检验未合格，不能发证"
    if one.designenddate and one.designenddate < clock.today():
        yield f"{name}已达设计使用年限，须经检验或评估并变更登记"


def _of_change(row: UseRegistration, one: Equipment, name: str) -> Iterator[str]:
    if one.regstatus != codes.REGISTERED:
        yield f"{name}尚未登记，不能变更"
    if row.regtype in (OWNER, MOVED, LONGER):
        if one.unqualcode:
            yield f"{name}最近检验不合格，不能变更登记"
        elif one.ninspdate is None or one.ninspdate < clock.today():
            yield f"{name}没有在有效期内的检验报告，不能变更登记"
    until = one.designenddate
    if row.regtype == LONGER and (until is None or row.newdesignend is None or row.newdesignend <= until):
        yield f"{name}：变更后的使用年限应晚于现在的设计使用年限{until or '（档案未填）'}"


def told(sentences: Sequence[str]) -> str | None:
    """The first sentences, and how many there are."""
    rest = len(sentences) - SHOWN
    return "；".join([*sentences[:SHOWN], *([f"另有{rest}处"] if rest > 0 else [])]) or None


# -- guards ---------------------------------------------------------------------------------------------------------


def has_subject(d: Doing) -> str | None:
    """已选设备或车辆"""
    if d.subject.mode == BY_CAR:
        return None if d.subject.carid else "请选择车辆"
    return None if devices_of(d.db, d.subject) else "请添加设备"


def devices_fit(d: Doing) -> str | None:
    """各设备可以登记"""
    if d.subject.mode == BY_CAR:
        return _car_fits(d.db, d.subject)
    return told(list(against(d.db, d.subject)))


def _car_fits(db: Session, row: UseRegistration) -> str | None:
    car = car_of(db, row)
    if car is None or car.unitsysid != row.unitsysid:
        return "所选车辆不是该单位的"
    if car.status == codes.SCRAPPED or car.usecertno:
        return "该车气瓶已报废" if car.status == codes.SCRAPPED else f"该车已登记：{car.usecertno}"
    if not db.scalar(select(Cylinder.id).where(Cylinder.carid == car.id).limit(1)):
        return f"{car.carno or car.vin}没有登记气瓶"
    if car.ninspdate is not None and car.ninspdate < clock.today():
        return f"{car.carno or car.vin}的气瓶检验已过期，不能登记"
    return None


def has_staff(d: Doing) -> str | None:
    """单位已配备安全管理人员"""
    unit = unit_of(d.db, d.subject.unitsysid)
    if unit is None or not (unit.safemanager or unit.safeofficer or unit.safedirector):
        return "单位档案没有登记特种设备安全管理人员，请先登记"
    return None


def change_is_said(d: Doing) -> str | None:
    """变更内容齐全"""
    s = d.subject
    if s.mode != CHANGE:
        return None
    wanted = {OWNER: ("newunitsysid", "变更后使用单位"), PLACE: ("newplace", "变更后使用地点")}
    wanted |= {MOVED: ("newplace", "变更后使用地点"), LONGER: ("newdesignend", "变更后设计使用年限到期日期")}
    name, label = wanted.get(s.regtype, ("changes", "变更内容"))
    if not getattr(s, name):
        return f"{label}：必填"
    if s.regtype == OWNER and s.newunitsysid == s.unitsysid:
        return "变更后使用单位与现使用单位相同"
    return None


def mended_once(d: Doing) -> str | None:
    """补正内容只告知一次"""
    s = d.subject
    return f"补正内容须一次告知，已于{s.mendasked:%Y-%m-%d}告知过，请决定登记或不予登记" if s.mend else None


def has_authority(d: Doing) -> str | None:
    """设备所在区划有登记机关"""
    return None if d.subject.regorg else "设备所在区划没有登记机关，请先在机构管理中设置监管机构的区划"


def own_application(d: Doing) -> str | None:
    """申请人"""
    s = d.subject
    own = s.unitsysid == d.me.unit_id if d.me.unit_id else s.createby == d.me.id
    return None if own else "只有申请人可以撤回"


# -- effects --------------------------------------------------------------------------------------------------------


def note_basis(d: Doing) -> None:
    """记受理日有效的规则"""
    d.subject.basis = term(d.db, BASIS, day_of(d.subject))


def count_pause(d: Doing) -> None:
    """扣除补正的工作日"""
    s = d.subject
    if s.mendasked is not None:
        asked = s.mendasked.astimezone(clock.SHANGHAI).date()
        s.paused += working_days_between(d.db, asked, clock.today())


def give_certificates(d: Doing) -> None:
    """取使用登记证编号，写入设备档案"""
    s = d.subject
    if s.mode == BY_CAR:
        car = car_of(d.db, s, lock=True)
        assert car is not None
        kind = d.db.scalar(select(Cylinder.cylkind).where(Cylinder.carid == car.id).order_by(Cylinder.seq).limit(1))
        car.usecertno, car.regdate = next_number(d.db, kind or "2300", car.areacode or s.areacode), clock.today()
        return
    lines = lines_of(d.db, s)
    locked = select(Equipment).where(Equipment.id.in_(lines)).order_by(Equipment.id).with_for_update()
    for device in sorted(d.db.scalars(locked), key=lambda one: (one.equcode, one.id)):
        line = lines[device.id]
        line.unitbefore, line.placebefore = device.useorgname, device.useplace
        if s.mode == CHANGE:
            _change(d.db, s, device)
        else:
            device.usecertno = next_number(d.db, device.equclacode, device.areacode)
            device.regdate, device.regstatus = clock.today(), codes.REGISTERED
            if device.equstatus in NOT_YET:
                device.equstatus = codes.IN_USE
        line.certno = device.usecertno
        audit.holds_from(device, clock.today())
    if s.mode != CHANGE:
        _forget_drafts(d.db, s, list(lines))


def _forget_drafts(db: Session, row: UseRegistration, devices: Sequence[str]) -> None:
    """Take what is registered now out of the drafts that wait for it; a draft of nothing goes."""
    drafts = select(UseRegistration.id).where(UseRegistration.step == DRAFT, UseRegistration.mode == row.mode)
    line = RegisteredDevice
    own = db.scalars(
        select(line).where(line.equdatasysid.in_(devices), line.reg_id.in_(drafts)).order_by(line.id)
    ).all()
    for one in own:
        db.delete(one)
    db.flush()
    for key in sorted({one.reg_id for one in own}):
        if db.scalar(select(line.id).where(line.reg_id == key).limit(1)) is None:
            db.delete(db.scalars(select(UseRegistration).where(UseRegistration.id == key)).one())


def _change(db: Session, row: UseRegistration, device: Equipment) -> None:
    if row.regtype == OWNER:
        unit = unit_of(db, row.newunitsysid)
        assert unit is not None
        device.useorgsysid, device.useorgname = unit.id, unit.name
    if row.regtype in (PLACE, MOVED, OWNER) and row.newplace:
        device.useplace, device.longitude, device.latitude = row.newplace, None, None
    if row.regtype in (PLACE, MOVED) and row.newarea:
        device.areacode = row.newarea
    if row.regtype == LONGER:
        device.designenddate = row.newdesignend


def due_by(db: Session, row: UseRegistration, days: str) -> date:
    """The last working day of a term, from the application or the acceptance, without the days of mending."""
    begin = (row.accepted if days == DECIDING else row.applied) or clock.now()  # stamped after this is asked
    start = begin.astimezone(clock.SHANGHAI).date()
    return last_day(db, days, start, row.paused, day_of(row))


def last_day(db: Session, days: str, start: date, paused: int = 0, on: date | None = None) -> date:
    """The last working day of a term from a day on, by the rules of a day (of its beginning)."""
    return add_working_days(db, start, int(term(db, days, on or start)) + paused)

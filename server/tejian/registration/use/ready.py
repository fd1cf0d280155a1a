"""Devices that passed their first inspection wait for their registration by themselves: in a draft of their unit."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.care.changes.api import authority_of
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.messages.api import tell
from tejian.registration.models.use import BY_SET, BY_UNIT, DRAFT, FIRST, RegisteredDevice, UseRegistration
from tejian.system.accounts.api import users_of

from .deciding import CLASSES, CYLINDERS, NOT_YET
from .forms import PAGE
from .process import REGISTER

AT_ONCE = 200  # devices of one run: the next comes in ten minutes
TOGETHER = 50  # devices of one draft


@jobs.job("registration.ready", retry=1, cron="*/10 * * * *")
def every_ten_minutes(db: Session) -> None:
    """A draft for each unit, mode and area of what was inspected 合格 and stands in no application."""
    queue(db)


def queue(db: Session, only: Sequence[str] = ()) -> None:
    """Put what is ready into the drafts of its units; of `only` these devices, which need not wait for the next run."""
    hold(db, "registration.ready")
    known = select(RegisteredDevice.equdatasysid)
    waiting = (
        select(E)
        .where(E.equDel == 0, E.regstatus == codes.UNREGISTERED, E.equstatus.in_(NOT_YET))
        .where(E.unqualcode == "", E.useorgsysid != "", E.equcode != "", E.usecertno == "")
        .where(E.insinspdate.is_not(None) | E.firstinspdate.is_not(None), E.id.not_in(known))
        .order_by(E.useorgsysid, E.equclass, E.areacode, E.equcode)
        .limit(AT_ONCE)
    )
    waiting = waiting.where(E.id.in_(only)) if only else waiting
    groups: dict[tuple[str, str, str, str], list[E]] = defaultdict(list)
    for one in db.scalars(waiting):
        mode = BY_UNIT if one.equclass in CLASSES[BY_UNIT] else BY_SET
        if one.equclass in CLASSES[mode] and not one.equclacode.startswith(CYLINDERS):
            groups[one.useorgsysid, mode, one.equclass, one.areacode].append(one)
    for (unit, mode, _kind, area), devices in groups.items():
        for begin in range(0, len(devices), TOGETHER):
            _draft(db, unit, mode, area, devices[begin : begin + TOGETHER])


def _draft(db: Session, unit: str, mode: str, area: str, devices: list[E]) -> None:
    authority = authority_of(db, area)
    row = UseRegistration(mode=mode, regtype=FIRST, unitsysid=unit, unitname=devices[0].useorgname, areacode=area)
    row.regorg = authority.org_id or authority.id if authority else ""
    row.remark = "监督检验或首次检验合格后自动生成，核对后提交"
    REGISTER.put(db, row, DRAFT)
    db.add(row)
    db.flush()
    db.add_all(RegisteredDevice(reg_id=row.id, equdatasysid=one.id) for one in devices)
    title = f"{len(devices)}台设备检验合格，可以申请使用登记"
    tell(db, users_of(db, unit), "使用登记", title, devices[0].equname, PAGE.format(id=row.id))
    db.flush()

"""Packages become declarations, with what the project knows: devices, lines, the first planned day, why so early."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.declarations.api import ApplicationForm, ItemForm, submit
from tejian.inspection.models.items import AppMain
from tejian.inspection.models.turnaround import BEGUN, LINE, PLANNED, TurnaroundItem, kept
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.steps import place_of

MOST = 200  # as many as are filed at once
DECLARED = (PLANNED, BEGUN)


@dataclass(frozen=True)
class Lot:
    """What stands on one declaration: packages of a project, of one class and test sort."""

    project: P
    equclass: str
    seisort: str
    testsort: str


def declare(db: Session, me: User, ids: Sequence[str]) -> list[str]:
    """Declare the picked packages and hand the declarations in; gives their numbers. All of them, or none."""
    items = many_visible_or_refuse(db, me, TurnaroundItem, ids, lock=True)
    if len(items) > MOST:
        raise Refused(f"一次最多申报{MOST}项")
    mains = declarations_of(db, items)
    for one in items:
        if one.cheorg != me.org_id:
            raise Refused(f"{one.objectno}不由本机构检验，不能申报")
        if one.step not in DECLARED:
            raise Refused(f"{place_of(one, one.objectno)}，排了计划、没有完工的才能申报")
        if main := mains.get(one.id):
            raise Refused(f"{one.objectno}已由申报单{main.appno}申报")
    projects = {key: db.scalars(kept(key)).one() for key in sorted({one.project_id for one in items})}
    query = select(Equipment.id, Equipment.equclass).where(Equipment.id.in_({one.equdatasysid for one in items}))
    classes: dict[str, str] = dict(db.execute(query).all())
    lots: dict[Lot, list[TurnaroundItem]] = {}
    for one in items:
        lot = Lot(projects[one.project_id], classes[one.equdatasysid], one.seisort, one.testsort)
        lots.setdefault(lot, []).append(one)
    return [_declared(db, me, lot, packages) for lot, packages in lots.items()]


def _declared(db: Session, me: User, lot: Lot, packages: Sequence[TurnaroundItem]) -> str:
    unit = db.scalars(select(Unit).where(Unit.id == lot.project.unitsysid)).one()
    contact = {"inscontactname": unit.contact, "INSCONTACTTEL": unit.mobile or unit.tel}
    if not all(contact.values()):
        raise Refused(f"{unit.name}没有联系人或电话")
    first = min(one.planbegin for one in packages if one.planbegin)
    main = submit(
        db,
        me,
        ApplicationForm(
            seisort=lot.seisort,
            testsort=lot.testsort,
            unitsysid=unit.id,
            plandate=max(first, clock.today()),
            earlyreason=f"停机大修期间检验：{lot.project.projectno} {lot.project.name}"[:256],
            remark=_packages(packages),
            equipment=[ItemForm(equdatasysid=key, lineids=lines) for key, lines in _devices(packages)],
            **contact,
        ),
    )
    for one in packages:
        one.appmain_id = main.id
    db.flush()
    return main.appno


def _devices(packages: Iterable[TurnaroundItem]) -> list[tuple[str, list[str] | None]]:
    """The devices of packages, a piping with those of its lines that are planned."""
    lines: dict[str, list[str]] = {}
    for one in packages:
        named = lines.setdefault(one.equdatasysid, [])
        if one.kind == LINE:
            named.append(one.lineid)
    return [(key, named or None) for key, named in lines.items()]


def _packages(packages: Sequence[TurnaroundItem]) -> str:
    """The numbers and days of packages, for whoever arranges them."""
    days: dict[tuple[date | None, date | None], list[str]] = {}
    for one in sorted(packages, key=lambda p: (p.planbegin or date.max, p.packageno)):
        days.setdefault((one.planbegin, one.planend), []).append(one.packageno or one.objectno)
    return "；".join(f"{begin}至{end} {'、'.join(numbers)}" for (begin, end), numbers in days.items())[:500]


def declarations_of(db: Session, items: Iterable[TurnaroundItem]) -> dict[str, AppMain]:
    """The declarations of packages by their keys; one that was made void is none."""
    owners: dict[str, list[str]] = {}
    for one in items:
        if one.appmain_id:
            owners.setdefault(one.appmain_id, []).append(one.id)
    query = select(AppMain).where(AppMain.id.in_(owners), AppMain.step.not_in((at.VOID, at.ENDED)))
    return {item: main for main in db.scalars(query) for item in owners[main.id]}

"""What the forms of a unit write, and its declarations in batch."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection.declarations.api import refuse_past
from tejian.inspection.models.online import DRAFT, OPEN, OnlineApplication, OnlineDevice
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put
from tejian.system.settings.api import version

from .judging import Project, devices_of, early_ones, project, why_not
from .process import ONLINE
from .proposing import named_of

MOST = 200
NAMED = 5  # reasons that the sentence gives; the others are counted
COPIED = ("equname", "equcode", "equclacode", "usecertno", "prono", "useplace", "ninspdate")


def _refuse_sent(application: OnlineApplication) -> None:
    if application.step not in OPEN:
        raise Refused(f"网上申报{application.onlineno}{ONLINE.name_of(application.step)}，不能再修改")


def before_application(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """An application is changed until it is sent; what is declared stays while it has devices."""
    if row.id:
        _refuse_sent(row)
    if values.get("plandate"):
        refuse_past(values["plandate"])
    if text := values.get("project"):
        _write_project(db, me, row, project(text))
    if not row.id:
        _write_unit(db, me, row)
        ONLINE.put(db, row, DRAFT)
    unit = db.scalars(select(Unit).where(Unit.id == row.unitsysid)).one()
    for name, known in (("inscontactname", unit.contact), ("INSCONTACTTEL", unit.mobile or unit.tel)):
        if not (values.get(name) or getattr(row, name)):
            values[name] = known


def _write_project(db: Session, me: User, row: OnlineApplication, wanted: Project) -> None:
    if wanted not in named_of(db, me):
        raise BadInput("申报项目：请从选项中选择", field="project")
    if row.id and Project(row.equclass, row.seisort, row.testsort) != wanted and devices_of(db, row):
        raise BadInput("已有申报设备，不能改申报项目，请先删除设备", field="project")
    row.equclass, row.seisort, row.testsort = wanted


def _write_unit(db: Session, me: User, row: OnlineApplication) -> None:
    if not me.unit_id:
        raise Refused("网上申报由使用单位的账户办理")
    unit = visible_or_refuse(db, me, Unit, me.unit_id)
    if not unit.enabled:
        raise Refused(f"{unit.name}已停用，不能申报")
    row.unitsysid, row.unitname = unit.id, unit.name


def before_device(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    main = visible_or_refuse(db, me, OnlineApplication, row.online_id or values["online_id"], lock=True)
    _refuse_sent(main)
    key = values.get("equdatasysid") or row.equdatasysid
    others = [one for one in devices_of(db, main) if one.id != row.id]
    if any(one.equdatasysid == key for one in others):
        raise BadInput("该设备已在本申报中", field="equdatasysid")
    if len(others) >= MOST:
        raise Refused(f"一份网上申报最多{MOST}台设备")
    device = db.scalars(select(Equipment).where(Equipment.id == key)).one()
    why = why_not(db, main.unitsysid, Project(main.equclass, main.seisort, main.testsort), [device], but=main.id)
    if sentence := why.get(device.id):
        raise BadInput(f"{device.equcode or device.equname}：{sentence}", field="equdatasysid")
    if others and device.cheorgsysid != main.cheorg:
        raise BadInput(f"设备由{device.cheorgsysname}检验，请另行申报", field="equdatasysid")
    main.cheorg, main.cheorgname = device.cheorgsysid, device.cheorgsysname
    for name in COPIED:
        setattr(row, name, getattr(device, name))
    if not row.seq:
        last = select(func.max(OnlineDevice.seq)).where(OnlineDevice.online_id == main.id)
        row.seq = (db.scalar(last) or 0) + 1
    main.equcount = len(others) + 1


def before_delete(db: Session, me: User, row: Any) -> None:
    if isinstance(row, OnlineApplication):
        _refuse_sent(row)
        if row.sent:
            raise Refused("提交过的网上申报不能删除，请撤回")
        return
    main = visible_or_refuse(db, me, OnlineApplication, row.online_id, lock=True)
    _refuse_sent(main)
    main.equcount -= 1


def declare(db: Session, me: User, form: Input) -> list[str]:
    """Declare the picked devices and send them, one application an institute; gives their numbers.

    All of them, or, asked so, those that can be.
    """
    devices = many_visible_or_refuse(db, me, Equipment, form.ids)
    if len(devices) > MOST:
        raise Refused(f"一次最多申报{MOST}台设备")
    wanted = project(form["project"])
    early = {} if form["earlyreason"] else early_ones(db, wanted, devices)
    why = early | why_not(db, me.unit_id, wanted, devices)
    wrong = [f"{one.equcode or one.equname}：{why[one.id]}" for one in devices if one.id in why]
    if wrong and not form["skip"]:
        more = f" 等{len(wrong)}台" if len(wrong) > NAMED else ""
        raise Refused(f"{'；'.join(wrong[:NAMED])}{more}。可勾选“跳过不能申报的设备”")
    groups: dict[str, list[Equipment]] = {}
    for one in devices:
        if one.id not in why:
            groups.setdefault(one.cheorgsysid, []).append(one)
    if not groups:
        raise Refused("所选设备都不能申报：" + "；".join(wrong[:NAMED]))
    return [_declared(db, me, group, form) for _, group in sorted(groups.items())]


def _declared(db: Session, me: User, group: Sequence[Equipment], form: Input) -> str:
    main = OnlineApplication()
    values = {name: value for name, value in form.values.items() if name != "skip"}
    put(db, me, main, values, ONLINE_HOOKS)
    for one in group:
        put(db, me, OnlineDevice(), {"online_id": main.id, "equdatasysid": one.id}, DEVICE_HOOKS)
    ONLINE.do(db, me, "send", [main.id])
    return main.onlineno


def beside(db: Session, row: OnlineApplication) -> dict[str, Any]:
    """What the form of an application shows that is no column of it."""
    known = words(db, version(db, "dict"))
    names = known.get("C601", {}).get(row.equclass, ""), known.get("C604", {}).get(row.testsort, "")
    return {"project": str(Project(row.equclass, row.seisort, row.testsort)), "projectName": " ".join(names)}


ONLINE_HOOKS = Hooks(before_application, before_delete=before_delete, beside=beside)
DEVICE_HOOKS = Hooks(before_device, before_delete=before_delete)

"""Safety valves: register with the host device, enter calibrations, follow the due date."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import flat, put
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve, ValveCalibration
from tejian.kit.database.audit import plain
from tejian.kit.database.db import hold, many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held
from tejian.system.models.settings import DictItem
from tejian.system.settings import api as params

from . import rules

OFFERED = "7310-04"  # the parent of C605 under which the results of a valve stand


def limits(db: Session) -> rules.Limits:
    extended = params.value(db, "valve.cycle_extended", "36,60")
    return rules.Limits(
        cycle=params.number(db, "valve.cycle_months", 12),
        extended=tuple(int(m) for m in extended.split(",") if m.strip().isdecimal()),
        percent=Decimal(params.value(db, "valve.set_tolerance_percent", "3")),
        low=Decimal(params.value(db, "valve.set_tolerance_mpa", "0.015")),
    )


def result_options(db: Session) -> list[dict[str, str]]:
    found = select(DictItem.value, DictItem.label).where(DictItem.type == "C605", DictItem.parent_value == OFFERED)
    rows = db.execute(found.order_by(DictItem.sort, DictItem.value))
    return [{"value": r.value, "label": r.label.split("(")[0]} for r in rows]


def save(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Register a valve or change it. A host device gives its unit and area."""
    key, values = sent.id, sent.values
    row = held(db, me, SafetyValve, sent) if key else SafetyValve(params={}, status="1", cheorgsysid=me.org_id)
    if "hostequid" in values and (values["hostequid"] or key):
        _place(db, me, row, values["hostequid"] or "", values)
    elif values.get("useorgsysid"):
        _of_unit(db, me, row, values["useorgsysid"])
    elif not key:
        raise BadInput("使用单位：没有安装设备时必填", field="useorgsysid")
    values = {n: v for n, v in values.items() if n not in ("useorgsysid", "hostequid")}
    if values.get("makedate") and values["makedate"] > clock.today():
        raise BadInput("制造日期：不得晚于今天", field="makedate")
    number, maker = values.get("valveno", row.valveno), values.get("makername", row.makername) or ""
    hold(db, f"valve {number}")
    same = select(SafetyValve.id).where(SafetyValve.valveno == number, SafetyValve.makername == maker)
    if db.scalar(same.where(SafetyValve.id != row.id) if key else same):
        raise Refused(f"安全阀编号 {number} 已登记", "DUPLICATE", field="valveno")
    put(row, values if key else {k: v for k, v in values.items() if v is not None})
    db.add(row)
    db.flush()
    return shown(db, me, row)


def _place(db: Session, me: User, row: SafetyValve, host_id: str, values: Mapping[str, Any]) -> None:
    if not host_id:
        row.hostequid = row.hostequname = row.hostequclass = ""
        if values.get("useorgsysid"):
            _of_unit(db, me, row, values["useorgsysid"])
        elif not row.useorgsysid:
            raise BadInput("使用单位：没有安装设备时必填", field="useorgsysid")
        return
    host = visible_or_refuse(db, me, Equipment, host_id)
    row.hostequid, row.hostequclass = host.id, host.equclass
    row.hostequname = f"{host.equname} {host.equcode or host.usecertno or host.equinnerno}".strip()[:128]
    row.useorgsysid, row.useorgname, row.areacode = host.useorgsysid, host.useorgname, host.areacode


def _of_unit(db: Session, me: User, row: SafetyValve, unit_id: str) -> None:
    unit = visible_or_refuse(db, me, Unit, unit_id)
    row.useorgsysid, row.useorgname, row.areacode = unit.id, unit.name, unit.areacode


def shown(db: Session, me: User, row: SafetyValve) -> dict[str, Any]:
    """A valve as JSON, with names beside the keys of its unit and its device."""
    return flat(row) | {"useorgsysidName": row.useorgname, "hostequidName": row.hostequname}


def result_word(db: Session, me: User, code: str) -> str:
    """The result of a calibration without the remark that its dictionary adds."""
    return dictionary.label(db, me.dict_version, "C605", code).split("(")[0]


def calibrations(db: Session, row: SafetyValve) -> list[ValveCalibration]:
    """The calibrations of a valve, newest first."""
    found = select(ValveCalibration).where(ValveCalibration.samvalveid == row.id)
    return list(db.scalars(found.order_by(ValveCalibration.caldate.desc(), ValveCalibration.id.desc())))


def calibration_start(db: Session, me: User, key: str) -> dict[str, Any]:
    """What the form of a new calibration of this valve begins with."""
    row = visible_or_refuse(db, me, SafetyValve, key)
    out = {
        "id": row.id,
        "version": row.version,
        "setpress": plain(row.setpress),
        "caldate": clock.today().isoformat(),
        "calman": me.name,
    }
    return out | {"setcyclemonths": limits(db).cycle, "calmode": "01", "calmedium": "01"}


def calibrate(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Enter a calibration: a row of the history; the valve takes the newest one's result and next date."""
    valve, values = visible_or_refuse(db, me, SafetyValve, sent.id, lock=True), dict(sent.values)
    if valve.status in codes.OFF:
        raise Refused(f"安全阀 {valve.valveno} 已报废或拆除，不能登记校验")
    if values["calresult"] not in {o["value"] for o in result_options(db)}:
        raise BadInput("校验结果：请从选项中选择", field="calresult")
    bounds = limits(db)
    values["setcyclemonths"] = values["setcyclemonths"] or bounds.cycle
    makedate = valve.params.get("makedate")
    born = date.fromisoformat(makedate) if makedate else None
    if fault := rules.refuse_calibration(values, clock.today(), born, bounds):
        raise BadInput(fault[1], field=fault[0])
    same = select(ValveCalibration.id).where(
        ValveCalibration.samvalveid == valve.id, ValveCalibration.caldate == values["caldate"]
    )
    if db.scalar(same):
        raise Refused(f"{values['caldate']} 的校验已登记")
    values["nextcaldate"] = rules.next_date(values["calresult"], values["caldate"], values["setcyclemonths"])
    row = ValveCalibration(samvalveid=valve.id, **{k: v for k, v in values.items() if v is not None})
    db.add(row)
    take_newest(db, valve)
    return {"id": valve.id, "calibrationId": row.id, "nextcaldate": plain(valve.nextcaldate)}


# whether a number is that of a report which was issued here
reported: Port[[Session, str], bool] = Port("reports by their numbers", lambda db, number: False)


def remove_calibration(db: Session, me: User, key: str) -> dict[str, Any]:
    """Take back the newest calibration of a valve, entered by mistake; the history keeps the whole row."""
    owner = db.scalar(select(ValveCalibration.samvalveid).where(ValveCalibration.id == key))
    valve = visible_or_refuse(db, me, SafetyValve, owner or "none", lock=True)
    newest = _newest(db, valve)
    if newest is None or newest.id != key:
        raise Refused("只能撤销最近一次校验")
    if newest.calreportno and reported(db, newest.calreportno):
        raise Refused(f"该次校验由报告{newest.calreportno}写入，不能撤销，请办理报告更正")
    db.delete(newest)
    take_newest(db, valve)
    return {"id": valve.id, "nextcaldate": plain(valve.nextcaldate)}


def _newest(db: Session, valve: SafetyValve) -> ValveCalibration | None:
    query = select(ValveCalibration).where(ValveCalibration.samvalveid == valve.id)
    return db.scalars(query.order_by(ValveCalibration.caldate.desc()).limit(1)).first()


def _stated_before(db: Session, valve: SafetyValve) -> date | None:
    """The next date of the last calibration that gave one."""
    mine = (ValveCalibration.samvalveid == valve.id, ValveCalibration.nextcaldate.is_not(None))
    return db.scalar(
        select(ValveCalibration.nextcaldate).where(*mine).order_by(ValveCalibration.caldate.desc()).limit(1)
    )


def take_newest(db: Session, valve: SafetyValve, before: date | None = None) -> None:
    """A valve states its newest calibration. One that failed moves no date: the valve keeps the one it had.

    `before` is that date where no calibration of its history states it.
    """
    db.flush()
    last = _newest(db, valve)
    valve.caldate = last.caldate if last else None
    valve.nextcaldate = (last.nextcaldate or _stated_before(db, valve) or before) if last else None
    valve.calresult, valve.calreportno, valve.labelno = (
        (last.calresult, last.calreportno, last.labelno) if last else ("", "", "")
    )
    if last:
        valve.setpress = last.setpress
    db.flush()


def why_no_label(row: SafetyValve) -> str:
    """Why the calibration label of a valve may not be printed: the last calibration must have passed."""
    return "" if row.calresult in rules.PASSED else f"安全阀 {row.valveno} 最近校验不合格或没有校验，不能打印标牌"


def valves_to_label(db: Session, me: User, ids: Sequence[str]) -> list[SafetyValve]:
    """The valves whose calibration labels are printed; one whose label may not be refuses them all."""
    rows = many_visible_or_refuse(db, me, SafetyValve, ids)
    for row in rows:
        if said := why_no_label(row):
            raise Refused(said)
    return rows

"""Vehicles with their cylinders: save as one, register by vehicle, scrap with the vehicle (TSG 08, TSG 23)."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.common import api as identifiers
from tejian.archives.models.cylinders import Cylinder, CylinderCar
from tejian.archives.models.units import Unit
from tejian.kit.database.audit import plain
from tejian.kit.database.db import hold, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held, record

from . import rules


def shown(db: Session, me: User, car: CylinderCar) -> dict[str, Any]:
    """A vehicle as JSON with its cylinders and pipes."""
    return record(car) | {"cylinders": [record(c) for c in cylinders_of(db, car)]}


def end_of(db: Session, car: CylinderCar) -> date | None:
    """The day on which the first cylinder of a vehicle reaches its end."""
    return rules.earliest_end(cylinders_of(db, car))


def kind_options(db: Session, me: User) -> list[dict[str, str]]:
    """The kinds of cylinders that a vehicle carries (C602 23…, the sub-kinds)."""
    words = dictionary.words(db, me.dict_version).get("C602", {})
    return [{"value": k, "label": v} for k, v in sorted(words.items()) if k.startswith("23") and "车用" in v]


def cylinders_of(db: Session, car: CylinderCar) -> list[Cylinder]:
    return list(db.scalars(select(Cylinder).where(Cylinder.carid == car.id).order_by(Cylinder.seq)))


def save(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Create or change a vehicle together with its cylinder and pipe rows; what is not sent is taken off."""
    car = held(db, me, CylinderCar, sent) if sent.id else CylinderCar(status=codes.IN_USE, cheorgsysid=me.org_id)
    if car.status == codes.SCRAPPED:
        raise Refused("该车气瓶已报废，不能再修改")
    values = dict(sent.values)
    rows, pipes = values.pop("cylinders"), values.pop("pipes")
    if car.usecertno and values["vin"].upper() != car.vin:
        raise Refused("已使用登记，车辆识别代号不能再改")
    _check_car(db, me, car, values)
    if not rows:
        raise BadInput("请至少填写一只气瓶")
    kinds = {o["value"] for o in kind_options(db, me)}
    for n, row in enumerate(rows):
        row["cylno"] = row["cylno"].upper()
        if row["cylkind"] and row["cylkind"] not in kinds:
            raise BadInput(f"气瓶第{n + 1}行 气瓶品种：请从选项中选择", field=f"cylinders.{n}.cylkind")
    if fault := rules.refuse_rows(rows):
        raise BadInput(fault[1], field=fault[0])
    for name, value in values.items():
        column = CylinderCar.__table__.columns[name]
        setattr(car, name, "" if value is None and not column.nullable else value)
    car.pipes = [{k: plain(v) for k, v in r.items() if v is not None} for r in pipes]
    car.cylnum = len(rows)
    car.cylvolume = sum((Decimal(r["volume"]) for r in rows), Decimal(0))
    db.add(car)
    db.flush()
    _none_elsewhere(db, car, rows)
    _keep_rows(db, car, rows)
    return shown(db, me, car)


def _check_car(db: Session, me: User, car: CylinderCar, values: dict[str, Any]) -> None:
    values["carno"], values["vin"] = values["carno"].upper(), values["vin"].upper()
    if fault := identifiers.refuse_plate(values["carno"]):
        raise BadInput(f"车牌号：{fault}", field="carno")
    if fault := identifiers.refuse_vin(values["vin"]):
        raise BadInput(f"车辆识别代号：{fault}", field="vin")
    if values["unitsysid"]:
        visible_or_refuse(db, me, Unit, values["unitsysid"])
    if values["inspdate"] and values["inspdate"] > clock.today():
        raise BadInput("上次检验日期：不得晚于今天", field="inspdate")
    if values["inspdate"] and values["ninspdate"] and values["ninspdate"] <= values["inspdate"]:
        raise BadInput(f"下次检验日期：应晚于上次检验日期 {values['inspdate']}", field="ninspdate")
    hold(db, f"vin {values['vin']}")
    same = select(CylinderCar).where(CylinderCar.vin == values["vin"], CylinderCar.status != codes.SCRAPPED)
    other = db.scalars(same.where(CylinderCar.id != car.id) if car.id else same).first()
    if other:
        raise Refused(f"该车辆识别代号已登记：{other.carno} {other.ownername}", "DUPLICATE", field="vin")


def _none_elsewhere(db: Session, car: CylinderCar, rows: list[dict[str, Any]]) -> None:
    """A cylinder hangs on one vehicle: its number with its maker is nowhere else in use."""
    numbers = [r["cylno"] for r in rows]
    hold(db, *(f"cylinder {n}" for n in numbers))
    others = db.execute(
        select(Cylinder.cylno, Cylinder.maker, CylinderCar.carno)
        .join(CylinderCar, CylinderCar.id == Cylinder.carid)
        .where(Cylinder.cylno.in_(numbers), CylinderCar.id != car.id, CylinderCar.status != codes.SCRAPPED)
    )
    mine = {(r["cylno"], r["maker"]) for r in rows}
    for number, maker, plate in others:
        if (number, maker) in mine:
            raise Refused(f"气瓶 {number} 已登记在 {plate}", "DUPLICATE")


def _keep_rows(db: Session, car: CylinderCar, rows: list[dict[str, Any]]) -> None:
    have = {c.id: c for c in cylinders_of(db, car)}
    for seq, row in enumerate(rows, 1):
        known = have.pop(row.get("id", ""), None)
        target = known or Cylinder(carid=car.id)
        target.seq = seq
        for name, value in row.items():
            if name != "id":
                empty = None if Cylinder.__table__.columns[name].nullable else ""
                setattr(target, name, empty if value is None else value)
        if known is None:
            db.add(target)
    for gone in have.values():
        db.delete(gone)
    db.flush()


def register(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """使用登记 by vehicle: one certificate for all its cylinders."""
    car = visible_or_refuse(db, me, CylinderCar, sent.id, lock=True)
    if car.status == codes.SCRAPPED or car.usecertno:
        raise Refused("该车气瓶已报废" if car.status == codes.SCRAPPED else f"该车已登记：{car.usecertno}")
    number = identifiers.normalise_usecertno(sent["usecertno"])
    if fault := identifiers.refuse_usecertno(number):
        raise BadInput(f"使用登记证编号：{fault}", field="usecertno")
    if not number.startswith("瓶"):
        raise BadInput("使用登记证编号：气瓶的登记证以“瓶”开头", field="usecertno")
    if sent["regdate"] > clock.today():
        raise BadInput("登记日期：不得晚于今天", field="regdate")
    end = end_of(db, car)
    if end and end <= sent["regdate"]:
        raise Refused(f"有气瓶已于 {end} 到达设计使用年限，不能登记")
    hold(db, f"usecertno {number}")
    if db.scalar(select(CylinderCar.id).where(CylinderCar.usecertno == number)):
        raise Refused("该使用登记证编号已使用", "DUPLICATE", field="usecertno")
    car.usecertno, car.regdate = number, sent["regdate"]
    db.flush()
    return {"id": car.id, "usecertno": number}


def scrap(db: Session, me: User, sent: Input) -> dict[str, Any]:
    """Scrap all cylinders with their vehicle."""
    car = visible_or_refuse(db, me, CylinderCar, sent.id, lock=True)
    if car.status == codes.SCRAPPED:
        raise Refused("该车气瓶已报废")
    if sent["scrapdate"] > clock.today():
        raise BadInput("报废日期：不得晚于今天", field="scrapdate")
    car.status, car.scrapdate, car.scrapreason = codes.SCRAPPED, sent["scrapdate"], sent["scrapreason"]
    car.ninspdate = None
    db.flush()
    return {"id": car.id, "status": car.status}

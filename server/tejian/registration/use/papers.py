"""What is printed of a registration: the certificates, the form, the letters of its procedure, the proof of a change.

Layouts: registration_documents.md (those of 2017; the forms of 2026 could not be read). The rule is printed by the day
of acceptance.
"""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.cylinders import MEDIA, Cylinder
from tejian.archives.models.equipment import Equipment
from tejian.kit.database.audit import plain
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.papers import qr
from tejian.kit.records.crud import coded
from tejian.registration.models.use import (
    BY_CAR,
    BY_UNIT,
    CERTIFIED,
    CHANGE,
    DENIED,
    MENDING,
    NOT_TAKEN,
    UseRegistration,
)
from tejian.system.settings.api import version

from .devices import car_of, devices_of, lines_of, unit_of
from .process import MATERIALS, REGISTER

LAW = "依照《中华人民共和国特种设备安全法》的规定，准予登记。"


def _pairs(*pairs: tuple[str, Any]) -> list[dict[str, str]]:
    return [{"label": label, "value": str(value or "")} for label, value in pairs]


def _words(db: Session, row: Any) -> dict[str, str]:
    return coded(row, dictionary.words(db, version(db, "dict")))


def _certificate(db: Session, row: UseRegistration, device: Equipment) -> dict[str, Any]:
    words = _words(db, device)
    unit = unit_of(db, device.useorgsysid)
    lines = _pairs(
        ("使用单位名称", device.useorgname),
        ("统一社会信用代码", unit.code if unit else ""),
        ("设备种类", words.get("equclassName")),
        ("设备类别", words.get("equcategoryName") or words.get("equclacodeName")),
        ("设备品种", words.get("equkindName") or "-"),
        ("产品名称", device.equname),
        ("设备代码", device.equcode),
        ("产品编号", device.prono),
        ("单位内编号", device.equinnerno or "-"),
        ("设备使用地点", device.useplace),
    )
    if row.mode == BY_UNIT:
        lines += _pairs(("工程（装置）", device.equname), ("附表", "见《压力管道基本信息汇总表》"))
    return {"no": device.usecertno, "lines": lines, "qr": qr.svg(f"{device.usecertno} {device.equcode}")}


def _of_car(db: Session, row: UseRegistration) -> dict[str, Any]:
    car = car_of(db, row)
    assert car is not None
    numbers = db.scalars(select(Cylinder.cylno).where(Cylinder.carid == car.id).order_by(Cylinder.seq)).all()
    lines = _pairs(
        ("使用单位（车主）", row.unitname),
        ("车牌号", car.carno),
        ("车辆识别代号", car.vin),
        ("气瓶只数", len(numbers)),
        ("气瓶编号", "、".join(numbers)),
        ("充装介质", MEDIA.get(car.medium, car.medium)),
    )
    return {"no": car.usecertno, "lines": lines, "qr": qr.svg(f"{car.usecertno} {car.vin}")}


def certificates(db: Session, row: UseRegistration) -> dict[str, Any]:
    """One page a device, or one for the vehicle. Refused before they are issued."""
    if row.step not in CERTIFIED:
        raise Refused(f"{row.regapplyno or '草稿'}尚未发证，不能打印登记证")
    pages = [_of_car(db, row)] if row.mode == BY_CAR else [_certificate(db, row, one) for one in devices_of(db, row)]
    return {"pages": pages, "law": LAW, "issuedDay": plain(row.issued)}


def application(db: Session, row: UseRegistration) -> dict[str, Any]:
    """The form of the application, with its devices and materials."""
    unit = unit_of(db, row.unitsysid)
    devices = [
        {
            "name": one.equname,
            "kind": _words(db, one).get("equclacodeName", ""),
            "code": one.equcode,
            "model": one.model,
            "prono": one.prono,
            "maker": f"{one.porgname} {plain(one.prodate)}".strip(),
            "place": one.useplace,
            "inspected": plain(one.insinspdate or one.firstinspdate or one.inspdate),
            "next": plain(one.ninspdate),
            "certno": one.usecertno,
        }
        for one in devices_of(db, row)
    ]
    number = {"S": "（一）", "U": "（二）", "C": "（三）"}.get(row.mode, "（一）")
    return {
        "title": f"特种设备使用登记表{number}",
        "unitcode": unit.code if unit else "",
        "unitaddress": unit.address if unit else "",
        "devices": devices,
        "materials": MATERIALS.paper(db, row),
        "stateName": REGISTER.name_of(row.step),
    }


LETTERS = {
    NOT_TAKEN: ("特种设备使用登记不予受理决定书", "你单位提出的使用登记申请，因下列原因不予受理："),
    DENIED: ("特种设备使用登记不予登记决定书", "你单位提出的使用登记申请，经审查不予登记，理由如下："),
    MENDING: ("特种设备使用登记一次性补正告知书", "你单位提出的使用登记申请，需要补正下列全部内容："),
}
APPEAL = "如不服本决定，可以自收到之日起六十日内申请行政复议，或者在六个月内向人民法院提起行政诉讼。"


def letter(db: Session, row: UseRegistration) -> dict[str, Any]:
    """The letter of the step it stands at. Refused while there is nothing to write."""
    if row.accepted is None:
        raise Refused(f"{row.regapplyno or '草稿'}尚未受理，没有文书")
    accepted = ("特种设备使用登记受理决定书", "你单位提出的使用登记申请，符合受理条件，决定予以受理。")
    title, says = LETTERS.get(row.step, accepted)
    text = row.mend if row.step == MENDING else row.reason
    day = {MENDING: row.mendasked, NOT_TAKEN: row.accepted, DENIED: row.examined}.get(row.step, row.accepted)
    return {
        "title": title,
        "says": says,
        "text": text,
        "appeal": APPEAL if row.step in (NOT_TAKEN, DENIED) else "",
        "decided": plain(day)[:10],
    }


def change(db: Session, row: UseRegistration) -> dict[str, Any]:
    """The proof of a change: each device before and after."""
    if row.mode != CHANGE or row.step not in CERTIFIED:
        raise Refused(f"{row.regapplyno or '草稿'}不是已办结的变更登记，没有变更证明")
    lines = lines_of(db, row)
    rows = [
        {
            "certno": one.usecertno,
            "name": f"{one.equname} {one.equcode}",
            "before": f"{lines[one.id].unitbefore}　{lines[one.id].placebefore}",
            "after": f"{one.useorgname}　{one.useplace}",
            "next": plain(one.ninspdate),
        }
        for one in devices_of(db, row)
    ]
    return {"devices": rows}

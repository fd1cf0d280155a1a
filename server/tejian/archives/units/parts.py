"""Licences, branches, contacts and testing capability: what is checked before and after each is saved."""

from datetime import date
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.units import (
    PASSED,
    TO_REVIEW,
    DetectionCapability,
    MaintContract,
    Unit,
    UnitBranch,
    UnitLicence,
)
from tejian.kit.database.db import hold, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held

from .kinds import family


def may_change(db: Session, me: User, row: Any, values: dict[str, Any]) -> Unit:
    """Parts of a unit are changed by whoever may change the unit; a part stays with its unit."""
    unit_id = row.unit_id or str(values.get("unit_id") or "")
    if row.unit_id and values.get("unit_id", unit_id) != unit_id:
        raise Refused("不能改到其他单位名下")
    unit = visible_or_refuse(db, me, Unit, unit_id)
    require(me, family(unit.orgkind, "save"))
    return unit


def before_contact(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    may_change(db, me, row, values)


def before_licence(db: Session, me: User, row: UnitLicence, values: dict[str, Any]) -> None:
    """Dates in order, and the number free: a licence stands in the archive once."""
    may_change(db, me, row, values)
    issued, until = values.get("issuedate", row.issuedate), values.get("validto", row.validto)
    if isinstance(issued, date) and isinstance(until, date) and until < issued:
        raise BadInput(f"有效期至不得早于发证日期（{issued}）", field="validto")
    if isinstance(issued, date) and issued > clock.today():
        raise BadInput("发证日期：不得晚于今天", field="issuedate")
    kind, number = values.get("lictype") or row.lictype, values.get("licno") or row.licno
    hold(db, f"licence {kind} {number}")
    same = select(Unit.name).join(UnitLicence, UnitLicence.unit_id == Unit.id)
    same = same.where(UnitLicence.lictype == kind, UnitLicence.licno == number, UnitLicence.id != (row.id or ""))
    if held := db.scalar(same):
        raise Refused(f"该许可证编号已登记在{held}名下", "DUPLICATE")


def after_licence(db: Session, me: User, row: UnitLicence, values: dict[str, Any]) -> None:
    show_main_licence(db, row.unit_id)


def delete_licence(db: Session, me: User, row: UnitLicence) -> None:
    unit_id = row.unit_id
    may_change(db, me, row, {})
    show_main_licence(db, unit_id, without=row.id)


def show_main_licence(db: Session, unit_id: str, without: str = "") -> None:
    """The unit's own row shows the licence in force that lasts longest, for lists and pickers."""
    unit = db.scalars(select(Unit).where(Unit.id == unit_id).with_for_update()).one()
    query = select(UnitLicence).where(UnitLicence.unit_id == unit_id, UnitLicence.held == "")
    main = db.scalars(query.where(UnitLicence.id != without).order_by(UnitLicence.validto.desc()).limit(1)).first()
    unit.licenceno, unit.licencevalidto = (main.licno, main.validto) if main else ("", None)


def station_of(db: Session, areacode: str) -> Unit | None:
    """The supervising unit of an area: the one whose own division fits closest (街道 < 区县 < 市 < 省)."""
    wider = [areacode, areacode[:6], f"{areacode[:4]}00", f"{areacode[:2]}0000"]
    query = select(Unit).where(Unit.orgkind == codes.AUTHORITY, Unit.enabled, Unit.areacode.in_(wider))
    found = {u.areacode: u for u in db.scalars(query.order_by(Unit.code.desc()))}
    return next((found[code] for code in wider if code in found), None)


def before_branch(db: Session, me: User, row: UnitBranch, values: dict[str, Any]) -> None:
    """The area decides which authority supervises the branch; a name stands once in a unit."""
    unit = may_change(db, me, row, values)
    if area := values.get("areacode"):
        station = station_of(db, area)
        row.superunit_id, row.superorgname = (station.id, station.name) if station else ("", "")
    name = values.get("branchname") or row.branchname
    hold(db, f"branch {unit.id} {name}")
    same = select(UnitBranch.id).where(UnitBranch.unit_id == unit.id, UnitBranch.branchname == name)
    if db.scalar(same.where(UnitBranch.id != (row.id or ""))):
        raise Refused(f"{unit.name}已有分支机构：{name}", "DUPLICATE")


def delete_part(db: Session, me: User, row: Any) -> None:
    may_change(db, me, row, {})


def branches(db: Session, me: User, unit_id: str) -> list[dict[str, Any]]:
    """listUnitNbranch: the branches of a use unit."""
    if not unit_id:
        return []
    unit = visible_or_refuse(db, me, Unit, unit_id)
    rows = db.scalars(select(UnitBranch).where(UnitBranch.unit_id == unit.id).order_by(UnitBranch.branchname))
    return [
        {
            "id": b.id,
            "orgsysid": unit.id,
            "usedeptsysid": b.id,
            "branchname": b.branchname,
            "areacode": b.areacode,
            "address": b.address,
            "contact": b.contact,
            "tel": b.tel,
            "superorgname": b.superorgname,
            "status": "0" if b.enabled else "1",
        }
        for b in rows
    ]


def before_contract(db: Session, me: User, row: MaintContract, values: dict[str, Any]) -> None:
    """A maintainer and a use unit, dates in order, the number once a maintainer."""
    unit = may_change(db, me, row, values)
    if not unit.ismaintain:
        raise Refused(f"{unit.name}不是维保单位")
    if user := values.get("useunit_id"):
        row.useunitname = visible_or_refuse(db, me, Unit, user).name
    start, end = values.get("datefrom") or row.datefrom, values.get("dateto") or row.dateto
    if start and end and end < start:
        raise BadInput("截止日期：不得早于起始日期", field="dateto")
    number = values.get("contractno") or row.contractno
    hold(db, f"contract {unit.id} {number}")
    same = select(MaintContract.id).where(MaintContract.unit_id == unit.id, MaintContract.contractno == number)
    if db.scalar(same.where(MaintContract.id != (row.id or ""))):
        raise Refused(f"合同编号{number}已登记", "DUPLICATE")


def before_capability(db: Session, me: User, row: DetectionCapability, values: dict[str, Any]) -> None:
    """Only a maintenance unit, once; what is changed is judged again."""
    unit = may_change(db, me, row, values)
    if not unit.ismaintain:
        raise Refused(f"{unit.name}不是维保单位")
    hold(db, f"capability {unit.id}")
    other = select(func.count()).where(DetectionCapability.unit_id == unit.id, DetectionCapability.id != (row.id or ""))
    if db.scalar(other):
        raise Refused(f"{unit.name}已有检测能力登记，请修改原记录", "DUPLICATE")
    if values.get("validto") and values["validto"] < clock.today():
        raise BadInput("有效期至：不得早于今天", field="validto")
    row.state, row.opinion, row.reviewer, row.reviewdate = TO_REVIEW, "", "", None


def review(db: Session, me: User, sent: Input) -> dict[str, str]:
    """Pass or stop the testing capability of a maintenance unit."""
    row = held(db, me, DetectionCapability, sent)
    if sent["state"] == PASSED and row.validto < clock.today():
        raise Refused("能力证明已过有效期，不能通过")
    if sent["state"] == row.state:
        raise Refused("该检测能力已是所选状态")
    row.state, row.opinion = sent["state"], sent["opinion"]
    row.reviewer, row.reviewdate = me.name, clock.today()
    return {"state": row.state}


def may_submit_tests(db: Session, unit_id: str, equclass: str = "3000") -> bool:
    """Whether a maintenance unit may submit its own tests (自行检测) of a class today."""
    query = select(DetectionCapability.classes).where(
        DetectionCapability.unit_id == unit_id,
        DetectionCapability.state == PASSED,
        DetectionCapability.validto >= clock.today(),
    )
    return equclass in (db.scalar(query) or "").split(",")

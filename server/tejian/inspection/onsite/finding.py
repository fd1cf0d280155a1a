"""What an inspector sees of a machine before he declares it: what may be declared, and how far it may go at once."""

import re
from urllib.parse import parse_qs, urlsplit

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.declarations.api import combinations, reasons
from tejian.inspection.flow import api as flow
from tejian.inspection.flow.api import BUSINESS, DECLARATION
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.rules.api import OF_DEVICE
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.records.crud import shaped

from .forms import PeopleForm

MOST = 5  # devices of one number
KEY = re.compile("[0-9A-F]{32}")  # what the label of a device without a number says


class OnsiteSort(TypedDict):
    """An inspection of a device: `why` it cannot be declared, that it is `early`, why it cannot be accepted or begun
    by the user there and then; empty when it can."""

    seisort: str
    seisortName: str
    testsort: str
    testsortName: str
    why: str
    early: str
    acceptwhy: str
    beginwhy: str


class OnsiteDevice(TypedDict):
    """A device and what may be declared of it; `owes` is what its unit has not paid."""

    id: str
    equname: str
    equcode: str
    usecertno: str
    equidentcode: str
    equclass: str
    equclacode: str
    useplace: str
    ninspdate: str | None
    overdue: bool
    stopped: bool
    unitsysid: str
    unitname: str
    contact: str
    owes: str
    sorts: list[OnsiteSort]


def code_of(scanned: str) -> str:
    """The number of a device in what was scanned: the picture code of a label is an address that ends with it."""
    asked = parse_qs(urlsplit(scanned).query).get("code") if "://" in scanned else None
    return (asked[0] if asked else scanned).strip().upper()


def find(db: Session, me: User, scanned: str) -> list[OnsiteDevice]:
    """The devices in the user's scope that have exactly this number."""
    code = code_of(scanned)
    E = Equipment
    number = or_(*(one == code for one in (E.equcode, E.regcode, E.usecertno, E.equidentcode, E.prono)))
    near = search.indexed(code, E.searchtext)  # finds it among millions
    if near is None:
        raise BadInput("请输入完整的编码", field="code")
    named = E.id == code.lower() if KEY.fullmatch(code) else and_(near, number)
    mine = select(E).where(named, E.visible(me), E.equDel == 0)
    rows = db.scalars(mine.order_by(E.equcode, E.id).limit(MOST + 1)).all()
    if not rows:
        raise Refused("没有您可见的这台设备，请核对编码")
    if len(rows) > MOST:
        raise Refused(f"有{MOST}台以上设备使用这个编号，请用设备代码")
    return [_seen(db, me, one) for one in rows]


def _seen(db: Session, me: User, device: Equipment) -> OnsiteDevice:
    unit = db.scalars(select(Unit).where(Unit.id == device.useorgsysid)).first()
    return shaped(
        OnsiteDevice,
        device,
        overdue=bool(device.ninspdate and device.ninspdate < clock.today()),
        stopped=flow.is_stopped(device),
        unitsysid=device.useorgsysid,
        unitname=device.useorgname,
        contact=unit.contact if unit else "",
        owes=flow.arrears(db, device.useorgsysid) or "" if unit else "",
        sorts=_sorts(db, me, device),
    )


def _sorts(db: Session, me: User, device: Equipment) -> list[OnsiteSort]:
    able = bool(flow.MAIN.able(db, [me.id]))
    out: list[OnsiteSort] = []
    for one in combinations(db, device.equclacode):
        if one["subject"] != OF_DEVICE:
            continue
        seisort, testsort = one["seisort"], one["testsort"]
        why = reasons(db, [device], seisort, testsort).get(device.id, "")
        acceptwhy = not_accepted(db, me, device, seisort, testsort)
        beginwhy = acceptwhy or not_begun(db, me, device, seisort, testsort, able=able)
        out.append(
            {
                "seisort": seisort,
                "seisortName": one["seisortName"],
                "testsort": testsort,
                "testsortName": one["testsortName"],
                "why": why,
                "early": flow.too_early(db, device, seisort, testsort) or "",
                "acceptwhy": acceptwhy,
                "beginwhy": beginwhy,
            }
        )
    return out


def not_accepted(db: Session, me: User, device: Equipment, seisort: str, testsort: str) -> str:
    """Why a declaration would not be accepted by its inspector there and then; '' when it may be."""
    own = {"equclass": device.equclass, "seisort": seisort, "testsort": testsort}
    main = AppMain(flow_version=flow.newest_version(db), step=at.DECLARE, **own)
    step = flow.first_used(db, main, at.ASSIGN, at.MATERIAL, at.ACCEPT)
    if step != at.ACCEPT:
        return f"申报后须先{DECLARATION.name_of(step)}，不能当场受理"
    return _not_his(db, me, main, at.ACCEPT, p.ACCEPT, "由受理人员受理")


def not_begun(db: Session, me: User, device: Equipment, seisort: str, testsort: str, *, able: bool) -> str:
    """Why an accepted item would not be arranged to its inspector there and then; '' when it may be."""
    row = item_of(db, me, device, seisort, testsort)
    refused = _not_his(db, me, row, at.ARRANGE, p.ARRANGE, "由任务调度员安排")
    return refused or ("" if able else flow.MAIN.refuse(me.name))


def item_of(db: Session, me: User, device: Equipment, seisort: str, testsort: str) -> AppBuss:
    """The item that would come of it, to ask about; it is never stored."""
    own = {"equclass": device.equclass, "equclacode": device.equclacode, "seisort": seisort, "testsort": testsort}
    return AppBuss(flow_version=flow.newest_version(db), cheorg=me.org_id, **own)


def _not_his(db: Session, me: User, subject: AppMain | AppBuss, step: str, right: str, else_: str) -> str:
    name = {**DECLARATION.names, **BUSINESS.names}[step]
    if not me.may(right):
        return f"您没有{name}的权限，{else_}"
    conf = flow.conf_of(db, subject, step)
    return "" if conf is None or flow.is_given_to(conf, me.names) else f"流程配置指定了{name}的办理人，您不在其中"


def people(db: Session, me: User, form: PeopleForm) -> list[Option]:
    """With whom the user may inspect the device today."""
    device = visible_or_refuse(db, me, Equipment, form.equdatasysid)
    row = item_of(db, me, device, form.seisort, form.testsort)
    return [one for one in flow.choices(db, me, [row]) if one["value"] != me.id]

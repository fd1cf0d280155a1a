"""What a device's QR label tells whoever scans it: the facts of the use mark (使用标志, TSG 08), nothing personal."""

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.ports import Port
from tejian.kit.lists import search
from tejian.kit.records.crud import shaped
from tejian.kit.web.edge import Caller
from tejian.system.settings.api import version

KIND = "设备扫码"
CHAIN = 5  # merges of merges that are followed


# the number of the order by which a device may not run; '' when it may
stopped_by: Port[[Session, str], str] = Port("orders to stop a device", lambda _db, _device: "")


class UseMark(TypedDict):
    equname: str
    kind: str
    equcode: str
    usecertno: str
    equinnerno: str
    rescue: str
    useorgname: str
    useplace: str
    maiorgname: str
    inspectedBy: str
    superorgname: str
    status: str
    inspdate: str | None
    ninspdate: str | None
    overdue: bool
    stopped: str  # the number of the order by which it may not run


def by_label(db: Session, caller: Caller, code: str) -> UseMark | Refused:
    """The device of an identification or device code. A code of no device is counted."""
    counted = tries.address("public", caller.ip)
    tries.refuse_waiting(db, counted, "查询")
    wanted = code.strip()
    device = _of_code(db, wanted) if 4 <= len(wanted) <= 32 else None
    if device is None:
        security_event(db, KIND, wanted, "没有该设备", "失败", ip=caller.ip)
        tries.failed(db, counted, tries.PUBLIC)
        return Refused("没有找到该设备，请核对二维码")
    named = words(db, version(db, "dict"))
    return shaped(
        UseMark,
        device,
        kind=named.get("C602", {}).get(device.equclacode, ""),
        rescue=device.ele96333code,
        inspectedBy=device.cheorgsysname,
        status=named.get("C637", {}).get(device.equstatus, ""),
        overdue=bool(device.ninspdate and device.ninspdate < clock.today()),
        stopped=stopped_by(db, device.id),
    )


def _of_code(db: Session, code: str) -> Equipment | None:
    same = or_(Equipment.equidentcode == code, Equipment.equcode == code)
    near = search.contains(code, Equipment.searchtext)  # finds it by the index of fragments
    rows = db.scalars(select(Equipment).where(near, same, Equipment.equDel == 0).limit(2)).all()
    if rows:
        return rows[0] if len(rows) == 1 else None
    merged = db.scalars(select(Equipment).where(near, same, Equipment.equDel == 2).limit(1)).first()
    for _ in range(CHAIN):  # the label of a device that was merged leads to the archive that stands for it
        if merged is None or merged.equDel != 2:
            break
        merged = db.scalars(select(Equipment).where(Equipment.id == merged.mergedtoid)).first()
    return merged if merged is not None and merged.equDel == 0 else None

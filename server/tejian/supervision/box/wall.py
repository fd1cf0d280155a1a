"""墙贴: the devices of the unit with their next dates and codes on A4, to be put up where they are looked after."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import FIRST_DUE, label_text
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.papers.qr import svg
from tejian.kit.web.edge import File
from tejian.supervision import permissions as p

from .devices import own_devices

MOST = 300  # devices on one sheet of several pages


def wall_sheet(db: Session, me: User, ids: list[str]) -> File:
    """SBQT: the devices in use of the own unit, the next due first, each with the code that its page opens by."""
    require(me, p.BOX)
    unit = visible_or_refuse(db, me, Unit, ids[0])
    if unit.id != me.unit_id:
        raise Refused("墙贴由使用单位自己打印")
    query = select(E, FIRST_DUE).where(own_devices(me), E.equstatus.in_(codes.RUNNING))
    rows = db.execute(query.order_by(FIRST_DUE.asc().nulls_last(), E.useplace, E.id).limit(MOST)).all()
    if not rows:
        raise Refused(f"{unit.name}没有在用设备")
    data = {
        "unitname": unit.name,
        "safemanager": unit.safemanager or "未登记",
        "tel": unit.tel or "未登记",
        "printTime": clock.now(),
        "rows": [_row(n, one, due) for n, (one, due) in enumerate(rows, 1)],
    }
    return File(pdf.render("wall_sheet", data), "application/pdf", f"设备墙贴{unit.name}.pdf", inline=True)


def _row(n: int, one: E, due: Any) -> dict[str, Any]:
    return {
        "seq": str(n),
        "equname": one.equname,
        "equcode": one.equcode,
        "equinnerno": one.equinnerno,
        "useplace": one.useplace,
        "ninspdate": due or "未定",
        "late": bool(due and due < clock.today()),
        "ndetdate": one.ndetdate or "",
        "rescue": one.ele96333code,
        "qr": svg(label_text(one)),
    }

"""设备清单: the devices of a use unit on paper."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import permissions as p
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org

from .devices import is_late

MOST = 2000  # rows on one list; a longer one is exported


def equipment_list(db: Session, me: User, ids: list[str]) -> File:
    """DWSBQD: the list of a unit's devices in order of class and place."""
    require(me, p.UNIT_QUERY)
    unit = visible_or_refuse(db, me, Unit, ids[0])
    mine = (Equipment.useorgsysid == unit.id, Equipment.visible(me))
    count = db.scalar(select(func.count()).where(*mine)) or 0
    if not count:
        raise Refused(f"{unit.name}名下没有设备")
    if count > MOST:
        raise Refused(f"{unit.name}有{count}台设备，超过{MOST}台，请用导出")
    words = dictionary.words(db, me.dict_version)
    rows = db.scalars(
        select(Equipment).where(*mine).order_by(Equipment.equclass, Equipment.useplace, Equipment.equcode)
    ).all()
    late = db.scalar(select(func.count()).where(*mine, is_late())) or 0
    data = {
        "orgname": db.scalar(select(Org.name).where(Org.id == me.org_id)) or "",
        "unitname": unit.name,
        "unitcode": unit.code,
        "unitaddr": unit.address,
        "contact": unit.contact,
        "tel": unit.tel,
        "safemanager": unit.safemanager or "未登记",
        "count": str(count),
        "late": str(late),
        "printTime": clock.now(),
        "rows": [_row(n, e, words) for n, e in enumerate(rows, 1)],
    }
    return File(pdf.render("equipment_list", data), "application/pdf", f"设备清单{unit.name}.pdf", inline=True)


def _row(n: int, e: Equipment, words: Any) -> dict[str, Any]:
    return {
        "seq": str(n),
        "kind": words.get("C601", {}).get(e.equclass, e.equclass),
        "equname": e.equname,
        "equcode": e.equcode,
        "usecertno": e.usecertno,
        "equinnerno": e.equinnerno,
        "useplace": e.useplace,
        "status": words.get("C637", {}).get(e.equstatus, ""),
        "inspdate": e.inspdate or "",
        "ninspdate": e.ninspdate or "",
        "maiorgname": e.maiorgname,
    }

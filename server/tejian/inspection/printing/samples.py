"""收样标签: what is tied to each safety valve that the counter receives, until it has its own label.

Source: workflow practice of calibrations (收样号 = number of the declaration with -01, -02 …).
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.ledgers.inspected.api import by_ids
from tejian.archives.ledgers.labels import api as device_prints
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.records import api as records
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import qr
from tejian.kit.web.edge import File

SAMPLES = "SYBQ"
MOST = 200  # valves of one print


def labels(db: Session, me: User, ids: Sequence[str]) -> File:
    """A label for each valve of the picked declarations, in their order."""
    require(me, p.APPLY_PRINT)
    mains = sorted(many_visible_or_refuse(db, me, AppMain, ids), key=lambda one: one.appno)
    if foreign := [one.appno for one in mains if one.equclacode != codes.VALVE]:
        raise Refused(f"{'、'.join(foreign[:3])}不是安全阀校验的申报单，没有收样标签")
    of_mains = AppItem.appmain_id.in_([one.id for one in mains])
    items = db.scalars(select(AppItem).where(of_mains).order_by(AppItem.seq, AppItem.id)).all()
    if len(items) > MOST:
        raise Refused(f"一次最多打印{MOST}只安全阀的收样标签，已选{len(items)}只")
    accepted = select(AppBuss.appitem_id, AppBuss.seisn).where(AppBuss.appitem_id.in_([one.id for one in items]))
    numbers = {one.appitem_id: one.seisn for one in db.execute(accepted)}
    valves = {key: records.values_of(one) for key, one in by_ids(db, [one.equdatasysid for one in items]).items()}
    rows = [
        _label(main, place, item, numbers.get(item.id, ""), valves.get(item.equdatasysid, {}))
        for main in mains
        for place, item in enumerate([one for one in items if one.appmain_id == main.id], 1)
    ]
    content = device_prints.label_pages(db, "收样标签", rows)
    return File(content, "application/pdf", f"收样标签{mains[0].appno}.pdf", inline=True)


def _label(main: AppMain, place: int, item: AppItem, seisn: str, valve: dict[str, Any]) -> dict[str, Any]:
    number = f"{main.appno}-{place:02d}"
    lines = [("阀编号", valve.get("valveno")), ("型号", item.model), ("单位", main.unitname), ("位置", item.useplace)]
    return {
        "title": "收样",
        "lines": [{"label": label, "value": value or ""} for label, value in lines],
        "qr": qr.svg(seisn or number),  # the scanner of the bench finds the valve by it
        "foot": number,
    }

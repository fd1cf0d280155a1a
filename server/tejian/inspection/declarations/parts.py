"""What belongs to the devices of a declaration: lines of piping projects, safety valves, products."""

from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import flat
from tejian.archives.ledgers.piping.api import is_late
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.products import Product, ProductDevice
from tejian.archives.models.valves import SafetyValve
from tejian.inspection.flow import api as guards
from tejian.inspection.models.items import AppItem, AppMain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground.user import User

MOST = 2_000


def _items(db: Session, me: User, key: str) -> tuple[AppMain, list[AppItem]]:
    main = visible_or_refuse(db, me, AppMain, key)
    return main, list(guards.items_of(db, main))


def lines_of(db: Session, me: User, key: str) -> list[dict[str, Any]]:
    """getAppMainPipelineDetail: each project of the declaration with its lines; `inspected` says which it is about.

    Lines that the declaration names are; when it names none, all in use are.
    """
    _, items = _items(db, me, key)
    query = select(Pipeline).where(Pipeline.equdatasysid.in_([i.equdatasysid for i in items]), Pipeline.visible(me))
    lines: dict[str, list[Pipeline]] = {}
    for line in db.scalars(query.order_by(Pipeline.equdatasysid, Pipeline.pipeno).limit(MOST)):
        lines.setdefault(line.equdatasysid, []).append(line)
    return [
        {"equdatasysid": i.equdatasysid, "equcode": i.equcode, "equname": i.equname, "lineids": i.lineids}
        | {
            "lines": [
                flat(x)
                | {"overdue": is_late(x), "inspected": x.id in i.lineids if i.lineids else x.linestatus == codes.IN_USE}
                for x in lines[i.equdatasysid]
            ]
        }
        for i in items
        if i.equdatasysid in lines
    ]


def valves_of(db: Session, me: User, key: str) -> list[dict[str, Any]]:
    """getAppMainSamValveDetail: the safety valves on the devices of the declaration."""
    _, items = _items(db, me, key)
    query = select(SafetyValve).where(SafetyValve.hostequid.in_([i.equdatasysid for i in items]))
    rows = db.scalars(
        query.where(SafetyValve.visible(me)).order_by(SafetyValve.nextcaldate, SafetyValve.id).limit(MOST)
    )
    return [flat(r) for r in rows]


def products_of(db: Session, me: User, key: str) -> list[dict[str, Any]]:
    """getAppMainProDetail: products registered under the declaration, and those that its devices were made from."""
    main, items = _items(db, me, key)
    made = select(ProductDevice.product_id).where(ProductDevice.equdatasysid.in_([i.equdatasysid for i in items]))
    under = and_(Product.appno == main.appno, Product.appno != "")
    rows = db.scalars(
        select(Product).where(or_(under, Product.id.in_(made)), Product.visible(me)).order_by(Product.id).limit(MOST)
    )
    return [flat(r) for r in rows]

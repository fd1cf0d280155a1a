"""The worst first: devices with faults, and how often each fault, unit and area occurs."""

from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import permissions as p
from tejian.archives.equipment.api import SEARCH
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.quality import EquipmentQuality as Q
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, same
from tejian.kit.records.crud import shaped
from tejian.system.permissions import EXPORT

from .conditions import checks

BORROWED = ("equclacode", "codes", "useorgname", "areacode", "equstatus", "useorgsysid")


def _below(v: str) -> ColumnElement[bool]:
    if not v.isdecimal() or len(v) > 3:
        raise BadInput("得分低于：请输入整数")
    return Q.score < int(v)


quality_list = add_list(
    ListView(
        no="eqd_quality_list",
        title="档案质量",
        permission=p.QUALITY_QUERY,
        export_permission=EXPORT,
        source=select(Q).join(E, E.id == Q.equdatasysid).where(Q.score < 100),
        key=Q.equdatasysid,
        visible=E.visible,
        counts=E.facets,
        url="/api/equipmentQuality/list",
        sort="score",
        columns=[
            col(Q.score, 78, label="得分", fixed="left"),
            Col("faultcount", "问题数", func.cardinality(Q.faults), 78, "number", sortable=False),
            col(E.equcode, 158, type="code"),
            col(E.equname, 108),
            col(E.equclass, 88),
            Col("useorgname", "使用单位", E.useorgname, 200),
            Col("useplace", "使用地点", E.useplace, 200),
            col(E.areacode, 88, label="所在区划"),
            col(E.equstatus, 86, label="使用状态"),
            col(Q.checked, 130, label="结论时间", shown=False),
        ],
        search=[
            same("equclass", "设备种类", E.equclass, widget="select", dict="C601", quick=True),
            *(s for s in SEARCH if s.name in BORROWED),
            Search("below", "得分低于", _below, widget="number"),
            Search("fault", "问题代码", lambda v: Q.faults.contains([v])),
        ],
        actions=[
            Action("faults", "查看问题", p.QUALITY_QUERY, place="row", needs="one"),
            Action("openDevice", "打开档案", p.EQUIPMENT_QUERY, place="row", needs="one"),
            Action(
                "recheck",
                "重新核查",
                p.QUALITY_RUN,
                place="batch",
                kind="call",
                needs="many",
                url="/api/equipmentQuality/recheck",
            ),
        ],
    )
)

MOST_LINES = 30


class FaultCount(TypedDict):
    code: str
    title: str
    weight: int
    clause: str
    count: int


class Worst(TypedDict):
    value: str
    label: str
    total: int
    bad: int
    mean: float


class QualitySummary(TypedDict):
    total: int
    bad: int
    mean: float
    checks: int
    faults: list[FaultCount]
    units: list[Worst]
    areas: list[Worst]


def summary(db: Session, me: User) -> QualitySummary:
    """Counts over what I may see: by fault, by unit and by area, the worst first."""
    mine = select(Q.equdatasysid, Q.score, Q.faults, E.useorgsysid, E.useorgname, E.areacode)
    mine = mine.join(E, E.id == Q.equdatasysid).where(E.visible(me))
    devices = mine.cte("seen").prefix_with("materialized")
    total, bad, mean = db.execute(
        select(func.count(), func.count().filter(devices.c.score < 100), func.avg(devices.c.score)).select_from(devices)
    ).one()
    code = func.unnest(devices.c.faults).label("code")
    by_fault = select(code, func.count().label("n")).select_from(devices).group_by(code).order_by(func.count().desc())
    known = {c.code: c for c in checks(db)}
    faults = [shaped(FaultCount, known[c], count=n) for c, n in db.execute(by_fault) if c in known]
    return {
        "total": total,
        "bad": bad,
        "mean": round(float(mean or 0), 1),
        "checks": len(known),
        "faults": faults,
        "units": _worst(db, devices, devices.c.useorgsysid, func.max(devices.c.useorgname)),
        "areas": _worst(db, devices, func.left(devices.c.areacode, 6), func.max(func.left(devices.c.areacode, 6))),
    }


def _worst(db: Session, seen: Any, by: Any, name: Any) -> list[Worst]:
    bad = func.count().filter(seen.c.score < 100)
    query = select(by, name, func.count(), bad, func.avg(seen.c.score)).group_by(by).having(bad > 0)
    rows = db.execute(query.order_by(func.avg(seen.c.score), bad.desc()).limit(MOST_LINES))
    return [
        {"value": value, "label": label, "total": total, "bad": wrong, "mean": round(float(mean), 1)}
        for value, label, total, wrong, mean in rows
    ]

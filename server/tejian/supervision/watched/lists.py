"""重点监控 and 电梯监管: devices with what was last done about them. Sources: supervision.md I; C657."""

from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Date, and_, cast, func, select
from sqlalchemy import text as sql_text

from tejian.archives import codes
from tejian.archives import permissions as archive
from tejian.archives.equipment.api import all_list
from tejian.archives.ledgers.maintenance.api import lift_list
from tejian.archives.models.equipment import WATCHED
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.iot import TRAPPED, LiftEvent
from tejian.archives.models.units import MaintContract
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, Segment, add_list, col, same
from tejian.supervision.models.checks import PLAN, SupervisionCheck
from tejian.supervision.models.defects import RUNNING, Defect
from tejian.system.settings.api import in_statement

BASE = "/api/supervision/watched"
MONTHS = "supervision.key.months"
BASICS = ("equcode", "equname", "useorgname", "useplace", "equstatus", "areacode", "ninspdate", "useorgsysid")
PROBLEMS = "/safeMng/sceneProblemMng?text={useorgname}"


def _of_device(query: Any) -> Any:
    return query.correlate(E).scalar_subquery()


_C = SupervisionCheck
_checked = cast(
    func.timezone("Asia/Shanghai", _of_device(select(func.max(_C.begun)).where(_C.unitsysid == E.useorgsysid))), Date
)
_planned = _of_device(select(func.min(_C.planday)).where(_C.unitsysid == E.useorgsysid, _C.step == PLAN))
_problems = _of_device(
    select(func.count()).where(Defect.unitsysid == E.useorgsysid, E.useorgsysid != "", Defect.step.in_(RUNNING))
)


def not_checked() -> ColumnElement[bool]:
    """No check of its unit was begun for so many months as the parameter allows."""
    since = func.now() - func.make_interval(0, func.coalesce(in_statement(MONTHS, "{1,3}"), 12))
    recent = select(_C.id).where(_C.unitsysid == E.useorgsysid, _C.begun >= since).correlate(E)
    return ~recent.exists()


def _key(me: User) -> ColumnElement[bool]:
    """Devices in somebody's view that are not ordinary ones, and run."""
    return and_(E.visible(me), sql_text("equipment." + WATCHED), E.equstatus.not_in(codes.OFF))


key_list = add_list(
    replace(
        all_list,
        no="key_monitor_list",
        title="重点监控",
        url=f"{BASE}/findKey",
        indexed=None,  # few devices are marked so
        visible=_key,
        due=["ninspdate"],
        columns=[
            *(one for one in all_list.columns if one.name in BASICS),
            col(E.exiimpgro, 130, label="重点监控类别"),
            Col("checked", "单位最近检查", _checked, 110, "date"),
            Col("planned", "计划检查", _planned, 100, "date"),
            Col("problems", "单位未关闭问题", _problems, 110, "number", link=PROBLEMS),
            *(one for one in all_list.columns if one.name in ("late", "isNinspdateOverdue", "equclass")),
        ],
        search=[
            same("exiimpgro", "重点监控类别", E.exiimpgro, widget="select", dict="C657", quick=True),
            *all_list.search,
        ],
        segments=[
            Segment("unchecked", "超过检查间隔", lambda me: not_checked()),
            Segment("problems", "有未关闭问题", lambda me: _problems > 0),
        ],
    )
)

_contract = _of_device(
    select(func.max(MaintContract.dateto)).where(
        MaintContract.unit_id == E.maiorgsysid, MaintContract.useunit_id == E.useorgsysid
    )
)
_trapped = _of_device(
    select(func.count()).where(
        LiftEvent.equdatasysid == E.id,
        LiftEvent.type == TRAPPED,
        LiftEvent.lastat >= func.now() - func.make_interval(1),
    )
)
CARE = ("lastvisit", "limit", "visits", "isLate", "isNinspdateOverdue", "ninspdate", "ndetdate", "ele96333code")
elevator_list = add_list(
    replace(
        lift_list,
        no="elevator_supervision_list",
        title="电梯监管",
        permission=archive.EQUIPMENT_QUERY,
        url=f"{BASE}/findLifts",
        due=["ninspdate"],
        columns=[
            *(one for one in lift_list.columns if one.name in ("equcode", "useplace", "useorgname", "equstatus")),
            Col("maiorgname", "维保单位", E.maiorgname, 180),
            Col("contract", "维保合同截止", _contract, 110, "date", sortable=False),
            *(one for one in lift_list.columns if one.name in CARE),
            Col("trapped", "困人(一年)", _trapped, 84, "number", sortable=False),
            col(E.usestartdate, 100, label="投用日期"),
            Col("problems", "单位未关闭问题", _problems, 110, "number", link=PROBLEMS, sortable=False),
            *(one for one in all_list.columns if one.name in ("areacode", "useorgsysid")),
        ],
        search=[*lift_list.search, *(one for one in all_list.search if one.name == "areacode")],
        actions=[one for one in all_list.actions if one.code == "openDevice"],
    )
)

"""What the forms of a turnaround write: the project, the package of a device, what is done of it."""

from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.inspection.flow.api import inspectors, unqualified
from tejian.inspection.models.turnaround import BEGUN, PREPARED, WORKED, kept
from tejian.inspection.models.turnaround import TurnaroundItem as T
from tejian.inspection.models.turnaround import TurnaroundProject as P
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.process.steps import place_of
from tejian.kit.records.crud import Hooks

from .process import PROJECT

NO_PACKAGE = "设备从档案选入项目，不在这里新增"
NO_WORK = "工作量由工作包计划，不在这里新增和删除"


def _project(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    def will(name: str) -> Any:
        return values[name] if name in values else getattr(row, name)

    if will("ends") < will("begins"):
        raise BadInput(f"检修结束日期{will('ends')}不得早于开始日期{will('begins')}", field="ends")
    if not row.id:
        if not me.org_id or me.unit_id:
            raise Refused("大修项目由检验机构的人员建立")
        row.orgid = me.org_id
    else:
        _keep_devices(db, row, will)
    if key := values.get("unitsysid"):
        row.unitname = db.scalars(select(Unit.name).where(Unit.id == key)).one()
    if not row.id:
        PROJECT.put(db, row, PREPARED)


def _keep_devices(db: Session, row: P, will: Any) -> None:
    """The devices that are filed stay those of the unit, and their planned days inside the window."""
    query = select(func.count(), func.min(T.planbegin), func.max(T.planend)).where(T.project_id == row.id)
    devices, first, last = db.execute(query).one()
    if devices and will("unitsysid") != row.unitsysid:
        raise BadInput("已纳入设备的项目不能更换业主单位", field="unitsysid")
    if first and first < will("begins"):
        raise BadInput(f"已有设备计划{first}开工，检修开始日期不得晚于这一天", field="begins")
    if last and last > will("ends"):
        raise BadInput(f"已有设备计划{last}完工，检修结束日期不得早于这一天", field="ends")


def _no_devices(db: Session, _me: User, row: P) -> None:
    if db.scalar(select(T.id).where(T.project_id == row.id).limit(1)):
        raise Refused(f"项目{row.projectno}已纳入设备，不能删除")


PROJECT_HOOKS = Hooks(_project, before_delete=_no_devices)


def _open_project(db: Session, item: T) -> None:
    """The project of a device, kept as it is until the end; refused where its work is planned no longer."""
    project = db.scalars(kept(item.project_id)).one()
    if project.step not in WORKED:
        raise Refused(f"{place_of(project, '大修项目')}，不能再修改")


def _package(db: Session, _me: User, row: Any, values: dict[str, Any]) -> None:
    if not row.id:
        raise Refused(NO_PACKAGE)
    _open_project(db, row)
    methods = [one["method"] for one in values.get("works") or ()]
    if len(methods) != len(set(methods)):
        raise BadInput("同一种检测方法只写一行", field="works")


def _removed(db: Session, _me: User, row: T) -> None:
    _open_project(db, row)


PACKAGE_HOOKS = Hooks(_package, before_delete=_removed)


def _work(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """What is done of an amount: by those who inspect, while it is inspected; more than planned has a reason."""
    if not row.id:
        raise Refused(NO_WORK)
    item = visible_or_refuse(db, me, T, row.item_id, lock=True)
    if me.id not in item.inspectors:
        raise NoPermission("完成工作量由计划中的检验人员填写")
    if item.step != BEGUN:
        raise Refused(f"{place_of(item)}，不能填写完成工作量")

    def will(name: str) -> Any:
        return values[name] if name in values else getattr(row, name)

    done, wrong = will("done"), will("unqualified") or Decimal(0)
    if wrong > (done or 0):
        raise BadInput(f"其中不合格{wrong:f}不得大于完成工作量{done or 0:f}", field="unqualified")
    if done is not None and done > row.planned and not will("why"):
        raise BadInput(f"完成工作量超过计划{row.planned:f}，请写明原因", field="why")


def _kept(_db: Session, _me: User, _row: Any) -> None:
    raise Refused(NO_WORK)


WORK_HOOKS = Hooks(_work, before_delete=_kept)


def people(db: Session, me: User, ids: list[str]) -> list[Option]:
    """The colleagues who may inspect all of the picked devices, and why the others may not."""
    items = many_visible_or_refuse(db, me, T, ids)
    users = inspectors(db, me)
    why = unqualified(db, items, users, clock.today())
    options: list[Option] = [{"value": one.id, "label": one.name, "why": why.get(one.id, "")} for one in users]
    return sorted(options, key=lambda one: bool(one["why"]))

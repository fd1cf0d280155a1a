"""How a sub-report comes to be, is changed and is taken away again."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.subreports import WRITE, SubReport
from tejian.inspection.records import api as records
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, Saved, shaped
from tejian.system.models.accounts import SysUser

from .forms import ACTS, OTHER
from .process import SUB_REPORT
from .service import item_of, names_of


class SubReportLink(TypedDict):
    """A sub-report as the pages of its item name it."""

    id: str
    subno: str
    subname: str
    subresult: str
    step: str
    stepName: str
    pages: int
    auditor: str


class SubReports(TypedDict):
    """The sub-reports of an item; `names` are those that its templates know, none where they know of none."""

    names: list[str]
    rows: list[SubReportLink]


COPIED = ("seisn", "equname", "equcode", "unitname")


def names_for(db: Session, me: User, ids: Sequence[str]) -> list[Option]:
    """What the sub-reports of an item may be called."""
    items = many_visible_or_refuse(db, me, AppBuss, ids)
    names = names_of(db, items[0]) if items else []
    return [{"value": one, "label": one, "why": ""} for one in names]


def listed(db: Session, item: AppBuss) -> SubReports:
    """What the pages of an item show of its sub-reports."""
    rows = [shaped(SubReportLink, one, stepName=SUB_REPORT.name_of(one.step)) for one in records.sub_reports(db, item)]
    return {"names": names_of(db, item), "rows": rows}


def make(db: Session, me: User, form: Input) -> Saved:
    """A new sub-report of an item whose record is being written, with the next number."""
    item = visible_or_refuse(db, me, AppBuss, form["appbuss_id"], lock=True)
    if me.id not in item.inspectors:
        raise NoPermission("分项报告由该业务的检验人员编制")
    if item.step != at.ENTER:
        raise Refused(f"{item.seisn}的报告不在录入环节，不能新增分项报告")
    names = names_of(db, item)
    if not names:
        raise Refused(f"{item.seisn}所用的报告模板没有分项报告")
    if form["subname"] not in names:
        raise BadInput("分项报告名称：请从选项中选择", field="subname")
    other = form["subname"] == OTHER
    if other and not form["othername"]:
        raise BadInput("其他名称：名称选“其他”时必填", field="othername")
    row = SubReport(appbuss_id=item.id, subname=form["othername"] if other else form["subname"])
    for name in COPIED:
        setattr(row, name, getattr(item, name))
    row.seq = 1 + max((one.seq for one in records.sub_reports(db, item)), default=0)
    row.number_after(item.reportno)
    row.writer_id, row.writer = me.id, me.name
    _state(db, row, {name: form[name] for name in ("testdate", "tester_id", "subresult")})
    SUB_REPORT.put(db, row, WRITE)
    db.add(row)
    db.flush()
    return {"id": row.id, "version": row.version}


def _state(db: Session, row: SubReport, values: dict[str, Any]) -> None:
    if (day := values.get("testdate")) and day > clock.today():
        raise BadInput(f"检测日期{day}不得晚于今天", field="testdate")
    for name, value in values.items():
        setattr(row, name, value)
    if key := values.get("tester_id"):
        row.tester = db.scalars(select(SysUser.name).where(SysUser.id == key)).one()


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """What a sub-report states is changed while it is written, by who writes it."""
    if not row.id:
        raise Refused("分项报告从报告录入中新增")
    refuse_others(db, me, row)
    _state(db, row, values)


def before_delete(db: Session, me: User, row: Any) -> None:
    """The last one only: the numbers of the others stay without a gap."""
    refuse_others(db, me, row)
    last = records.sub_reports(db, item_of(db, row))[-1]
    if last.id != row.id:
        raise Refused(f"分项报告编号须连续，请先删除{last.subno}")


def refuse_others(db: Session, me: User, row: SubReport) -> None:
    ACTS.refuse(row)
    if me.id not in item_of(db, row).inspectors:
        raise NoPermission("分项报告由该业务的检验人员修改")


HOOKS = Hooks(before_save, before_delete=before_delete)

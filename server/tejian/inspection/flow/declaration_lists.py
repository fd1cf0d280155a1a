"""The lists of declarations."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import and_, literal, or_, select, true
from sqlalchemy.orm import Session

from tejian.archives.codes import VALVE
from tejian.archives.common.api import category
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.valves import SafetyValve
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.items import AppItem
from tejian.inspection.models.items import AppMain as A
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action, Button
from tejian.kit.ground.user import User
from tejian.kit.lists import search
from tejian.kit.lists.listview import (
    Col,
    ListView,
    Search,
    Segment,
    add_list,
    begun,
    col,
    dates,
    fragment,
    same,
)
from tejian.kit.process.moves import action, step_lists, urgency_search
from tejian.system.permissions import EXPORT

from .business import TONES
from .declaration import DECLARATION
from .lateness import late_at_step, late_column, limit_column, marks

WAYS = {at.COUNTER: "申报登记", at.ON_SITE: "现场申报", at.BY_UNIT: "单位申报"}
OTHER_WAYS = (at.BY_UNIT, "BATCH", "PLAT")  # C607: whatever is neither of the two is shown as 单位申报 (001 §4)
UNDER_WAY = [s.code for s in DECLARATION.steps if s.code not in at.ENDS]


INSPECTED = [(Equipment.id, Equipment.searchtext), (SafetyValve.id, SafetyValve.searchtext)]


def with_device(v: str) -> Any:
    """Declarations with a device one of whose five codes contains the text, asked row by row."""
    named = [(AppItem.equdatasysid == key) & search.says(v, text) for key, text in INSPECTED]
    return or_(*(_any_row(AppItem.appmain_id == A.id, one) for one in named))


def _any_row(*conditions: Any) -> Any:
    """Whether a row of items or devices meets these beside a declaration.

    One value for each declaration: of an EXISTS a database may read all devices first (0.8 s of 400,000)."""
    one = select(literal(1)).where(*conditions).limit(1).correlate(A)
    return one.scalar_subquery().is_not(None)


def of_devices(db: Session, v: str) -> list[str] | None:
    """The same by the devices: keys of declarations, None when these are not few."""
    devices = search.keys_of(db, INSPECTED, v)
    if not devices:
        return devices
    return list(db.scalars(select(AppItem.appmain_id).where(search.among(AppItem.equdatasysid, devices))))


def by_devices(db: Session, v: str) -> Any:
    devices = of_devices(db, v)
    return None if devices is None else search.among(A.id, devices)


def with_number(v: str) -> Any:
    """Declarations with an item whose number begins so."""
    return A.id.in_(select(B.appmain_id).where(search.starts(v, B.seisn)))


def of_numbers(db: Session, v: str, key: Any, column: Any) -> list[str] | None:
    """Keys of declarations by the beginning of a number, None when these are not few."""
    found = list(db.scalars(select(key).where(search.starts(v, column)).limit(search.LOOKED_UP + 1)))
    return found if len(found) <= search.LOOKED_UP else None


def by_number(db: Session, v: str) -> Any:
    numbers = of_numbers(db, v, B.appmain_id, B.seisn)
    return None if numbers is None else search.among(A.id, numbers)


def says_anything(v: str) -> Any:
    """A number, a unit or a device of a declaration, asked row by row."""
    number = _any_row(B.appmain_id == A.id, B.seisn.startswith(v.upper(), autoescape=True))
    begins = A.appno.startswith(v.upper(), autoescape=True)
    return or_(begins, search.says(v, A.unittext), number, with_device(v))


def by_anything(db: Session, v: str) -> Any:
    """The unit by its index, all else by keys: one index beside them, so that no row of it is judged a second time."""
    unit = search.indexed(v, A.unittext)
    numbers = (of_numbers(db, v, A.id, A.appno), of_numbers(db, v, B.appmain_id, B.seisn)) if v.isascii() else ()
    found = [] if unit is None else [of_devices(db, v), *numbers]
    if unit is None or None in found:
        return None
    keys = [key for own in found for key in own or ()]
    return or_(unit, search.among(A.id, keys)) if keys else unit


CODES = Search(
    "codes",
    "设备五码",
    with_device,
    placeholder="设备代码、注册代码、登记证、出厂编号、识别码",
    quick=True,
    indexed=by_devices,
    selective=True,
)


MAIN_COLUMNS = [
    col(A.appno, 140, type="code", fixed="left", link="/businessPro/applyInfo?id={id}"),
    col(A.backReason, shown=False),
    col(A.unitname, 220),
    col(A.equclacode, 130),
    limit_column(A),
    col(A.ninspdate, 104),
    col(A.status, 100, type="state", tones=TONES),
    col(A.seisort, 90),
    col(A.testsort, shown=False),
    col(A.equcount, 66),
    Col("appway", "申报方式", A.appway, 90, "way", words=lambda way: WAYS.get(way, WAYS[at.BY_UNIT])),
    col(A.feepreview, 100, type="money", shown=False),
    col(A.inscontactname, 80, shown=False),
    col(A.INSCONTACTTEL, type="code", shown=False),
    col(A.appdate, 100, shown=False),
    col(A.chargestate, 98, shown=False),
    late_column(A, A.ninspdate),
    *marks(A, A.ninspdate),
    Col("opened_by", "", A.opened_by),
    Col("unitsysid", "", A.unitsysid),
    Col("appmainsysid", "", A.id),
    Col("taskId", "", A.id),
]

MAIN_SEARCH = [
    category("equclacode", "设备类别", A.equclacode, quick=True),
    begun("appno", "申报单号", A.appno, quick=True),
    fragment("unitname", "受检单位", A.unittext, placeholder="名称或拼音首字母", quick=True),
    CODES,
    Search(
        "keyword",
        "综合查询",
        says_anything,
        placeholder="单号、流水号、单位、拼音首字母或设备号码",
        indexed=by_anything,
        selective=True,
    ),
    Search("seisn", "业务流水号", with_number, indexed=by_number, selective=True),
    same("seisort", "检验类别", A.seisort, widget="select", dict="C603"),
    same("status", "状态", A.status, widget="select", dict="C609"),
    same("appway", "申报方式", A.appway, means={at.BY_UNIT: OTHER_WAYS}, widget="select", options=WAYS),
    dates("appdate", "申报日期", A.appdate),
    dates("ninspdate", "应检日期", A.ninspdate),
    urgency_search(A),
    Search(
        "overdue",
        "只看超期",
        lambda v: (A.ninspdate < clock.today()) & A.step.not_in(at.ENDS),
        widget="checkbox",
        facet=lambda v: A.facets.under_way("ninspdate", UNDER_WAY),
    ),
    Search(
        "returned", "只看退回", lambda v: A.backReason != "", widget="checkbox", facet=lambda v: A.facets.all("r=1")
    ),
]


def _part(
    code: str, label: str, *steps: str, where: Any = true(), facets: Sequence[str] = (), sort: str = ""
) -> Segment:
    """Declarations at some steps."""
    at_steps = A.facets.any([f"t={step}" for step in steps])
    found = and_(at_steps, A.facets.all(*facets)) if facets else at_steps
    return Segment(code, label, lambda _me: and_(A.step.in_(steps), where), lambda: found, sort)


# what waits for somebody begins with the most urgent; the rest with the newest, as the list does
PARTS = [
    _part("returned", "退回补正", at.DECLARE, where=A.backReason != "", facets=["r=1"], sort="limit_at"),
    _part("waiting", "待受理", *at.WAITING, sort="limit_at"),
    _part("running", "在办", at.RUN),
    _part("ended", "已办结", *at.ENDS),
]

apply_list = add_list(
    ListView(
        no="jy_appmain_sheet_list",
        title="申报登记",
        permission=p.APPLY_QUERY,
        export_permission=EXPORT,
        source=select(A),
        key=A.id,
        visible=A.visible,
        indexed=A.indexed,
        ordered=A.ordered,
        url="/api/businesspro/appmain/findList",
        sort="-id",  # the newest first; numbers begin with the letters of a class
        late="late",
        due=["limit_at", "ninspdate"],
        columns=MAIN_COLUMNS,
        segments=PARTS,
        search=[*MAIN_SEARCH, same("step", "当前环节", A.step, widget="select", options=DECLARATION.names)],
        actions=[
            Action("add", "新增", p.APPLY_SAVE, kind="route", route="/businessPro/newapply", shortcut="Alt+N"),
            Action("importRows", "Excel导入", p.APPLY_SAVE),
            Action("charge", "收费", p.APPLY_CHARGE, needs="many", empty="请选择", shortcut="Alt+C"),
            action(DECLARATION.by_name["void"], Button("toolbar")),
            Action(
                "deleteSheet",
                "删除单据",
                p.APPLY_DELETE,
                kind="call",
                needs="many",
                empty="请选择数据",
                url="/api/appmain/deleteAppMain",
                confirm="确定要删除所选暂存单据吗？删除后不能恢复。",
            ),
            Action("printApply", "打印申报单", p.APPLY_PRINT, place="batch", kind="print", needs="many", print="SBDDY"),
            Action(
                "printReceipt",
                "打印申报回执单",
                p.APPLY_PRINT,
                place="batch",
                kind="print",
                needs="many",
                print="SBHZD",
            ),
            Action(
                "edit",
                "编辑",
                p.APPLY_SAVE,
                place="row",
                kind="route",
                needs="one",
                route="/businessPro/apply2?id={id}&taskId={taskId}",
                when={"step": [at.DECLARE]},
            ),
            Action("printApplyRow", "申报单", p.APPLY_PRINT, place="row", kind="print", needs="one", print="SBDDY"),
            Action(
                "printReceiptRow", "申报回执单", p.APPLY_PRINT, place="row", kind="print", needs="one", print="SBHZD"
            ),
            Action("flowLog", "流转日志", p.APPLY_QUERY, place="row", needs="one"),
            Action(
                "printSamples",
                "收样标签",
                p.APPLY_PRINT,
                place="more",
                kind="print",
                needs="one",
                print="SYBQ",
                when={"equclacode": [VALVE]},
            ),
            Action("sms", "发送短信", p.APPLY_SMS, place="more", needs="one"),
            Action("assess", "客户评价", p.ASSESS, place="more", needs="one"),
            action(DECLARATION.by_name["refer"], Button("more")),
        ],
    )
)


def registered_by(me: User) -> Any:
    """Declarations that this user registered or reviews."""
    return or_(A.createby == me.id, A.reviewer == me.id)


FLOW = Action("flowLog", "流转日志", p.QUERY, place="row", needs="one")
FIRST = ("appno", "unitname", "equclacode", "equcount", "limit_at", "status")  # what one comes to a step list for
APPLY_STEPS = sorted(
    [late_column(A) if c.name == "late" else c for c in MAIN_COLUMNS],
    key=lambda c: FIRST.index(c.name) if c.name in FIRST else len(FIRST),
)

DECLARATION_STEPS = step_lists(
    DECLARATION,
    replace(
        apply_list,
        no="jy_step_",
        late="late",
        due=["limit_at"],
        columns=APPLY_STEPS,
        segments=[
            Segment("mine", "我的", registered_by),
            Segment("returned", "待补正", lambda me: A.backReason != ""),
            Segment("late", "超期", lambda me: late_at_step(A)),
        ],
        actions=[FLOW],
    ),
)

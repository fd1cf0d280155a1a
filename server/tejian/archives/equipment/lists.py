"""The archive lists: one per equipment class, and all classes together."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, case, func, literal, or_, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.common.api import REPORT_NO_WIDTH, category
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit as U
from tejian.kit.forms.form import as_date
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import BadInput
from tejian.kit.lists import search
from tejian.kit.lists.listview import (
    Col,
    ListView,
    Search,
    add_list,
    begun,
    col,
    dates,
    fragment,
    prefix,
    same,
    through,
)
from tejian.system.models.organisations import Org
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from .buttons import equipment_buttons
from .screens import SCREENS

STATE_TONES = {"0": "ca", "1": "go", "2": "ok", "3": "ok", "4": "ok", "6": "ca", "8": "ca"}


def due_date() -> Any:
    """The statutory date that counts: an approved delay that lies later replaces the next date."""
    return func.greatest(E.ninspdate, func.coalesce(E.delaydate, E.ninspdate))


# the earlier of the dates of both inspections: by it a device that has two must have been inspected
FIRST_DUE: Any = func.least(func.greatest(E.ninspdate, E.delaydate), E.ninspdate2)


def is_overdue() -> ColumnElement[bool]:
    today = clock.today()
    late = or_(due_date() < today, E.ninspdate2 < today)
    # said by the plain columns too: no index knows the date that counts
    return and_(E.equstatus.in_(codes.RUNNING), ~E.inspecting, late, or_(E.ninspdate < today, E.ninspdate2 < today))


def late_mark() -> Any:
    """ "1" when an inspection date of a device in use has passed."""
    return _mark(E.ninspdate2)


# every date of a device by which somebody must have done something
DUE = (E.ninspdate, E.ninspdate2, E.ndetdate, E.nextbraketestdate, E.nwaterdate)


def any_date_past() -> Any:
    """ "1" when any date of a device in use has passed: its inspections, detection, brake test or hydraulic test."""
    return _mark(*DUE[1:])


def _mark(*days: Any) -> Any:
    """ "1" when the date that counts, or one of `days`, has passed for a device in use."""
    now = func.current_date()
    late = and_(E.equstatus.in_(codes.RUNNING), ~E.inspecting, or_(due_date() < now, *(day < now for day in days)))
    return case((late, literal("1")), else_=literal("0"))


def years_ago(v: str) -> date:
    if not v.isdecimal() or len(v) > 3:
        raise BadInput("梯龄：请输入整数")
    return clock.today() - timedelta(days=int(int(v) * 365.25))


COLUMNS = [
    col(E.equcode, 158, type="code", fixed="left"),
    col(E.usecertno, 134, type="code"),
    col(E.equname, 99),
    col(E.equclacode, 140, label="设备类别", shown=False),
    Col("useorgname", "使用单位", E.useorgname, 200),
    Col("useplace", "使用地点", E.useplace, 180),
    col(E.equinnerno, 100, shown=False),
    col(E.areacode, 88, label="所在区划", shown=False),
    col(E.equstatus, 98, label="使用状态", type="state", tones=STATE_TONES),
    col(E.regstatus, 90, shown=False),
    Col("firstdue", "最早应检日期", FIRST_DUE, 110, "date", shown=False),
    col(E.ninspdate, 104),
    col(E.ninspdate2, 110, label="下次年度检验", shown=False),
    col(E.inspdate, 90, label="上次检验"),
    col(E.insresult, 99, label="上次结论"),
    col(E.ndetdate, 110, shown=False),
    col(E.nextbraketestdate, 110, label="下次制动试验", shown=False),
    col(E.nwaterdate, 110, shown=False),
    Col("insreportno", "上次报告编号", E.insreportno, REPORT_NO_WIDTH, "code", shown=False),
    Col("maiorgname", "维保单位", E.maiorgname, 180, shown=False),
    Col("porgname", "制造单位", E.porgname, 180, shown=False),
    Col("prono", "出厂编号", E.prono, 120, "code", shown=False),
    Col("model", "型号", E.model, 100, shown=False),
    col(E.regcode, 160, type="code", shown=False),
    Col("ele96333code", "应急识别码", E.ele96333code, 90, "code", shown=False),
    col(E.usestartdate, 100, label="投用日期", shown=False),
    col(E.useman, 90, shown=False),
    Col("cheorgsysname", "检验机构", E.cheorgsysname, 160, shown=False),
    Col("superorgname", "监管机构", E.superorgname, 160, shown=False),
    Col("isNinspdateOverdue", "", late_mark()),
    Col("late", "", any_date_past()),
    Col("equclass", "", E.equclass),
    Col("useorgsysid", "", E.useorgsysid),
]


def by_copied_name(db: Session, v: str) -> Any:
    """Devices whose own copy of the name says it, and those of units that were called so: for a word that too many
    units say to go through them. None for initials and codes, which no copy holds together with the name."""
    named = search.indexed(v, E.nametext)
    if named is None or v.isascii() or "|" in v:
        return None
    once = select(U.id).where(U.formernames != "", search.says(v, func.lower(U.formernames)))
    renamed = search.few(db, once)
    if not renamed:
        return named if renamed == [] else None
    of_renamed = E.facets.says("useorgsysid", renamed)
    return None if of_renamed is None else or_(named, of_renamed)


def unit_search(**kw: Any) -> Search:
    """Names are searched in the small table of units, then by key."""
    own: dict[str, Any] = {"placeholder": "名称或拼音首字母", "copied": by_copied_name} | kw
    return through("useorgname", "使用单位", E.useorgsysid, U.id, U.searchtext, **own)


def institutions(v: str) -> Any:
    """By the name of the inspection institution, found in the small table of organisations."""
    return select(Org.id).where(Org.name.contains(v, autoescape=True))


def of_institution(db: Session, v: str) -> Any:
    return E.facets.says("cheorgsysid", list(db.scalars(institutions(v))))


def in_use_and_late() -> ColumnElement[bool]:
    """What of `is_overdue` the index answers."""
    return and_(E.facets.any([f"s={s}" for s in codes.RUNNING]), _either_in_months(None, clock.today()))


def _either_in_months(first: date | None, end: date) -> ColumnElement[bool]:
    """One of the dates of the two inspections lies in the months of a range."""
    return E.facets.any([m for day in ("ninspdate", "ninspdate2") for m in E.facets.months(day, first, end)])


def in_months_of_either(start: str, end: str) -> Any:
    """What of a range of the earlier date indexes answer: one of the two, or an approved delay, lies in it."""
    if not end:
        return None
    first = as_date(start, "最早应检日期") if start else None
    last = as_date(end, "最早应检日期")
    either = _either_in_months(first, last)
    return or_(either, and_(E.delaydate >= first, E.delaydate < last)) if first else either


SEARCH = [
    category("equclacode", "设备类别", E.equclacode, quick=True),
    fragment("codes", "设备五码", E.searchtext, placeholder="任一号码或其中一段", quick=True),
    unit_search(quick=True),
    prefix("areacode", "区划", E.areacode, beginning=covered_prefix, widget="area", quick=True),
    same("equstatus", "使用状态", E.equstatus, widget="select", dict="C637"),
    same("regstatus", "登记状态", E.regstatus, widget="select", dict="C636"),
    dates("ninspdate", "下次检验日期", E.ninspdate),
    dates("firstdue", "最早应检日期", FIRST_DUE, facet=in_months_of_either),
    dates("inspdate", "上次检验日期", E.inspdate),
    fragment("keyword", "综合查询", E.searchtext, E.nametext, placeholder="号码、单位、拼音首字母或地点中的一段"),
    fragment("useplace", "使用地点", E.nametext, placeholder="地点或单位名称中的一段"),
    same("useorgsysid", "选定使用单位", E.useorgsysid, widget="unit"),
    same("maiorgsysid", "维保单位", E.maiorgsysid, widget="unit"),
    same("insorgname", "安装单位", E.insorgname),
    Search("cheorgsysname", "检验机构", lambda v: E.cheorgsysid.in_(institutions(v)), indexed=of_institution),
    begun("equcode", "设备代码", E.equcode, placeholder="开头几位"),
    Search("overdue", "只看超期", lambda v: is_overdue(), widget="checkbox", facet=lambda v: in_use_and_late()),
    Search(
        "unqualified",
        "只看不合格",
        lambda v: E.unqualcode != "",
        widget="checkbox",
        facet=lambda v: E.facets.all("f=1"),
    ),
    Search(
        "detoverdue",
        "只看检测超期",
        lambda v: E.ndetdate < clock.today(),
        widget="checkbox",
        facet=lambda v: E.facets.between("ndetdate", None, clock.today()),
    ),
]
AGE = [
    Search(
        "ladderAgeStart",
        "梯龄起（年）",
        lambda v: E.usestartdate <= years_ago(v),
        widget="number",
        facet=lambda v: E.facets.between("usestartdate", None, years_ago(v) + timedelta(days=1)),
    ),
    Search(
        "ladderAgeEnd",
        "梯龄止（年）",
        lambda v: E.usestartdate >= years_ago(v),
        widget="number",
        facet=lambda v: E.facets.between("usestartdate", years_ago(v), None),
    ),
]


TWO_INSPECTIONS = {c for c, (second, _) in codes.SECOND_DATES.items() if second == E.ninspdate2.key}


def class_list(equclass: str) -> ListView:
    """The archive list of a class."""
    route, form, create, name = SCREENS[equclass]
    link = f"/bsArchives/equipment/{form}?id={{id}}"
    own: dict[str, dict[str, Any]] = {"equcode": {"link": link}}
    if equclass in codes.SECOND_DATES:
        second, label = codes.SECOND_DATES[equclass]
        own |= {second: {"label": label, "shown": True}, "insresult": {"shown": False}}
    twice = equclass in TWO_INSPECTIONS
    if twice:
        own |= {"firstdue": {"shown": True}, "inspdate": {"shown": False}}
    columns = [replace(c, **own.get(c.name, {})) for c in COLUMNS]
    query = p.EQUIPMENT_QUERY
    return add_list(
        ListView(
            no=f"eqd_{route}_list",
            title=name,
            permission=query,
            export_permission=p.equipment_code(equclass, "export"),
            source=select(E),
            fixed=(E.equclass == equclass,),
            key=E.id,
            visible=E.visible,
            indexed=lambda me: [*E.indexed(me), E.facets.all(f"c={equclass}")],
            # what a unit uses or maintains an index holds by the next inspection, not by the earlier of two
            ordered=lambda me: E.ordered(me) or (bool(me.unit_id) and not twice),
            url=f"/api/eqd{equclass}tpm/eqd{equclass}tpm/findListBy{equclass}",
            sort="firstdue" if twice else "ninspdate",
            late="late",
            due=["firstdue", *(day.key for day in DUE)],
            columns=columns,
            search=[*SEARCH, *(AGE if equclass == codes.LIFT else [])],
            actions=[
                Action(
                    "add",
                    "新增",
                    p.equipment_code(equclass, "add"),
                    kind="route",
                    route=f"/bsArchives/equipment/{create}",
                    shortcut="Alt+N",
                ),
                Action("importRows", "导入", p.equipment_code(equclass, "add")),
                Action("view", "查看", query, place="row", kind="route", needs="one", route=link),
                Action(
                    "edit",
                    "编辑",
                    p.equipment_code(equclass, "save"),
                    place="row",
                    kind="route",
                    needs="one",
                    route=f"/bsArchives/equipment/{create}?id={{id}}",
                ),
                Action("jyjg", "检验结果", p.equipment_code(equclass, "jyjg"), place="more", needs="one"),
                Action("qrcode", "二维码", query, place="more", needs="one"),
                Action("history", "变更记录", query, place="more", needs="one"),
                *equipment_buttons(equclass),
                Action("printLabels", "打印标签", p.LABELS, place="batch", needs="many"),
            ],
        )
    )


CLASS_LISTS = {c: class_list(c) for c in SCREENS}

all_list = add_list(
    replace(
        CLASS_LISTS["3000"],
        no="eqd_all_list",
        title="全库设备查询",
        export_permission=EXPORT,
        fixed=(),
        indexed=E.indexed,
        ordered=E.ordered,
        columns=[
            col(E.equclass, 78),
            *(c for c in COLUMNS if c.name != "equclass"),
        ],
        url="/api/eqdbase/eqdBasic/findEqdList",
        search=[same("equclass", "设备种类", E.equclass, widget="select", dict="C601", quick=True), *SEARCH],
        actions=[
            Action("openDevice", "查看", p.EQUIPMENT_QUERY, place="row", needs="one"),
            Action("printLabels", "打印标签", p.LABELS, place="batch", needs="many"),
        ],
    )
)

_one = func.jsonb_array_elements(E.lacking).table_valued("value")
_missing = select(func.string_agg(_one.c.value.op("->>")("label"), "、")).scalar_subquery()
QUEUED = ("equcode", "prono", "ninspdate", "useorgname")
UNSURE = ("equname", "useplace", "regcode")  # what such records mostly lack, or what is too long beside it

# Old records that came incomplete, the earliest due first: what each lacks, and the way to fill it in.
incomplete_list = add_list(
    ListView(
        no="eqd_incomplete_list",
        title="待完善档案",
        permission=p.EQUIPMENT_QUERY,
        export_permission=EXPORT,
        source=select(E),
        fixed=(E.lacking.is_not(None),),
        key=E.id,
        visible=E.visible,
        url="/api/eqdbase/eqdBasic/findIncomplete",
        sort="ninspdate",
        late="isNinspdateOverdue",
        columns=[
            col(E.equclass, 88),
            Col("missing", "缺少", _missing, 420, sortable=False),
            *(replace(c, fixed="", shown=True) for c in COLUMNS if c.name in QUEUED),
            *(replace(c, shown=False) for c in COLUMNS if c.name in UNSURE),
            *(c for c in COLUMNS if c.name == "isNinspdateOverdue"),
            Col("lacking", "", E.lacking),
        ],
        search=[
            same("equclass", "设备种类", E.equclass, widget="select", dict="C601", quick=True),
            *(s for s in SEARCH if s.name in ("equclacode", "codes", "useorgname", "areacode", "ninspdate")),
        ],
        actions=[
            Action("complete", "补全", p.EQUIPMENT_QUERY, place="row", needs="one"),
            Action("openDevice", "查看", p.EQUIPMENT_QUERY, place="row", needs="one"),
        ],
    )
)

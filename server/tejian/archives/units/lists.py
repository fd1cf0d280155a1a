"""The lists of units by role."""

from dataclasses import replace
from typing import Any

from sqlalchemy import and_, case, func, literal, or_, select

from tejian.archives import codes
from tejian.archives import permissions as p
from tejian.archives.models.units import Unit as U
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, fragment, like, same
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

from .buttons import unit_buttons
from .kinds import family

STATES = {"0": "正常", "1": "停用", "2": "注销", "3": "黑名单"}
STATE_TONES = {"0": "go", "1": "ok", "2": "ok", "3": "ca"}
DETAIL = "/bsArchives/unit/detail?id={id}"

state = case(
    (U.canceldate.is_not(None), literal("2")),
    (U.blacklist, literal("3")),
    (~U.enabled, literal("1")),
    else_=literal("0"),
)


def has_type(v: str) -> Any:
    """The unit has one of these types (several stand in a column, two digits each)."""
    return or_(*(U.unittype.contains(code, autoescape=True) for code in v.split(",")[:20]))


def in_state(v: str) -> Any:
    """Few units are in another state than the usual one: an index holds them."""
    return literal(v) == state if v == "0" else and_(literal(v) == state, U.unusual())


def in_area(v: str) -> Any:
    return U.areacode.startswith(covered_prefix(v), autoescape=True)


def of_kind(kind: str) -> Any:
    def visible(me: User) -> Any:
        return and_(U.visible(me), U.orgkind == kind)

    return visible


NAME = fragment(
    "name",
    "单位名称",
    U.searchtext,
    placeholder="名称、信用代码、拼音首字母",
    quick=True,
)
AREA = Search("areacode", "区划", in_area, widget="area", quick=True)
CREDIT = same("credit", "信用等级", U.credit, widget="select", dict="C686")
STATE = Search("status", "状态", in_state, widget="select", options=STATES)
BLACK = Search("blacklisted", "只看黑名单", lambda v: U.blacklist.is_(True), widget="checkbox")
HEAD = [
    col(U.name, 210, fixed="left", link=DETAIL),
    col(U.code, 176, type="code"),
    col(U.unittype, 104),
]
PLACE = [
    col(U.areacode, 90),
    col(U.address, 190),
    col(U.contact, 66),
    col(U.tel, 118, type="code"),
]
STATUS = Col("status", "状态", state, 74, "state", words=STATES, tones=STATE_TONES)
MORE = [
    col(U.formernames, 180, shown=False),
    col(U.legalman, 70, shown=False),
    Col("legalid", "法人证件号码", U.legalid, 170, "code", shown=False),
    col(U.nature, 110, shown=False),
    col(U.industry, 110, shown=False),
    col(U.mobile, 116, type="code", shown=False),
    col(U.email, 160, shown=False),
    col(U.postcode, 80, type="code", shown=False),
    col(U.fax, 116, type="code", shown=False),
    col(U.credit, 90, shown=False),
    col(U.lng, 90, shown=False),
    col(U.lat, 90, shown=False),
    col(U.updatetime, 140, shown=False),
]


def actions(kind: str, form: str) -> list[Action]:
    """The buttons of a unit list, with the codes of its family."""
    return [
        Action("add", "新增", family(kind, "add"), kind="form", form=form, shortcut="Alt+N"),
        *([Action("importRows", "导入", family(kind, "add"))] if kind == "b" else []),
        Action("view", "查看", p.UNIT_QUERY, place="row", kind="route", needs="one", route=DETAIL),
        Action("edit", "编辑", family(kind, "save"), place="row", kind="form", needs="one", form=form),
        Action("history", "变更记录", p.UNIT_QUERY, place="more", needs="one"),
        Action(
            "setUse",
            "启用/停用",
            family(kind, "setUse"),
            place="more",
            kind="call",
            needs="many",
            url="/api/unitbasic/setUse",
            confirm="确定要切换所选单位的启用状态吗？",
            when={"status": ["0", "1", "3"]},
        ),
        Action(
            "cancel",
            "注销",
            family(kind, "setUse"),
            place="more",
            kind="form",
            needs="one",
            form="unit_cancel_form",
            when={"status": ["0", "1", "3"]},
        ),
        *unit_buttons(kind),
    ]


PORTRAIT = {"s": "superviseUnitCount", "i": "inspUnitCount", "b": "useUnitCount"}


def portrait(kind: str) -> Action:
    route = f"/bsArchives/unit/{PORTRAIT[kind]}?id={{id}}"
    return Action("portrait", "画像", p.PORTRAIT, place="row", kind="route", needs="one", route=route)


unit_list = add_list(
    ListView(
        no="unit_business_list",
        title="企业单位",
        permission=p.UNIT_QUERY,
        export_permission=EXPORT,
        source=select(U),
        key=U.id,
        visible=of_kind("b"),
        url="/api/unitbasic/findList",
        sort="name",
        columns=[
            *HEAD,
            col(U.usertype, 110, shown=False),
            *PLACE,
            col(U.safemanager, 100, shown=False),
            col(U.safedirector, 80, shown=False),
            col(U.safeofficer, 80, shown=False),
            col(U.licenceno, 132, type="code", shown=False),
            col(U.licencevalidto, 100, shown=False),
            col(U.employees, 80, shown=False),
            col(U.fixedassets, 110, shown=False),
            STATUS,
            col(U.enabled, 60, shown=False),
            *MORE,
        ],
        search=[
            NAME,
            AREA,
            Search("unittype", "单位类型", has_type, widget="select", dict="C618", quick=True),
            same("usertype", "用户类别", U.usertype, widget="select", dict="C614"),
            like("contact", "联系人", U.contact),
            like("tel", "联系电话", U.tel),
            same("nature", "单位性质", U.nature, widget="select", dict="C619"),
            CREDIT,
            STATE,
            dates("licencevalidto", "许可证有效期至", U.licencevalidto),
            Search("maintain", "只看维保单位", lambda v: U.ismaintain.is_(True), widget="checkbox"),
            Search("install", "只看施工单位", lambda v: U.isinstall.is_(True), widget="checkbox"),
            Search("disabled", "只看已停用", lambda v: ~U.enabled, widget="checkbox"),
            BLACK,
        ],
        actions=[
            *actions("b", "unit_business_form"),
            portrait("b"),
            Action(
                "devices",
                "设备",
                p.UNIT_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/unit/businessorgEquList?useorgsysid={id}&useorgsysidName={name}",
            ),
        ],
    )
)
inspection_list = add_list(
    replace(
        unit_list,
        no="unit_inspection_list",
        title="检验单位",
        visible=of_kind("i"),
        url="/api/unitbasic/inspection/findList",
        columns=[
            *HEAD,
            Col("licenceno", "核准证编号", U.licenceno, 132, "code"),
            col(U.licencevalidto, 100, label="核准有效期至"),
            col(U.workscope, 200),
            col(U.areacode, 90, shown=False),
            col(U.address, 190, shown=False),
            col(U.contact, 66, shown=False),
            PLACE[3],
            STATUS,
            *MORE,
        ],
        search=[
            NAME,
            AREA,
            Search(
                "unittype",
                "单位类型",
                has_type,
                widget="select",
                dict="C618",
                quick=True,
            ),
            CREDIT,
            STATE,
            dates("licencevalidto", "核准有效期至", U.licencevalidto),
            BLACK,
        ],
        actions=[*actions("i", "unit_inspection_form"), portrait("i")],
    )
)
supervise_list = add_list(
    replace(
        unit_list,
        no="unit_superviseorg_list",
        title="监察单位",
        visible=of_kind("s"),
        url="/api/unitbasic/superviseorg/findList",
        columns=[*HEAD, *PLACE, Col("legalman", "负责人", U.legalman, 70), STATUS]
        + [c for c in MORE if c.name not in ("legalman", "credit")],
        search=[NAME, AREA, STATE],
        actions=[*actions("s", "unit_superviseorg_form"), portrait("s")],
    )
)


def third_party(me: User) -> Any:
    return and_(U.visible(me), U.orgkind == codes.INSPECTION, U.unittype.contains("14"))


outside_list = add_list(
    replace(
        inspection_list,
        no="unit_outside_list",
        title="市场第三方检验机构",
        visible=third_party,
        url="/api/unitbasic/outside/findList",
        columns=[
            HEAD[0],
            Col("licenceno", "核准证编号", U.licenceno, 132, "code"),
            col(U.licencevalidto, 100, label="核准有效期至"),
            Col(
                "expiry",
                "核准状态",
                case(
                    (U.licencevalidto.is_(None), literal("3")),
                    (U.licencevalidto < func.current_date(), literal("2")),
                    (U.licencevalidto < func.current_date() + 180, literal("1")),
                    else_=literal("0"),
                ),
                104,
                "state",
                words={"0": "有效", "1": "半年内到期", "2": "已过期", "3": "未登记"},
                tones={"0": "go", "1": "ca", "2": "no", "3": "ca"},
            ),
            col(U.workscope, 200),
            col(U.workareas, 99),
            col(U.blacklist, 66, label="黑名单"),
            Col("blackreason", "列入原因", U.blackreason, 160, shown=False),
            col(U.code, 176, type="code", shown=False),
            col(U.contact, 66, shown=False),
            PLACE[3],
            STATUS,
        ],
        actions=[
            Action("add", "新增", family("i", "add"), kind="form", form="unit_inspection_form", shortcut="Alt+N"),
            Action("view", "查看", p.UNIT_QUERY, place="row", kind="route", needs="one", route=DETAIL),
            Action(
                "edit", "编辑", family("i", "save"), place="row", kind="form", needs="one", form="unit_inspection_form"
            ),
            Action(
                "reports",
                "报告",
                p.THIRD_QUERY,
                place="row",
                kind="route",
                needs="one",
                route="/bsArchives/InspectionManagement/eqmchdSearch?unit_id={id}&unit_idName={name}",
            ),
        ],
    )
)

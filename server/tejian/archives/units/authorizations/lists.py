"""The list of authorisations to inspect."""

from typing import Any

from sqlalchemy import and_, case, func, literal, or_, select
from sqlalchemy.orm import aliased

from tejian.archives import permissions as p
from tejian.archives.models.authorizations import InspAuthorization as A
from tejian.archives.models.units import Unit
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, fragment, like
from tejian.system.organisations.api import covered_prefix
from tejian.system.permissions import EXPORT

I = aliased(Unit)  # noqa: E741  (the inspecting unit)
U = aliased(Unit)
STATES = {"0": "未生效", "1": "有效", "2": "30日内到期", "3": "已到期", "4": "已收回"}
TONES = {"0": "ca", "1": "go", "2": "ca", "3": "no", "4": "ok"}
today = func.current_date()
state = case(
    (A.revoked.is_not(None), literal("4")),
    (A.dateto < today, literal("3")),
    (A.datefrom > today, literal("0")),
    (A.dateto < today + 30, literal("2")),
    else_=literal("1"),
)


def _counts(v: str) -> Any:
    return state.in_(v.split(",")[:9])


authorization_list = add_list(
    ListView(
        no="authorization_list",
        title="检验单位授权",
        permission=p.AUTHORIZE_QUERY,
        export_permission=EXPORT,
        source=select(A).join(I, I.id == A.unit_id).outerjoin(U, and_(A.useunit_id != "", U.id == A.useunit_id)),
        key=A.id,
        visible=A.visible,
        url="/api/authorization/findList",
        sort="-datefrom",
        columns=[
            Col("unitname", "检验单位", I.name, 190, fixed="left", link="/bsArchives/unit/detail?id={unit_id}"),
            col(A.docno, 162, type="code"),
            Col(
                "classes",
                "设备种类",
                case((A.classes == "", literal("全部")), else_=A.classes),
                150,
                "dict",
                dict="C601",
            ),
            Col(
                "areacode",
                "区划",
                case((A.areacode == "", literal("全部")), else_=A.areacode),
                100,
                "dict",
                dict="AREA",
            ),
            Col("useorgname", "使用单位", func.coalesce(U.name, "全部单位"), 120),
            col(A.datefrom, 92, label="起始日期"),
            col(A.dateto, 92, label="截止日期"),
            Col("state", "状态", state, 104, "state", words=STATES, tones=TONES),
            col(A.grantedby, 76),
            col(A.revoked, 100, shown=False),
            col(A.revokereason, 160, shown=False),
            col(A.remark, 140, shown=False),
            Col("unit_id", "", A.unit_id),
        ],
        search=[
            fragment("unitname", "检验单位", I.searchtext, quick=True),
            Search(
                "equclass",
                "设备种类",
                lambda v: or_(A.classes == "", ("," + A.classes + ",").contains(f",{v},", autoescape=True)),
                widget="select",
                dict="C601",
                quick=True,
            ),
            Search(
                "areacode",
                "区划",
                lambda v: or_(A.areacode == "", A.areacode.startswith(covered_prefix(v), autoescape=True)),
                widget="area",
                quick=True,
            ),
            Search("state", "状态", _counts, widget="select", options=STATES, quick=True),
            like("docno", "授权文号", A.docno),
            dates("dateto", "截止日期", A.dateto),
            Search("unit_id", "单位", lambda v: A.unit_id == v, widget="unit"),
        ],
        actions=[
            Action("add", "授权", p.AUTHORIZE_SAVE, kind="form", form="authorization_form", shortcut="Alt+N"),
            Action(
                "edit",
                "修改",
                p.AUTHORIZE_SAVE,
                place="row",
                kind="form",
                needs="one",
                form="authorization_form",
                when={"state": ["0", "1", "2", "3"]},
            ),
            Action("authorizationFiles", "文件", p.AUTHORIZE_QUERY, place="row", needs="one"),
            Action(
                "revoke",
                "收回",
                p.AUTHORIZE_SAVE,
                place="row",
                kind="form",
                needs="one",
                form="authorization_revoke_form",
                when={"state": ["0", "1", "2"]},
            ),
            Action("history", "变更记录", p.AUTHORIZE_QUERY, place="more", needs="one"),
        ],
    )
)

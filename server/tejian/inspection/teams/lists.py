"""The inspection groups of all departments."""

from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from tejian.inspection.models.teams import InspectionTeam as T
from tejian.kit.lists.listview import Col, Search, col, like, listing, same
from tejian.system import permissions as p
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.settings.api import ENABLED, add, edit, is_on, remove

from .forms import API

Institute = aliased(Org)
_is_member = SysUser.id == func.any(T.member_ids)
_names = select(func.string_agg(SysUser.name, "、")).where(_is_member, SysUser.enabled).correlate(T)

team_list = listing(
    T,
    no="inspection_team_list",
    title="检验组配置管理",
    permission=p.FLOW_SAVE,
    export_permission=p.EXPORT,
    source=select(T).join(Org, Org.id == T.dept_id).join(Institute, Institute.id == Org.org_id),
    url=f"{API}/findList",
    sort="deptName",
    columns=[
        Col("deptName", "单位（部门）", Org.name, 180, fixed="left"),
        col(T.name, 160),
        col(T.equclass, 110),
        col(T.seisort, 110),
        col(T.testsort, 150),
        Col("templateNames", "模板", func.array_to_string(T.templates, "、"), 180),
        Col("memberNames", "成员", _names.scalar_subquery(), 260),
        col(T.enabled, 70),
        Col("orgName", "机构", Institute.name, 200, shown=False),
        col(T.sort, 70, shown=False),
        col(T.remark, 200, shown=False),
    ],
    search=[
        like("name", "检验组、部门", T.name, Org.name, quick=True),
        same("equclass", "设备种类", T.equclass, widget="select", dict="C601", quick=True),
        same("seisort", "检验类别", T.seisort, widget="select", dict="C603"),
        same("testsort", "检验类型", T.testsort, widget="select", dict="C604"),
        Search("member", "成员", lambda v: T.member_ids.contains([v]), widget="user"),
        Search("enabled", "状态", lambda v: T.enabled.is_(is_on(v)), widget="select", options=ENABLED),
    ],
    actions=[
        add(p.FLOW_SAVE, "inspection_team_form"),
        edit(p.FLOW_SAVE, "inspection_team_form"),
        remove(p.FLOW_SAVE, f"{API}/delete", "检验组"),
    ],
)

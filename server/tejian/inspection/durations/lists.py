"""The learnt durations with their numbers, and the inspections behind each."""

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.durations import LEVELS, NONE, SOURCES
from tejian.inspection.models.durations import LearntMinutes as M
from tejian.inspection.models.durations import SiteTime as T
from tejian.inspection.models.items import AppBuss as B
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.kit.lists.statview import flag, stated
from tejian.system.permissions import EXPORT

CALL = "/api/plan/durations"
TIMES = "/businessPro/planning/siteTimes"
BEHIND = f"{TIMES}?chedept={{chedept}}&unitsysid={{unitsysid}}&equclacode={{equclacode}}&testsort={{testsort}}"

learnt_list = add_list(
    ListView(
        no="plan_durations_list",
        title="现场时长",
        permission=p.PLAN,
        export_permission=EXPORT,
        source=select(M),
        key=M.id,
        visible=M.visible,
        url=f"{CALL}/findList",
        sort="-count",
        columns=[
            col(M.equclacode, 150, fixed="left"),
            col(M.testsort, 120),
            Col("level", "范围", M.level, 80, "dict", words=LEVELS),
            col(M.chedept, 130),
            col(M.unitname, 200),
            col(M.count, 70, type="number", link=BEHIND),
            col(M.middle, 120, type="number"),
            col(M.ninth, 110, type="number"),
            col(M.norm, 120, type="number"),
            Col("used", "用于计划", M.used, 90, "bool"),
            col(M.since, 110, shown=False),
            col(M.until, 110),
            col(M.updatetime, 140, label="统计时间", shown=False),
            Col("unitsysid", "", M.unitsysid),
        ],
        search=[
            same("equclass", "设备种类", M.equclass, widget="select", dict="C601", quick=True),
            same("testsort", "检验类型", M.testsort, widget="select", dict="C604", quick=True),
            same("level", "范围", M.level, widget="select", options=LEVELS, quick=True),
            like("unitname", "受检单位", M.unitname),
            flag("used", "用于计划", M.used),
        ],
    )
)
times_list = add_list(
    ListView(
        no="plan_site_time_list",
        title="现场时长明细",
        permission=p.PLAN,
        export_permission=EXPORT,
        source=select(T).join(B, B.id == T.appbuss_id),
        fixed=(T.source != NONE,),
        key=T.id,
        visible=T.visible,
        url=f"{CALL}/times/findList",
        sort="-inspdate",
        columns=[
            Col("seisn", "业务流水号", B.seisn, 130, "code", link="/businessPro/applyInfo?seisn={seisn}", fixed="left"),
            col(T.inspdate, 110),
            col(T.unitname, 200),
            Col("equname", "设备名称", B.equname, 120),
            col(T.equclacode, 150),
            col(T.testsort, 110),
            col(T.main_id, 80),
            col(T.begunat, 80),
            col(T.endedat, 80),
            Col("source", "时间来源", T.source, 110, "dict", words=SOURCES),
            col(T.together, 90, type="number"),
            col(T.minutes, 130, type="number"),
            col(T.norm, 120, type="number"),
            col(T.chedept, 130),
        ],
        search=[
            same("equclass", "设备种类", T.equclass, widget="select", dict="C601", quick=True),
            same("equclacode", "设备类别", T.equclacode, widget="select", dict="C602"),
            same("testsort", "检验类型", T.testsort, widget="select", dict="C604", quick=True),
            stated("chedept", "检验站", T.chedept),
            same("unitsysid", "选定单位", T.unitsysid, widget="unit"),
            like("unitname", "受检单位", T.unitname, quick=True),
            same("source", "时间来源", T.source, widget="select", options=SOURCES),
            dates("inspdate", "检验日期", T.inspdate, quick=True),
        ],
    )
)

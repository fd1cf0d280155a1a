"""What came of the plans that were accepted: each line beside the inspection, counted by person, site and reason."""

from typing import Any

from sqlalchemy import and_, case, func, literal, or_, select

from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.models.absence import StaffLeave
from tejian.inspection.models.durations import SiteTime as T
from tejian.inspection.models.items import AppBuss as B
from tejian.inspection.models.planning import PlanLine as L
from tejian.inspection.models.planning import PlanProposal as P
from tejian.inspection.models.replanning import AGREED, DAY, PERSON, TaskRequest
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, add_list, col, dates, like, same
from tejian.kit.lists.statview import COUNT, By, Measure, StatView, add_stat, names_of, stated
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tejian.system.permissions import EXPORT

from .forms import CALL

AS_PLANNED, EARLIER, LATER, OTHER, MISSED, AHEAD = "1", "2", "3", "4", "5", "6"
OUTCOMES = {
    AS_PLANNED: "按计划",
    EARLIER: "提前",
    LATER: "推迟",
    OTHER: "换人",
    MISSED: "未检",
    AHEAD: "未到日期",
}
TONES = {AS_PLANNED: "ok", EARLIER: "ca", LATER: "ca", OTHER: "ca", MISSED: "no"}
NO_CAUSE, ENDED, VOIDED, ASKED_DAY, ASKED_PERSON, AWAY, REARRANGED, UNSAID = "0", "1", "2", "3", "4", "5", "6", "9"
CAUSES = {
    ENDED: "检验结束",
    VOIDED: "任务作废",
    ASKED_DAY: "申请改期",
    ASKED_PERSON: "申请换人",
    AWAY: "主检请假外出",
    REARRANGED: "重新安排",
    UNSAID: "没有说明",
    NO_CAUSE: "按计划或未到日期",
}


def _agreed(kind: str) -> Any:
    R = TaskRequest
    mine = R.appbuss_id == L.appbuss_id, R.kind == kind, R.step == AGREED, R.plandate == L.plandate
    return select(R.id).where(*mine).exists()


def _away() -> Any:
    S = StaffLeave
    return select(S.id).where(S.user_id == L.scinspector, S.ends >= L.plandate, S.begins <= L.plandate).exists()


outcome = case(
    (and_(B.inspdate.is_(None), B.step.not_in((at.ENDED, at.VOID)), L.plandate >= func.current_date()), AHEAD),
    (B.inspdate.is_(None), MISSED),
    (B.inspdate < L.plandate, EARLIER),
    (B.inspdate > L.plandate, LATER),
    (B.scinspector != L.scinspector, OTHER),
    else_=AS_PLANNED,
)
cause = case(
    (outcome.in_((AS_PLANNED, AHEAD)), NO_CAUSE),
    (B.step == at.ENDED, ENDED),
    (or_(B.step == at.VOID, B.taskvoided != ""), VOIDED),
    (_agreed(DAY), ASKED_DAY),
    (_agreed(PERSON), ASKED_PERSON),
    (_away(), AWAY),
    (or_(B.plandate != L.plandate, B.scinspector != L.scinspector), REARRANGED),
    else_=UNSAID,
)
# what somebody wrote about it
_words = func.coalesce(
    func.nullif(B.endreason, ""),
    func.nullif(B.taskvoided, ""),
    select(func.max(TaskRequest.reason))
    .where(TaskRequest.appbuss_id == L.appbuss_id, TaskRequest.step == AGREED, TaskRequest.plandate == L.plandate)
    .scalar_subquery(),
    literal(""),
)
_spent = func.coalesce(T.minutes, 0)


def seen(me: User) -> Any:
    """The lines of the plans of somebody's station or institute."""
    return P.visible(me)


done_list = add_list(
    ListView(
        no="plan_done_list",
        title="计划执行明细",
        permission=p.PLAN,
        export_permission=EXPORT,
        source=select(L)
        .join(B, B.id == L.appbuss_id)
        .join(P, P.id == L.proposal_id)
        .outerjoin(T, T.appbuss_id == L.appbuss_id),
        fixed=(L.accepted.is_(True),),
        key=L.id,
        visible=seen,
        url=f"{CALL}/done/findList",
        sort="-plandate",
        columns=[
            Col("seisn", "业务流水号", B.seisn, 130, "code", link="/businessPro/applyInfo?seisn={seisn}", fixed="left"),
            col(L.plandate, 110, label="计划日期"),
            Col("inspdate", "检验日期", B.inspdate, 110, "date"),
            Col("outcome", "结果", outcome, 90, "state", words=OUTCOMES, tones=TONES),
            Col("cause", "原因", cause, 120, "dict", words=CAUSES),
            Col("words", "原因说明", _words, 220),
            col(L.scinspector, 90, label="计划主检"),
            Col("actual", "实际主检", B.scinspectorname, 90),
            Col("unitname", "受检单位", B.unitname, 200),
            Col("equname", "设备名称", B.equname, 120),
            col(L.minutes, 110, label="计划用时（分钟）", type="number"),
            Col("spent", "现场时长（分钟）", _spent, 120, "number"),
            col(L.basis, 260, shown=False),
            col(P.dept_id, 130),
        ],
        search=[
            dates("plandate", "计划日期", L.plandate, quick=True),
            same("outcome", "结果", outcome, widget="select", options=OUTCOMES, quick=True),
            same("cause", "原因", cause, widget="select", options=CAUSES, quick=True),
            stated("scinspector", "计划主检", L.scinspector),
            stated("site", "受检单位（全称）", B.unitname),
            stated("dept_id", "检验站", P.dept_id),
            like("unitname", "受检单位", B.unitname, quick=True),
            dates("inspdate", "检验日期", B.inspdate),
        ],
    )
)


def _counted(name: str, code: str, *, alarm: bool = False) -> Measure:
    return Measure(name, OUTCOMES[code], COUNT.filter(outcome == code), {"outcome": code}, "planned", alarm=alarm)


add_stat(
    StatView(
        *("plan_done", "计划执行情况", p.PLAN, done_list, "/businessPro/planning/done", "plandate"),
        (
            By("scinspector", "计划主检", L.scinspector, names=names_of(SysUser, SysUser.name)),
            By("site", "受检单位", B.unitname),
            By("cause", "原因", cause, words=CAUSES),
            By("dept_id", "检验站", P.dept_id, names=names_of(Org, Org.name)),
        ),
        (
            Measure("planned", "计划", COUNT),
            _counted("kept", AS_PLANNED),
            _counted("earlier", EARLIER),
            _counted("later", LATER),
            _counted("other", OTHER),
            _counted("missed", MISSED, alarm=True),
            _counted("ahead", AHEAD),
            Measure("minutes", "计划用时（分钟）", func.sum(L.minutes), sums="minutes"),
            Measure("spent", "现场时长（分钟）", func.sum(_spent), sums="spent"),
        ),
        "按已接受的计划计，一件业务在几份计划里各计一次。现场时长取自手机签到签退或记录的起止时间，报告批准以后的当晚统计。",
    )
)

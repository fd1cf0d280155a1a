"""申请改期、换人 on one page: the main inspector asks, who arranges answers; nothing changes before.

Source: workflow practice (changes of an arranged task are asked for with a reason and answered by the dispatcher).
"""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import BUSINESS, ArrangeForm, write_arrangement
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.replanning import AGREED, DAY, KINDS, LAPSED, REFUSED, TAKEN, WAIT, TaskRequest
from tejian.kit.forms.form import checked
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody, nothing
from tejian.messages.api import tell

from . import forms

PAGE, OWN = "/businessPro/taskRequest", "/businessPro/taskRequestOwn"


def not_the_applicant(me: User) -> Any:
    """申请人以外有此权限的人"""
    return TaskRequest.createby != me.id


# -- the answer ---------------------------------------------------------------------------------------------------


def plan_anew(d: Doing) -> None:
    """按答复改写任务的日期和人员"""
    item = d.db.scalars(select(AppBuss).where(AppBuss.id == d.subject.appbuss_id).with_for_update()).one()
    d.shared["before"] = item.plandate, item.scinspector, set(item.inspectors)
    plan = {
        "ids": [item.id],
        "scinspector": d.form["scinspector"],
        "inspectors": d.form["coinspectors"].split(","),
        "plandate": str(d.form["plandate"]),
        "confirmHoliday": bool(d.form["confirmHoliday"]),
    }
    d.shared["planned"] = planned = Doing(d.db, d.me, item, checked(ArrangeForm, plan))
    write_arrangement(planned)


def what_was_asked(d: Doing) -> str | None:
    """改期的改了日期，换人的换了人员"""
    on, main, people = d.shared["before"]
    item = d.shared["planned"].subject
    if d.subject.kind == DAY:
        return None if item.plandate != on else f"{item.seisn}申请改期，安排日期仍是{on}，请改日期或不同意"
    same = (item.scinspector, set(item.inspectors)) == (main, people)
    return f"{item.seisn}申请换人，主检和协检没有变，请换人或不同意" if same else None


def arrangement_stands(d: Doing) -> str | None:
    """新的安排符合任务安排的各项条件"""
    said = (guard(d.shared["planned"]) for guard in BUSINESS.by_name["arrange"].guards)
    return "；".join(filter(None, said)) or None


def own_request(d: Doing) -> str | None:
    """本人的申请"""
    return None if d.subject.createby == d.me.id else "只能撤回本人的申请"


def note_answer(d: Doing) -> None:
    """记答复、答复人与时间"""
    s = d.subject
    s.answer, s.answeredby, s.answeredat = (d.opinion or d.reason.text)[:500], d.me.name, clock.now()


def arrange_anew(d: Doing) -> None:
    """任务按新的安排回到任务确认，告知原来的检验人员"""
    _on, _main, people = d.shared["before"]
    item = d.shared["planned"].subject
    gone = people - set(item.inspectors)
    tell(d.db, gone, "任务换人", f"{item.seisn} {item.unitname} 的检验任务已改由{item.inspectornames}承担")
    BUSINESS.follow(d, "replan", [item])


def tell_both(d: Doing) -> None:
    """告知申请人和任务安排人"""
    s = d.subject
    name = REPLAN.name_of(s.step)
    title = f"{s.seisn} {s.unitname} 的{KINDS[s.kind]}申请{name}"
    words = "：".join(filter(None, [title, s.answer]))
    arranger = d.db.scalar(select(AppBuss.arrangedby).where(AppBuss.id == s.appbuss_id)) or ""
    tell(d.db, [s.createby], "改期换人", title, words, OWN)
    tell(d.db, {arranger} - {s.createby}, "改期换人", title, words, PAGE)


REPLAN = add_process(
    Process(
        name="replan",
        title="改期换人申请",
        model=TaskRequest,
        start=WAIT,
        ends=[AGREED, REFUSED, TAKEN, LAPSED],
        numbers=lambda s: (s.seisn, s.seisn),
        about=lambda m: (m.unitname, m.equname),
        steps=[
            Step(
                WAIT,
                "待答复",
                not_the_applicant,
                tone="ca",
                waits="改期换人申请",
                route=PAGE,
                refusal="不能答复自己的改期换人申请",
            ),
            Step(AGREED, "已同意", nobody, tone="ok"),
            Step(REFUSED, "不同意", nobody, tone="no"),
            Step(TAKEN, "已撤回", nobody, tone="ok"),
            Step(LAPSED, "已终止", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "agree",
                "同意",
                [WAIT],
                AGREED,
                p.ARRANGE,
                batch=False,
                before=[plan_anew],
                guards=[what_was_asked, arrangement_stands],
                effects=[note_answer, arrange_anew, tell_both],
                call=f"{forms.CALL}/agree",
                form=forms.AGREE,
                buttons=[Button("row")],
                answer=nothing,
            ),
            Move(
                "refuse",
                "不同意",
                [WAIT],
                REFUSED,
                p.ARRANGE,
                batch=False,
                needs_reason=True,
                effects=[note_answer, tell_both],
                call=f"{forms.CALL}/refuse",
                form=forms.REFUSE,
                buttons=[Button("row")],
                answer=nothing,
            ),
            Move(
                "take_back",
                "撤回申请",
                [WAIT],
                TAKEN,
                p.CONFIRM,
                batch=False,
                anyone=True,
                guards=[own_request],
                effects=[tell_both],
                call=f"{forms.CALL}/takeBack",
                buttons=[Button("row", confirm="撤回后原安排不变")],
                done="已撤回",
                answer=nothing,
            ),
            Move(
                "lapse",
                "随任务终止",
                [WAIT],
                LAPSED,
                p.CONFIRM,
                effects=[tell_both],
                within="/api/appmain/taskConfirmCommit",
                follows=True,
            ),
        ],
    )
)

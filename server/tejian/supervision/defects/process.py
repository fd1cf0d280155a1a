"""A problem from the order to mend it to its closing, on one page.

Sources: C655; gate rules G18 (evidence; who mended does not confirm) and G19 (a grave one takes two). A town finds and
reports: what goes beyond mending in time waits for the bureau.
"""

from datetime import datetime, time
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody
from tejian.messages.api import tell
from tejian.supervision import permissions as p
from tejian.supervision.models.defects import (
    ANSWERED,
    BY_BUREAU,
    BY_TOWN,
    CASE,
    CLOSED,
    DRAFT,
    GRAVE,
    MENDING,
    OF_TOWNS,
    OPEN,
    PASSED,
    PASSED_ON,
    SECOND,
    WITH_OWNER,
)
from tejian.supervision.models.defects import Defect as C
from tejian.system.accounts.api import users_of, who_may

from . import forms
from . import judging as g
from .forms import API, PAGE


def issued_to(d: Doing) -> str:
    """A town's problem that needs more than mending, or is grave, is the bureau's to decide."""
    s = d.subject
    return PASSED_ON if s.town == BY_TOWN and (s.handling not in OF_TOWNS or s.level == GRAVE) else OPEN


def after_confirmation(d: Doing) -> str:
    return SECOND if d.subject.level == GRAVE else PASSED


def write_deadline(d: Doing) -> None:
    """改整改期限"""
    d.subject.deadline = d.form["newdeadline"]
    d.subject.limit_at = limit(d.db, d.subject)


def take_over(d: Doing) -> None:
    """改由接管的监管部门督促"""
    d.subject.org_id, d.subject.town = d.me.org_id, BY_BUREAU
    d.subject.limit_at = limit(d.db, d.subject)


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    if s.step in WITH_OWNER:
        whom = users_of(d.db, s.unitsysid)
    elif s.step == PASSED_ON:
        whom = who_may(d.db, p.DEFECT_ORDER)
    else:
        whom = [s.createby] if s.step in (ANSWERED, SECOND) else users_of(d.db, s.unitsysid)
    title = f"{s.defectno} {s.unitname}：{DEFECT.name_of(s.step)}"
    tell(d.db, sorted(set(whom) - {d.me.id, ""}), "现场问题", title, d.reason.text or s.content, PAGE.format(id=s.id))


def tell_unit_and_issuer(d: Doing) -> None:
    """告知责任单位和下达机构"""
    s = d.subject
    whom = {*users_of(d.db, s.unitsysid), *who_may(d.db, p.DEFECT_HANDLE, s.org_id)} - {d.me.id}
    title = f"{s.defectno} {s.unitname}：挂牌督办，期限{s.listedto}"
    tell(d.db, sorted(whom), "现场问题", title, d.reason.text, PAGE.format(id=s.id))


def limit(_db: Session, s: C) -> datetime | None:
    """整改期限当日结束"""
    return datetime.combine(s.deadline, time.max, clock.SHANGHAI) if s.step in WITH_OWNER and s.deadline else None


WAITS: dict[str, Any] = {"tone": "ca", "route": "/safeMng/sceneProblemMng", "page": PAGE}
SELF = "整改结果不能由反馈人自己确认"
DEFECT = add_process(
    Process(
        name="supervision_defect",
        title="现场问题",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[CLOSED, CASE],
        always=[tell_who_waits],
        numbers=lambda s: (s.defectno, s.sourceno),
        about=lambda m: (m.unitname, m.content),
        limit=limit,
        steps=[
            Step(DRAFT, "待下达", nobody, tone="ca"),
            Step(OPEN, "待整改", g.owner, waits="现场问题待整改", verb="开始整改", **WAITS),
            Step(MENDING, "整改中", g.owner, waits="现场问题待反馈", verb="反馈", **WAITS),
            Step(ANSWERED, "已反馈", g.not_who_answered, waits="现场问题待确认", verb="确认", refusal=SELF, **WAITS),
            Step(
                *(SECOND, "待第二人确认", g.third_person),
                waits="重大问题待第二人确认",
                verb="确认",
                refusal="重大问题须由反馈人、确认人以外的人再确认",
                **WAITS,
            ),
            Step(PASSED, "确认合格", g.issuer, waits="现场问题待关闭", verb="关闭", **(WAITS | {"tone": "go"})),
            Step(
                *(PASSED_ON, "移交监管", g.bureau),
                waits="现场问题待接管",
                verb="接管",
                refusal="移交的问题由所在区域的监管部门接管",
                **(WAITS | {"tone": "no"}),
            ),
            Step(CLOSED, "已关闭", nobody, tone="ok"),
            Step(CASE, "已立案", nobody, tone="no"),
        ],
        moves=[
            Move(
                *("issue", "下达", [DRAFT], issued_to, p.CHECK_DO),
                choices=[OPEN, PASSED_ON],
                stamps=["defectno", "issued"],
                effects=[tell_who_waits],
                within="/api/securityCheck/countersign",
                follows=True,
            ),
            Move("start", "开始整改", [OPEN], MENDING, p.DEFECT_ANSWER, takes=["mender", "plan"], form=forms.START),
            Move(
                *("answer", "反馈", [MENDING], ANSWERED, p.DEFECT_ANSWER),
                guards=[g.done_in_time, g.has_evidence],
                takes=["donedate", "measure"],
                stamps=["answerer_id", "answered"],
                form=forms.ANSWER,
            ),
            Move(
                *("confirm", "确认", [ANSWERED], after_confirmation, p.DEFECT_HANDLE),
                choices=[SECOND, PASSED],
                guards=[g.has_evidence],
                stamps=["confirmer_id", "confirmed"],
                signed=True,
            ),
            Move("second", "第二人确认", [SECOND], PASSED, p.DEFECT_HANDLE, stamps=["second_id"], signed=True),
            Move(
                *("back", "退回整改", [ANSWERED, SECOND], MENDING, p.DEFECT_HANDLE),
                needs_reason=True,
                forgets=["confirmer_id", "confirmed"],
            ),
            Move(
                *("close", "关闭", [PASSED], CLOSED, p.DEFECT_HANDLE),
                guards=[g.has_evidence, g.not_stopped, g.not_listed],
                stamps=["closed"],
            ),
            Move(
                *("extend", "延期", [OPEN, MENDING], STAY, p.DEFECT_ORDER),
                anyone=True,
                needs_reason=True,
                guards=[g.extended_once, g.not_due_yet, g.later_deadline],
                stamps=["extended"],
                effects=[write_deadline],
                form=forms.EXTEND,
            ),
            Move(
                *("lift", "解除停止使用", [ANSWERED, SECOND, PASSED], STAY, p.DEFECT_ORDER),
                anyone=True,
                guards=[g.has_stop],
                stamps=["lifter_id", "lifted"],
                signed=True,
            ),
            Move(
                *("hang", "挂牌督办", [OPEN, MENDING, ANSWERED, PASSED_ON], STAY, p.DEFECT_LEAD),
                anyone=True,
                needs_reason=True,
                guards=[g.is_grave, g.listed_once, g.term_ahead],
                takes=["listedto"],
                stamps=["lister_id", "listed"],
                effects=[tell_unit_and_issuer],
                form=forms.HANG,
                signed=True,
            ),
            Move(
                *("takeDown", "摘牌", [PASSED], STAY, p.DEFECT_LEAD),
                anyone=True,
                guards=[g.is_listed],
                stamps=["delisted"],
                signed=True,
            ),
            Move(
                *("passOn", "移交监管", [OPEN, MENDING, ANSWERED], PASSED_ON, p.DEFECT_PASS),
                anyone=True,
                needs_reason=True,
                guards=[g.of_a_town],
                takes=["reason"],
            ),
            Move(
                *("takeOver", "接管", [PASSED_ON], OPEN, p.DEFECT_ORDER),
                guards=[g.deadline_ahead],
                takes=["level", "handling", "deadline", "demand"],
                effects=[take_over],
                form=forms.TAKE_OVER,
                signed=True,
            ),
            Move(
                *("case", "立案", [OPEN, MENDING, ANSWERED, SECOND, PASSED, PASSED_ON], CASE, p.DEFECT_ORDER),
                anyone=True,
                needs_reason=True,
                takes=["act", "reason"],
                form=forms.CASE,
                signed=True,
            ),
        ],
    )
)

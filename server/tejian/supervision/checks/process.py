"""A check from its plan to its end, on one page: 计划 → 检查中 → 签字 → 问题整改 → 复查 → 办结 / 立案.

Sources: supervision.md L; 特种设备安全法 第65条 (two officers, their papers shown, a record that both sides sign; a
refusal is noted). A town does the same; what it may not order its problems hand to the bureau (defects/process.py).
"""

from datetime import datetime, time
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.process.checklist import CheckList
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.supervision import permissions as p
from tejian.supervision.models.checks import AGAIN, CASE, DONE, MENDING, ON, PLAN, SECOND, SIGN, STOPPED
from tejian.supervision.models.checks import SupervisionCheck as C

from . import forms
from . import signing as g
from .forms import API, PAGE
from .items import items_of
from .signals import Known

FILES = "securityCheck"
CHECK = CheckList(
    "security_check", "检查项目", C, items_of, p.CHECK_QUERY, p.CHECK_DO, API, open_=[ON], files=FILES, known=Known()
)


def limit(_db: Session, s: C) -> datetime | None:
    """计划日期当日结束"""
    return datetime.combine(s.planday, time.max, clock.SHANGHAI) if s.step == PLAN else None


WAITS: dict[str, Any] = {"tone": "ca", "route": "/safeMng/securityCheck", "page": PAGE}
OFFICERS = "检查由计划确定的两名检查人员办理"
CHECKS = add_process(
    Process(
        name="supervision_check",
        title="监督检查",
        model=C,
        api=API,
        one_by_one=True,
        start=PLAN,
        ends=[DONE, CASE, STOPPED],
        numbers=lambda s: (s.checkno, s.checkno),
        about=lambda m: (m.unitname, m.purpose),
        limit=limit,
        steps=[
            Step(PLAN, "计划", g.officers, waits="监督检查待开始", verb="开始检查", refusal=OFFICERS, **WAITS),
            Step(ON, "检查中", g.officers, waits="监督检查未完成", verb="检查完毕", refusal=OFFICERS, **WAITS),
            Step(SIGN, "待签字", g.officers, waits="监督检查待签字", verb="签字", refusal=OFFICERS, **WAITS),
            Step(
                *(SECOND, "待复签", g.other_officer),
                waits="监督检查待复签",
                verb="复签",
                refusal="检查记录须由另一名检查人员复签",
                **WAITS,
            ),
            Step(MENDING, "问题整改", g.checker, waits="监督检查待复查", verb="复查", **WAITS),
            Step(AGAIN, "复查", g.checker, waits="监督检查待办结", verb="办结", **(WAITS | {"tone": "go"})),
            Step(DONE, "办结", nobody, tone="ok"),
            Step(CASE, "立案", nobody, tone="no"),
            Step(STOPPED, "已中止", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("begin", "开始检查", [PLAN], ON, p.CHECK_DO),
                guards=[g.both_certified],
                takes=["certnos", "present"],
                stamps=["checkno", "begun"],
                form=forms.BEGIN,
            ),
            Move(
                *("found", "检查完毕", [ON], SIGN, p.CHECK_DO),
                guards=[CHECK.complete],
                effects=[g.note_problems(CHECK)],
            ),
            Move(
                *("resume", "继续检查", [SIGN], ON, p.CHECK_DO),
                needs_reason=True,
                effects=[g.take_back],
            ),
            Move(
                *("sign", "签字", [SIGN], SECOND, p.CHECK_DO),
                guards=[g.two_witnesses, g.problems_stated],
                takes=["summary", "signway"],
                stamps=["signer_id", "signed"],
                effects=[g.write_signature],
                form=forms.SIGN,
                signed=True,
            ),
            Move(
                *("countersign", "复签", [SECOND], g.after_both_signed, p.CHECK_DO),
                choices=[MENDING, DONE],
                guards=[g.problems_stated],
                stamps=["counter_id", "countersigned"],
                effects=[g.issue_problems, g.tell_unit],
                signed=True,
            ),
            Move(
                *("unsign", "退回", [SECOND], SIGN, p.CHECK_DO),
                needs_reason=True,
                forgets=["signer_id", "signed", "signway", "signedby", "signpost", "refusal", "witnesses"],
            ),
            Move(
                *("again", "复查", [MENDING], AGAIN, p.CHECK_DO),
                guards=[g.nothing_with_owner],
                takes=["outcome"],
                stamps=["rechecker_id", "rechecked"],
                form=forms.RECHECK,
            ),
            Move("mendOn", "继续整改", [AGAIN], MENDING, p.CHECK_DO, needs_reason=True),
            Move("close", "办结", [AGAIN], DONE, p.CHECK_DO, guards=[g.all_closed], stamps=["closed"]),
            Move(
                *("case", "立案", [MENDING, AGAIN], CASE, p.CHECK_ORDER),
                needs_reason=True,
                takes=["act", "reason"],
                stamps=["closed"],
                form=forms.CASE,
                signed=True,
            ),
            Move(
                *("stop", "中止", [ON, SIGN], STOPPED, p.CHECK_DO),
                needs_reason=True,
                effects=[g.take_back],
                takes=["reason"],
                stamps=["closed"],
                form=forms.STOP,
            ),
        ],
    )
)

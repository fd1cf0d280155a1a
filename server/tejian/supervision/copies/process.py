"""A copy from its draft to the file, on one page. Calls: specification §7.8; steps: workflow.md §8.1."""

from datetime import datetime, time
from typing import Any

from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, named_in, nobody
from tejian.messages.api import tell
from tejian.supervision import permissions as p
from tejian.supervision.models.copies import BACK, DRAFT, FILED, HANDLING, OPEN, REPLIED, SENT, SIGNED
from tejian.supervision.models.copies import CarbonCopy as C
from tejian.system.accounts.api import who_may

from .forms import API, ASSIGN, PAGE


def deadline_ahead(d: Doing) -> str | None:
    """办理期限未过"""
    return f"办理期限{d.subject.deadline}已过，请改期后再发出" if d.subject.deadline < clock.today() else None


def tell_the_others(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    one = s.handler_id if s.step == HANDLING else s.createby
    whom = who_may(d.db, p.COPY_HANDLE, s.toorg) if s.step == SENT else [one]
    title = f"{s.notifyno} {s.subject}：{COPY.name_of(s.step)}"
    tell(d.db, whom, "抄告单", title, d.reason.text, PAGE.format(id=s.id))


SENDER, RECEIVER, HANDLER = named_in(C.fromorg), named_in(C.toorg), named_in(C.handler_id)
WAITS: dict[str, Any] = {"tone": "ca", "route": "/safeMng/carbonCopy", "page": PAGE}
COPY = add_process(
    Process(
        name="carbon_copy",
        title="抄告单",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[FILED],
        always=[tell_the_others],
        numbers=lambda s: (s.notifyno, s.notifyno),
        about=lambda m: (m.subject, m.content),
        limit=lambda db, s: datetime.combine(s.deadline, time.max, clock.SHANGHAI) if s.step in OPEN else None,
        steps=[
            Step(DRAFT, "草稿", SENDER, waits="抄告单待发出", verb="发出", **WAITS),
            Step(SENT, "已发出", RECEIVER, waits="抄告单待签收", verb="签收", **WAITS),
            Step(SIGNED, "已签收", RECEIVER, waits="抄告单待指派", verb="指派", **WAITS),
            Step(HANDLING, "办理中", HANDLER, named=True, waits="抄告单待回复", verb="回复", **WAITS),
            Step(REPLIED, "已回复", SENDER, waits="抄告单待归档", verb="归档", **WAITS),
            Step(BACK, "退回", SENDER, waits="抄告单被退回", verb="发出", **WAITS),
            Step(FILED, "已归档", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("submit", "发出", [DRAFT, BACK], SENT, p.COPY_SAVE),
                guards=[deadline_ahead],
                stamps=["notifyno", "sentby", "sent"],
            ),
            Move("sign", "签收", [SENT], SIGNED, p.COPY_HANDLE, stamps=["signedby", "signed"]),
            Move(*("taskAssignment", "指派", [SIGNED], HANDLING, p.COPY_HANDLE), takes=["handler_id"], form=ASSIGN),
            Move(
                *("processLogOperate", "回复", [HANDLING], REPLIED, p.COPY_HANDLE), takes=["reply"], stamps=["replied"]
            ),
            Move("saveArchives", "归档", [REPLIED], FILED, p.COPY_SAVE, stamps=["filed"]),
            Move("back", "退回", [SENT, SIGNED], BACK, p.COPY_HANDLE, needs_reason=True),
            Move("again", "重办", [REPLIED], HANDLING, p.COPY_SAVE, needs_reason=True),
        ],
    )
)

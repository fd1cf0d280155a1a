"""A serious report: 起草 → 审核 → 批准 → 报送 → 接收 → 反馈 → 关闭, on one page.

Sources: supervision.md D, L; 特种设备安全法 第53条 (memory): who inspects tells the bureau at once. Three different
persons stand for it; what the bureau orders then is a problem of its own (defects/process.py).
"""

from typing import Any

from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import STAY, Move, Process, Step, add_process, nobody
from tejian.messages.api import tell
from tejian.supervision import permissions as p
from tejian.supervision.models.serious import ANSWERED, APPROVE, AUDIT, CLOSED, DRAFT, RECEIVED, SEND, SENT
from tejian.supervision.models.serious import SeriousReport as C
from tejian.system.accounts.api import who_may

from . import forms
from . import judging as g
from .forms import API, PAGE


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    rights = {AUDIT: p.SERIOUS_AUDIT, APPROVE: p.SERIOUS_APPROVE}
    if s.step in rights:
        whom = who_may(d.db, rights[s.step], s.org_id)
    else:
        whom = who_may(d.db, p.SERIOUS_HANDLE, s.toorg) if s.step == SENT else [s.author_id or s.createby]
    title = f"{s.seriousno} {s.unitname}：{SERIOUS.name_of(s.step)}"
    tell(d.db, sorted(set(whom) - {d.me.id}), "重大问题报告", title, d.reason.text or s.problem, PAGE.format(id=s.id))


OURS: dict[str, Any] = {"tone": "ca", "route": "/assistMng/zdwtbgList", "page": PAGE}
THEIRS: dict[str, Any] = OURS | {"route": "/safeMng/zdwtbgListJC"}
SERIOUS = add_process(
    Process(
        name="serious_report",
        title="重大问题报告",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[CLOSED],
        always=[tell_who_waits],
        numbers=lambda s: (s.seriousno, s.sourceno),
        about=lambda m: (m.unitname, m.problem),
        limit=g.limit,
        steps=[
            Step(DRAFT, "草稿", g.reporter, waits="重大问题报告待提交", verb="提交", **OURS),
            Step(
                *(AUDIT, "待审核", g.auditor),
                waits="重大问题报告待审核",
                verb="审核",
                refusal="重大问题报告不能由起草人自己审核",
                **OURS,
            ),
            Step(
                *(APPROVE, "待批准", g.approver),
                waits="重大问题报告待批准",
                verb="批准",
                refusal="重大问题报告由起草人、审核人以外的人批准",
                **OURS,
            ),
            Step(SEND, "待报送", g.reporter, waits="重大问题报告待报送", verb="报送", **(OURS | {"tone": "no"})),
            Step(SENT, "已报送", g.receiver, waits="重大问题报告待接收", verb="接收", **(THEIRS | {"tone": "no"})),
            Step(RECEIVED, "办理中", g.receiver, waits="重大问题报告待反馈", verb="反馈", **THEIRS),
            Step(ANSWERED, "已反馈", g.reporter, waits="重大问题报告待关闭", verb="关闭", **(OURS | {"tone": "go"})),
            Step(CLOSED, "已关闭", nobody, tone="ok"),
        ],
        moves=[
            Move(*("submit", "提交", [DRAFT], AUDIT, p.SERIOUS_SAVE), stamps=["seriousno", "author_id", "submitted"]),
            Move(
                *("audit", "审核", [AUDIT], APPROVE, p.SERIOUS_AUDIT), stamps=["auditor_id", "audited_at"], signed=True
            ),
            Move(
                *("approve", "批准", [APPROVE], SEND, p.SERIOUS_APPROVE),
                stamps=["approver_id", "approved"],
                signed=True,
            ),
            Move("back", "退回", [AUDIT], DRAFT, p.SERIOUS_AUDIT, needs_reason=True),
            Move(
                *("revise", "退回", [APPROVE], DRAFT, p.SERIOUS_APPROVE),
                needs_reason=True,
                forgets=["auditor_id", "audited_at"],
            ),
            Move(
                *("send", "报送", [SEND], SENT, p.SERIOUS_SAVE),
                guards=[g.late_with_reason],
                takes=["latereason"],
                stamps=["sender_id", "sent"],
                form=forms.SEND,
            ),
            Move("receive", "接收", [SENT], RECEIVED, p.SERIOUS_HANDLE, stamps=["receiver_id", "received"]),
            Move(
                *("order", "责令整改", [RECEIVED], STAY, p.DEFECT_ORDER),
                guards=[g.ordered_once, g.deadline_ahead],
                effects=[g.order_mending],
                form=forms.ORDER,
                signed=True,
            ),
            Move(
                *("answer", "反馈", [RECEIVED], ANSWERED, p.SERIOUS_HANDLE),
                takes=["feedback"],
                stamps=["answerer_id", "answered"],
                form=forms.ANSWER,
            ),
            Move("close", "关闭", [ANSWERED], CLOSED, p.SERIOUS_SAVE, stamps=["closed"]),
        ],
    )
)

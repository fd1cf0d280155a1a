"""An edition from its plan to its end: 计划 → 编制 → 审核 → 批准 → 发布 → 作废. Three persons stand for it."""

from typing import Any

from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, named_in, nobody
from tejian.quality import permissions as p
from tejian.quality.models.files import APPROVE, AUDIT, ISSUE, ISSUED, PLANNED, VOID, WRITING
from tejian.quality.models.files import QualityFile as F

from . import forms
from . import judging as g
from .forms import API, PAGE

BASE = "/assistMng/qualitySystemMng"
WAITS: dict[str, Any] = {"tone": "ca", "page": PAGE}


def take_the_place(d: Doing) -> None:
    """原版本到实施日期作废"""
    last = g.in_force(d.db, d.subject)
    if last is not None:
        before = last.step
        last.ended = d.subject.effective
        FILE.put(d.db, last, VOID)
        FILE.log(Doing(d.db, d.me, last), "replaced", f"由{d.subject.edition}版代替", before, VOID)


FILE = add_process(
    Process(
        name="quality_file",
        title="体系文件",
        model=F,
        api=API,
        one_by_one=True,
        start=PLANNED,
        ends=[VOID],
        always=[g.told],
        numbers=lambda s: (s.fileno, s.edition),
        about=lambda m: (m.title, m.cause),
        limit=g.limit,
        steps=[
            Step(
                *(PLANNED, "计划", g.of_institute),
                waits="文件计划待下达",
                verb="下达",
                route=f"{BASE}/filePlan",
                **WAITS,
            ),
            Step(
                *(WRITING, "编制中", named_in(F.writer_id)),
                named=True,
                waits="体系文件待编制",
                verb="提交审核",
                route=f"{BASE}/fileMake",
                **WAITS,
            ),
            Step(
                *(AUDIT, "待审核", g.auditor),
                waits="体系文件待审核",
                verb="审核",
                route=f"{BASE}/fileAudit",
                refusal="体系文件由编制人以外的人审核",
                **WAITS,
            ),
            Step(
                *(APPROVE, "待批准", g.approver),
                waits="体系文件待批准",
                verb="批准",
                route=f"{BASE}/fileApproval",
                refusal="体系文件由编制人、审核人以外的人批准",
                **WAITS,
            ),
            Step(
                *(ISSUE, "待发布", g.of_institute),
                waits="体系文件待发布",
                verb="发布",
                route=f"{BASE}/fileIssue",
                **WAITS,
            ),
            Step(ISSUED, "已发布", nobody, tone="go"),
            Step(VOID, "作废", nobody, tone="no"),
        ],
        moves=[
            Move("order", "下达", [PLANNED], WRITING, p.FILE_PLAN, guards=[g.offices_named]),
            Move(*("submit", "提交审核", [WRITING], AUDIT, p.FILE_WRITE), guards=[g.has_document], stamps=["written"]),
            Move(
                *("audit", "审核通过", [AUDIT], APPROVE, p.FILE_AUDIT),
                guards=[g.has_document],
                stamps=["auditor_id", "audited_at"],
                signed=True,
            ),
            Move("back", "退回编制", [AUDIT], WRITING, p.FILE_AUDIT, needs_reason=True),
            Move(
                *("approve", "批准", [APPROVE], ISSUE, p.FILE_APPROVE),
                guards=[g.has_document],
                stamps=["approver_id", "approved"],
                signed=True,
            ),
            Move(
                *("revise", "退回编制", [APPROVE], WRITING, p.FILE_APPROVE),
                needs_reason=True,
                forgets=["auditor_id", "audited_at"],
            ),
            Move(
                *("issue", "发布", [ISSUE], ISSUED, p.FILE_PLAN),
                before=[g.one_number_at_a_time],
                guards=[g.effective_ahead, g.after_the_last, g.offices_named],
                takes=["effective"],
                stamps=["issuer_id", "issued"],
                effects=[take_the_place, g.give_out],
                form=forms.ISSUE,
            ),
            Move(
                *("void", "作废", [ISSUED], VOID, p.FILE_PLAN),
                anyone=True,
                guards=[g.ends_ahead],
                takes=["ended"],
                needs_reason=True,
                form=forms.VOIDING,
            ),
        ],
    )
)

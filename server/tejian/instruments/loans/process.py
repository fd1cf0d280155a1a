"""A loan from its application to its end: 申请 → 批准 → 借出 → 归还. The borrower does not agree to the own."""

from typing import Any

from tejian.instruments import permissions as p
from tejian.instruments.models import AGREED, ASKED, BACK, DROPPED, OUT, REFUSED
from tejian.instruments.models import InstrumentLoan as L
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody

from . import forms
from . import judging as g
from .forms import API, PAGE

WAITS: dict[str, Any] = {"tone": "ca", "route": "/instrumentMng/applySearch", "page": PAGE}
LOAN = add_process(
    Process(
        name="instrument_loan",
        title="仪器借用",
        model=L,
        api=API,
        start=ASKED,
        ends=[REFUSED, BACK, DROPPED],
        always=[g.told],
        numbers=lambda s: (s.loanno, s.loanno),
        about=lambda m: (m.loanno, m.purpose),
        limit=g.limit,
        steps=[
            Step(
                *(ASKED, "待批准", g.not_borrower),
                waits="仪器借用待批准",
                verb="批准",
                refusal="仪器借用由借用人以外的人批准",
                **WAITS,
            ),
            Step(AGREED, "待借出", g.of_institute, waits="仪器待借出", verb="借出", **WAITS),
            Step(OUT, "借出", g.of_institute, waits="借出的仪器", verb="归还", **WAITS),
            Step(BACK, "已归还", nobody, tone="go"),
            Step(REFUSED, "不批准", nobody, tone="no"),
            Step(DROPPED, "已撤回", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("agree", "批准", [ASKED], AGREED, p.LOAN_HANDLE),
                before=[g.one_at_a_time],
                guards=[g.not_past, g.can_be_used, g.not_lent_twice],
                stamps=["approver_id", "approved"],
            ),
            Move(
                *("refuse", "不批准", [ASKED], REFUSED, p.LOAN_HANDLE),
                needs_reason=True,
                stamps=["approver_id", "approved"],
            ),
            Move(
                *("lend", "借出", [AGREED], OUT, p.LOAN_HANDLE),
                before=[g.one_at_a_time],
                guards=[g.has_begun, g.not_past, g.can_be_used, g.not_lent_twice, g.is_in_store],
                stamps=["lender_id", "lent"],
                effects=[g.hand_out],
            ),
            Move("revoke", "取消借出", [AGREED], REFUSED, p.LOAN_HANDLE, needs_reason=True),
            Move(
                *("giveBack", "归还", [OUT], BACK, p.LOAN_HANDLE),
                before=[g.one_at_a_time],
                guards=[g.damage_told],
                takes=["condition", "conditionnote"],
                stamps=["receiver_id", "returned"],
                effects=[g.take_back],
                form=forms.RETURN,
            ),
            Move(*("drop", "撤回", [ASKED, AGREED], DROPPED, p.LOAN_APPLY), anyone=True, guards=[g.own]),
        ],
    )
)

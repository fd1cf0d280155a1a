"""A case about a certificate: 待审核 → 已办结 or 不予办理. Who asked does not decide."""

from typing import Any

from tejian.kit.ground.actions import Button
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.persons import permissions as p
from tejian.persons.models.certificates import ASKED, DENIED, DONE, WITHDRAWN
from tejian.persons.models.certificates import CertCase as C

from . import judging as g
from .forms import CASE_PAGE

API = "/api/personMng/certCase"
WAITS: dict[str, Any] = {"tone": "ca", "route": "/personMng/certCase", "page": CASE_PAGE}
CASE = add_process(
    Process(
        name="cert_case",
        title="证书办理",
        model=C,
        api=API,
        start=ASKED,
        ends=[DONE, DENIED, WITHDRAWN],
        always=[g.tell_asker],
        numbers=lambda s: (s.caseno, s.caseno),
        about=lambda m: (m.unitname, m.why),
        steps=[
            Step(
                *(ASKED, "待审核", g.officer),
                waits="证书办理待审核",
                verb="同意",
                refusal="由所在区域发证机关提交人以外的人员审核",
                **WAITS,
            ),
            Step(DONE, "已办结", nobody, tone="ok"),
            Step(DENIED, "不予办理", nobody, tone="no"),
            Step(WITHDRAWN, "已撤回", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("agree", "同意", [ASKED], DONE, p.CERT_DECIDE),
                guards=[g.may_be_done],
                stamps=["decider_id", "decided"],
                effects=[g.carry_out],
                buttons=[Button("row"), Button("batch")],
                signed=True,
            ),
            Move(
                *("deny", "不予办理", [ASKED], DENIED, p.CERT_DECIDE),
                needs_reason=True,
                batch=False,
                takes=["reason"],
                stamps=["decider_id", "decided"],
            ),
            Move(
                *("withdraw", "撤回", [ASKED], WITHDRAWN, p.CERT_APPLY),
                batch=False,
                anyone=True,
                guards=[g.own_case],
            ),
        ],
    )
)

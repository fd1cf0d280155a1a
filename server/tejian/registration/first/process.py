"""首检登记 from its draft to the archive: 草稿 → 待审 → 通过, or 退回 with a reason.

While it waits nobody changes it. Who entered a device does not audit it.
"""

from typing import Any

from sqlalchemy import false

from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import tell
from tejian.registration import permissions as p
from tejian.registration.models.first import AGREED, BACK, BY_UNIT, DRAFT, WAITING
from tejian.registration.models.first import FirstRegistration as C
from tejian.system.accounts.api import users_of, who_may

from . import judging as g
from .forms import API, PAGE


def enterer(me: User) -> Any:
    """录入的单位或检验员"""
    return (C.source == BY_UNIT) & (C.useorgsysid == me.unit_id) if me.unit_id else C.createby == me.id


def auditor(me: User) -> Any:
    """登记机关的人员，不是录入人"""
    return (C.regorg == me.org_id) & (C.createby != me.id) if me.org_id and not me.unit_id else false()


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    own = users_of(d.db, s.useorgsysid) if s.source == BY_UNIT else [s.createby]
    whom = who_may(d.db, p.FIRST_AUDIT, s.regorg) if s.step == WAITING else own
    title = f"{s.firstno} {s.equname}：{FIRST.name_of(s.step)}"
    tell(d.db, sorted(set(whom) - {d.me.id}), "首检登记", title, d.reason.text, PAGE.format(id=s.id))


WAITS: dict[str, Any] = {"tone": "ca", "route": "/equCheckMng/firstRegisterQuery", "page": PAGE}
FIRST = add_process(
    Process(
        name="first_registration",
        title="首检登记",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[AGREED],
        always=[tell_who_waits],
        numbers=lambda s: (s.firstno, s.firstno),
        about=lambda m: (m.useorgname, m.equname),
        steps=[
            Step(DRAFT, "草稿", enterer, waits="首检登记待提交", verb="提交", **WAITS),
            Step(
                *(WAITING, "待审", auditor),
                waits="首检登记待审核",
                verb="审核",
                refusal="首检登记由登记机关审核，录入人不能审核",
                **(WAITS | {"route": "/equCheckMng/firstRegisterAudit"}),
            ),
            Step(BACK, "退回", enterer, waits="首检登记已退回", verb="提交", **(WAITS | {"tone": "no"})),
            Step(AGREED, "通过", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("submit", "提交", [DRAFT, BACK], WAITING, p.FIRST_FILL),
                guards=[g.has_authority, g.device_fits],
                stamps=["firstno", "applied"],
                forgets=["reason"],
            ),
            Move(
                *("agree", "通过", [WAITING], AGREED, p.FIRST_AUDIT),
                guards=[g.device_fits],
                stamps=["auditor_id", "audited_at"],
                effects=[g.make_archive],
            ),
            Move(
                *("back", "退回", [WAITING], BACK, p.FIRST_AUDIT),
                needs_reason=True,
                takes=["reason"],
                stamps=["auditor_id", "audited_at"],
            ),
        ],
    )
)

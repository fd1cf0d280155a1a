"""A declaration: 提交 → 核对 → 接收 or 退回."""

from typing import Any

from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, named_in, nobody
from tejian.messages.api import tell
from tejian.quality import permissions as p
from tejian.quality.models.conformity import BACK, DRAFT, SENT, TAKEN, WITH_UNIT
from tejian.quality.models.conformity import Conformity as C
from tejian.system.accounts.api import users_of, who_may

from . import judging as g
from .forms import API, PAGE, TAKE

WAITS: dict[str, Any] = {"tone": "ca", "route": "/assistMng/declarationOfConformity", "page": PAGE}


def tell_the_others(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    whom = who_may(d.db, p.CONFORM_CHECK, s.toorg) if s.step == SENT else users_of(d.db, s.unitsysid)
    title = f"{s.declno} {s.unitname}符合性声明：{CONFORMITY.name_of(s.step)}"
    tell(d.db, sorted(set(whom) - {d.me.id}), "符合性声明", title, d.reason.text, PAGE.format(id=s.id))


CONFORMITY = add_process(
    Process(
        name="conformity",
        title="符合性声明",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[TAKEN],
        always=[tell_the_others],
        numbers=lambda s: (s.declno, s.declno),
        about=lambda m: (m.unitname, m.standard),
        steps=[
            Step(DRAFT, "草稿", named_in(C.unitsysid), waits="符合性声明待提交", verb="提交", **WAITS),
            Step(SENT, "待核对", g.institute, waits="符合性声明待核对", verb="核对", **WAITS),
            Step(BACK, "退回", named_in(C.unitsysid), waits="符合性声明被退回", verb="提交", **WAITS),
            Step(TAKEN, "已接收", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("submit", "提交", WITH_UNIT, SENT, p.CONFORM_APPLY),
                guards=[g.names_devices, g.concerns_the_unit, g.declared_by_today, g.has_paper],
                stamps=["declno", "sent"],
            ),
            Move(
                *("take", "接收", [SENT], TAKEN, p.CONFORM_CHECK),
                guards=[g.has_paper],
                takes=["opinion"],
                stamps=["checker_id", "checked"],
                form=TAKE,
            ),
            Move(*("back", "退回", [SENT], BACK, p.CONFORM_CHECK), needs_reason=True, stamps=["checker_id", "checked"]),
        ],
    )
)

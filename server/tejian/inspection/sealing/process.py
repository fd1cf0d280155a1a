"""A seal: 申请 → 制作 → 启用 → 挂失 → 注销. It is put into use by the command that installs its certificate."""

from typing import Any

from tejian.inspection import permissions as p
from tejian.inspection.models.seals import ACTIVE, ASKED, ENDED, LOST, MADE
from tejian.inspection.models.seals import SealCertificate as S
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody
from tejian.messages.api import tell
from tejian.system.accounts.api import who_may

from . import judging as g
from .forms import API, LIST, PAGE


def tell_security(d: Doing) -> None:
    """告知安全管理员"""
    s = d.subject
    whom = sorted(set(who_may(d.db, p.SEAL_HANDLE)) - {d.me.id})
    tell(d.db, whom, "电子印章", f"{s.sealno}已挂失：{s.holder}", d.reason.text, PAGE.format(id=s.id))


WAITS: dict[str, Any] = {"tone": "ca", "route": LIST, "page": PAGE}
SEAL = add_process(
    Process(
        name="seal_certificate",
        title="电子印章",
        model=S,
        api=API,
        one_by_one=True,
        start=ASKED,
        ends=[ENDED],
        numbers=lambda s: (s.sealno, s.sealno),
        about=lambda m: (m.holder, m.why),
        steps=[
            Step(ASKED, "申请", anybody, waits="电子印章待同意", verb="同意制作", **WAITS),
            Step(MADE, "制作中", nobody, tone="go"),
            Step(ACTIVE, "启用", nobody, tone="ok", follows=True),
            Step(LOST, "已挂失", nobody, tone="no"),
            Step(ENDED, "已注销", nobody),
        ],
        moves=[
            Move(
                *("agree", "同意制作", [ASKED], MADE, p.SEAL_HANDLE),
                guards=[g.by_another],
                stamps=["sealno", "maker_id", "agreed"],
            ),
            Move(
                *("lose", "挂失", [ACTIVE], LOST, p.SEAL_APPLY),
                anyone=True,
                needs_reason=True,
                stamps=["loser_id", "lost"],
                effects=[tell_security],
            ),
            Move(
                *("recover", "解除挂失", [LOST], ACTIVE, p.SEAL_HANDLE),
                anyone=True,
                needs_reason=True,
                guards=[g.found_by_another, g.none_in_use],
                forgets=["loser_id", "lost"],
            ),
            Move(
                *("end", "注销", [MADE, ACTIVE, LOST], ENDED, p.SEAL_HANDLE),
                anyone=True,
                needs_reason=True,
                stamps=["ended"],
            ),
        ],
    )
)

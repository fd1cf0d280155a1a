"""An overhaul from the fault to its end: 待检修 → 检修中 → 待验收 → 恢复使用 or 报废. Another person checks."""

from typing import Any

from tejian.instruments import permissions as p
from tejian.instruments.models import CHECKING, FOUND, GIVEN_UP, MENDING, RESTORED
from tejian.instruments.models import InstrumentOverhaul as O
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody

from . import forms
from . import judging as g
from .forms import API, PAGE

WAITS: dict[str, Any] = {"tone": "ca", "route": "/instrumentMng/overhaulEqu", "page": PAGE}
OVERHAUL = add_process(
    Process(
        name="instrument_overhaul",
        title="仪器检修",
        model=O,
        api=API,
        one_by_one=True,
        start=FOUND,
        ends=[RESTORED, GIVEN_UP],
        numbers=lambda s: (s.repairno, s.repairno),
        about=lambda m: (m.repairno, m.fault),
        steps=[
            Step(FOUND, "待检修", g.of_institute, waits="仪器待检修", verb="开始检修", **WAITS),
            Step(MENDING, "检修中", g.of_institute, waits="仪器检修中", verb="提交验收", **WAITS),
            Step(
                *(CHECKING, "待验收", g.checker),
                waits="仪器检修待验收",
                verb="验收",
                refusal="检修由经办人以外的人验收",
                **WAITS,
            ),
            Step(RESTORED, "恢复使用", nobody, tone="go"),
            Step(GIVEN_UP, "报废", nobody, tone="no"),
        ],
        moves=[
            Move(
                *("begin", "开始检修", [FOUND], MENDING, p.REPAIR_SAVE),
                takes=["repairer"],
                stamps=["begun"],
                form=forms.BEGIN,
            ),
            Move(
                *("submit", "提交验收", [MENDING], CHECKING, p.REPAIR_SAVE),
                takes=["verdict", "cost", "repairnote"],
                stamps=["sender_id", "handedin"],
                form=forms.HAND_IN,
            ),
            Move(
                *("restore", "恢复使用", [CHECKING], RESTORED, p.REPAIR_CHECK),
                guards=[g.mended],
                takes=["touches", "checknote"],
                stamps=["checker_id", "checked"],
                effects=[g.back_to_use],
                form=forms.RESTORE,
            ),
            Move(
                *("scrap", "报废", [CHECKING], GIVEN_UP, p.REPAIR_CHECK),
                takes=["checknote"],
                stamps=["checker_id", "checked"],
                effects=[g.scrapped],
                form=forms.SCRAP,
            ),
            Move("back", "退回检修", [CHECKING], MENDING, p.REPAIR_CHECK, needs_reason=True),
        ],
    )
)

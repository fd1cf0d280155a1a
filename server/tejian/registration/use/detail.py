"""The page of an application: what is asked for which devices, the materials, who decided what until when."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tejian.kit.ground.actions import Action
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, children, due, of
from tejian.registration import permissions as p
from tejian.registration.models.use import (
    APPLIED,
    BY_SET,
    CERTIFIED,
    CHANGE,
    DECIDED,
    DENIED,
    EXAMINING,
    MENDING,
    MODES,
    NOT_TAKEN,
    OVER,
    UseRegistration,
)
from tejian.registration.models.use import RegisteredDevice as D

from .deciding import against, told
from .forms import ACTS, API, FORMS
from .process import MATERIALS, REGISTER

EDITS = [
    replace(acts.edit, code=f"edit{mode}", when={**acts.edit.when, "mode": (mode,)}) for mode, acts in ACTS.items()
]


DECIDED_ON = (EXAMINING, MENDING, DECIDED, *CERTIFIED, NOT_TAKEN, DENIED)


def _paper(code: str, label: str, steps: Sequence[str], mode: Sequence[str] = ()) -> Action:
    """A paper that there is at these steps."""
    when = {"step": tuple(steps)} | ({"mode": tuple(mode)} if mode else {})
    return Action(code, label, p.QUERY, kind="print", needs="one", print=code, when=when)


PAPERS = [
    _paper("SYDJZ", "登记证", CERTIFIED),
    _paper("SYDJB", "登记表", [s.code for s in REGISTER.steps]),
    _paper("SYDJWS", "文书", DECIDED_ON),
    _paper("SYDJBG", "变更证明", CERTIFIED, (CHANGE,)),
]


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    out = list(stands(REGISTER)(shown))
    if row.step in (APPLIED, EXAMINING, DECIDED) and (said := told(list(against(shown.db, row)))):
        out.append(Notice(said, "no"))
    if row.mend:
        out.append(Notice(f"一次性补正告知：{row.mend}"))
    return out


def _form(shown: Shown) -> Any:
    return FORMS.get(shown.row.mode, FORMS[BY_SET])


USE_PAGE = RecordView(
    no="use_registration",
    title="使用登记",
    permission=p.QUERY,
    model=UseRegistration,
    url=f"{API}/record",
    form=_form,
    heading=lambda s: f"使用登记 {s.row.regapplyno or '草稿'}",
    subtitle=lambda s: f"{MODES.get(s.row.mode, '')}　{s.row.unitname}",
    facts=[
        state(REGISTER),
        Fact("regorg", note=lambda s: s.row.basis),
        Fact("regtype"),
        due("limit_at", (APPLIED, EXAMINING, DECIDED)),
        Fact("acceptor_id", note=lambda s: s.text("accepted")),
        Fact("examiner_id", note=lambda s: s.text("examined")),
        Fact("issuer_id", note=lambda s: s.text("issued")),
        Fact("reason"),
    ],
    notices=_notices,
    parts=[
        Part(
            "devices",
            "登记设备",
            [of(D.equdatasysid), of(D.certno, 150, type="code"), of(D.unitbefore, 180), of(D.placebefore, 200)],
            children(D.reg_id),
            noun="设备",
            empty="没有设备",
        ),
        MATERIALS.panel(),
        course(REGISTER),
    ],
    actions=[*PAPERS, *EDITS, *page_buttons(REGISTER)],
    own=is_own(REGISTER),
    files=Files("useRegister", until=(*OVER, DECIDED), right=p.APPLY),
    history=True,
)

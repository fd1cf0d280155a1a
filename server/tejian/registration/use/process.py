"""An application from its draft to the certificate: 申请 → 受理 → 审查 → (补正) → 发证 → 归档 (TSG 08; workflow §8.1).

The clock of the decision runs in working days from the acceptance and stops while the unit mends. Acceptor and examiner
are two persons (gate rule G21); what stood against a device at the examination is asked again when its certificate is
issued.
"""

from datetime import datetime, time
from typing import Any

from sqlalchemy import false
from sqlalchemy.orm import Session

from tejian.kit.forms.formview import dialog, field_of, why
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.checklist import CheckList
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.messages.api import tell
from tejian.registration import permissions as p
from tejian.registration.models.use import (
    APPLIED,
    DECIDED,
    DENIED,
    DRAFT,
    EXAMINING,
    FILED,
    ISSUED,
    MENDING,
    NOT_TAKEN,
    WITHDRAWN,
)
from tejian.registration.models.use import UseRegistration as C
from tejian.system.accounts.api import users_of, who_may

from . import deciding as g
from .forms import API, OPEN, PAGE
from .materials import ACCEPTING, DECIDING, items_of
from .prefills import KNOWN

MATERIALS = CheckList(
    "use_register", "登记资料", C, items_of, p.QUERY, p.APPLY, API, open_=OPEN, files="useRegister", known=KNOWN
)


def applicant(me: User) -> Any:
    """申请的单位，或代填的登记机关"""
    return C.unitsysid == me.unit_id if me.unit_id else officer(me)


def officer(me: User) -> Any:
    """登记机关的人员"""
    return C.regorg == me.org_id if me.org_id and not me.unit_id else false()


def other_officer(me: User) -> Any:
    """登记机关的另一人"""
    return officer(me) & (C.acceptor_id != me.id)


def tell_who_waits(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    if s.step in (APPLIED, EXAMINING, DECIDED):
        may = {APPLIED: p.ACCEPT, EXAMINING: p.EXAMINE, DECIDED: p.ISSUE}[s.step]
        whom = who_may(d.db, may, s.regorg)
    else:
        whom = [one for one in (*users_of(d.db, s.unitsysid), s.createby) if one]
    title = f"{s.regapplyno} {s.unitname}：{REGISTER.name_of(s.step)}"
    tell(d.db, sorted(set(whom) - {d.me.id}), "使用登记", title, d.reason.text or s.mend, PAGE.format(id=s.id))


def limit(db: Session, row: C) -> datetime | None:
    """受理五个工作日、决定十五个工作日，补正不计"""
    days = {APPLIED: ACCEPTING, EXAMINING: DECIDING, DECIDED: DECIDING}.get(row.step)
    if days is None:
        return None
    return datetime.combine(g.due_by(db, row, days), time.max, clock.SHANGHAI)


MEND = dialog(
    "use_register_mend",
    "补正告知 {regapplyno}",
    field_of(C.mend, type="textarea", required=True, span=24, help="须一次写全；单位补正期间不计办理时间"),
    ok="发出补正告知",
)
NO = "理由", "请写明不予受理、不予登记的事实和依据"
WAITS: dict[str, Any] = {"tone": "ca", "route": "/equCheckMng/useRegister", "page": PAGE}
ASKED = [g.has_subject, g.has_authority, g.change_is_said, g.has_staff, g.devices_fit, MATERIALS.complete]
REGISTER = add_process(
    Process(
        name="use_registration",
        title="使用登记",
        model=C,
        api=API,
        one_by_one=True,
        start=DRAFT,
        ends=[FILED, NOT_TAKEN, DENIED, WITHDRAWN],
        always=[tell_who_waits],
        numbers=lambda s: (s.regapplyno, s.regapplyno),
        about=lambda m: (m.unitname, m.changes),
        limit=limit,
        steps=[
            Step(DRAFT, "草稿", applicant, waits="使用登记待提交", verb="提交", **WAITS),
            Step(APPLIED, "待受理", officer, waits="使用登记待受理", verb="受理", **WAITS),
            Step(
                *(EXAMINING, "审查中", other_officer),
                waits="使用登记待审查",
                verb="审查",
                refusal="初审与复审不能是同一人：受理人不能审查",
                **WAITS,
            ),
            Step(MENDING, "待补正", applicant, waits="使用登记待补正", verb="提交补正", **WAITS),
            Step(DECIDED, "待发证", officer, waits="使用登记待发证", verb="发证", **WAITS),
            Step(ISSUED, "已发证", officer, waits="使用登记待归档", verb="归档", **(WAITS | {"tone": "go"})),
            Step(FILED, "已归档", nobody, tone="ok"),
            Step(NOT_TAKEN, "不予受理", nobody, tone="no"),
            Step(DENIED, "不予登记", nobody, tone="no"),
            Step(WITHDRAWN, "已撤回", nobody, tone="ok"),
        ],
        moves=[
            Move("submit", "提交", [DRAFT], APPLIED, p.APPLY, guards=ASKED, stamps=["regapplyno", "applied"]),
            Move(
                *("accept", "受理", [APPLIED], EXAMINING, p.ACCEPT),
                guards=[g.devices_fit],
                stamps=["acceptor_id", "accepted"],
                effects=[g.note_basis],
            ),
            Move(
                *("refuse", "不予受理", [APPLIED], NOT_TAKEN, p.ACCEPT),
                needs_reason=True,
                form=dialog("use_register_refuse", "不予受理 {regapplyno}", why(*NO), ok="不予受理"),
                takes=["reason"],
                stamps=["acceptor_id", "accepted"],
            ),
            Move(
                *("examine", "审查通过", [EXAMINING], DECIDED, p.EXAMINE),
                guards=[g.has_staff, g.devices_fit],
                stamps=["examiner_id", "examined"],
                signed=True,
            ),
            Move(
                *("mendNotice", "补正告知", [EXAMINING], MENDING, p.EXAMINE),
                guards=[g.mended_once],
                takes=["mend"],
                stamps=["mendasked"],
                form=MEND,
            ),
            Move(
                *("deny", "不予登记", [EXAMINING], DENIED, p.EXAMINE),
                needs_reason=True,
                form=dialog("use_register_deny", "不予登记 {regapplyno}", why(*NO), ok="不予登记"),
                takes=["reason"],
                stamps=["examiner_id", "examined"],
                signed=True,
            ),
            Move(
                *("mended", "提交补正", [MENDING], EXAMINING, p.APPLY),
                guards=ASKED,
                stamps=["mended"],
                before=[g.count_pause],
            ),
            Move(
                *("issue", "发证", [DECIDED], ISSUED, p.ISSUE),
                guards=[g.has_staff, g.devices_fit],
                stamps=["issuer_id", "issued"],
                effects=[g.give_certificates],
                signed=True,
            ),
            Move("file", "归档", [ISSUED], FILED, p.ISSUE, stamps=["filed"]),
            Move("withdraw", "撤回", [APPLIED], WITHDRAWN, p.APPLY, anyone=True, guards=[g.own_application]),
        ],
    )
)

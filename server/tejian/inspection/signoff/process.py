"""A sheet: 草稿 → 待签认 → 已签认 or 不同意; a disagreement: 草稿 → 待答复 → 已答复 → 已关闭.

What an owner refuses becomes a disagreement, so that it is replied to and closed like any other.
"""

from typing import Any

from sqlalchemy import select

from tejian.inspection import permissions as p
from tejian.inspection.models.signoff import (
    AGREED,
    ASKED,
    CLOSED,
    DRAFT,
    REFUSED,
    REPLIED,
    SENT,
    WRITTEN,
    OwnerDissent,
    OwnerSheet,
    OwnerSheetLine,
)
from tejian.inspection.models.turnaround import TurnaroundWork
from tejian.kit.database.numbering import number_new
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.actions import Button
from tejian.kit.ground.figures import number
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, named_in, nobody
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of, who_may

from . import forms
from . import judging as g
from .forms import AGREE, DISAGREE, DISSENT_PAGE, DISSENTS, SHEET_PAGE, SHEETS


def note_amounts(d: Doing) -> None:
    """记下完工日期、结果和工作量"""
    W, L = TurnaroundWork, OwnerSheetLine
    words = dictionary.words(d.db, d.me.dict_version)
    methods, units = words.get("C682", {}), words.get("C775", {})  # lint: allow codes (words of a paper)
    items = {one.id: one for one in g.items_on(d.db, d.subject.id)}
    done: dict[str, list[str]] = {}
    for one in d.db.scalars(select(W).where(W.item_id.in_(items)).order_by(W.id)):
        amount = number(one.done or 0)
        done.setdefault(one.item_id, []).append(
            f"{methods.get(one.method, one.method)}{amount}{units.get(one.unit, one.unit)}"
        )
    for line in d.db.scalars(select(L).where(L.sheet_id == d.subject.id)):
        item = items[line.item_id]
        line.finished, line.result = item.finished, item.result
        line.amounts = "；".join(done.get(line.item_id, []))[:1000]


def mark_agreed(d: Doing) -> None:
    """设备记业主签认日期"""
    for one in g.items_on(d.db, d.subject.id, lock=True):
        one.agreed = clock.today()


def raise_dissent(d: Doing) -> None:
    """登记业主不符合项，等待答复"""
    s = d.subject
    row = OwnerDissent(project_id=s.project_id, sheet_id=s.id, orgid=s.orgid, unitsysid=s.unitsysid)
    row.unitname, row.topic, row.due, row.content = s.unitname, d.form["topic"], d.form["due"], d.reason.text[:1000]
    row.sender_id, row.sent, row.createby = d.me.id, clock.now(), d.me.id
    DISSENT.put(d.db, row, ASKED)
    number_new(d.db, row)
    d.db.add(row)
    d.db.flush()


def tell_about_sheet(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    whom = users_of(d.db, s.unitsysid) if s.step == SENT else [s.sender_id]
    title = f"签认单{s.sheetno} {s.title}：{SHEET.name_of(s.step)}"
    tell(d.db, set(whom) - {d.me.id}, "业主签认", title, d.reason.text, SHEET_PAGE.format(id=s.id))


def tell_about_dissent(d: Doing) -> None:
    """告知接着办的人"""
    s = d.subject
    whom = who_may(d.db, p.TURN_SHEET, s.orgid) if s.step == ASKED else users_of(d.db, s.unitsysid)
    title = f"不符合项{s.dissentno} {s.unitname}：{DISSENT.name_of(s.step)}"
    tell(d.db, set(whom) - {d.me.id}, "业主不符合项", title, d.reason.text, DISSENT_PAGE.format(id=s.id))


TO_SHEET: dict[str, Any] = {"route": SHEETS, "page": SHEET_PAGE}
SHEET = add_process(
    Process(
        name="owner_sheet",
        title="业主签认单",
        model=OwnerSheet,
        api=AGREE,
        one_by_one=True,
        start=DRAFT,
        ends=[AGREED, REFUSED],
        always=[tell_about_sheet],
        numbers=lambda s: (s.sheetno, s.sheetno),
        about=lambda m: (m.unitname, m.title),
        steps=[
            Step(DRAFT, "草稿", g.sheet_of_institute, tone="ca", waits="签认单待发送", verb="发送", **TO_SHEET),
            Step(
                SENT,
                "待签认",
                named_in(OwnerSheet.unitsysid),
                tone="ca",
                waits="签认单待签认",
                verb="签认",
                refusal="由业主单位签认",
                **TO_SHEET,
            ),
            Step(AGREED, "已签认", nobody, tone="ok"),
            Step(REFUSED, "不同意", nobody, tone="no"),
        ],
        moves=[
            Move(
                *("send", "发送业主", [DRAFT], SENT, p.TURN_SHEET),
                guards=[g.project_not_closed, g.has_items, g.items_ready],
                stamps=["sender_id", "sent"],
                effects=[note_amounts],
                buttons=[Button("row", confirm="发送后由业主签认，确定发送吗？")],
            ),
            Move(*("recall", "撤回", [SENT], DRAFT, p.TURN_SHEET), anyone=True, needs_reason=True),
            Move(
                *("sign", "同意", [SENT], AGREED, p.TURN_OWNER),
                guards=[g.no_own_work],
                takes=["opinion"],
                stamps=["signer_id", "signed"],
                effects=[mark_agreed],
                form=forms.SIGN,
            ),
            Move(
                *("refuse", "不同意", [SENT], REFUSED, p.TURN_OWNER),
                guards=[g.asked_in_time],
                needs_reason=True,
                stamps=["signer_id", "signed"],
                effects=[raise_dissent],
                form=forms.REFUSE,
                buttons=[Button("row")],
            ),
        ],
    )
)

TO_DISSENT: dict[str, Any] = {"route": DISSENTS, "page": DISSENT_PAGE, "tone": "ca"}
OWNERS = named_in(OwnerDissent.unitsysid)
DISSENT = add_process(
    Process(
        name="owner_dissent",
        title="业主不符合项",
        model=OwnerDissent,
        api=DISAGREE,
        one_by_one=True,
        start=WRITTEN,
        ends=[CLOSED],
        always=[tell_about_dissent],
        numbers=lambda s: (s.dissentno, s.dissentno),
        about=lambda m: (m.unitname, m.content),
        steps=[
            Step(WRITTEN, "草稿", OWNERS, waits="不符合项待提出", verb="提出", **TO_DISSENT),
            Step(ASKED, "待答复", g.dissent_of_institute, waits="不符合项待答复", verb="答复", **TO_DISSENT),
            Step(
                REPLIED,
                "已答复",
                OWNERS,
                waits="不符合项待关闭",
                verb="关闭",
                refusal="由提出的业主单位关闭",
                **TO_DISSENT,
            ),
            Step(CLOSED, "已关闭", nobody, tone="ok"),
        ],
        moves=[
            Move(
                *("send", "提出", [WRITTEN], ASKED, p.TURN_OWNER),
                guards=[g.due_ahead, g.project_not_closed],
                stamps=["sender_id", "sent"],
            ),
            Move(
                *("reply", "答复", [ASKED], REPLIED, p.TURN_SHEET),
                takes=["reply"],
                stamps=["replier_id", "replied"],
                form=forms.REPLY,
            ),
            Move(
                *("close", "关闭", [REPLIED], CLOSED, p.TURN_OWNER),
                guards=[g.replied_by_another],
                stamps=["closer_id", "closed"],
                buttons=[Button("row", confirm="接受答复，关闭这项不符合项")],
            ),
            Move(
                *("reject", "不接受答复", [REPLIED], ASKED, p.TURN_OWNER),
                needs_reason=True,
                takes=["reason"],
                buttons=[Button("row")],
            ),
        ],
    )
)

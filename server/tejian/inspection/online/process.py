"""网上申报: written by the unit, sent, then confirmed as a declaration, returned with a term, or refused; on one page.

Sources: workflow practice (unitRptCopy takes over what the unit sent; supplement within a term; refusal with a reason).
"""

from typing import Any

from sqlalchemy import select
from sqlalchemy.sql.functions import concat

from tejian.archives.models.files import Attachment
from tejian.inspection import codes as at
from tejian.inspection import permissions as p
from tejian.inspection.declarations.api import refused, save
from tejian.inspection.flow.api import DECLARATION
from tejian.inspection.models.online import BACK, CONFIRMED, DRAFT, OPEN, REFUSED, SENT, WITHDRAWN, OnlineApplication
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Button
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, anybody, nobody, nothing
from tejian.messages.api import send_sms, tell
from tejian.system.accounts.api import who_may

from . import forms
from .judging import Project, archived, devices_of, form_of, why_not

OWN, HANDLE = "/businessPro/onlineApply", "/assistMng/onlineApplyConfirm"
PAGE = "/businessPro/onlineApplyInfo?id={id}"
NAMED = 3  # devices that a sentence names; the others are counted


# -- guards -------------------------------------------------------------------------------------------------------


def has_devices(d: Doing) -> str | None:
    """至少一台设备"""
    return None if devices_of(d.db, d.subject) else "请先添加申报的设备"


def has_contact(d: Doing) -> str | None:
    """联系人与电话已填"""
    return None if d.subject.inscontactname and d.subject.INSCONTACTTEL else "联系人和联系电话必填"


def day_ahead(d: Doing) -> str | None:
    """期望检验日期未过"""
    day = d.subject.plandate
    return f"期望检验日期{day}已过" if day and day < clock.today() else None


def within_term(d: Doing) -> str | None:
    """补正期限未过"""
    s = d.subject
    late = s.step == BACK and s.mendby and s.mendby < clock.today()
    return f"补正期限{s.mendby}已过，请重新申报" if late else None


def term_ahead(d: Doing) -> str | None:
    """补正期限在今天之后"""
    return f"补正期限{d.form['mendby']}已过" if d.form["mendby"] < clock.today() else None


def each_declarable(d: Doing) -> str | None:
    """每台设备单位都可以申报"""
    s = d.subject
    rows = archived(d.db, s)
    hold(d.db, *(f"declare {one.id}" for one in rows))  # two applications of one device at the same moment
    why = why_not(d.db, s.unitsysid, Project(s.equclass, s.seisort, s.testsort), rows, but=s.id)
    said = [f"{one.equcode or one.equname}：{why[one.id]}" for one in rows if one.id in why]
    return "；".join(said[:NAMED]) + (f" 等{len(said)}台" if len(said) > NAMED else "") if said else None


def counter_takes(d: Doing) -> str | None:
    """窗口按同样的规则可以申报"""
    if not devices_of(d.db, d.subject):
        return None
    return refused(d.db, d.me, form_of(d.db, d.subject))


# -- effects ------------------------------------------------------------------------------------------------------


def tell_institute(d: Doing) -> None:
    """告知检验机构的受理人员"""
    s = d.subject
    people = who_may(d.db, p.ONLINE_CONFIRM, s.cheorg)
    title = f"{s.onlineno} {s.unitname} 网上申报待确认"
    tell(d.db, people, "网上申报", title, route=PAGE.format(id=s.id))


def make_declaration(d: Doing) -> None:
    """按申报生成申报单，连同附件提交"""
    s = d.subject
    main = save(d.db, d.me, form_of(d.db, s, d.form["chedept"]), appway=at.BY_UNIT)
    copied = ("type", "item", "name", "size", "mime", "key", "thumb", "by_name")
    own = select(Attachment).where(Attachment.attrefsysid == s.id, Attachment.owner == "online", ~Attachment.deleted)
    for one in d.db.scalars(own.order_by(Attachment.id)).all():
        values: dict[str, Any] = {name: getattr(one, name) for name in copied}
        d.db.add(Attachment(attrefsysid=main.id, owner="application", **values))
    DECLARATION.do(d.db, d.me, "submit", [main.id])
    s.appmain_id, s.appno = main.id, main.appno


def ask_supplement(d: Doing) -> None:
    """短信通知单位补正"""
    s = d.subject
    data = {"appno": s.onlineno, "missing": s.reason, "due": str(s.mendby)}
    send_sms(d.db, "BZTZ", s.INSCONTACTTEL, data, s.onlineno)


def tell_unit(d: Doing) -> None:
    """告知提交人"""
    s = d.subject
    said = {CONFIRMED: f"已受理，申报单号{s.appno}", BACK: f"被退回：{s.reason}", REFUSED: f"不予受理：{s.reason}"}
    tell(d.db, [s.sender_id], "网上申报", f"{s.onlineno} {said[s.step]}", route=PAGE.format(id=s.id))


# -- the process --------------------------------------------------------------------------------------------------

WITH_UNIT: dict[str, Any] = {"tone": "ca", "route": OWN, "page": PAGE, "verb": "编辑"}


def answer(name: str, label: str, to: str, call: str, **more: Any) -> Move:
    """What the institute says to an application."""
    return Move(
        name,
        label,
        [SENT],
        to,
        p.ONLINE_CONFIRM,
        batch=False,
        call=call,
        buttons=[Button("row")],
        stamps=["handler", "handled"],
        answer=nothing,
        **more,
    )


ONLINE = add_process(
    Process(
        name="online",
        title="网上申报",
        model=OnlineApplication,
        start=DRAFT,
        ends=[CONFIRMED, REFUSED, WITHDRAWN],
        numbers=lambda s: (s.onlineno, s.onlineno),
        about=lambda m: (m.unitname, concat(m.equcount, " 台")),
        steps=[
            Step(DRAFT, "暂存", anybody, waits="网上申报待提交", **WITH_UNIT),
            Step(BACK, "退回补正", anybody, waits="网上申报被退回", **WITH_UNIT),
            Step(SENT, "待确认", anybody, tone="ca", waits="网上申报待确认", route=HANDLE, page=PAGE, verb="确认"),
            Step(CONFIRMED, "已受理", nobody, tone="ok"),
            Step(REFUSED, "不予受理", nobody, tone="no"),
            Step(WITHDRAWN, "已撤回", nobody),
        ],
        moves=[
            Move(
                "send",
                "提交",
                OPEN,
                SENT,
                p.ONLINE_SAVE,
                batch=False,
                guards=[has_devices, has_contact, day_ahead, within_term, each_declarable, counter_takes],
                stamps=["sent", "sender", "sender_id"],
                forgets=["reason", "mendby"],
                effects=[tell_institute],
                call="/api/online/send",
                buttons=[Button("row", confirm="提交后不能再修改，等待检验机构确认")],
                done="已提交，等待检验机构确认",
                answer=nothing,
            ),
            answer(
                "confirm",
                "受理",
                CONFIRMED,
                "/api/appbuss/unitRptCopy",
                form=forms.CONFIRM,
                guards=[has_devices, each_declarable],
                forgets=["reason"],
                effects=[make_declaration, tell_unit],
            ),
            answer(
                "return",
                "退回",
                BACK,
                "/api/online/return",
                form=forms.RETURN,
                needs_reason=True,
                guards=[term_ahead],
                takes=["reason", "mendby"],
                effects=[tell_unit, ask_supplement],
            ),
            answer(
                "refuse",
                "不予受理",
                REFUSED,
                "/api/online/refuse",
                form=forms.REFUSE,
                needs_reason=True,
                takes=["reason"],
                effects=[tell_unit],
            ),
            Move(
                "withdraw",
                "撤回",
                [SENT, BACK],
                WITHDRAWN,
                p.ONLINE_REVOKE,
                batch=False,
                anyone=True,
                call="/api/online/withdraw",
                buttons=[Button("row", confirm="撤回后本次申报作废，设备可以重新申报")],
                done="已撤回",
                answer=nothing,
            ),
        ],
    )
)

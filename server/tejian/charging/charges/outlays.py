"""Money out takes two: somebody asks with papers for a refund or a red receipt, somebody else does it.

A refund goes back by the way by which the money came, to who paid, and never more than came by that way. Who
registered, who confirmed and who asked does not refund.
"""

from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.agreed.api import papers
from tejian.charging.models.charges import Charge, ChargeEntry, Invoice
from tejian.charging.models.outlays import ChargeOut
from tejian.charging.money import api as money
from tejian.charging.places import DETAIL
from tejian.charging.receipts import api as receipts
from tejian.kit.database.audit import security_event
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.system.accounts.api import who_may
from tejian.system.models.accounts import SysUser

from .guards import known_voucher

O = ChargeOut  # noqa: E741
F = Attachment
ASKED = "outlay asked for"  # what guards and effects of one move share


# -- papers -------------------------------------------------------------------------------------------------------


def unused_papers(db: Session, charge: Charge) -> list[str]:
    """Papers on which no earlier request rests: each request has its own."""
    earlier = db.scalars(select(O.documents).where(O.charge_id == charge.id, O.state != at.REFUSED_OUT))
    used = {key for keys in earlier for key in keys}
    return [key for key in papers(db, at.FILES, charge.id, at.OUT_PAPER) if key not in used]


def refuse_papers(_db: Session, _me: User, charge: Charge) -> None:
    """A void charge takes no more files."""
    if charge.step == at.VOID:
        raise Refused(f"{charge.chargesysid}已作废，不能再变更附件")


def why_paper_stays(db: Session, file: Attachment) -> str | None:
    """Why a file of a charge is not taken off: an amount or a request rests on it."""
    charge = db.scalars(select(Charge).where(Charge.id == file.attrefsysid)).one()
    if file.type == at.BASIS_PAPER and charge.step != at.DRAFT:
        return f"{charge.chargesysid}已提交，{file.name}是收费依据，不能删除"
    asked = select(O.id).where(O.charge_id == charge.id, O.state != at.REFUSED_OUT, O.documents.contains([file.id]))
    if db.scalar(asked.limit(1)):
        return f"{file.name}是退费或红冲申请的凭据，不能删除"
    return None


# -- who and how much ---------------------------------------------------------------------------------------------


def open_ask(db: Session, charge: Charge, kind: str = "") -> ChargeOut | None:
    """The request of a charge that waits; of one kind alone when it is named."""
    query = select(O).where(O.charge_id == charge.id, O.state == at.ASKED_OUT)
    return db.scalars(query.where(O.kind == kind) if kind else query).first()


def came_by(db: Session, charge: Charge) -> dict[str, Decimal]:
    """What came in by each way and has not gone back; payments too much go back beside it."""
    N = ChargeEntry
    query = select(N.way, func.sum(N.amount)).where(N.charge_id == charge.id, N.kind == at.RECEIVED)
    sums = {way: amount for way, amount in db.execute(query.group_by(N.way))}  # noqa: C416
    for one in money.returned_surplus(db, charge):
        sums[at.ONLINE] = sums.get(at.ONLINE, money.ZERO) - one.amount
        sums[one.way] = sums.get(one.way, money.ZERO) + one.amount
    return {way: sums[way] for way in sorted(sums, key=[*at.WAYS].index) if sums[way] > 0}


def confirmer(db: Session, charge: Charge) -> str:
    """The key of who confirmed a charge: it stands at what is owed since."""
    N = ChargeEntry
    first = select(N.userid).where(N.charge_id == charge.id, N.kind == at.OWED).order_by(N.at, N.id)
    return db.scalar(first.limit(1)) or ""


def _asked(d: Doing, kind: str) -> ChargeOut | None:
    if ASKED not in d.shared:
        d.shared[ASKED] = open_ask(d.db, d.subject, kind)
    return d.shared[ASKED]  # type: ignore[no-any-return]


def asked_amount(d: Doing, kind: str) -> Decimal:
    """What was asked for, in yuan; a guard has refused what was not."""
    ask = _asked(d, kind)
    return ask.amount if ask else money.ZERO


# -- guards: asking -----------------------------------------------------------------------------------------------


def nothing_asked_yet(d: Doing) -> str | None:
    """没有待办理的退费或红冲申请"""
    known = open_ask(d.db, d.subject)
    if known is None:
        return None
    return f"{d.subject.chargesysid}已有{known.askby}的{at.OUT_KINDS[known.kind]}申请待办理"


def within_what_was_received(d: Doing) -> str | None:
    """退费不超过实收金额"""
    most = d.subject.received
    return f"退费金额超过实收金额{most}元" if d.form["amount"] > most else None


def nothing_billed(d: Doing) -> str | None:
    """票据已红冲"""
    left = d.subject.received - d.subject.billed
    if d.subject.billed > 0 and d.form["amount"] > left:
        return f"{d.subject.chargesysid}已开票据{d.subject.billed}元，退费须先红冲"
    return None


def back_the_way_it_came(d: Doing) -> str | None:
    """退费不超过以该方式收的金额"""
    came, way = came_by(d.db, d.subject), d.form["way"]
    if d.form["amount"] <= came.get(way, money.ZERO):
        return None
    said = "、".join(f"{at.WAYS[one]}{amount}元" for one, amount in came.items()) or "没有"
    return f"退费须按收款方式原路退回，可退：{said}"


def has_paper(d: Doing) -> str | None:
    """有退费或红冲凭据的附件"""
    if unused_papers(d.db, d.subject):
        return None
    return f"请先在{d.subject.chargesysid}的附件中上传这次退费或红冲的凭据（单位申请、原票据等）"


def keeps_a_till(d: Doing) -> str | None:
    """申请人办理日结"""
    by_hand = d.form["way"] in at.METHODS
    return None if not by_hand or d.me.may(p.CLOSE) else "退款从申请人当日的收款中支出，须由办理日结的收费员申请"


def whole_receipts(d: Doing) -> str | None:
    """非税票据整张红冲"""
    if d.subject.nature != at.NON_TAX:
        return None
    wholes, total = list[Decimal](), money.ZERO
    for rest in standing_receipts(d.db, d.subject):
        total += rest
        wholes.append(total)
    if d.form["amount"] in wholes:
        return None
    return f"非税票据只能整张红冲（{'或'.join(f'{one}元' for one in wholes)}），冲后按应收金额另开"


def within_what_is_billed(d: Doing) -> str | None:
    """红冲不超过原票金额"""
    most = d.subject.billed
    return f"红冲金额超过未红冲的票据金额{most}元" if d.form["amount"] > most else None


def standing_receipts(db: Session, charge: Charge) -> list[Decimal]:
    """What stands on each receipt of a charge, oldest first: the order in which they are reversed."""
    query = select(Invoice).where(Invoice.charge_id == charge.id).order_by(Invoice.issued, Invoice.id)
    rows = list(db.scalars(query))
    rest = [
        one.amount + sum((back.amount for back in rows if back.original_id == one.id), money.ZERO)
        for one in rows
        if one.original_id is None
    ]
    return [one for one in rest if one > 0]


# -- guards: doing ------------------------------------------------------------------------------------------------


def refund_asked(d: Doing) -> str | None:
    """有退费申请"""
    return None if _asked(d, at.REFUND_OUT) else f"{d.subject.chargesysid}没有退费申请，请先由收费员附凭据申请"


def red_asked(d: Doing) -> str | None:
    """有红冲申请"""
    return None if _asked(d, at.RED_OUT) else f"{d.subject.chargesysid}没有红冲申请，请先由收费员附凭据申请"


def not_who_asked(d: Doing) -> str | None:
    """办理人不是申请人"""
    ask = open_ask(d.db, d.subject)
    return f"自己申请的{at.OUT_KINDS[ask.kind]}须由他人办理" if ask and ask.askid == d.me.id else None


def refunded_by_another(d: Doing) -> str | None:
    """退费人不是登记人"""
    return "自己登记的收费须由他人退费" if d.subject.createby == d.me.id else None


def not_who_confirmed(d: Doing) -> str | None:
    """退费人不是确认人"""
    return "自己确认的收费须由他人退费" if confirmer(d.db, d.subject) == d.me.id else None


def still_within(d: Doing) -> str | None:
    """申请以后没有别的收付款，金额仍可退"""
    ask = _asked(d, at.REFUND_OUT)
    if ask is None:
        return None
    s, came = d.subject, came_by(d.db, d.subject).get(ask.way, money.ZERO)
    if ask.amount <= min(s.received, came) and (s.billed == 0 or ask.amount <= s.received - s.billed):
        return None
    return f"申请退费{ask.amount}元以后收付款或票据有变动，请退回申请后重新申请"


def still_billed(d: Doing) -> str | None:
    """申请以后票据没有变动"""
    ask = _asked(d, at.RED_OUT)
    if ask is None or ask.amount <= d.subject.billed:
        return None
    return f"申请红冲{ask.amount}元以后票据有变动，请退回申请后重新申请"


def red_confirmed(d: Doing) -> str | None:
    """红冲数电票有红字信息确认单，没有用过"""
    return receipts.unconfirmed(d.db, d.subject, d.form["confirmation"] or "")


def refund_voucher(d: Doing) -> str | None:
    """刷卡、转账、在线退费有凭证号，没有登记过"""
    ask, ref = _asked(d, at.REFUND_OUT), d.form["ref"] or ""
    if ask is None:
        return None
    if not ref and ask.way in ("pos", "transfer", at.ONLINE):
        return f"{at.WAYS[ask.way]}退费须填退款凭证号"
    if ref:
        return known_voucher(d.db, ask.way, ref)
    return None


# -- effects ------------------------------------------------------------------------------------------------------


def _ask(d: Doing, kind: str, way: str) -> None:
    s = d.subject
    row = ChargeOut(charge_id=s.id, kind=kind, state=at.ASKED_OUT, amount=d.form["amount"], way=way, orgid=s.orgid)
    row.reason, row.documents = d.reason.text[:500], unused_papers(d.db, s)
    row.askid, row.askby, row.asked, row.createby = d.me.id, d.me.name, clock.now(), d.me.id
    d.db.add(row)
    d.db.flush()
    may = p.LET_OUT if kind == at.REFUND_OUT else p.RED
    own = {d.me.id, *([s.createby, confirmer(d.db, s)] if kind == at.REFUND_OUT else [])}
    people = select(SysUser.id).where(SysUser.id.in_(who_may(d.db, may)), SysUser.org_id == s.orgid)
    title = f"{s.chargesysid} {s.payunitname} 申请{at.OUT_KINDS[kind]} {row.amount} 元：{row.reason}"[:200]
    tell(d.db, d.db.scalars(people.where(SysUser.id.not_in(own))), "退费与红冲", title, route=f"{DETAIL}?id={s.id}")


def ask_refund(d: Doing) -> None:
    """记退费申请和所附凭据，告知能办理的人"""
    _ask(d, at.REFUND_OUT, d.form["way"])


def ask_red(d: Doing) -> None:
    """记红冲申请和所附凭据，告知能办理的人"""
    _ask(d, at.RED_OUT, "")


def _end(d: Doing, ask: ChargeOut, state: str, note: str) -> None:
    ask.state, ask.endid, ask.endby, ask.ended = state, d.me.id, d.me.name, clock.now()
    ask.note = note[:500]


def give_back(d: Doing) -> None:
    """写入退费，冲减应收；经柜台的记在申请人当日的收款中，写安全日志"""
    ask, s, ref = _asked(d, at.REFUND_OUT), d.subject, d.form["ref"] or ""
    assert ask
    why = f"退费：{ask.reason}（{ask.askby}申请）"
    if ask.way == at.DEPOSIT:
        money.put_back_to_account(d.db, d.me, s, ask.amount, why)
    till = d.me
    if ask.way in at.METHODS:  # whose right to close days was asked when he asked
        till = replace(d.me, id=ask.askid, name=ask.askby, permissions=d.me.permissions | {p.CLOSE})
    money.write_entry(d.db, till, s, at.RECEIVED, -ask.amount, way=ask.way, ref=ref, note=why)
    money.write_entry(d.db, d.me, s, at.OWED, -ask.amount, note=why)
    _end(d, ask, at.DONE_OUT, d.opinion)
    security_event(d.db, "退费", s.chargesysid, f"{ask.amount} 元，{ask.askby}申请：{ask.reason}")


def reversed_now(d: Doing) -> tuple[Decimal, str]:
    """The request of a red receipt as done: its amount and its reason."""
    ask = _asked(d, at.RED_OUT)
    assert ask
    _end(d, ask, at.DONE_OUT, d.opinion)
    security_event(d.db, "票据红冲", d.subject.chargesysid, f"{ask.amount} 元，{ask.askby}申请：{ask.reason}")
    return ask.amount, ask.reason


def something_asked(d: Doing) -> str | None:
    """有待办理的退费或红冲申请"""
    return None if open_ask(d.db, d.subject) else f"{d.subject.chargesysid}没有待办理的退费或红冲申请"


def refuse_ask(d: Doing) -> None:
    """申请退回，告知申请人"""
    ask = open_ask(d.db, d.subject)
    assert ask
    _end(d, ask, at.REFUSED_OUT, d.reason.text)
    title = f"{d.subject.chargesysid} {at.OUT_KINDS[ask.kind]} {ask.amount} 元的申请已退回：{d.reason.text}"[:200]
    people: Collection[str] = [ask.askid]
    tell(d.db, people, "退费与红冲", title, route=f"{DETAIL}?id={d.subject.id}")

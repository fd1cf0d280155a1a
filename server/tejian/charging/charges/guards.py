"""What may keep a charge from moving on: a sentence refuses."""

from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.agreed.api import papers
from tejian.charging.codes import NON_TAX
from tejian.charging.models.charges import Charge, ChargeEntry, ChargeLine
from tejian.charging.models.contracts import Contract
from tejian.charging.money import api as money
from tejian.charging.receipts import api as receipts
from tejian.charging.terms.api import charged
from tejian.kit.database.db import hold
from tejian.kit.process.doing import Doing
from tejian.system.settings.api import number

from .registration import worked_again


def amounts_current(d: Doing) -> str | None:
    """金额与收费标准、合同、设备档案一致"""
    query = select(ChargeLine).where(ChargeLine.charge_id == d.subject.id).order_by(ChargeLine.seq)
    stored = [(one.kind, one.seisn, one.feecode, one.amount) for one in d.db.scalars(query)]
    now = [(one.kind, one.seisn, one.feecode or "", one.amount) for one in worked_again(d.db, d.subject)]
    if stored == [(kind, seisn, code, amount) for kind, seisn, code, amount in now]:
        return None
    return f"{d.subject.chargesysid}登记后收费标准、合同、减免政策或设备档案已变化，请退回重新计算"


def within_contract(d: Doing) -> str | None:
    """合同内收费不超过合同金额"""
    own = select(ChargeLine.agreement_id, func.sum(ChargeLine.amount)).where(ChargeLine.charge_id == d.subject.id)
    own = own.where(ChargeLine.agreement_id != "").group_by(ChargeLine.agreement_id)
    parts = {key: amount for key, amount in d.db.execute(own)}  # noqa: C416
    for contract in d.db.scalars(select(Contract).where(Contract.id.in_(parts)).order_by(Contract.agrno)):
        hold(d.db, f"charges of contract {contract.series_id}")
        others = charged(d.db, contract, but=d.subject.id, beside=[one.id for one in d.batch])
        before = sum((part for _, part in others), Decimal("0.00"))
        part = min(parts[contract.id], d.subject.amount)
        if contract.amount is not None and before + part > contract.amount:
            return f"{contract.title}金额{contract.amount}元，已收费{before}元，本次{part}元超出"
    return None


def waits_for_consent(db: Session, charge: Charge) -> bool:
    """Whether nobody agreed yet to a discount above what who registers may give alone, or to a public fee by hand."""
    above = charge.discount > number(db, "charge.discount_own", 5)
    return (above or charge.byhand > 0) and not charge.discountby


def manual_documented(d: Doing) -> str | None:
    """非税的手工金额有文件附件"""
    if not d.subject.byhand or papers(d.db, at.FILES, d.subject.id, at.BASIS_PAPER):
        return None
    number_ = d.subject.chargesysid
    return f"{number_}有非税的手工金额，请先在收费单的附件中上传批准这一金额的文件（收费依据文件）"


def discount_agreed(d: Doing) -> str | None:
    """超过登记人限额的优惠、非税的手工金额已由他人审批"""
    if not waits_for_consent(d.db, d.subject):
        return None
    if d.subject.byhand:
        return f"{d.subject.chargesysid}有非税的手工金额，须先经科长审批"
    own = number(d.db, "charge.discount_own", 5)
    return f"{d.subject.chargesysid}优惠{d.subject.discount}%超过登记人可给的{own}%，须先经科长审批"


def discount_waits(d: Doing) -> str | None:
    """有待审批的优惠或手工金额"""
    if not waits_for_consent(d.db, d.subject):
        return f"{d.subject.chargesysid}没有待审批的优惠或手工金额"
    return None


def agreed_by_another(d: Doing) -> str | None:
    """审批人不是登记人"""
    return "自己登记的优惠和手工金额须由他人审批" if d.subject.createby == d.me.id else None


def within_what_is_owed(d: Doing) -> str | None:
    """收款不超过未缴金额"""
    left = d.subject.owed - d.subject.received
    return f"收款金额超过未缴金额{left}元" if d.form["amount"] > left else None


def why_short(given: Decimal | None, amount: Decimal) -> str | None:
    """What refuses cash that does not cover what is paid; none without a word of it."""
    return f"收到现金{given:.2f}元，少于收款金额{amount:.2f}元" if given is not None and given < amount else None


def given_covers(d: Doing) -> str | None:
    """收到的现金不少于收款金额"""
    return why_short(d.form["given"], d.form["amount"])


def voucher_unused(d: Doing) -> str | None:
    """凭证号没有登记过"""
    return known_voucher(d.db, d.form["way"], d.form["ref"] or "")


def known_voucher(db: Session, way: str, ref: str) -> str | None:
    """What refuses a voucher that is registered already; it is either of a charge or of an account."""
    if ref:
        hold(db, f"voucher {way} {ref}")
    return f"凭证号{ref}已登记过" if money.voucher_known(db, way, ref) else None


def nothing_received(d: Doing) -> str | None:
    """没有收款"""
    if d.subject.received:
        return f"{d.subject.chargesysid}已收款{d.subject.received}元，作废须先退费"
    return None


def kind_fits(d: Doing) -> str | None:
    """票据类型与收费性质相符；专用发票有购买方税号和税率"""
    return receipts.unfit(d.db, d.subject, d.form["kind"] or "", d.form["taxno"] or "")


def no_receipt_under_way(d: Doing) -> str | None:
    """没有正在开具的票据"""
    if receipts.is_open(d.db, d.subject):
        return f"{d.subject.chargesysid}有票据正在开具或开具失败，请先在开票队列办理"
    return None


def why_kept(db: Session, charge: Charge, entry: ChargeEntry) -> str | None:
    """Why an entry of received money is not taken back now; none when it can be."""
    sums = money.sums_of(db, charge)
    if money.is_surplus(db, entry):
        return f"{entry.ref}是已退回的多收款，不能再冲销"
    if receipts.is_open(db, charge):
        return f"{charge.chargesysid}有票据正在开具或开具失败，请先在开票队列办理"
    if sums.received < entry.amount:
        return f"{charge.chargesysid}实收{sums.received}元，已退费，不能再冲销{entry.amount}元"
    if sums.billed > sums.received - entry.amount:
        return f"{charge.chargesysid}已开票据{sums.billed}元，冲销收款须先红冲"
    return None


def why_not_mine(d: Doing, charge: Charge | None, entry: ChargeEntry | None) -> str | None:
    """What refuses somebody who takes back money of a charge that he registered, or that he took himself."""
    own = {charge.createby if charge else "", entry.userid if entry else ""}
    return "自己登记或自己收的款须由他人冲销" if d.me.id in own else None


def why_with_its_transfer(entry: ChargeEntry) -> str | None:
    """A share is not taken back alone: the bank knows of the whole transfer."""
    return f"{entry.ref}是分付的转账，请在“转账收款”中整笔冲销" if entry.transfer_id else None


def receipt_to_take_back(d: Doing) -> str | None:
    """最近一笔收款不是预存款抵扣，也不是分付的转账，票据已红冲，没有退过"""
    entry = money.last_receipt(d.db, d.subject)
    if entry is None:
        return f"{d.subject.chargesysid}没有收款"
    if whole := why_with_its_transfer(entry):
        return whole
    if entry.way == at.DEPOSIT:
        return "最近一笔是预存款抵扣，请办理退费，退回预存款"
    return why_kept(d.db, d.subject, entry)


def taken_back_by_another(d: Doing) -> str | None:
    """冲销人没有登记该收费，也没有收这笔款"""
    return why_not_mine(d, d.subject, money.last_receipt(d.db, d.subject))


def advance_pays_it(d: Doing) -> str | None:
    """预存款只抵扣应税收费，除非参数允许抵扣非税"""
    if d.subject.nature != NON_TAX or number(d.db, "charge.offset_public", 0) == 1:
        return None
    return f"{d.subject.chargesysid}是非税收费，应由单位按缴款码缴入财政专户，不能用预存款抵扣"


def within_balance(d: Doing) -> str | None:
    """抵扣不超过预存款余额"""
    s = d.subject
    balance = money.balance_of(d.db, s.orgid, s.payunitsysid)
    if not balance:
        return f"{s.payunitname}没有预存款余额"
    return f"抵扣金额超过预存款余额{balance}元" if d.form["amount"] > balance else None

"""Every guard of a charge: how it is made to speak, and the sentence that is then read."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.charging.models.accounts import Account, AccountEntry
from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import CashDay, Charge, ChargeEntry, ChargeItem, Invoice, PayOrder
from tejian.charging.models.checks import Statement, StatementLine
from tejian.charging.models.contracts import Contract
from tejian.charging.models.outlays import ChargeOut
from tejian.charging.money.ledger import write_entry
from tejian.charging.money.surplus import note
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tests.charging.agreements import Agreements
from tests.charging.carried import Carried, result
from tests.charging.carried import issued as issued_bill
from tests.charging.conftest import Cash
from tests.charging.files import lacking, lost, told_twice, transferred
from tests.charging.queue import Queue
from tests.charging.transfers import owed_by_payer

from .conftest import Office, with_rights
from .refusals import Refusal, days, put
from .ways import discounted, halves, red_asked, refund_asked

P = "charge"
CHANGED = "{chargesysid}登记后收费标准、合同、减免政策或设备档案已变化，请退回重新计算"
OWN = "自己登记的优惠和手工金额须由他人审批"


def more_floors(office: Office, charge: Any) -> None:
    """The archive is corrected after the registration, from a day before the acceptance on."""
    item = office.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id)).one()
    key = select(AppBuss.equdatasysid).where(AppBuss.id == item.appbuss_id).scalar_subquery()
    device = office.db.scalars(select(Equipment).where(Equipment.id == key)).one()
    device.params = {**device.params, "elefloornumber": 40}


def used(office: Office, charge: Any) -> None:
    """Another receipt bears the number."""
    write_entry(office.db, office.user("shoufei"), charge, "paid", Decimal("0.01"), way="pos", ref="POS-1")


def owned_by(login: str) -> Any:
    return lambda office, charge: put(createby=office.user(login).id)(office, charge)


def over(name: str) -> Any:
    """A cent more than a sum of the charge."""
    return lambda office, charge: {"amount": str(getattr(charge, name) + Decimal("0.01"))}


def under_contract(how: str) -> Any:
    """A charge of 300 yuan under a contract."""

    def made(office: Office) -> Any:
        Agreements(office).in_force(amount="300")
        return getattr(Cash(office), how)()

    return made


def small_contract(office: Office, charge: Any) -> None:
    """The sum of the contract is a cent too small."""
    office.db.scalars(select(Contract)).one().amount = Decimal("299.99")


def yesterday_open(office: Office, day: Any) -> None:
    """The cashier has left the day before as it was."""
    before = {n: getattr(day, n) for n in ("userid", "username", "orgid", "step")}
    office.db.add(CashDay(**before, day=day.day - timedelta(days=1)))


def own_day(office: Office, day: Any) -> None:
    """Finance has taken the money itself."""
    day.userid = office.user("caiwu").id


def day_open(office: Office, month: Any) -> None:
    """One of its days was not closed."""
    office.db.scalars(select(CashDay)).one().step = "OPEN"


def this_month(office: Office, month: Any) -> None:
    month.month, month.begins = f"{clock.today():%Y-%m}", clock.today().replace(day=1)


def add_to(name: str, more: str) -> Any:
    """A column of the subject is so much more."""

    def spoil(_office: Office, subject: Any) -> None:
        setattr(subject, name, getattr(subject, name) + Decimal(more))

    return spoil


def registered_by_finance(office: Office, difference: Any) -> None:
    office.db.scalars(select(Charge).where(Charge.id == difference.charge_id)).one().createby = office.user("caiwu").id


YESTERDAY = "{username}{yesterday}尚未日结，请先办理"
CLOSES = [
    Refusal("cash_day", "count", "earlier_days_closed", YESTERDAY, yesterday_open, words=days),
    Refusal("cash_day", "stand_in", "earlier_days_closed", YESTERDAY, yesterday_open, words=days),
    Refusal("cash_day", "stand_in", "cashier_away", "自己的收款由自己日结", own_day),
    Refusal(
        *("cash_day", "count", "difference_explained", "实点现金与应有现金相差100.00元，请写明原因"), form={"n100": "2"}
    ),
    Refusal(
        *(
            "charge_difference",
            "settle",
            "settled_by_another",
            "自己登记的收费，差异须由他人处理",
            registered_by_finance,
        )
    ),
    Refusal("cash_month", "close", "month_over", f"{clock.today():%Y-%m}尚未结束，不能月结", this_month),
    Refusal("cash_month", "close", "days_closed", "{month}有1日未日结", day_open),
]


def order_differs(office: Office, difference: Any) -> None:
    """The platform has called back otherwise."""
    order = office.db.scalars(select(PayOrder).where(PayOrder.charge_id == difference.charge_id)).one()
    order.state, order.note = "6", "平台金额1元"


def paid_meanwhile(office: Office, difference: Any) -> None:
    charge = office.db.scalars(select(Charge).where(Charge.id == difference.charge_id)).one()
    Cash(office).receive(charge, Decimal(1))


def billed_over(office: Office, difference: Any) -> None:
    """A receipt stands over the money."""
    charge = office.db.scalars(select(Charge).where(Charge.id == difference.charge_id)).one()
    office.db.add(Invoice(charge_id=charge.id, billno="B1", amount=Decimal(5), issued=clock.now(), kind="01"))


def received_by_finance(office: Office, charge: Any) -> None:
    entry = select(ChargeEntry.userid).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == "paid")
    office.actors.users["caiwu"] = replace(office.user("caiwu"), id=office.db.scalars(entry).one())


def with_receipt(office: Office, charge: Any) -> None:
    office.db.add(Invoice(charge_id=charge.id, billno="B1", amount=charge.received, issued=clock.now(), kind="01"))


def booked_meanwhile(office: Office, row: Any) -> None:
    """The number of the platform stands on an entry of the charge."""
    charge = office.db.scalars(select(Charge).where(Charge.id == row.charge_id)).one()
    write_entry(office.db, office.user("caiwu"), charge, "paid", Decimal(1), way="online", ref=row.platformno)


def in_a_file(off: str) -> Any:
    """The daily file of the platform has the payment, with an amount that is so much more."""

    def spoil(office: Office, row: Any) -> None:
        paper = Statement(filename="平台.csv", source="平台", orgid=row.orgid, firstday=row.paidon, lastday=row.paidon)
        office.db.add(paper)
        office.db.flush()
        line = {"number": row.platformno, "amount": row.amount + Decimal(off), "lineno": 1, "result": "unmatched"}
        office.db.add(StatementLine(statement_id=paper.id, **line))

    return spoil


def its_charge_by_finance(office: Office, row: Any) -> None:
    office.db.scalars(select(Charge).where(Charge.id == row.charge_id)).one().createby = office.user("caiwu").id


def noted_meanwhile(office: Office, difference: Any) -> None:
    """The callback came after all."""
    line = office.db.scalars(select(StatementLine).where(StatementLine.id == difference.subject)).one()
    order = office.db.scalars(select(PayOrder)).one()
    note(office.db, order, line.number, line.amount, line.day, "同一订单重复支付")


S = "surplus"
BOOKED = "平台流水号{platformno}已入账，不是多收款"
TOO_MUCH = [
    Refusal(S, "ask", "not_booked", BOOKED, booked_meanwhile),
    Refusal(
        S, "ask", "as_the_file_says", "平台.csv中这笔收款是另一金额，请核实未到账后按平台文件入账", in_a_file("0.01")
    ),
    Refusal(S, "give_back", "not_booked", BOOKED, booked_meanwhile),
    Refusal(S, "give_back", "returned_by_another", "自己登记的收费须由他人退款", its_charge_by_finance),
    Refusal(S, "give_back", "voucher_given", "转账退款须填退款凭证号", form={"ref": ""}),
    Refusal(S, "dismiss", "not_in_a_file", "平台.csv有平台流水号{platformno}的收款，须退款", in_a_file("0")),
    Refusal("charge_difference", "too_much", "can_be_too_much", "已列入多收款", noted_meanwhile, subject=told_twice),
]
T = "transfer"


def small_balance(office: Office, charge: Any) -> None:
    for one in office.db.scalars(select(Account)):
        one.balance = Decimal("0.99")


def number_used(office: Office, row: Any) -> None:
    """A charge was paid under the number of the bank."""
    charge = Charge(chargesysid="JF-OTHER", orgid=row.orgid, nature="非税")
    office.db.add(charge)
    office.db.flush()
    write_entry(office.db, office.user("shoufei"), charge, "paid", Decimal(1), way="transfer", ref=row.ref)


def registered_by_caiwu(office: Office, row: Any) -> None:
    row.registerid = office.user("caiwu").id


def billed_share(office: Office, row: Any) -> None:
    """A receipt stands over all that came in for the first charge."""
    first = office.db.scalars(select(Charge).order_by(Charge.chargesysid)).first()
    assert first
    office.db.add(Invoice(charge_id=first.id, billno="B1", amount=first.received, issued=clock.now(), kind="04"))


def all_to_finance(office: Office, difference: Any) -> None:
    for one in office.db.scalars(select(Charge)):
        one.createby = office.user("caiwu").id


TRANSFERS = [
    Refusal("charge_batch", "run", "something_fits", "{batchno}没有可以办理的收费单", put(fitting=0)),
    Refusal(
        "charge_batch", "undo", "cash_was_taken", "批量确认的请逐单作废，批量开票的请逐单申请红冲", put(kind="bill")
    ),
    Refusal(T, "allot", "number_unused", "凭证号{ref}已登记过", number_used),
    Refusal(T, "allot", "pays_its_own", "请填写本次支付的收费单金额", form={"shares": []}),
    Refusal(T, "allot", "comes_to_all", "元：请补足各单金额，或把余款转入预存款", add_to("amount", "0.01")),
    Refusal(T, "undo", "undone_by_another", "自己登记或入账的转账须由他人冲销", registered_by_caiwu),
    Refusal(T, "undo", "shares_can_go", "已开票据300.00元，冲销收款须先红冲", billed_share),
    Refusal(T, "undo", "advance_unused", "{payunitname}预存款余额0.99元，转入的10.00元已用", small_balance),
    Refusal(
        *("charge_difference", "book_several", "can_pay_several", "请填写本次支付的收费单金额"),
        form={"shares": []},
        subject=transferred,
    ),
    Refusal(
        *("charge_difference", "book_several", "comes_to_the_line", "元：请补足各单金额，或把余款转入预存款"),
        form=lambda office, s: {"shares": [one | {"amount": "1"} for one in owed_by_payer(s)]},
        subject=transferred,
    ),
    Refusal(
        *("charge_difference", "book_several", "chosen_by_another", "自己登记的收费须由他人按文件入账", all_to_finance),
        subject=transferred,
    ),
]
D = "charge_difference"
HAS_RESULT = "已有支付结果：平台金额1元，请立即核对后登记多收款"
NOT_MINE = "自己登记或自己收的款须由他人冲销"
FILES = [
    Refusal(D, "book_order", "can_be_booked_by_order", HAS_RESULT, order_differs, subject=lost),
    Refusal(
        *(D, "book_order", "booked_by_another", "自己登记的收费须由他人按文件入账", registered_by_finance), subject=lost
    ),
    Refusal(D, "book_charge", "can_be_booked_for_charge", "元超过", paid_meanwhile, subject=transferred),
    Refusal(
        *(D, "book_charge", "chosen_by_another", "自己登记的收费须由他人按文件入账", registered_by_finance),
        subject=transferred,
    ),
    Refusal(*(D, "take_back", "can_be_taken_back", "已开票据5.00元，冲销收款须先红冲", billed_over), subject=lacking),
    Refusal(D, "take_back", "taken_back_by_another", NOT_MINE, registered_by_finance, subject=lacking),
    Refusal("charge", "take_back", "taken_back_by_another", NOT_MINE, received_by_finance),
    Refusal(
        *("charge", "take_back", "receipt_to_take_back", "已开票据{received}元，冲销收款须先红冲", with_receipt),
    ),
]


def braked(office: Office, row: Any) -> None:
    Queue(Cash(office)).brake("平台检修")


def in_doubt(office: Office, row: Any) -> None:
    row.there = "unsure"


def under_way(how: str) -> Any:
    """A charge whose receipt waits for the platform."""
    return lambda office: getattr(Queue(Cash(office)), how)()


def issued_elsewhere(office: Office, row: Any) -> None:
    Carried(Cash(office)).by_file()
    row.there = "yes"


def issued_by_file(office: Office, file: Any) -> None:
    carried = Carried(Cash(office))
    (row,) = office.db.scalars(select(BillRequest).where(BillRequest.file_id == file.id))
    carried.sent(file, result(file, issued_bill(row)))
    office.db.refresh(file)
    file.step = "OUT"


STOPPED = "开票已整体暂停：平台检修"
UNDER_WAY = "{chargesysid}有票据正在开具或开具失败，请先在开票队列办理"
DOUBT = "平台可能已开具，请先立即重试，由平台答复后再办理"
Q = "bill_request"


def emptied(office: Office, account: Any) -> None:
    account.balance = Decimal(0)


def not_public(office: Office, _charge: Any) -> None:
    Cash(office).offsets_public("0")


def no_account(office: Office, charge: Any) -> None:
    for one in office.db.scalars(select(Account)):
        one.balance = Decimal(0)


A = "deposit_account"
VOUCHER = {"way": "pos", "ref": "POS-1"}


def used_elsewhere(office: Office, account: Any) -> None:
    """A receipt of a charge bears the number."""
    charge = Charge(chargesysid="JF-OTHER", orgid=account.orgid, nature="非税")
    office.db.add(charge)
    office.db.flush()
    used(office, charge)


def taken_by_finance(office: Office, account: Any) -> None:
    Cash(office).paid_ahead(account.unitsysid, "1", way="cash")
    entries = select(AccountEntry).where(AccountEntry.account_id == account.id)
    first = office.db.scalars(entries.order_by(AccountEntry.seq)).first()
    assert first
    office.actors.users["caiwu"] = replace(office.user("caiwu"), id=first.userid)


def billing(office: Office, charge: Any) -> None:
    """Meanwhile a receipt was asked for."""
    own = {"chargesysid": charge.chargesysid, "kind": "01", "amount": charge.amount, "requestno": "KP1"}
    office.db.add(BillRequest(charge_id=charge.id, step="WAIT", step_since=clock.now(), **own))


QUEUED = [
    Refusal(P, "offset", "within_what_is_owed", "收款金额超过未缴金额{owed}元", form=over("owed")),
    Refusal(P, "offset", "advance_pays_it", "{chargesysid}是非税收费，应由单位按缴款码缴入财政专户", not_public),
    Refusal(P, "offset", "within_balance", "{payunitname}没有预存款余额", no_account),
    Refusal(P, "offset", "within_balance", "抵扣金额超过预存款余额0.99元", small_balance),
    Refusal(A, "take", "voucher_unused", "凭证号POS-1已登记过", used_elsewhere, form=VOUCHER),
    Refusal(A, "give_back", "voucher_unused", "凭证号POS-1已登记过", used_elsewhere, form=VOUCHER),
    Refusal(A, "give_back", "something_left", "{unitname}没有预存款余额", emptied),
    Refusal(A, "give_back", "given_back_by_another", "自己收的预存款须由他人退还", taken_by_finance),
    Refusal(Q, "again", "not_braked", STOPPED, braked),
    Refusal(Q, "resume", "not_braked", STOPPED, braked),
    Refusal(Q, "again", "not_issued_elsewhere", "不能再开一张", issued_elsewhere),
    Refusal(Q, "resume", "not_issued_elsewhere", "不能再开一张", issued_elsewhere),
    Refusal("bill_file", "withdraw", "nothing_issued", "{fileno}已有开出的票据，请导入完整的结果", issued_by_file),
    Refusal(Q, "by_hand", "platform_has_none", DOUBT, in_doubt),
    Refusal(Q, "by_hand", "number_unused", "票据号码应为6至32位字母或数字", form={"billno": "12号"}),
    Refusal(Q, "cancel", "platform_has_none", DOUBT, in_doubt),
    Refusal(P, "bill", "no_receipt_under_way", UNDER_WAY, subject=under_way("charge_waiting")),
    Refusal(P, "ask_refund", "no_receipt_under_way", UNDER_WAY, subject=under_way("charge_waiting")),
    Refusal(P, "ask_red", "no_receipt_under_way", UNDER_WAY, subject=under_way("charge_reversing")),
    Refusal(P, "refund", "no_receipt_under_way", UNDER_WAY, billing, subject=refund_asked),
    Refusal(P, "reverse", "no_receipt_under_way", UNDER_WAY, billing, subject=red_asked),
]


def parted(change: Any) -> Any:
    """The two halves of a charge, otherwise than they are agreed."""
    return lambda office, charge: {"instalments": change(halves(charge))}


def on(*days: int) -> Any:
    return parted(
        lambda rows: [
            row | {"dueday": str(clock.today() + timedelta(days=n))} for row, n in zip(rows, days, strict=True)
        ]
    )


def planned_by_contract(office: Office) -> Any:
    """A charge of a contract that says when it is paid."""
    days = [str(clock.today() + timedelta(days=n)) for n in (20, 50)]
    Agreements(office).in_force(amount="600", instalments=[{"dueday": one, "amount": "300"} for one in days])
    return Cash(office).confirmed()


PLANS = [
    Refusal(P, "plan", "planned_by_another", "自己登记的收费须由他人约定分期", owned_by("caiwu")),
    Refusal(*(P, "plan", "no_plan_of_contract", "按合同的付款计划缴费，不能另行约定分期"), subject=planned_by_contract),
    Refusal(P, "plan", "parts_in_order", "第1期应付日期", form=on(-1, 10)),
    Refusal(P, "plan", "within_limits", "最后一期", form=on(10, 181)),
    Refusal(
        P,
        "plan",
        "parts_add_up",
        "元，与未缴金额{owed}元不符",
        form=parted(lambda rows: [rows[0], rows[1] | {"amount": "1"}]),
    ),
]


def confirmed_by(login: str) -> Any:
    """What is owed stands since somebody else has confirmed it."""

    def spoil(office: Office, charge: Any) -> None:
        query = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id, ChargeEntry.kind == "due")
        entry = office.db.scalars(query).one()
        office.actors.users[login] = replace(office.user(login), id=entry.userid)

    return spoil


def asked_by(login: str) -> Any:
    def spoil(office: Office, charge: Any) -> None:
        office.db.scalars(select(ChargeOut).where(ChargeOut.charge_id == charge.id)).one().askid = office.user(login).id

    return spoil


def no_till(office: Office, charge: Any) -> None:
    """The cashier closes no days any more."""
    office.actors.users["shoufei"] = with_rights(office.user("shoufei"), "charge:close:day")


def cashier(office: Office, charge: Any) -> dict[str, Any]:
    return {"name": office.user("shoufei").name}


def gone_meanwhile(office: Office, charge: Any) -> None:
    """Some of the money has gone since it was asked for."""
    write_entry(office.db, office.user("shoufei"), charge, "paid", Decimal(-5), way="cash")


def fewer_billed(office: Office, charge: Any) -> None:
    charge.billed -= 1


def by_transfer(office: Office, charge: Any) -> None:
    office.db.scalars(select(ChargeOut).where(ChargeOut.charge_id == charge.id)).one().way = "transfer"
    write_entry(office.db, office.user("shoufei"), charge, "paid", charge.amount, way="transfer", ref="T-1")


PAPER = "请先在{chargesysid}的附件中上传这次退费或红冲的凭据"
WAITS = "{chargesysid}已有{name}的退费申请待办理"
OUT = [
    Refusal(P, "ask_refund", "nothing_asked_yet", WAITS, subject=refund_asked, words=cashier),
    Refusal(
        P, "ask_red", "nothing_asked_yet", "{chargesysid}已有{name}的红冲申请待办理", subject=red_asked, words=cashier
    ),
    Refusal(P, "ask_red", "within_what_is_billed", "红冲金额超过未红冲的票据金额{billed}元", form=over("billed")),
    Refusal(P, "ask_red", "whole_receipts", "非税票据只能整张红冲（{billed}元）", form={"amount": "1"}),
    Refusal(P, "ask_red", "has_paper", PAPER),
    Refusal(P, "ask_refund", "within_what_was_received", "退费金额超过实收金额{received}元", form=over("received")),
    Refusal(P, "ask_refund", "nothing_billed", "{chargesysid}已开票据{billed}元，退费须先红冲", step="BILLED"),
    Refusal(P, "ask_refund", "back_the_way_it_came", "可退：现金{received}元", form={"way": "transfer"}),
    Refusal(P, "ask_refund", "keeps_a_till", "须由办理日结的收费员申请", no_till),
    Refusal(P, "ask_refund", "has_paper", PAPER),
    Refusal(P, "refund", "refund_asked", "{chargesysid}没有退费申请，请先由收费员附凭据申请", step="PAID"),
    Refusal(P, "refund", "not_who_asked", "自己申请的退费须由他人办理", asked_by("yewu"), subject=refund_asked),
    Refusal(P, "refund", "refunded_by_another", "自己登记的收费须由他人退费", owned_by("yewu"), subject=refund_asked),
    Refusal(P, "refund", "not_who_confirmed", "自己确认的收费须由他人退费", confirmed_by("yewu"), subject=refund_asked),
    Refusal(P, "refund", "still_within", "以后收付款或票据有变动", gone_meanwhile, subject=refund_asked),
    Refusal(P, "refund", "refund_voucher", "转账退费须填退款凭证号", by_transfer, subject=refund_asked),
    Refusal(P, "reverse", "red_asked", "{chargesysid}没有红冲申请，请先由收费员附凭据申请"),
    Refusal(P, "reverse", "not_who_asked", "自己申请的红冲须由他人办理", asked_by("caiwu"), subject=red_asked),
    Refusal(P, "reverse", "still_billed", "以后票据有变动", fewer_billed, subject=red_asked),
    Refusal(
        P, "reverse", "red_confirmed", "没有红字信息确认单", subject=red_asked, form={"confirmation": "33022600001"}
    ),
    Refusal(P, "bill", "kind_fits", "本平台取号开的是收据，不能开所选的票据类型", form={"kind": "05"}),
    Refusal(P, "refuse_out", "something_asked", "{chargesysid}没有待办理的退费或红冲申请"),
]


def without_its_document(office: Office, policy: Any) -> None:
    for one in office.db.scalars(select(Attachment).where(Attachment.attrefsysid == policy.id)):
        one.deleted = True


Y = "relief_policy"
RELIEFS = [
    Refusal(Y, "agree", "has_its_document", "{name}没有文件附件，请先上传{document}", without_its_document),
    Refusal(Y, "agree", "backdated_for_a_reason", "早于今天，请登记人写明追溯生效的原因", put(backreason="")),
]
Z = "credit_line"
CREDITS = [
    Refusal(Z, "agree", "has_its_paper", "{unitname}的额度没有附件，请先上传{document}", without_its_document),
    Refusal(Z, "agree", "still_valid", "有效期至{validto}，已过", put(validto=clock.today() - timedelta(days=1))),
]
K = "cash_lot"
CASH = [
    Refusal(K, "deposit", "one_account", "所选现金合计-1.00元，不能解款", put(amount=Decimal("-1.00"))),
    Refusal(K, "deposit", "slip_unused", "存款日期：应在收款日期{day}和今天之间", form={"depositday": "2020-01-01"}),
    Refusal(
        *(K, "offer", "to_another_cashier", "现金须移交他人"),
        form=lambda o, s: {"toid": o.user("shoufei").id},
    ),
    Refusal(K, "take_back", "offered_by_me", "只有移交人可以撤回", put(holderid="somebody")),
]
CHARGES = [
    *CASH,
    *RELIEFS,
    *CREDITS,
    *CLOSES,
    *PLANS,
    *FILES,
    *TOO_MUCH,
    *TRANSFERS,
    *QUEUED,
    Refusal(P, "commit", "amounts_current", CHANGED, more_floors),
    Refusal(
        P,
        "commit",
        "within_contract",
        "元，已收费0.00元，本次300.00元超出",
        small_contract,
        subject=under_contract("saved"),
    ),
    Refusal(
        *(P, "confirm", "within_contract", "元，已收费0.00元，本次300.00元超出", small_contract),
        subject=under_contract("committed"),
    ),
    Refusal(P, "confirm", "amounts_current", CHANGED, more_floors),
    Refusal(
        *(P, "confirm", "discount_agreed", "{chargesysid}优惠10.00%超过登记人可给的5%，须先经科长审批"),
        subject=discounted,
    ),
    Refusal(P, "agree_discount", "discount_waits", "{chargesysid}没有待审批的优惠或手工金额"),
    Refusal(P, "commit", "manual_documented", "请先在收费单的附件中上传批准这一金额的文件", put(byhand=1)),
    Refusal(P, "agree_discount", "agreed_by_another", OWN, owned_by("yewu"), subject=discounted),
    Refusal(P, "void", "nothing_received", "{chargesysid}已收款5.00元，作废须先退费", put(received=Decimal(5))),
    Refusal(
        *(P, "receive", "given_covers", "收到现金0.99元，少于收款金额1.00元"),
        form={"given": "0.99"},
    ),
    Refusal(
        *("deposit_account", "take", "given_covers", "收到现金0.99元，少于收款金额1.00元"),
        form={"given": "0.99"},
    ),
    Refusal(P, "receive", "within_what_is_owed", "收款金额超过未缴金额{owed}元", form=over("owed")),
    Refusal(
        *(P, "receive", "voucher_unused", "凭证号POS-1已登记过", used),
        form={"way": "pos", "ref": "POS-1"},
    ),
    *OUT,
]

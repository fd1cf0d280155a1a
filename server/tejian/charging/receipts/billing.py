"""Receipts from request to number: the built-in numbers at once, those of a platform by a queue that tries again.

A request stands in the transaction of its cause with its job. The platform is asked between two short transactions,
under our own number; before it is asked again it is asked what it has, so a charge never gets two numbers.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.codes import NON_TAX
from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import Charge, Invoice
from tejian.charging.money import api as money
from tejian.kit.database import jobs
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.system.settings.api import number, value

from .kinds import percent_of, tax_of
from .tax_platform import Issued, Wanted, is_builtin, is_by_file, pretends, refuse_pretending

R = BillRequest
JOB = "charge.bill"
BRAKE = "charge.invoice_brake"
TRIES = "charge.invoice_tries"
WAITS = (1, 5, 15, 60, 240)  # minutes before the second, third … try
BUSY = timedelta(minutes=2)  # after which a try counts as lost with its worker
CONTENT = "特种设备检验费"
SERIES = {True: "bill01", False: "bill04"}


def braked(db: Session) -> str:
    """Why nothing is issued now; '' when the brake is off."""
    return value(db, BRAKE)


def at_once(db: Session) -> bool:
    """Whether a receipt gets its number with the request."""
    return is_builtin(db) and not braked(db)


def is_open(db: Session, charge: Charge) -> bool:
    """Whether a receipt of the charge is under way."""
    return db.scalar(select(R.id).where(R.charge_id == charge.id, R.step.in_(at.OPEN_BILLS)).limit(1)) is not None


@dataclass(frozen=True)
class Paper:
    """What shall stand on a receipt."""

    amount: Decimal
    title: str
    taxno: str
    email: str
    kind: str = ""  # empty: as its original, else the usual one
    original: Invoice | None = None
    why: str = ""  # of a red one: why it was asked for
    confirmation: str = ""  # and the 红字信息确认单 that it goes by


def request(d: Doing, paper: Paper) -> BillRequest:
    """Ask for a receipt of the charge; the built-in numbers answer at once."""
    refuse_pretending(d.db)
    s, original = d.subject, paper.original
    own = at_once(d.db) if original is None else original.kind == at.OWN_PAPER
    kind = at.OWN_PAPER if own else original.kind if original else paper.kind or at.RECEIPT_OF[s.nature]
    row = BillRequest(
        **{name: getattr(s, name) for name in ("chargesysid", "payunitname", "orgid")},
        charge_id=s.id,
        kind=kind,
        **{name: getattr(paper, name) for name in ("amount", "title", "taxno", "email", "confirmation")},
        original_id=original.id if original else None,
        originalno=original.billno if original else "",
        reason=paper.why[:256],
        askedby=d.me.name,
        createby=d.me.id,
        nexttry=clock.now(),
        step=at.WAITING_BILL,
        step_since=clock.now(),
    )
    row.requestno = take_number(d.db, "billrequest")
    d.db.add(row)
    d.db.flush()
    if own and not braked(d.db):
        row.step, row.nexttry = at.ISSUED_BILL, None
        write(d.db, s, row, own_number(d.db, s, row))
    elif is_by_file(d.db):
        row.nexttry = None  # it goes out with the next file
    elif not braked(d.db):
        jobs.enqueue(d.db, JOB, request_id=row.id)
    return row


def own_number(db: Session, charge: Charge, row: BillRequest) -> Issued:
    """The next number of our own, which makes the paper a 收据; others wait for it until this transaction ends."""
    row.kind = at.OWN_PAPER
    return Issued(take_number(db, SERIES[charge.nature == NON_TAX]), row.amount)


def write(db: Session, charge: Charge, row: BillRequest, receipt: Issued) -> Invoice:
    """The receipt of a request that got its number; the charge is held by the caller."""
    percent = percent_of(db) if row.kind in at.TAX_INVOICES else None
    invoice = Invoice(
        request_id=row.id,
        taxpercent=percent,
        tax=None if percent is None else tax_of(row.amount, percent),
        **{name: getattr(row, name) for name in ("charge_id", "chargesysid", "kind", "amount", "title", "taxno")},
        **{
            name: getattr(row, name)
            for name in ("email", "original_id", "originalno", "reason", "confirmation", "orgid")
        },
        billno=receipt.billno,
        billcode=receipt.code,
        checkcode=receipt.check,
        state=at.ISSUED,
        content=CONTENT,
        issuedby=row.askedby,
        issued=clock.now(),
    )
    row.billno = receipt.billno
    db.add(invoice)
    db.flush()
    if row.original_id:
        charge.reversed -= row.amount
        original = db.scalars(select(Invoice).where(Invoice.id == row.original_id).with_for_update()).one()
        back = select(Invoice.amount).where(Invoice.original_id == original.id)
        if original.amount + sum(db.scalars(back), Decimal(0)) == 0:
            original.state = at.REVERSED
    return invoice


def note_state(db: Session, charge: Charge) -> None:
    """Copy the sums to the charge, and what its open request says."""
    money.settle(db, charge)
    steps = set(db.scalars(select(R.step).where(R.charge_id == charge.id, R.step.in_(at.OPEN_BILLS))))
    if steps:
        charge.invoicestate = at.BILL_FAILED if at.FAILED_BILL in steps else at.BILLING


def held_charge(db: Session, row: BillRequest) -> Charge:
    """The charge of a request, locked: always after the request."""
    query = select(Charge).where(Charge.id == row.charge_id).with_for_update()
    return db.scalars(query.execution_options(populate_existing=True)).one()


def wanted(row: BillRequest) -> Wanted:
    """The request as the platform reads it."""
    return Wanted(row.requestno, row.kind, row.amount, row.title, row.taxno, row.tries, row.confirmation)


def claim(request_id: str) -> tuple[Wanted, str] | None:
    """Take a waiting request into work in a transaction of its own: what is wanted, and what was known of it before.

    From here on the platform may have it, so nobody withdraws it until it says that it has not.
    """
    with jobs.new_session() as own:
        row = own.scalars(select(R).where(R.id == request_id).with_for_update(skip_locked=True)).first()
        now = clock.now()
        if row is None or row.step != at.WAITING_BILL or braked(own) or pretends(own) or is_by_file(own):
            return None
        if (row.asking and row.asking > now - BUSY) or (row.nexttry and row.nexttry > now):
            return None
        before = row.there
        row.tries, row.asking, row.nexttry = row.tries + 1, now, None
        if not is_builtin(own):
            row.there = at.UNSURE
        own.flush()
        return wanted(row), before


def wait_again(db: Session, row: BillRequest) -> bool:
    """Let a request wait for its next try; False when it had all of them."""
    if row.tries >= number(db, TRIES, 6):
        return False
    row.nexttry = clock.now() + timedelta(minutes=WAITS[min(row.tries, len(WAITS)) - 1])
    jobs.enqueue(db, JOB, at=row.nexttry, request_id=row.id)
    return True


def fits(db: Session, row: BillRequest, said: Issued) -> str:
    """What is wrong with an answer; '' when it is what we asked for."""
    if said.amount != row.amount:
        return f"平台开具的票据{said.billno}金额{said.amount}元，与申请金额{row.amount}元不符，请联系平台作废后重试"
    if db.scalar(select(Invoice.id).where(Invoice.billno == said.billno)):
        return f"平台答复的票据号码{said.billno}已属于其他收费单，请联系平台"
    return ""


def due(db: Session, limit: int = 200) -> list[str]:
    """Waiting requests whose time has come and that nobody is at work on."""
    now = clock.now()
    query = select(R.id).where(R.step == at.WAITING_BILL, or_(R.nexttry.is_(None), R.nexttry <= now))
    query = query.where(or_(R.asking.is_(None), R.asking <= now - BUSY))
    return list(db.scalars(query.order_by(R.requestno).limit(limit)))


def release(db: Session) -> int:
    """Give every request that is due a job; one whose job was lost with its worker among them."""
    if braked(db) or is_by_file(db):
        return 0
    keys = due(db)
    for key in keys:
        jobs.enqueue(db, JOB, request_id=key)
    return len(keys)

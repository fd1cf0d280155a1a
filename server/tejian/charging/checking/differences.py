"""Four ways: what was declared, inspected, charged and released must agree. Each query finds one kind of mistake.

They are asked for one institute and read the exceptions by an index of their own, not the years of business.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session, aliased

from tejian.charging import codes as at
from tejian.charging.charges.api import worked_again
from tejian.charging.codes import NON_TAX
from tejian.charging.fees.api import charge_total
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeItem as T
from tejian.charging.models.charges import ChargeLine as L
from tejian.charging.models.checks import Difference
from tejian.charging.models.checks import Statement as S
from tejian.charging.models.checks import StatementLine as X
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.system.settings.api import number

from .remedies import known_of

B = AppBuss
KINDS = {
    "uninspected": "缴费未检验",
    "uncharged": "检验未收费",
    "twice": "重复收费",
    "released": "未缴费发放",
    "late": "欠费发放逾期",
    "undocumented": "减免无文件",
    "unbilled": "收款未开票",
    "unpaid": "开票未收款",
    "amount": "金额与标准不符",
    "byhand": "非税手工金额",
    "statement": "对账单不符",
}
LOOKBACK = 400  # days in which two inspections of a device are compared, and amounts worked out again


@dataclass(frozen=True)
class Found:
    """One mistake: of which kind, about what, and what it comes to."""

    kind: str
    key: str  # what it is about: found again, it is the same one
    sentence: str
    amount: Decimal | None = None
    charge: C | None = None
    item: Any = None
    unitname: str = ""
    remedy: str = ""  # what can be done about it besides a note

    @property
    def row(self) -> dict[str, Any]:
        """What is stored of it."""
        c, b = self.charge, self.item
        return {
            "kind": self.kind,
            "subject": self.key,
            "sentence": self.sentence[:500],
            "amount": self.amount or Decimal(0),
            "charge_id": c.id if c else "",
            "chargesysid": c.chargesysid if c else "",
            "seisn": b.seisn if b else "",
            "remedy": self.remedy,
            "unitname": self.unitname or (c.payunitname if c else b.unitname if b else ""),
        }


def _day(db: Session, name: str, days: int) -> date:
    """The day before which something is late, by a parameter."""
    return clock.today() - timedelta(days=number(db, f"charge.{name}", days))


def _begin(day: date) -> datetime:
    """The first moment of a day."""
    return datetime.combine(day, time(), clock.SHANGHAI)


def uninspected(db: Session, org: str) -> Iterator[Found]:
    """缴费未检验: paid long ago and not inspected, or for an item that is void or ended."""
    late = _begin(_day(db, "uninspected_days", 60))
    query = select(B, C).join(T, (T.appbuss_id == B.id) & T.live).join(C, C.id == T.charge_id)
    query = query.where(B.cheorg == org, B.chargestate.in_(("4", "5")), B.inspdate.is_(None), B.imported.is_(False))
    gone = B.step.in_((steps.VOID, steps.ENDED))
    for item, charge in db.execute(query.where(C.received > 0, or_(gone, C.step_since < late))):
        why = "业务已终止" if item.step in (steps.VOID, steps.ENDED) else "尚未检验"
        yield Found("uninspected", f"{charge.id}{item.id}", f"已缴费，{why}", charge.received, charge, item)


def uncharged(db: Session, org: str) -> Iterator[Found]:
    """检验未收费: inspected, and nobody has registered a charge."""
    late = _day(db, "uncharged_days", 30)
    query = select(B).where(B.cheorg == org, B.chargestate.in_(steps.UNREGISTERED), B.imported.is_(False))
    for item in db.scalars(query.where(B.step.not_in((steps.VOID, steps.ENDED)), B.inspdate < late)):
        yield Found("uncharged", item.id, f"{item.inspdate}检验，未登记收费", item.fee, None, item)


def twice(db: Session, org: str) -> Iterator[Found]:
    """重复收费: two living charges for the same device and kind of inspection, within some days."""
    first, second = aliased(T), aliased(T)
    own, other = aliased(C), aliased(C)
    days = number(db, "charge.twice_days", 90)
    query = (
        select(second, other, own.chargesysid)
        .join(first, and_(first.equcode == second.equcode, first.testsort == second.testsort, first.equcode != ""))
        .join(own, own.id == first.charge_id)
        .join(other, other.id == second.charge_id)
        .where(
            second.acceptdate >= clock.today() - timedelta(days=LOOKBACK),
            first.acceptdate.between(second.acceptdate - days, second.acceptdate),
            or_(first.acceptdate < second.acceptdate, first.seisn < second.seisn),
            *(first.live, second.live, first.appbuss_id != second.appbuss_id, first.amount > 0, second.amount > 0),
            *(own.step.not_in(at.INSIDE), other.step.not_in(at.INSIDE), other.orgid == org),
        )
    )
    for item, charge, before in db.execute(query):
        words = f"{item.equcode}同一检验已在{before}收费"
        yield Found("twice", item.id, words, item.amount, charge, item, charge.payunitname)


def released(db: Session, org: str) -> Iterator[Found]:
    """未缴费发放: the report went out unpaid, and nobody allowed that."""
    query = select(B).where(B.cheorg == org, B.step == steps.DONE, B.chargestate.not_in(steps.PAID))
    for item in db.scalars(query.where(B.arrearsby == "", B.imported.is_(False))):
        yield Found("released", item.id, "报告已发放，未缴费且没有欠费发放批准", item.fee, None, item)


def late(db: Session, org: str) -> Iterator[Found]:
    """欠费发放逾期: released on credit, and not paid by the day that was set."""
    query = select(B).where(B.cheorg == org, B.arrearsby != "", B.chargestate.not_in(steps.PAID))
    query = query.where(B.arrearsuntil < clock.today(), B.step.not_in((steps.VOID, steps.ENDED)))
    for item in db.scalars(query):
        words = f"{item.arrearsby}批准欠费发放，应于{item.arrearsuntil}前缴清，仍未缴费"
        yield Found("late", item.id, words, item.fee, None, item)


def undocumented(db: Session, org: str) -> Iterator[Found]:
    """减免无文件: relief, or on 非税 a line by hand or a discount, without a document."""
    query = select(L, C).join(C, C.id == L.charge_id).where(C.orgid == org, C.step.not_in((*at.INSIDE, at.VOID)))
    query = query.where(L.clause == "", L.kind.in_((at.RELIEF, at.MANUAL, at.GIVEN)))
    for line, charge in db.execute(query.where(or_(L.kind == at.RELIEF, C.nature == NON_TAX))):
        yield Found("undocumented", line.id, f"{line.item}没有文件依据", line.amount, charge)


def byhand(db: Session, org: str) -> Iterator[Found]:
    """非税手工金额: a public fee whose amount somebody typed; whatever its document, it is looked at."""
    since = _begin(clock.today() - timedelta(days=LOOKBACK))
    query = select(L, C).join(C, C.id == L.charge_id).where(C.orgid == org, C.nature == NON_TAX)
    query = query.where(L.kind == at.MANUAL, C.step.not_in((*at.INSIDE, at.VOID)), C.confirmed >= since)
    for line, charge in db.execute(query):
        words = (
            f"{line.item} {line.amount}元，{line.explanation}，文件：{line.clause}，{charge.discountby or '无人'}同意"
        )
        yield Found("byhand", line.id, words, line.amount, charge)


def unbilled(db: Session, org: str) -> Iterator[Found]:
    """收款未开票: paid, and no receipt within some days."""
    late = _begin(_day(db, "unbilled_days", 15))
    for charge in db.scalars(select(C).where(C.orgid == org, C.step == at.PAID, C.step_since < late)):
        left = charge.received - charge.billed
        yield Found("unbilled", charge.id, f"已收款{charge.received}元，未开票{left}元", left, charge)


def unpaid(db: Session, org: str) -> Iterator[Found]:
    """开票未收款: more stands on receipts than came in."""
    for charge in db.scalars(select(C).where(C.orgid == org, C.billed > C.received)):
        words = f"已开票{charge.billed}元，实收{charge.received}元"
        yield Found("unpaid", charge.id, words, charge.billed - charge.received, charge)


def amount(db: Session, org: str) -> Iterator[Found]:
    """金额与标准不符: the lines or their sum are not what table, policies and archive give for the acceptance day."""
    since = _begin(clock.today() - timedelta(days=number(db, "charge.amount_days", 35)))
    lately = and_(C.confirmed >= since, C.step.not_in((*at.INSIDE, at.VOID)))
    again = select(Difference.charge_id).where(
        Difference.orgid == org, Difference.kind == "amount", Difference.step == at.OPEN_DIFF
    )
    for charge in db.scalars(select(C).where(C.orgid == org, or_(lately, C.id.in_(again)))):
        if words := why_wrong(db, charge):
            yield Found("amount", charge.id, words, charge.amount, charge)


def why_wrong(db: Session, charge: C) -> str:
    """What of a charge is not as it is worked out now; '' when all of it is."""
    stored = [(one.seisn, one.feecode, one.amount) for one in _lines(db, charge)]
    now = [(one.seisn, one.feecode or "", one.amount) for one in worked_again(db, charge)]
    whole = number(db, "charge.round_yuan", 0) == 1
    real = charge_total([yuan for _seisn, _code, yuan in now], whole)
    if real != charge.amount:
        return f"应收{charge.amount}元，按标准为{real}元"
    return "" if stored == now else "收费明细与标准不符"


def _lines(db: Session, charge: C) -> Sequence[L]:
    return db.scalars(select(L).where(L.charge_id == charge.id).order_by(L.seq)).all()


def statement(db: Session, org: str) -> Iterator[Found]:
    """对账单不符: a payment that we lack or have otherwise, or one of ours that the statement lacks."""
    query = select(X, S, C).join(S, S.id == X.statement_id).outerjoin(C, C.id == X.charge_id)
    rows = db.execute(query.where(S.orgid == org, X.result.in_(at.WRONG_LINES))).all()
    known = known_of(db, org, [(line, paper.source) for line, paper, _ in rows])
    for line, paper, charge in rows:
        words = f"{paper.filename}第{line.lineno}行 {line.number}：{line.note}" if line.lineno else line.note
        about = known.likely(line, paper.source) if line.result == at.UNMATCHED else charge
        if about and line.result == at.UNMATCHED:
            words += f"，可能是{about.chargesysid}"
        if line.result == at.UNMATCHED and line.number in known.too_much:
            words += "，已列入多收款，退款后相符"
        remedy = known.remedy_of(line, paper.source)
        yield Found("statement", line.id, words, line.amount, about, None, line.payer, remedy)


QUERIES = (uninspected, uncharged, twice, released, late, undocumented, byhand, unbilled, unpaid, amount, statement)


def mistakes(db: Session, org: str) -> list[Found]:
    """Every mistake that stands at an institute today."""
    found = {(one.kind, one.key): one for query in QUERIES for one in query(db, org)}
    return list(found.values())


def orgs(db: Session) -> list[str]:
    """The institutes that charge or inspect."""
    charging = select(C.orgid).where(C.orgid != "").group_by(C.orgid)
    inspecting = select(func.distinct(B.cheorg)).where(B.cheorg != "")
    return sorted({*db.scalars(charging), *db.scalars(inspecting)})

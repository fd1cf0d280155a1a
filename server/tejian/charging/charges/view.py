"""Reading charges: the registration form as it was worked out, look-ups, fee items and bands, the notice of payment."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.codes import LIFT
from tejian.charging import codes as at
from tejian.charging.fees import api as fees
from tejian.charging.fees.api import (
    GROUPS,
    DraftLine,
    FeeBook,
    FeeLine,
    FeeRow,
    ItemForm,
    book,
    shown_line,
    why_not,
    words_of,
)
from tejian.charging.fees.api import enabled_policies as enabled
from tejian.charging.fees.api import policies_of as of_day
from tejian.charging.models.charges import Charge, ChargeEntry, ChargeItem, ReliefPolicy
from tejian.charging.money import api as money
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.rules.api import names_in
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.flowlog import FlowLog, since_made
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Row
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import record
from tejian.system.rules import api as rulestore

from .former import YearCharged, former_years, pay_by
from .forms import CalculationForm, ChargeForm, DetailForm
from .registration import Draft, chosen, payer_of, worked_out


class Choice(TypedDict):
    """A row of the table that may be added by hand: chosen, or with a quantity."""

    feecode: str
    item: str
    unit: str
    role: str
    formula: str
    counted: bool


class DraftItem(TypedDict):
    """A business item with its lines, what may be chosen, and what is missing."""

    id: str
    seisn: str
    appno: str
    equname: str
    equcode: str
    equclass: str
    testsortName: str
    testsort: str
    acceptdate: str
    urgent: bool
    lines: list[DraftLine]
    choices: list[Choice]
    missing: str
    calculator: str


class ReliefSaid(TypedDict):
    """A policy of the acceptance day: what it takes off, or why it does not."""

    name: str
    document: str
    amount: str
    why: str


class ChargeDraft(TypedDict):
    """A registration before it is stored: everything is worked out by the server."""

    id: str
    version: int | None
    chargesysid: str
    unitname: str
    payunitsysid: str
    payunitname: str
    balance: str
    invoicetitle: str
    taxno: str
    form: Row
    items: list[DraftItem]
    whole: list[DraftLine]
    totals: dict[str, str]
    total: str
    words: str
    payby: str
    years: list[YearCharged]
    reliefs: list[ReliefSaid]


def _reliefs(db: Session, draft: Draft, payer: str) -> list[ReliefSaid]:
    """Every policy of the acceptance days: what it has taken off, or why it has not."""
    every = enabled(db)
    known = {one.id: one for item in draft.items for one in of_day(every, item.day)}
    answer: list[ReliefSaid] = []
    for policy in known.values():
        line = _taken_by(policy, draft)
        amount = f"{line.amount:.2f}" if line and line.amount else ""
        why = "" if amount else _why_not(policy, draft, payer)
        answer.append({"name": policy.name, "document": policy.document, "amount": amount, "why": why})
    return sorted(answer, key=lambda one: (not one["amount"], one["name"]))


def _taken_by(policy: ReliefPolicy, draft: Draft) -> FeeLine | None:
    """The line of the charge that a policy has made, or for 非税 has let stand."""
    lines = draft.whole.get(policy.nature, [])
    if policy.type == GROUPS:
        others = {*draft.reliefs, at.MANUAL_DISCOUNT}
        return next((line for line in lines if not {line.item, line.feecode} & others), None)
    return next((line for line in lines if line.item == policy.name), None)


def _why_not(policy: ReliefPolicy, draft: Draft, payer: str) -> str:
    if policy.nature not in draft.natures:
        return f"只用于{policy.nature}收费"
    reasons = [why_not(policy, item.row, payer) for item in draft.items]
    if all(reasons):
        return "、".join(dict.fromkeys(one for one in reasons if one))
    fits = [item for item, reason in zip(draft.items, reasons, strict=True) if not reason]
    if not any(item.reducible(policy.nature) for item in fits):
        return "合同价不再减免" if any(item.fixed(policy.nature) for item in fits) else "没有可减免的金额"
    return "同批设备不足两台" if policy.type == GROUPS else "已用优先的政策"


def _answer(db: Session, me: User, draft: Draft, form: ChargeForm, charge: Charge | None) -> ChargeDraft:
    known = words(db, me.dict_version).get("C604", {})
    table, first = book(db), draft.items[0].row
    main = db.scalars(select(AppMain).where(AppMain.id == first.appmain_id)).one()
    items: list[DraftItem] = [
        {
            "id": one.row.id,
            "seisn": one.row.seisn,
            "appno": one.row.appno,
            "equname": one.row.equname,
            "equcode": one.row.equcode,
            "equclass": one.row.equclass,
            "testsort": one.row.testsort,
            "testsortName": known.get(one.row.testsort, one.row.testsort)
            + (f"（{known.get(one.mothersort, one.mothersort)}）" if one.mothersort else ""),
            "acceptdate": str(one.day),
            "urgent": one.urgent,
            "lines": [shown_line(line) for line in one.lines],
            "choices": [_choice(c, table, one.row.equclacode) for c in one.choices],
            "missing": one.missing,
            "calculator": fees.calculator_of(one.row),
        }
        for one in draft.items
    ]
    payer = charge.payunitsysid if charge else form.payunitsysid or main.payunitsysid
    totals = {nature: f"{draft.total(nature, False):.2f}" for nature in draft.natures}
    total = sum((Decimal(x) for x in totals.values()), Decimal("0.00"))
    agreed = {line.agreed.contract for one in draft.items for line in one.lines if line.agreed}
    return {
        "id": charge.id if charge else "",
        "version": charge.version if charge else None,
        "chargesysid": charge.chargesysid if charge else "",
        "unitname": first.unitname,
        "payunitsysid": payer,
        "payunitname": charge.payunitname if charge else main.payunitname,
        "balance": f"{money.balance_of(db, first.cheorg, payer):.2f}",
        "invoicetitle": form.invoicetitle or main.invoicetitle,
        "taxno": form.taxno or main.taxno,
        "form": form.model_dump(mode="json", exclude={"id", "version"}),
        "items": items,
        "whole": [shown_line(line) for nature in draft.natures for line in draft.whole.get(nature, [])],
        "totals": totals,
        "total": f"{total:.2f}",
        "words": pdf.rmb_words(total),
        "payby": str(pay_by(db, sorted(agreed))),
        "years": former_years(db, me, first.unitsysid),
        "reliefs": _reliefs(db, draft, payer),
    }


def _choice(row: FeeRow, table: FeeBook, code: str) -> Choice:
    return {
        "feecode": row.feecode,
        "item": row.item,
        "unit": row.unit,
        "role": row.role,
        "formula": words_of(row.calc, table, code),
        "counted": "qty" in names_in(row.calc),
    }


def opened(db: Session, me: User, sent: DetailForm) -> ChargeDraft:
    """The registration form: of a draft, or a new one for what was picked."""
    if sent.id:
        charge = visible_or_refuse(db, me, Charge, sent.id)
        form = ChargeForm.model_validate(charge.flags)
        rows = chosen(db, me, [one.id for one in form.items], charge.id) if charge.step == at.DRAFT else None
        if rows is None:
            raise Refused(f"{charge.chargesysid}已提交，不能修改")
        return _answer(db, me, worked_out(db, rows, form, charge.payunitsysid), form, charge)
    rows = chosen(db, me, _picked(db, me, sent))
    form = ChargeForm(items=[ItemForm(id=row.id) for row in rows])
    return _answer(db, me, worked_out(db, rows, form, payer_of(db, rows[0])), form, None)


def checked(db: Session, me: User, sent: DetailForm) -> int:
    """The four checks of the contract over what was picked, in their order and words; of how many items."""
    return len(chosen(db, me, sent.ids))


def _picked(db: Session, me: User, sent: DetailForm) -> list[str]:
    """The items that are meant: themselves, by their numbers, or those of declarations that are not charged yet."""
    if sent.ids:
        return sent.ids
    query = select(AppBuss.id).where(AppBuss.visible(me), AppBuss.step != steps.VOID)
    if sent.pSeisn:
        return list(db.scalars(query.where(AppBuss.seisn.in_(sent.pSeisn))))
    if sent.pAppno:
        open_ones = query.where(AppBuss.appno.in_(sent.pAppno), AppBuss.chargestate.in_(steps.UNREGISTERED))
        keys = list(db.scalars(open_ones))
        if not keys:
            accepted = db.scalar(query.where(AppBuss.appno.in_(sent.pAppno)).limit(1))
            raise Refused("所选数据已进行过收费登记" if accepted else "所选申报尚未受理，受理后才能收费")
        return keys
    return []


def assembled(db: Session, me: User, form: ChargeForm) -> ChargeDraft:
    """What a registration would come to as it stands on the form; nothing is stored."""
    charge = visible_or_refuse(db, me, Charge, form.id) if form.id else None
    rows = chosen(db, me, [one.id for one in form.items], charge.id if charge else "")
    payer = form.payunitsysid or payer_of(db, rows[0])
    return _answer(db, me, worked_out(db, rows, form, payer), form, charge)


class Calculation(TypedDict):
    """What a calculator gives: the lines of one item, and which parameter is missing still."""

    item: str
    lines: list[DraftLine]
    total: str
    missing: str


def calculated(db: Session, me: User, kind: str, sent: CalculationForm) -> Calculation:
    """What an item costs by the parameters that are given; the registration keeps them when it is saved."""
    row = visible_or_refuse(db, me, AppBuss, sent.item)
    fees.refuse_other(row, kind)
    form = ChargeForm(items=[ItemForm(id=row.id, given=sent.given)])
    (one,) = worked_out(db, [row], form, payer_of(db, row)).items
    total = sum((line.amount or Decimal(0) for line in one.lines), Decimal("0.00"))
    lines = [shown_line(line) for line in one.lines]
    return {"item": row.id, "lines": lines, "total": "" if one.missing else f"{total:.2f}", "missing": one.missing}


def charges_of(db: Session, me: User, *, seisn: str = "", appnos: Sequence[str] = ()) -> list[dict[str, Any]]:
    """The living charges of a business item or of declarations."""
    query = select(Charge, ChargeItem.seisn, ChargeItem.appno).join(ChargeItem, ChargeItem.charge_id == Charge.id)
    query = query.where(Charge.visible(me), ChargeItem.live)
    query = query.where(ChargeItem.seisn == seisn) if seisn else query.where(ChargeItem.appno.in_(appnos))
    return [
        {"id": c.id, "chargesysid": c.chargesysid, "status": c.status, "seisn": item, "appno": app, "nature": c.nature}
        | {"amount": f"{c.amount:.2f}"}
        for c, item, app in db.execute(query.order_by(Charge.chargesysid, ChargeItem.seisn))
    ]


def log_of(db: Session, me: User, charge_id: str) -> list[dict[str, Any]]:
    """The moves of a charge so far."""
    charge = visible_or_refuse(db, me, Charge, charge_id)
    query = select(FlowLog).where(FlowLog.process == at.PROCESS, FlowLog.subject_id == charge.id, since_made(charge))
    return [record(row) for row in db.scalars(query.order_by(FlowLog.id))]


def entries_of(db: Session, me: User, charge_id: str) -> list[dict[str, Any]]:
    """The entries of money of a charge."""
    charge = visible_or_refuse(db, me, Charge, charge_id)
    query = select(ChargeEntry).where(ChargeEntry.charge_id == charge.id).order_by(ChargeEntry.at, ChargeEntry.id)
    return [record(row) for row in db.scalars(query)]


def fee_items(db: Session) -> list[dict[str, str]]:
    """The items of the fee table in force today."""
    rows = rulestore.rows(db, "fees", clock.today())
    return [{"value": r["feecode"], "label": f"{r['item']} {r['band']}".strip(), "nature": r["nature"]} for r in rows]


def lift_bands(db: Session) -> list[dict[str, str]]:
    """How lifts are charged: the rows of class 3000 that are in force today."""
    names = ("feecode", "testsort", "item", "band", "unit", "formula", "calc", "nature")
    return [
        {n: r[n] for n in names} for r in rulestore.rows(db, "fees", clock.today()) if LIFT in r["equclass"].split("/")
    ]

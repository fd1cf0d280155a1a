"""Registration of charges: which items, what they cost by the table of their acceptance day, and what is stored."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging.codes import NON_TAX, TAXED
from tejian.charging.fees import api as fees
from tejian.charging.fees.api import (
    FeeLine,
    FeeRow,
    Given,
    ItemFees,
    ItemForm,
    Source,
    charge_total,
    day_of,
    fee_total,
    manual_discount,
    missing_text,
    reliefs_for,
    whole_lines,
)
from tejian.charging.models.charges import Charge, ChargeItem, ChargeLine
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database import bulk
from tejian.kit.database.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.system.settings.api import number

from .forms import ChargeForm, ManualForm

ALREADY = "所选数据已进行过收费登记"


@dataclass
class ItemDraft:
    """A business item with what it costs."""

    row: Any
    day: date
    sent: ItemForm
    lines: list[FeeLine]
    choices: list[FeeRow]
    urgent: bool
    mothersort: str = ""
    manual: list[ManualForm] = field(default_factory=list)
    by_table: list[FeeLine] = field(default_factory=list)  # what the table says where an amount by hand stands instead

    @property
    def standard(self) -> str:
        """What the item costs by the table, in words, for those who read an amount by hand beside it."""
        total = fee_total(self.by_table)
        return f"本项业务标准为 {total} 元" if total and not missing_text(self.by_table) else "本项业务没有可算的标准"

    @property
    def missing(self) -> str:
        return missing_text(self.lines)

    def reducible(self, nature: str) -> list[FeeLine]:
        """The lines from which relief and discounts are taken: none where a contract rules that allows no more."""
        own = [line for line in self.lines if line.nature == nature and line.amount is not None]
        return [] if any(line.agreed and not line.agreed.stacks for line in own) else own

    def fixed(self, nature: str) -> list[FeeLine]:
        """The lines that nothing is taken off."""
        taken = self.reducible(nature)
        return [line for line in self.lines if line.nature == nature and line not in taken]


@dataclass
class Draft:
    """A registration that was worked out: its items, and for each channel what stands on the whole charge."""

    items: list[ItemDraft]
    whole: dict[str, list[FeeLine]]
    manual: list[ManualForm]
    reliefs: dict[str, str]  # name of a relief → key of its policy

    @property
    def natures(self) -> list[str]:
        found = [line.nature for item in self.items for line in item.lines] + [one.nature for one in self.manual]
        return [nature for nature in (NON_TAX, TAXED) if nature in found]

    def computed(self, item: ItemDraft, nature: str) -> list[FeeLine]:
        return [line for line in item.lines if line.nature == nature]

    def by_hand(self, nature: str) -> list[ManualForm]:
        return [one for one in self.manual if one.nature == nature]

    def item_total(self, item: ItemDraft, nature: str) -> Decimal:
        own = [one.amount for one in self.by_hand(nature) if one.seisn == item.row.seisn]
        return sum((line.amount or Decimal(0) for line in self.computed(item, nature)), sum(own, Decimal("0.00")))

    def total(self, nature: str, round_yuan: bool) -> Decimal:
        lines = [line for item in self.items for line in self.computed(item, nature)] + self.whole.get(nature, [])
        return charge_total([line.amount for line in lines] + [m.amount for m in self.by_hand(nature)], round_yuan)


def chosen(db: Session, me: User, ids: Sequence[str], own: str = "", *, lock: bool = False) -> list[AppBuss]:
    """The items to be charged, with the checks of the contract in its order and words; `own` is the draft at work."""
    if not ids:
        raise Refused("请选择")
    rows = many_visible_or_refuse(db, me, AppBuss, ids, lock=lock)
    if len({row.unitsysid for row in rows}) > 1:
        raise Refused("所选申报登记受检单位不同")
    if any(not row.appno for row in rows):
        raise Refused("所选数据申报单号不可为空")
    charged = select(ChargeItem.id).where(ChargeItem.appbuss_id.in_(ids), ChargeItem.live)
    if own:
        charged = charged.where(ChargeItem.charge_id != own)
    if db.scalar(charged.limit(1)) or any(row.chargestate not in steps.UNCHARGED for row in rows):
        raise Refused(ALREADY)
    if off := next((row for row in rows if row.step == steps.VOID), None):
        raise Refused(f"{off.seisn}已作废，不能收费")
    return sorted(rows, key=lambda row: row.seisn)


def worked_out(
    db: Session, rows: Sequence[AppBuss], form: ChargeForm, payer: str, moment: datetime | None = None
) -> Draft:
    """What the items cost: each by the table and the contracts that were in force on its acceptance day.

    `moment` is when it was known which contracts count: now, or when the charge was confirmed.
    """
    return work_out(Given(db, rows, payer, moment or clock.now()), rows, form, payer)


def work_out(source: Source, rows: Sequence[Any], form: ChargeForm, payer: str) -> Draft:
    """What business items cost by what a source says of them, their table, contracts and policies."""
    sent = {one.id: one for one in form.items}
    known = {one.seisn for one in form.manual if one.seisn} - {row.seisn for row in rows}
    if known:
        raise BadInput(f"手工金额：{'、'.join(sorted(known))}不在本次收费中", field="manual")
    items = [_item(source, row, sent[row.id], form.manual) for row in rows]
    draft = Draft(items, {}, list(form.manual), {})
    for nature in draft.natures:
        days = [one.day for one in items]
        reliefs, documented = reliefs_for(source.policies, rows, nature, days, payer)
        parts = [ItemFees(one.row.seisn, one.reducible(nature)) for one in items]
        charged = {one.row.equdatasysid for one, part in zip(items, parts, strict=True) if part.total(nature)}
        devices = len(charged) if form.samebatch else 1
        newest = source.table(max(days))
        draft.whole[nature] = whole_lines(parts, nature, devices, reliefs, newest, documented=documented)
        draft.reliefs |= {relief.name: relief.key for relief in reliefs}
    _discount(source, draft, form)
    return draft


def _item(source: Source, row: Any, sent: ItemForm, manual: Sequence[ManualForm]) -> ItemDraft:
    day = day_of(row)
    known = source.known(row, day)
    if sent.given:
        known = fees.given_instead(source.db, row, sent.given, known)
    own = [one for one in manual if one.seisn == row.seisn]
    by_table = source.lines(row, sent, day, known) if own or not sent.byhand else []
    lines = [] if sent.byhand else by_table
    if sent.given:
        lines = fees.explained_calculation(lines, sent.given)
    return ItemDraft(
        row, day, sent, lines, source.choices(row, day, known), known.urgent, known.mothersort, own, by_table
    )


def _discount(source: Source, draft: Draft, form: ChargeForm) -> None:
    """A discount by hand: on 应税 alone, with a reason, never above what the parameter allows."""
    if not form.discount:
        return
    if TAXED not in draft.natures:
        raise Refused("非税收费不能优惠，须有减免政策文件")
    if len(form.discountreason) < 2:
        raise BadInput("优惠原因：必填", field="discountreason")
    most = source.discount_most
    if form.discount > most:
        raise BadInput(f"优惠比例：不得大于{most}%", field="discount")
    firm = [line.amount or Decimal(0) for one in draft.items for line in one.fixed(TAXED)]
    total = draft.total(TAXED, False) - sum(firm, Decimal(0))
    draft.whole[TAXED].append(manual_discount(total, form.discount, form.discountreason))


def save(db: Session, me: User, form: ChargeForm) -> list[Charge]:
    """Register the items: one charge for each channel. A known draft is worked out again. Numbers are taken last."""
    known = visible_or_refuse(db, me, Charge, form.id, lock=True) if form.id else None
    if known:
        check_version(known, form.version)
        if known.step != at.DRAFT:
            raise Refused(f"{known.chargesysid}已提交，不能修改")
    rows = chosen(db, me, [one.id for one in form.items], known.id if known else "", lock=True)
    payer = visible_or_refuse(db, me, Unit, form.payunitsysid or payer_of(db, rows[0]))
    draft = worked_out(db, rows, form, payer.id)
    _refuse_unfinished(draft)
    charges = []
    for nature in draft.natures if known is None else [known.nature]:
        if nature not in draft.natures:
            raise Refused(f"没有{nature}的收费明细")
        charge = known or Charge(createby=me.id, registerby=me.name, orgid=rows[0].cheorg, nature=nature)
        _write(db, charge, draft, form, payer, rows)
        charges.append(charge)
    return charges


def payer_of(db: Session, row: AppBuss) -> str:
    """Who pays for an item: whom the declaration names, else the unit that was inspected."""
    return db.scalar(select(AppMain.payunitsysid).where(AppMain.id == row.appmain_id)) or row.unitsysid


def _refuse_unfinished(draft: Draft) -> None:
    """Nothing is stored while an item has no line, or a line has no amount."""
    for one in draft.items:
        if one.missing:
            raise Refused(f"{one.row.seisn}{one.missing}，请补充设备档案，或改为手工登记")
        if not one.lines and not one.manual:
            raise Refused(f"{one.row.seisn}没有对应的收费标准，请登记手工金额")
    for hand in draft.manual:
        if hand.nature == NON_TAX and not hand.document:
            raise BadInput("非税的手工金额须有文件或合同", field="manual")


def _write(db: Session, charge: Charge, draft: Draft, form: ChargeForm, payer: Unit, rows: Sequence[AppBuss]) -> None:
    nature, first = charge.nature, rows[0]
    charge.unitsysid, charge.unitname = first.unitsysid, first.unitname
    charge.payunitsysid, charge.payunitname = payer.id, payer.name
    charge.invoicetitle = form.invoicetitle or payer.invoicetitle or payer.name
    charge.taxno, charge.invoiceemail = form.taxno or payer.taxno or payer.code, form.invoiceemail
    charge.remark, charge.flags = form.remark, form.model_dump(mode="json", exclude={"id", "version"})
    own = [one for one in draft.items if draft.computed(one, nature) or any(m.nature == nature for m in one.manual)]
    charge.appnos = sorted({one.row.appno for one in own})
    charge.itemcount = len(own)
    charge.byhand = len(draft.by_hand(nature)) if nature == NON_TAX else 0
    charge.amount = draft.total(nature, number(db, "charge.round_yuan", 0) == 1)
    charge.discount = form.discount if nature == TAXED else Decimal(0)
    charge.discountreason, charge.discountby = form.discountreason if charge.discount else "", ""
    if charge.chargesysid:
        for model in (ChargeItem, ChargeLine):  # made anew
            db.execute(delete(model).where(model.charge_id == charge.id))
    else:
        charge.chargesysid = take_number(db, "charge")
    db.add(charge)
    db.flush()
    bulk.add(db, ChargeItem, (_item_values(charge, one, draft) for one in own))
    lines = enumerate(line_values(nature, draft), 1)
    bulk.add(db, ChargeLine, ({"charge_id": charge.id, "seq": n, **values} for n, values in lines))


def _item_values(charge: Charge, one: ItemDraft, draft: Draft) -> dict[str, Any]:
    """A business item as it is stored with its charge."""
    values = {name: getattr(one.row, name) for name in ("seisn", "appno", "equname", "equcode", "testsort")}
    values |= {"charge_id": charge.id, "appbuss_id": one.row.id, "acceptdate": one.day, "nature": charge.nature}
    return values | {"amount": draft.item_total(one, charge.nature)}


def stored_lines(charge: Charge, draft: Draft) -> list[ChargeLine]:
    """The lines of a charge as they would be stored."""
    lines = line_values(charge.nature, draft)
    return [ChargeLine(charge_id=charge.id, seq=n, **values) for n, values in enumerate(lines, 1)]


def line_values(nature: str, draft: Draft) -> list[dict[str, Any]]:
    """The lines of a nature in their order: those of the items, those by hand, those of the whole."""
    made: list[dict[str, Any]] = []
    for one in draft.items:
        why = f"手工参数：{one.sent.given.reason}" if one.sent.given else ""
        made += [_line(line, _kind(line), one.row.seisn) | {"reason": why} for line in draft.computed(one, nature)]
    standards = {one.row.seisn: one.standard for one in draft.items}
    for hand in draft.by_hand(nature):
        values: dict[str, Any] = {"seisn": hand.seisn, "kind": at.MANUAL, "item": hand.item, "amount": hand.amount}
        beside = f"（{standards[hand.seisn]}）" if hand.seisn in standards else ""
        made.append(
            values | {"reason": hand.reason, "clause": hand.document, "explanation": f"手工登记：{hand.reason}{beside}"}
        )
    for line in draft.whole.get(nature, []):
        kind = at.RELIEF if line.item in draft.reliefs else at.GIVEN if line.feecode == at.MANUAL_DISCOUNT else at.GROUP
        made.append(_line(line, kind, "") | {"policy_id": draft.reliefs.get(line.item, "")})
    return made


def _kind(line: FeeLine) -> str:
    return at.AGREED if line.agreed and line.agreed.priced else at.COMPUTED


def _line(line: FeeLine, kind: str, seisn: str) -> dict[str, Any]:
    return {
        "seisn": seisn,
        "kind": kind,
        "feecode": line.feecode,
        "item": f"{line.item}（{line.about}）" if line.about else line.item,
        "band": line.band,
        "params": "；".join(line.params)[:500],
        "formula": line.formula[:256],
        "explanation": line.explanation[:1000],
        "qty": line.qty,
        "unit": line.unit,
        "amount": line.amount,
        "clause": line.source[:512],
        "since": line.since,
        "agreement_id": line.agreed.contract if line.agreed else "",
        "clauseno": line.agreed.clauseno if line.agreed else 0,
    }


def worked_again(db: Session, charge: Charge) -> list[ChargeLine]:
    """The lines that the registration of a charge gives now: they must be those that it has."""
    form = ChargeForm.model_validate(charge.flags)
    ids = [one.id for one in form.items]
    rows = list(db.scalars(select(AppBuss).where(AppBuss.id.in_(ids)).order_by(AppBuss.seisn)))
    return stored_lines(charge, worked_out(db, rows, form, charge.payunitsysid, charge.confirmed))

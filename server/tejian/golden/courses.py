"""Courses of money carried out: a charge is confirmed, paid, receipted, reversed, refunded or voided, step by step.

Every step is done by somebody who may; after each one the sums and the state are compared, at the end the entries.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes
from tejian.charging.accounts import api as accounts
from tejian.charging.charges import api as charges_api
from tejian.charging.models.charges import Charge, ChargeEntry, Invoice, PayOrder
from tejian.charging.online import api as online
from tejian.charging.transfers import api as transfers
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused

from .answers import Answer, Miss
from .cases import Case, NotAsked
from .fees import Item
from .papers import put_paper
from .world import World

NON_TAX, TAXED = codes.NATURES
REASON = "案例所述"
ITEM = {"item": "协议检验费", "reason": "按协议收取", "document": "协议1号"}
SUMS = ("owed", "received", "billed")
# what is done → the move of a charge, who does it, and what is said besides
MOVES: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "confirm": ("confirm", "审核", {"status": "2"}),
    "void": ("void", "批准", {"status": "7", "reason": REASON}),
    "pay": ("receive", "检验一", {"way": "cash"}),
    "bill": ("bill", "检验二", {"title": "案例使用单位"}),
    "red": ("reverse", "审核", {}),
    "refund": ("refund", "批准", {"status": "6"}),
    "offset": ("offset", "检验一", {}),
    "take_back": ("take_back", "审核", {"reason": REASON}),
}
AHEAD = ("advance", "transfer")  # money of the payer: in advance; or one sum at the bank, of which a charge has a share
# what is asked for with a paper before somebody else does it → the move that asks, and what it says besides
ASKS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "red": ("ask_red", {"reason": REASON}),
    "refund": ("ask_refund", {"reason": REASON, "way": "cash"}),
}
ONLINE = ("order", "callback")  # an order at the payment platform, and what it calls back
STEP = {"do", "nature", "amount", "way", "ref", "platformno", "says", "expect", "refused", "why"}
STEP |= {"given", "share", "ahead"}
EXPECTED = {"state", *SUMS}
ENTRY = {"nature", "kind", "amount", "way"}


@dataclass
class Course:
    """The charges of one item by their natures, and the orders that were placed for them."""

    db: Session
    world: World
    charges: dict[str, Charge]
    orders: dict[str, str] = field(default_factory=dict)

    def charge(self, nature: str) -> Charge:
        """The charge of a nature as it is stored."""
        if nature not in self.charges:
            raise NotAsked(f"没有{nature}的金额")
        key = self.charges[nature].id
        return self.db.scalars(select(Charge).where(Charge.id == key).execution_options(populate_existing=True)).one()

    def do(self, step: Mapping[str, Any]) -> str:
        """Carry a step out; what the platform is answered. Raises Refused and BadInput as the screens show it."""
        charge, name = self.charge(step.get("nature", NON_TAX)), step["do"]
        if name == "order":
            channel = "taxable" if charge.nature == TAXED else "on"
            self.orders[charge.nature] = online.place_order(self.db, self._as("受理"), charge.id, channel)["orderno"]
            return ""
        if name == "callback":
            return self._called_back(charge, step)
        if name in AHEAD:
            getattr(self, f"_{name}")(charge, step)
            return ""
        own = {key: step[key] for key in ("amount", "way", "ref", "given") if key in step}
        if name in ASKS:
            put_paper(self.db, charge, codes.OUT_PAPER)
            move, words = ASKS[name]
            self._move(charge, move, "检验二", {**words, **own})
        move, who, words = MOVES[name]
        self._move(charge, move, who, {**words, **own})
        return ""

    def _move(self, charge: Charge, move: str, who: str, sent: Mapping[str, Any]) -> None:
        me = self._as(who)
        read = charges_api.CHARGE.by_name[move].read(self.db, me, {"ids": charge.id, **sent})
        charges_api.CHARGE.do(self.db, me, move, [charge.id], read)

    def _advance(self, charge: Charge, step: Mapping[str, Any]) -> None:
        """Cash of the payer over the counter, in advance."""
        me = self._as("检验一")
        sent = {"unitsysid": charge.payunitsysid, "amount": step["amount"], "way": "cash"}
        accounts.open_account(self.db, me, accounts.ADVANCE.taken(self.db, me, sent))

    def _transfer(self, charge: Charge, step: Mapping[str, Any]) -> None:
        """A transfer of the payer, of which the charge has its share; what is left may be an advance."""
        me = self._as("检验一")
        place = codes.OWN_BANK if charge.nature == TAXED else codes.FISCAL
        sent = {"payunitsysid": charge.payunitsysid, "place": place, "amount": step["amount"], "ref": step["ref"]}
        sent["arrived"] = str(clock.today())
        row = transfers.registered(self.db, me, transfers.ARRIVED.taken(self.db, me, sent))
        shares = [{"id": charge.id, "amount": step["share"]}]
        allotted = {"ids": row.id, "shares": shares, "ahead": "1" if step.get("ahead") else "0"}
        read = transfers.TRANSFER.by_name["allot"].read(self.db, me, allotted)
        transfers.TRANSFER.do(self.db, me, "allot", [row.id], read)

    def _as(self, who: str) -> Any:
        self.db.info["me"] = me = self.world.users[who]
        return me

    def _called_back(self, charge: Charge, step: Mapping[str, Any]) -> str:
        if charge.nature not in self.orders:
            raise NotAsked("callback 之前须有 order")
        number = self.orders[charge.nature]
        amount = self.db.scalars(select(PayOrder.amount).where(PayOrder.orderno == number)).one()
        call = {"orderno": number, "amount": step.get("amount", f"{amount:.2f}")}
        # the numbers of a platform are its own: two cases never share one
        call["platformno"] = f"{number}-{step.get('platformno', '1')}"
        answer = online.take_callback(self.db, call | {"paidat": clock.now().isoformat()})
        if isinstance(answer, Refused):
            raise answer
        return answer


def carry(db: Session, world: World, case: Case) -> Answer:
    """Go through a course; the answer holds what was not as it should be, step by step."""
    for step in case["steps"]:
        _readable(step)
    course, misses = Course(db, world, _registered(db, world, case["amounts"])), list[Miss]()
    for number, step in enumerate(case["steps"], 1):
        misses += _stepped(course, f"第{number}步 {step['do']}", step)
    return Answer(misses=[*misses, *_ended(course, case.get("expect", {}))])


def _readable(step: Mapping[str, Any]) -> None:
    if unknown := sorted(set(step) - STEP | set(step.get("expect", {})) - EXPECTED):
        raise NotAsked(f"steps：不认识 {'、'.join(unknown)}")
    if step.get("do") not in (*MOVES, *ONLINE, *AHEAD):
        raise NotAsked(f"steps：没有 {step.get('do')} 这一步")
    if not (step.get("expect") or step.get("refused") or step["do"] == "order"):
        raise NotAsked("steps：每一步须有 expect 或 refused")


def _registered(db: Session, world: World, amounts: Mapping[str, str]) -> dict[str, Charge]:
    """The committed charges of one item over amounts that were agreed, one for each nature."""
    db.info["me"] = clerk = world.users["受理"]
    lift = Item("", "", "", "3000", "3110", "0211", clock.today(), {}, (), "", False, {})
    row = world.accepted(lift)
    by_hand = [{"seisn": row.seisn, "nature": nature, "amount": amount, **ITEM} for nature, amount in amounts.items()]
    form = charges_api.ChargeForm.model_validate({"items": [{"id": row.id, "byhand": True}], "manual": by_hand})
    charges = {one.nature: one for one in charges_api.register(db, clerk, form)}
    commit = charges_api.CHARGE.by_name["commit"]
    for one in charges.values():
        put_paper(db, one, codes.BASIS_PAPER)
        db.info["me"] = clerk
        charges_api.CHARGE.do(db, clerk, "commit", [one.id], commit.read(db, clerk, {"ids": one.id}))
        if charges_api.waits_for_consent(db, one):
            db.info["me"] = head = world.users["批准"]
            agree = charges_api.CHARGE.by_name["agree_discount"]
            charges_api.CHARGE.do(db, head, "agree_discount", [one.id], agree.read(db, head, {"ids": one.id}))
    return charges


def _stepped(course: Course, name: str, step: Mapping[str, Any]) -> list[Miss]:
    wanted = str(step.get("refused") or "")
    try:
        with course.db.begin_nested():
            answer = course.do(step)
    except (BadInput, Refused) as refusal:
        course.db.expire_all()
        return [] if wanted and wanted in refusal.message else [Miss(name, wanted or "不拒绝", refusal.message)]
    if wanted:
        return [Miss(name, f"拒绝：{wanted}", "没有拒绝")]
    row = course.charge(step.get("nature", NON_TAX))
    got = {"state": row.status, **{one: f"{getattr(row, one):.2f}" for one in SUMS}, "says": answer}
    want = {**step.get("expect", {}), **({"says": step["says"]} if "says" in step else {})}
    return [Miss(f"{name} {one}", str(value), got[one]) for one, value in want.items() if str(value) != got[one]]


def _ended(course: Course, want: Mapping[str, Any]) -> list[Miss]:
    """The entries of money, and what stands on the receipts, in the order in which they were written."""
    misses = []
    keys = [one.id for one in course.charges.values()]
    if "entries" in want:
        if unknown := sorted({name for one in want["entries"] for name in set(one) - ENTRY}):
            raise NotAsked(f"expect.entries：不认识 {'、'.join(unknown)}")
        N = ChargeEntry
        query = select(Charge.nature, N.kind, N.amount, N.way).join(Charge, Charge.id == N.charge_id)
        rows = course.db.execute(query.where(N.charge_id.in_(keys)).order_by(N.id)).all()
        got = sorted((nature, kind, f"{amount:.2f}", way) for nature, kind, amount, way in rows)
        wanted = sorted((one.get("nature", NON_TAX), one["kind"], one["amount"], one["way"]) for one in want["entries"])
        if wanted != got:
            misses.append(Miss("entries", _listed(wanted), _listed(got)))
    if "bills" in want:
        amounts = course.db.scalars(select(Invoice.amount).where(Invoice.charge_id.in_(keys)).order_by(Invoice.id))
        bills = sorted(f"{amount:.2f}" for amount in amounts)
        if sorted(want["bills"]) != bills:
            misses.append(Miss("bills", "、".join(sorted(want["bills"])) or "无", "、".join(bills) or "无"))
    if strange := set(want) - {"entries", "bills"}:
        raise NotAsked(f"expect：不认识 {'、'.join(sorted(strange))}")
    return misses


def _listed(rows: list[tuple[str, str, str, str]]) -> str:
    return "；".join(" ".join(filter(None, row)) for row in rows) or "无"

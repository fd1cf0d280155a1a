"""Money under many hands and under kill -9: one charge, numbers without a gap, one legal state after every death."""

from decimal import Decimal
from functools import partial
from typing import Any

from sqlalchemy import func, select

from tejian.charging.checking.proof import contradictions
from tejian.charging.codes import ASKED_OUT, NON_TAX, RED_OUT
from tejian.charging.models.bills import BillRequest
from tejian.charging.models.charges import Charge, ChargeEntry, ChargeItem, Invoice, PayOrder
from tejian.charging.models.outlays import ChargeOut
from tejian.charging.online.platform import signature
from tejian.kit.database.db import new_id
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.kit.web.edge import COOKIE
from tejian.system.settings.api import set_value

from .conftest import Desks, Server, together
from .test_charges import CALLS, accepted

HUNDRED = Decimal("100.00")


def charge(desks: Desks, number: int, *, paid: bool) -> str:
    """A confirmed charge of 100 yuan, owed or paid."""

    def write(db: Any) -> str:
        cashier = desks.actors.users["shoufei"]
        row = Charge(chargesysid=f"JFT{number:05}", nature=NON_TAX, orgid=cashier.org_id, createby=cashier.id)
        row.payunitname = row.invoicetitle = "甬江物业"
        row.amount = row.owed = HUNDRED
        row.step, row.status = ("PAID", "4") if paid else ("DUE", "2")
        row.received = HUNDRED if paid else Decimal(0)
        db.add(row)
        db.flush()
        for kind in ("due", "paid") if paid else ("due",):
            moment = {"at": clock.now(), "day": clock.today(), "userid": "", "username": ""}
            db.add(ChargeEntry(id=new_id(), charge_id=row.id, kind=kind, amount=HUNDRED, **moment))
        return row.id

    return str(desks.read(write))


def asked_red(desks: Desks, keys: list[str]) -> None:
    """The cashier asks that the receipts of charges are reversed: somebody else does it."""

    def write(db: Any) -> None:
        cashier = desks.actors.users["shoufei"]
        who = {"askid": cashier.id, "askby": cashier.name, "asked": clock.now(), "createby": cashier.id}
        why = {"reason": "抬头开错", "orgid": cashier.org_id}
        for key in keys:
            db.add(ChargeOut(charge_id=key, kind=RED_OUT, state=ASKED_OUT, amount=HUNDRED, **who, **why))

    desks.read(write)


def test_fifty_who_commit_the_same_rows_make_one_charge(desks: Desks) -> None:
    items = [{"id": one} for one in accepted(desks, 2)]
    names = [desks.open("shoufei", f"cash{n}") for n in range(50)]
    said = together(*(partial(desks.post, name, f"{CALLS}/save", items=items[:1]) for name in names))
    made = [one["data"][0]["id"] for one in said if one["isSuccess"]]
    assert len(made) == 1, said
    assert {one["errorMsg"] for one in said if not one["isSuccess"]} == {"所选数据已进行过收费登记"}
    said = together(*(partial(desks.post, name, f"{CALLS}/commit", ids=made[0]) for name in names))
    assert [one["isSuccess"] for one in said].count(True) == 1, said
    assert all(one["status"] == 409 for one in said if not one["isSuccess"])
    finance = [desks.open("caiwu", f"finance{n}") for n in range(50)]
    confirm = [partial(desks.post, name, f"{CALLS}/modifyStatus", ids=made[0], status="2") for name in finance]
    assert [one["isSuccess"] for one in together(*confirm)].count(True) == 1

    def stored(db: Any) -> list[Any]:
        moves = select(FlowLog.move).where(FlowLog.subject_id == made[0]).order_by(FlowLog.id)
        counts = [db.scalar(select(func.count()).select_from(model)) for model in (Charge, ChargeItem, ChargeEntry)]
        return [counts, list(db.scalars(moves)), contradictions(db)]

    assert desks.read(stored) == [[1, 1, 1], ["create", "commit", "confirm"], []]


def test_numbers_of_receipts_under_sixty_four_clients_have_no_gap_and_no_double(desks: Desks) -> None:
    keys = [charge(desks, n, paid=True) for n in range(32)]
    names = [desks.open("shoufei", f"till{n}") for n in range(64)]
    bill = [
        partial(desks.post, name, f"{CALLS}/modifyInvoice", ids=key, title="甬江物业")
        for name, key in zip(names, keys * 2, strict=True)
    ]
    assert [one["isSuccess"] for one in together(*bill)].count(True) == 32
    asked_red(desks, keys[:16])
    red_names = [desks.open("caiwu", f"red{n}") for n in range(64)]
    for name in red_names:
        assert desks.post(name, "/api/user/sign", pin="2026")["isSuccess"]
    red = [
        partial(desks.post, name, f"{CALLS}/downCreateEinvoiceScarlet", ids=key)
        for name, key in zip(red_names, keys[:16] * 4, strict=True)
    ]
    assert [one["isSuccess"] for one in together(*red)].count(True) == 16

    def stored(db: Any) -> list[Any]:
        bills = db.scalars(select(Invoice).order_by(Invoice.billno)).all()
        reversed_ = [one.id for one in bills if one.state == "4"]
        backs = [one.original_id for one in bills if one.amount < 0]
        numbers = [int(one.billno[-8:]) for one in bills]
        return [numbers, sorted(backs) == sorted(reversed_), len(backs), contradictions(db)]

    assert desks.read(stored) == [list(range(1, 49)), True, 16, []]


def ordered(desks: Desks, key: str) -> dict[str, str]:
    """The signed callback of an order over all of a charge."""

    def write(db: Any) -> dict[str, str]:
        db.info["me"] = desks.actors.users["caiwu"]
        set_value(db, "charge.platform_secret", "pay-secret")
        order = PayOrder(charge_id=key, orderno="ZFT1", channel="on", amount=HUNDRED, state="1")
        db.add(order)
        db.flush()
        values = {"orderno": "ZFT1", "amount": "100.00", "platformno": "P1", "paidat": "2026-11-23T10:00:00+08:00"}
        return values | {"sign": signature(db, values)}

    return dict(desks.read(write))


def state(desks: Desks, key: str) -> tuple[str, int, int, list[str]]:
    """Where a charge stands, how many payments and receipts it has, and what contradicts itself."""

    def read(db: Any) -> tuple[str, int, int, list[str]]:
        step = db.scalar(select(Charge.step).where(Charge.id == key))
        paid = select(func.count()).where(ChargeEntry.charge_id == key, ChargeEntry.kind == "paid")
        bills = select(func.count()).where(Invoice.charge_id == key)
        return step, db.scalar(paid), db.scalar(bills), contradictions(db)

    return desks.read(read)  # type: ignore[no-any-return]


def test_a_server_killed_at_any_step_between_callback_and_receipt_leaves_one_legal_state(
    desks: Desks, server: Server
) -> None:
    key = charge(desks, 1, paid=False)
    back = {"path": f"{CALLS}/payCallback", "form": ordered(desks, key)}
    seen = set()
    for step, said in server.until_it_lives(**back):
        stands = state(desks, key)
        assert stands in (("DUE", 0, 0, []), ("PAID", 1, 0, [])), (step, said)
        seen.add(stands[0])
    assert seen == {"DUE", "PAID"} and step > 10, "it was never killed after the commit, or hardly at all"

    def platform(db: Any) -> None:
        db.info["me"] = desks.actors.users["caiwu"]
        set_value(db, "charge.invoice_platform", "simulator")

    desks.read(platform)
    secret, sid = desks.sessions[desks.open("shoufei")]
    bill = {"path": f"{CALLS}/modifyInvoice", "params": {"__sid": sid}, "headers": {"Cookie": f"{COOKIE}={secret}"}}
    for step, _said in server.until_it_lives(**bill, form={"ids": key, "title": "甬江物业"}):
        assert state(desks, key) == ("PAID", 1, 0, []), step
        requests = desks.read(lambda db: list(db.scalars(select(BillRequest.id))))
        assert len(requests) <= 1, step
    (request,) = requests
    for step, _said in server.until_it_lives(job="charge.bill", form={"request_id": request}):
        assert state(desks, key) in (("PAID", 1, 0, []), ("BILLED", 1, 1, [])), step
        desks.read(lambda db: free(db, request))
    assert state(desks, key) == ("BILLED", 1, 1, [])


def free(db: Any, key: str) -> None:
    """Time has passed since the try that died with its server."""
    row = db.scalars(select(BillRequest).where(BillRequest.id == key)).one()
    row.asking = None

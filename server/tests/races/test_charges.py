"""Many at once register the same items, pay the same order, issue receipts: one charge, one entry, no gap."""

from functools import partial

from sqlalchemy import func, select, update

from tejian.charging.models.charges import CashDay, Charge, ChargeEntry, ChargeItem, Invoice
from tejian.inspection.models.items import AppBuss
from tejian.kit.database import steady
from tejian.system.models.accounts import UserSession

from .conftest import Desks, together

CALLS = "/api/chamain/chaMain"
ACCEPT = "/api/appmain/submitAppMainAccept"


def accepted(desks: Desks, count: int) -> list[str]:
    keys = [desks.declared(device) for device in desks.devices(count)]
    for key in keys:
        desks.good("shouli", ACCEPT, ids=key)
    return desks.read(lambda db: list(db.scalars(select(AppBuss.id).where(AppBuss.appmain_id.in_(keys)))))


def test_the_same_item_is_charged_once(desks: Desks) -> None:
    (item,) = accepted(desks, 1)
    names = [desks.open("shoufei", f"cash{n}") for n in range(12)]
    said = together(*(partial(desks.post, name, f"{CALLS}/save", items=[{"id": item}]) for name in names))
    assert [one["isSuccess"] for one in said].count(True) == 1, said
    lost = {one["errorMsg"] for one in said if not one["isSuccess"]}
    assert lost == {"所选数据已进行过收费登记"}
    assert desks.read(lambda db: db.scalar(select(func.count()).select_from(ChargeItem))) == 1
    assert desks.read(lambda db: db.scalar(select(func.count()).select_from(Charge))) == 1


def test_money_is_received_once_and_receipts_have_no_gap(desks: Desks) -> None:
    items = accepted(desks, 6)
    desks.open("shoufei")
    desks.open("caiwu")
    charges = [desks.good("shoufei", f"{CALLS}/save", items=[{"id": item}])[0] for item in items]
    for one in charges:
        desks.good("shoufei", f"{CALLS}/commit", ids=one["id"])
        desks.good("caiwu", f"{CALLS}/modifyStatus", ids=one["id"], status="2")
    names = [desks.open("shoufei", f"till{n}") for n in range(12)]
    pay = [
        partial(desks.post, name, f"{CALLS}/modifyPayresult", ids=one["id"], amount=one["amount"], way="cash")
        for name, one in zip(names, charges * 2, strict=True)
    ]
    said = together(*pay)
    assert [one["isSuccess"] for one in said].count(True) == 6, said
    paid = select(func.sum(ChargeEntry.amount)).where(ChargeEntry.kind == "paid")
    owed = select(func.sum(ChargeEntry.amount)).where(ChargeEntry.kind == "due")
    assert desks.read(lambda db: db.scalar(paid)) == desks.read(lambda db: db.scalar(owed))
    bill = [
        partial(desks.post, name, f"{CALLS}/modifyInvoice", ids=one["id"], title="抬头")
        for name, one in zip(names, charges * 2, strict=True)
    ]
    together(*bill)
    numbers = desks.read(lambda db: sorted(int(n[-8:]) for n in db.scalars(select(Invoice.billno))))
    assert numbers == list(range(1, 7))


def test_money_and_the_close_of_its_day_never_pass_each_other(desks: Desks) -> None:
    """Twelve receipts and one close at once: what came before the close is in it, what comes later is refused."""
    items = accepted(desks, 12)
    desks.open("shoufei")
    desks.open("caiwu")
    charges = [desks.good("shoufei", f"{CALLS}/save", items=[{"id": item}])[0] for item in items]
    for one in charges:
        desks.good("shoufei", f"{CALLS}/commit", ids=one["id"])
        desks.good("caiwu", f"{CALLS}/modifyStatus", ids=one["id"], status="2")
    form = {"amount": "1", "way": "pos"}
    desks.good("shoufei", f"{CALLS}/modifyPayresult", ids=charges[0]["id"], ref="P0", **form)
    day = desks.read(lambda db: db.scalars(select(CashDay.id)).one())
    names = [desks.open("shoufei", f"till{n}") for n in range(12)]
    pay = [
        partial(desks.post, name, f"{CALLS}/modifyPayresult", ids=one["id"], ref=f"Q{n}", **form)
        for n, (name, one) in enumerate(zip(names, charges, strict=True))
    ]
    signature = update(UserSession).where(UserSession.user_id == desks.actors.users["shoufei"].id)
    desks.read(lambda db: db.execute(signature.values(signed_at=steady.now())))
    close = partial(desks.post, "shoufei", "/api/chamain/cashDay/count", ids=day, n100="0")
    said = together(*pay[:6], close, *pay[6:])
    received = 1 + [one["isSuccess"] for one in said[:6] + said[7:]].count(True)
    assert said[6]["isSuccess"], said[6]
    assert {one["errorMsg"][-3:] for one in said[:6] + said[7:] if not one["isSuccess"]} <= {"日办理"}
    row = desks.read(lambda db: db.scalars(select(CashDay)).one())
    assert (row.step, row.pos, row.entrycount) == ("CLOSED", received, received)

"""Fourteen mistakes planted among many charges: each is found, and nothing else."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from sqlalchemy import inspect, select

from tejian.charging.checking.comparing import compare
from tejian.charging.checking.differences import Found, why_wrong
from tejian.charging.models.charges import Charge, ChargeItem, ChargeLine
from tejian.charging.models.checks import Difference
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock

from .conftest import Cash
from .test_statement import paper, send

COMPARE, SETTLE, LIST = (f"/api/chamain/difference/{one}" for one in ("compare", "settle", "findList"))
MANY = 490  # with those that are rightly so and those that are not, five hundred charges and more
numbers = count(1)


def again(row: Any, **changed: Any) -> Any:
    """Another row like it."""
    values = {a.key: getattr(row, a.key) for a in inspect(type(row)).column_attrs if a.columns[0].computed is None}
    return type(row)(**{**values, "id": new_id(), **changed})


class Many:
    """Charges like one that the process made, each of an item of its own: inspected, paid, receipted, released."""

    def __init__(self, cash: Cash):
        self.cash, self.db = cash, cash.office.db
        self.charge = cash.billed()
        self.item = self.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == self.charge.id)).one()
        self.buss = cash.item(self.item.appbuss_id)
        self.buss.step, self.buss.inspdate = "DONE", clock.today()
        self.line = self.db.scalars(select(ChargeLine).where(ChargeLine.charge_id == self.charge.id)).one()

    def made(self, *, buss: dict[str, Any] | None = None, line: dict[str, Any] | None = None, **charge: Any) -> Charge:
        n = next(numbers)
        seisn, equ = f"MANY{n:05}", f"DEVICE{n:05}"
        own = again(self.buss, seisn=seisn, reportno="", **(buss or {}))
        flags = {**self.charge.flags, "items": [{**self.charge.flags["items"][0], "id": own.id}]}
        made = again(self.charge, chargesysid=f"JFMANY{n:05}", paycode="", flags=flags, **charge)
        item = again(self.item, charge_id=made.id, appbuss_id=own.id, seisn=seisn, equcode=equ)
        self.db.add_all([own, made])
        self.db.flush()
        self.db.add_all([item, again(self.line, charge_id=made.id, seisn=seisn, **(line or {}))])
        return made

    def bare(self, **changed: Any) -> AppBuss:
        """An item without a charge."""
        row = again(self.buss, seisn=f"BARE{next(numbers):05}", reportno="", chargestate="", **changed)
        self.db.add(row)
        return row


def ago(days: int) -> datetime:
    return clock.now() - timedelta(days=days)


def plant(many: Many) -> set[tuple[str, str]]:
    """Fourteen mistakes of the ten kinds; gives kind and number of the charge or the item of each."""
    amount = many.charge.amount
    running = {"step": "RWAP", "inspdate": None, "chargestate": "4"}
    void = {"step": "VOID", "inspdate": None, "chargestate": "5"}
    typed = many.made(line={"kind": "manual", "clause": ""}, confirmed=ago(40))
    first, second = many.made(), many.made()
    same = many.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == first.id)).one()
    other = many.db.scalars(select(ChargeItem).where(ChargeItem.charge_id == second.id)).one()
    other.equcode = same.equcode
    bare = many.bare(step="BGSH", inspdate=clock.today() - timedelta(days=31))
    unpaid = many.made(buss={"chargestate": "2"}, step="DUE", status="2", received=0, billed=0)
    unregistered = many.bare(step="DONE", inspdate=clock.today())
    return {
        ("uninspected", many.made(buss=running, step_since=ago(61)).chargesysid),
        ("uninspected", many.made(buss=void).chargesysid),
        ("uncharged", bare.seisn),
        ("twice", other.seisn),
        ("released", many.db.scalars(select(ChargeItem.seisn).where(ChargeItem.charge_id == unpaid.id)).one()),
        ("released", unregistered.seisn),
        ("undocumented", many.made(line={"kind": "relief", "clause": ""}, confirmed=ago(40)).chargesysid),
        ("undocumented", typed.chargesysid),
        ("byhand", typed.chargesysid),
        ("byhand", many.made(line={"kind": "manual", "clause": "甬特检〔2026〕3号"}, confirmed=ago(40)).chargesysid),
        ("unbilled", many.made(step="PAID", status="4", billed=0, step_since=ago(16)).chargesysid),
        ("unpaid", many.made(received=amount - 1).chargesysid),
        ("amount", many.made(amount=amount + 20).chargesysid),
        ("amount", many.made(line={"amount": amount - 1}).chargesysid),
    }


def rightly(many: Many) -> None:
    """What looks like a mistake and is none: within its days, allowed, with a document, of long ago."""
    many.made(buss={"step": "RWAP", "inspdate": None, "chargestate": "5"}, step_since=ago(59))
    many.bare(step="BGSH", inspdate=clock.today() - timedelta(days=29))
    many.bare(step="DONE", inspdate=clock.today(), arrearsby="吴业务")
    many.bare(step="VOID", inspdate=None)
    many.bare(step="DONE", inspdate=clock.today() - timedelta(days=90), imported=True)
    many.made(line={"kind": "manual", "clause": "协议3号"}, confirmed=ago(40), nature="应税")
    many.made(step="PAID", status="4", billed=0, step_since=ago(14))
    many.made(amount=many.charge.amount + 20, confirmed=ago(40))
    first, second = many.made(), many.made()
    rows = {one.charge_id: one for one in many.db.scalars(select(ChargeItem))}
    rows[second.id].equcode = rows[first.id].equcode
    rows[first.id].acceptdate = clock.today() - timedelta(days=91)


@pytest.fixture
def many(cash: Cash) -> Iterator[Many]:
    yield Many(cash)


def named(row: Difference) -> tuple[str, str]:
    by_item = row.kind in ("uncharged", "twice", "released")
    return row.kind, row.seisn if by_item else row.chargesysid


def test_fourteen_mistakes_are_found_and_nothing_else(many: Many) -> None:
    cash = many.cash
    for _ in range(MANY):
        many.made()
    rightly(many)
    assert cash.office.good("caiwu", COMPARE) == 0
    planted = plant(many)
    assert len(planted) == 14
    assert cash.office.good("caiwu", COMPARE) == 14
    rows = list(many.db.scalars(select(Difference).where(Difference.step == "DIFF")))
    assert {named(row) for row in rows} == planted and len(rows) == 14
    assert all(row.sentence and row.unitname for row in rows)
    assert cash.office.good("caiwu", COMPARE) == 14  # once each, however often it is asked
    listed = cash.office.good("caiwu", LIST, segment="open", pageSize=50)
    assert listed["count"] == 14
    links = [one["charge_id"] or one["seisn"] for one in listed["list"]]
    assert all(links)


def test_many_mistakes_at_once_are_all_written_down(cash: Cash) -> None:
    def unpaid(_db: Any, _org: str) -> Iterator[Found]:
        yield from (Found("unpaid", f"K{n}", "开票未收款", Decimal(1), unitname="甬江物业") for n in range(4_000))

    assert compare(cash.office.db, "institute", [unpaid]) == 4_000
    assert compare(cash.office.db, "institute", [unpaid]) == 4_000


def test_a_mistake_is_settled_with_a_reason_or_goes_by_itself(many: Many) -> None:
    cash = many.cash
    charge = many.made(received=many.charge.amount - 1)
    bare = many.bare(step="BGSH", inspdate=clock.today() - timedelta(days=40))
    assert cash.office.good("caiwu", COMPARE) == 2
    rows = {one.kind: one for one in many.db.scalars(select(Difference))}
    assert "必填" in cash.refused("caiwu", SETTLE, ids=rows["unpaid"].id, reason="")
    assert "没有此操作的权限" in cash.refused("audadmin", SETTLE, ids=rows["unpaid"].id, reason="差额已补收")
    cash.office.good("caiwu", SETTLE, ids=rows["unpaid"].id, reason="差一元已当面补收，见收据")
    row = many.db.scalars(select(Difference).where(Difference.kind == "unpaid")).one()
    who = cash.office.user("caiwu").name
    assert (row.step, row.settledby, row.note) == ("SETTLED", who, "差一元已当面补收，见收据")
    assert row.settled and row.charge_id == charge.id
    many.db.scalars(select(AppBuss).where(AppBuss.id == bare.id)).one().chargestate = "1"
    many.db.commit()
    assert cash.office.good("caiwu", COMPARE) == 0  # settled stays settled, gone is gone
    kept = {one.kind: one.step for one in many.db.scalars(select(Difference))}
    assert kept == {"unpaid": "SETTLED", "uncharged": "GONE"}
    many.db.scalars(select(AppBuss).where(AppBuss.id == bare.id)).one().chargestate = "7"
    many.db.commit()
    assert cash.office.good("caiwu", COMPARE) == 1  # and come back is open again


def test_who_registered_a_charge_does_not_settle_its_difference(cash: Cash) -> None:
    charge = cash.billed()
    charge.received -= 1
    charge.createby = cash.office.user("caiwu").id
    cash.office.good("caiwu", COMPARE)
    row = cash.office.db.scalars(select(Difference).where(Difference.kind == "unpaid")).one()
    said = cash.refused("caiwu", SETTLE, ids=row.id, reason="差额已补收")
    assert said == "自己登记的收费，差异须由他人处理"


def test_another_institute_has_its_own_mistakes(cash: Cash) -> None:
    send(cash, paper([("XX1", "5.00")]))
    assert compare(cash.office.db, "another institute") == 0
    assert len(cash.office.db.scalars(select(Difference)).all()) == 1


def test_what_the_process_made_is_as_the_table_says(cash: Cash) -> None:
    charge = cash.confirmed(2)
    assert why_wrong(cash.office.db, charge) == ""
    charge.amount += Decimal("0.01")
    assert why_wrong(cash.office.db, charge).startswith(f"应收{charge.amount}元，按标准为")

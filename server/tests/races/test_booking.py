"""Money booked from a file, taken back and given back under kill -9: all of it or none of it, and never twice."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.charging.checking.proof import contradictions
from tejian.charging.models.charges import Charge, ChargeEntry, PayOrder
from tejian.charging.models.checks import Difference, Statement, StatementLine
from tejian.charging.models.surplus import Surplus
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.kit.web.edge import COOKIE

from .conftest import Desks, Server
from .test_money import HUNDRED, charge

DIFFERENCE, NUMBER = "/api/chamain/difference", "P-0009"


@dataclass(frozen=True)
class Case:
    """A move of money: whether the charge is paid before, what stands beside it, and both legal states."""

    path: str
    paid: bool
    make: Callable[[Any, Charge], Any]  # the subject of the move
    before: tuple[str, int, str]  # step of the charge, entries of money, step of the subject
    after: tuple[str, int, str]


def told(db: Any, row: Charge, source: str, remedy: str, result: str, **line: Any) -> Difference:
    """A line of a file that does not agree, and its difference."""
    day = clock.today()
    paper = Statement(filename="对账单.csv", source=source, firstday=day, lastday=day, orgid=row.orgid)
    db.add(paper)
    db.flush()
    one = StatementLine(statement_id=paper.id, number=NUMBER, amount=HUNDRED, day=day, result=result, **line)
    db.add(one)
    db.flush()
    found = Difference(kind="statement", subject=one.id, sentence="对账单不符", amount=HUNDRED, orgid=row.orgid)
    found.remedy, found.found, found.step, found.step_since = remedy, day, "DIFF", clock.now()
    found.charge_id, found.chargesysid = row.id, row.chargesysid
    return found


def lost(db: Any, row: Charge) -> Difference:
    db.add(PayOrder(charge_id=row.id, orderno="ZFT9", channel="on", amount=HUNDRED, state="1", orgid=row.orgid))
    return told(db, row, "平台", "order", "unmatched", lineno=1, memo="ZFT9")


def transferred(db: Any, row: Charge) -> Difference:
    return told(db, row, "银行", "charge", "unmatched", lineno=1)


def lacking(db: Any, row: Charge) -> Difference:
    entry = db.scalars(select(ChargeEntry).where(ChargeEntry.charge_id == row.id, ChargeEntry.kind == "due")).one()
    paid = {name: getattr(entry, name) for name in ("at", "day", "userid", "username")}
    db.add(ChargeEntry(id="e" * 32, charge_id=row.id, kind="paid", amount=HUNDRED, way="transfer", ref=NUMBER, **paid))
    row.received, row.step, row.status = HUNDRED, "PAID", "4"
    return told(db, row, "银行", "undo", "lacking", charge_id=row.id)


def too_much(db: Any, row: Charge) -> Surplus:
    order = PayOrder(charge_id=row.id, orderno="ZFT9", channel="on", amount=HUNDRED, state="6", orgid=row.orgid)
    order.platformno = "P-0001"
    db.add(order)
    db.flush()
    made = Surplus(charge_id=row.id, chargesysid=row.chargesysid, order_id=order.id, orderno="ZFT9")
    made.platformno, made.amount, made.orgid, made.way, made.askid = NUMBER, HUNDRED, row.orgid, "online", "somebody"
    made.step, made.step_since = "ASKED", clock.now()
    return made


CASES = [
    Case(f"{DIFFERENCE}/bookOrder", False, lost, ("DUE", 0, "DIFF"), ("PAID", 1, "SETTLED")),
    Case(f"{DIFFERENCE}/bookCharge", False, transferred, ("DUE", 0, "DIFF"), ("PAID", 1, "SETTLED")),
    Case(f"{DIFFERENCE}/takeBack", False, lacking, ("PAID", 1, "DIFF"), ("DUE", 2, "SETTLED")),
    Case("/api/chamain/surplus/giveBack", True, too_much, ("PAID", 1, "ASKED"), ("PAID", 3, "RETURNED")),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path.rpartition("/")[2])
def test_a_server_killed_at_any_step_of_a_booking_leaves_one_legal_state(
    desks: Desks, server: Server, case: Case
) -> None:
    key = charge(desks, 1, paid=case.paid)

    def made(db: Any) -> tuple[str, type[Any], str]:
        row = db.scalars(select(Charge).where(Charge.id == key)).one()
        subject = case.make(db, row)
        db.add(subject)
        db.flush()
        return subject.id, type(subject), row.chargesysid

    subject, model, number = desks.read(made)
    name = desks.open("caiwu")
    assert desks.post(name, "/api/user/sign", pin="2026")["isSuccess"]
    secret, sid = desks.sessions[name]
    sent = {"ids": subject, "chargesysid": number, "way": "transfer", "reason": "银行核实", "opinion": ""}
    asked = {"path": case.path, "params": {"__sid": sid}, "headers": {"Cookie": f"{COOKIE}={secret}"}, "form": sent}

    def stands(db: Any) -> tuple[tuple[str, int, str], int, list[str]]:
        step = db.scalar(select(Charge.step).where(Charge.id == key))
        paid = db.scalar(select(func.count()).where(ChargeEntry.charge_id == key, ChargeEntry.kind == "paid"))
        moves = db.scalar(select(func.count()).where(FlowLog.subject_id == subject))
        of_subject = db.scalar(select(model.step).where(model.id == subject))
        return (step, paid, of_subject), moves, contradictions(db)

    seen = set()
    for step, said in server.until_it_lives(**asked):
        state, moves, wrong = desks.read(stands)
        assert (state, moves, wrong) in ((case.before, 0, []), (case.after, 1, [])), (step, said)
        seen.add(state)
    assert seen == {case.before, case.after} and step > 10, "it was never killed after the commit, or hardly at all"

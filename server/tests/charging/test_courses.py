"""Courses of money with known sums (golden/courses.json) over HTTP: instalments, split, void, reversal, refund."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.proof import contradictions
from tejian.charging.codes import BASIS_PAPER
from tejian.charging.models.charges import Charge

from .conftest import ACCOUNT, CALLS, Cash
from .transfers import TRANSFER, parts
from .transfers import form as arrived

CASES = Path(__file__).parents[1] / "golden" / "courses.json"
# those online are carried out by the cases themselves, and over HTTP in test_online
COURSES: list[dict[str, Any]] = [
    one for one in json.loads(CASES.read_text())["courses"] if all(step["do"] != "order" for step in one["steps"])
]
AGREED = {"reason": "按协议收取", "document": "协议1号"}
WHY = {"reason": "单位来函"}
# what is done: who does it, the call, and what it sends besides
DOES: dict[str, tuple[str, str, dict[str, str]]] = {
    "confirm": ("caiwu", "modifyStatus", {"status": "2"}),
    "void": ("caiwu", "modifyStatus", {"status": "7", **WHY}),
    "pay": ("shoufei", "modifyPayresult", {"way": "cash"}),
    "bill": ("shoufei", "modifyInvoice", {"title": "甬江物业"}),
    "offset": ("shoufei", "offset", {}),
    "take_back": ("caiwu", "takeBack", {"reason": "收错了单位"}),
}
OUT = {"red": {}, "refund": {"way": "cash"}}  # what is asked for by one and done by another


def advance(cash: Cash, charge: Charge, step: dict[str, Any]) -> Any:
    """Cash of the payer, in advance."""
    form = {"unitsysid": charge.payunitsysid, "amount": step["amount"], "way": "cash"}
    return cash.office.post("shoufei", f"{ACCOUNT}/open", **form)


def transferred(cash: Cash, charge: Charge, step: dict[str, Any]) -> Any:
    """One sum at the bank, of which the charge has its share."""
    said = cash.office.post("shoufei", f"{TRANSFER}/save", **arrived(charge, step["amount"], step["ref"]))
    if not said["isSuccess"]:
        return said
    form = {"shares": parts((charge, step["share"])), "ahead": "1" if step.get("ahead") else "0"}
    key = said["data"]["id"]
    answer = cash.office.post("shoufei", f"{TRANSFER}/allot", ids=key, **form)
    if not answer["isSuccess"]:  # the next step may register its number again
        cash.office.good("shoufei", f"{TRANSFER}/void", ids=key, reason="分付金额有误")
    return answer


AHEAD = {"advance": advance, "transfer": transferred}


def registered(cash: Cash, amounts: dict[str, str]) -> dict[str, Charge]:
    """The charges of one item over amounts agreed by hand, one for each nature, committed."""
    [item] = cash.items()
    by_hand = [
        {"seisn": item.seisn, "item": "协议检验费", "nature": nature, "amount": amount, **AGREED}
        for nature, amount in amounts.items()
    ]
    made = cash.office.good("shoufei", f"{CALLS}/save", items=[{"id": item.id, "byhand": "1"}], manual=by_hand)
    for one in made:
        if (charge := cash.charge(one["id"])).byhand:
            cash.paper(charge, BASIS_PAPER)
        cash.office.good("shoufei", f"{CALLS}/commit", ids=one["id"])
        if charge.byhand:
            cash.office.good("yewu", f"{CALLS}/agreeDiscount", ids=one["id"])
    return {charge.nature: charge for charge in (cash.charge(one["id"]) for one in made)}


@pytest.mark.parametrize("course", COURSES, ids=[one["id"] for one in COURSES])
def test_a_course_of_money_comes_to_what_was_worked_out_by_hand(cash: Cash, course: dict[str, Any]) -> None:
    charges = registered(cash, course["amounts"])
    assert {nature: str(one.amount) for nature, one in charges.items()} == course["amounts"]
    for step in course["steps"]:
        key = charges[step.get("nature", "非税")].id
        if step["do"] in OUT:
            more = {name: step[name] for name in ("way", "ref") if name in step}
            said = getattr(cash, step["do"])(cash.charge(key), step["amount"], **OUT[step["do"]] | more)
        elif step["do"] in AHEAD:
            said = AHEAD[step["do"]](cash, cash.charge(key), step)
        else:
            login, call, more = DOES[step["do"]]
            form = more | {name: step[name] for name in ("amount", "way", "ref", "given") if name in step}
            said = cash.office.post(login, f"{CALLS}/{call}", ids=key, **form)
        assert said["isSuccess"] or step.get("refused"), said
        if sentence := step.get("refused"):
            assert sentence in said["errorMsg"]
            continue
        row = cash.office.db.scalars(
            select(Charge).where(Charge.id == key).execution_options(populate_existing=True)
        ).one()
        sums = {name: Decimal(step["expect"][name]) for name in ("owed", "received", "billed")}
        assert {name: getattr(row, name) for name in sums} == sums, step
        assert row.status == step["expect"]["state"], step
    assert contradictions(cash.office.db) == []

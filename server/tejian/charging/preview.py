"""The fee preview of a declaration, installed into the inspection area at start-up."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from tejian.archives.equipment.api import labels
from tejian.inspection.declarations.api import Fee, FeeLine
from tejian.kit import clock
from tejian.system.rules import api as rulestore

from .rules import FeeBook, fee_book, fee_lines, fee_total, missing_text, on_day


def book(db: Session) -> FeeBook:
    """The fee table as typed rows, kept until a rule changes."""

    def make(s: Session) -> FeeBook:
        words = {name: label for name, (label, _dict) in labels().items()}
        return fee_book(rulestore.rows(s, "fees"), rulestore.rows(s, "fee_names"), words)

    found: FeeBook = rulestore.made(db, "fee_book", make)
    return found


def preview(db: Session, facts: Mapping[str, Any], kind: str, testsort: str) -> Fee:
    """What one device would cost today, line by line, with what is missing when it cannot be computed."""
    mother = str(facts.get("mothersort") or "")  # of a re-inspection
    own = {**facts, "equclacode": kind}
    lines = fee_lines(own, testsort, on_day(book(db), clock.today()), mothersort=mother)
    if not lines:
        return Fee(None, [], "没有对应的收费标准，按协议或手工登记")
    shown: list[FeeLine] = [
        {
            "feecode": x.feecode,
            "item": x.item,
            "band": x.band,
            "unit": x.unit,
            "nature": x.nature,
            "amount": str(x.amount) if x.amount is not None else None,
            "explanation": x.explanation,
            "source": x.source,
            "missing": list(x.missing),
        }
        for x in lines
    ]
    return Fee(fee_total(lines), shown, missing_text(lines))

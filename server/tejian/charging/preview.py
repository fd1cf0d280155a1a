"""The fee preview of a declaration, installed into the inspection area at start-up."""

from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device
from tejian.inspection.declarations.api import Fee, FeeLine
from tejian.kit import clock

from .agreed import by_contract, ruling
from .book import on_day
from .contracts.api import Terms, terms_of
from .facts import book, device_facts, device_values, pipelines
from .rules import fee_total, item_lines, missing_text

NO_ROW = "没有对应的收费标准，按协议或手工登记"


def preview(
    db: Session,
    device: Device,
    testsort: str,
    consprice: Decimal | None = None,
    named: Sequence[str] = (),
    mothersort: str = "",
    agreed: Sequence[Terms] = (),
) -> Fee:
    """What one device would cost today, line by line, with what is missing when it cannot be computed.

    `mothersort` is the test sort of what is inspected again; `agreed` are the contracts of the payer.
    """
    facts = device_facts(device_values(db, device), device.equclacode, consprice)
    own = on_day(book(db), clock.today())
    lines = item_lines(facts, pipelines(db, device, named), testsort, own, mothersort=mothersort)
    terms = ruling(agreed, device.cheorgsysid, clock.today())
    lines = by_contract(lines, terms, device.id, device.equclacode, testsort)
    if not lines:
        return Fee(None, [], NO_ROW)
    shown: list[FeeLine] = [
        {
            "feecode": x.feecode,
            "item": f"{x.item}（{x.about}）" if x.about else x.item,
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


def agreements(db: Session, payer: str) -> list[Terms]:
    """The contracts of a payer as they stand now."""
    return terms_of(db, payer, clock.now())

"""What the inspection area asks about fees, installed at start-up: what a declaration would cost, and what an item
costs by other values of its device."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives.ledgers.inspected.api import Device
from tejian.charging.terms.api import Terms, terms_of
from tejian.inspection.declarations.api import Fee, FeeLine
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.ground import clock

from .agreed import by_contract, ruling
from .book import on_day
from .facts import book, device_facts, device_values, pipelines
from .forms import ItemForm
from .given import Given, day_of
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


def fees_of(db: Session, row: AppBuss, found: Sequence[Mapping[str, Any]]) -> list[Decimal | None]:
    """What an item costs on its acceptance day by each of these values of its device instead of those of its archive;
    None where that cannot be said."""
    payer = select(func.coalesce(func.nullif(AppMain.payunitsysid, ""), AppMain.unitsysid))
    source = Given(db, [row], db.scalar(payer.where(AppMain.id == row.appmain_id)) or "", clock.now())
    day, sent = day_of(row), ItemForm(id=row.id)
    return [fee_total(source.lines(row, sent, day, source.known(row, day, values))) for values in found]


def agreements(db: Session, payer: str) -> list[Terms]:
    """The contracts of a payer as they stand now."""
    return terms_of(db, payer, clock.now())

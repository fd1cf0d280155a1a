"""What the checks of a report read of a product whose making is supervised."""

from decimal import Decimal
from typing import Any

from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.ledgers.products.api import numbers
from tejian.archives.models.products import Product
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import column_of, table_of

from . import book

ROLE, QUANTITY = "product", "quantity"


def product_facts(record: OriginalRecord, device: Device) -> dict[str, Any]:
    """The numbers of the record that the ledger does not have, and how many pieces both state.

    A row names one number or a range of them. Of a batch without numbers the quantity alone is compared.
    """
    values = record.equipment
    names: dict[str, Any] = {"made_foreign": "", "made_counted": None, "made_quantity": None}
    rows = record.measures.get(table_of(ROLE), {}).get("rows", [])
    if not isinstance(device, Product) or not rows:
        return names
    stated = str(values.get("prodnos") or device.prono or "")
    known = set(_parts(stated)) - set(_parts(str(values.get("excludenos") or "")))
    inspected = [one for row in rows for one in _parts(str(row.get(column_of(ROLE)) or ""))]
    foreign = [one for one in inspected if known and one not in known]
    counted = sum((book.number(row[QUANTITY]) for row in rows if row.get(QUANTITY)), Decimal(0))
    return {
        "made_foreign": "、".join(foreign[:3]),
        "made_counted": counted,
        "made_quantity": book.number(values["quantity"]),
    }


def _parts(text: str) -> list[str]:
    """The numbers of a text; one that is no range is its own number."""
    try:
        return [one for one in numbers(text) if one]
    except ValueError:
        return [text]

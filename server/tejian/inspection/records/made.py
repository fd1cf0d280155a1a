"""What the checks of a report read of a product whose making is supervised."""

from decimal import Decimal
from typing import Any

from tejian.archives.common import codes
from tejian.archives.common.api import class_of
from tejian.archives.ledgers.inspected.api import Device
from tejian.archives.ledgers.products.api import numbers
from tejian.archives.ledgers.products.models import Product
from tejian.inspection.models import OriginalRecord

from . import book


def product_facts(record: OriginalRecord, device: Device) -> dict[str, Any]:
    """The numbers that the certificate will name, and how many pieces there are. Components come by the metre too."""
    values = record.equipment
    names: dict[str, Any] = {"nos": "", "product_count": None, "product_quantity": None}
    if not isinstance(device, Product) or class_of(str(values.get("equclacode"))) == codes.PIPE_PART:
        return names
    stated = str(values.get("prodnos") or values.get("prono") or "")
    without = set(numbers(str(values.get("excludenos") or "")))
    left = [one for one in numbers(stated) if one not in without]
    return {"nos": stated, "product_count": Decimal(len(left)), "product_quantity": book.number(values["quantity"])}

"""What the built-in payment platform keeps of its payments, for its daily file."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.charging.models.checks import PlatformPayment
from tejian.kit.database.db import new_id

from . import platform

P = PlatformPayment


def keep(db: Session, org: str, calls: Sequence[platform.Call]) -> None:
    """The book of the built-in platform: what was paid there, once for each of its numbers."""
    for call in calls:
        own = call.values
        if own["sign"] != platform.signature(db, own):
            continue  # somebody else called: nobody paid
        row: dict[str, object] = {
            "id": new_id(),
            "platformno": own["platformno"],
            "orderno": own["orderno"],
            "orgid": org,
        }
        row |= {"amount": Decimal(own["amount"]), "day": date.fromisoformat(own["paidat"][:10])}
        db.execute(insert(P).values(row).on_conflict_do_nothing())

"""What a unit has to bring along with an application, and by which terms it is decided: rows with a day of effect."""

from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.process.checklist import CheckItem
from tejian.registration.models.use import CHANGE, MODES, UseRegistration
from tejian.system.rules import api as rulestore

from .devices import devices_of
from .prefills import KNOWN, UNKNOWN

# the keys of registration_terms
ACCEPTING, DECIDING, BASIS = "受理期限", "决定期限", "依据"


def day_of(row: UseRegistration) -> date:
    """The day whose rules an application is judged by: of its acceptance, before that today."""
    return row.accepted.astimezone(clock.SHANGHAI).date() if row.accepted else clock.today()


def term(db: Session, key: str, on: date) -> str:
    """The term of this name in force on a day. Raises KeyError for one that there is not."""
    said = {row["validfrom"]: row["value"] for row in rulestore.rows(db, "registration_terms", on) if row["key"] == key}
    if not said:
        raise KeyError(key)
    return said[max(said)]


def items_of(db: Session, row: UseRegistration) -> list[CheckItem]:
    """The materials that this application needs: by its mode, its type and the classes of its devices."""
    kinds = {one.equclacode for one in devices_of(db, row)}
    word = "变更" if row.mode == CHANGE else MODES.get(row.mode, "").replace("（套）", "")
    items = []
    for rule in rulestore.rows(db, "registration_materials", day_of(row)):
        fits = rule["mode"] == word and rule["type"] in ("", row.regtype)
        wanted = tuple(filter(None, rule["kinds"].split(",")))
        if fits and (not wanted or any(kind.startswith(wanted) for kind in kinds)):
            items.append(_item(db, row, rule))
    return items


def _item(db: Session, row: UseRegistration, rule: dict[str, Any]) -> CheckItem:
    """A material; a scan of it is asked for where the platform does not hold it already."""
    known = rule["prefill"] in KNOWN and KNOWN[rule["prefill"]](db, row) != UNKNOWN
    photo = "" if known else "always"
    return CheckItem(rule["seq"], rule["material"], prefill=rule["prefill"], photo=photo, basis=rule["source"])

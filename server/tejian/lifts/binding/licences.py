"""Which licence a unit needs for a kind of lift: the rows of construction_licences."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.common.api import kind_matches
from tejian.archives.models.units import UnitLicence
from tejian.kit.ground import clock
from tejian.system.rules import api as rulestore


def wanted(db: Session, kind: str) -> set[str]:
    """The items of which one is needed for a kind; those of the row that says most."""
    fits = [r for r in rulestore.rows(db, "construction_licences") if kind_matches(r["kinds"], kind)]
    best = max(fits, key=lambda r: len(r["kinds"]), default=None)
    return {one for one in (best["items"] if best else "").split(",") if one}


def covers(db: Session, unit: str, kind: str) -> bool:
    """Whether a licence of the unit in force today covers lifts of the kind."""
    L, needs = UnitLicence, wanted(db, kind)
    held = db.scalars(select(L.items).where(L.unit_id == unit, L.held == "", L.validto >= clock.today()))
    return any(needs & set(items.split(",")) for items in held)

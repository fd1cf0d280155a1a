"""Which partner is the laboratory of an institute."""

from sqlalchemy import any_, func, literal, select
from sqlalchemy.orm import Session

from tejian.exchange.mappings.api import SAMPLE
from tejian.exchange.models import HTTP, SIMULATOR
from tejian.exchange.models import ExchangePartner as Partner
from tejian.kit.ground import clock


def of_institute(db: Session, org: str) -> Partner | None:
    """The partner that gets the samples of an institute now; of several the first by its code."""
    granted = literal(SAMPLE) == any_(func.string_to_array(Partner.entities, ","))
    own = (Partner.orgid == org, Partner.enabled, Partner.enddate >= clock.today(), Partner.way.in_((HTTP, SIMULATOR)))
    return db.scalars(select(Partner).where(granted, *own).order_by(Partner.code).limit(1)).first()


def name_of(db: Session, org: str) -> str:
    """The laboratory of an institute in words; '' without one."""
    found = of_institute(db, org)
    return found.name if found else ""

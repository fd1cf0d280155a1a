"""Which edition of a template and which rules of inspection a record goes by, and which are in force on its day."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.templates import TemplateVersion
from tejian.kit.ground import clock
from tejian.system.rules.api import PUBLISHED

from . import book
from .reading import first_of, templates_of


def template_day(db: Session, row: AppBuss, record: OriginalRecord) -> date:
    """The day whose templates a record has: that of its inspection. A re-inspection has those of the first one."""
    first = first_of(db, row)
    if first is not row and first.templateday:
        return first.templateday
    return record.inspdate or clock.today()


def edition(db: Session, row: AppBuss, on: date | None) -> int:
    """The edition of its template on a day; the first one was loaded with the platform."""
    query = select(func.max(TemplateVersion.edition)).where(
        TemplateVersion.template.in_(templates_of(db, row)[1]),
        TemplateVersion.step == PUBLISHED,
        TemplateVersion.effective <= on,
    )
    return db.scalar(query) or 1


def basis(db: Session, row: AppBuss, on: date | None) -> list[str]:
    """The rules that an inspection of this kind and sort is based on, as in force on a day."""
    sorts = dict.fromkeys((row.testsort, first_of(db, row).testsort))  # a re-inspection by the rules of the first one
    texts = (one.text for sort in sorts for one in book.bases(db, on) if one.holds_for(row.equclacode, sort))
    return list(dict.fromkeys(texts))


def of_the_day(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, Any]:
    """What differs where the day of the inspection was moved since the record was made."""
    day = template_day(db, row, record)
    if row.templateday in (None, day):
        return {"expected_version": Decimal(record.template_version), "basis": "", "current": ""}
    before, now = basis(db, row, row.templateday), basis(db, row, day)
    ended, begun = ([one for one in mine if one not in theirs] for mine, theirs in ((before, now), (now, before)))
    return {
        "expected_version": Decimal(edition(db, row, day)),
        "basis": "、".join(ended),
        "current": "、".join(begun) or "（无）",
    }

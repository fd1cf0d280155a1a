"""What a record starts with: items that the device does not have are — before the inspector begins."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.equipment.api import flat
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.rules.api import Place, PrefilledItem, prefill_items

from . import book
from .pipelines import named_lines
from .reading import device_names, names_for, templates_of

OF_PROJECT = ("kind", "equgroup")  # names that a line does not say for itself


def left_out(db: Session, row: AppBuss, record: OriginalRecord) -> dict[tuple[str, str], PrefilledItem]:
    """What the prefill rules say of the items of a record, by item list and number."""
    place = Place(names_for(db, record), lines_known(db, row), foreign_lists(db, row))
    rules, lists = book.prefills(db, row.templateday), templates_of(db, row)[1]
    return {(one, said.item_no): said for one in lists for said in prefill_items(rules, one, place)}


def left_out_of(db: Session, lists: Sequence[str], place: Place) -> list[PrefilledItem]:
    """The same of a record of which nothing is stored, by the rules in force today."""
    rules = book.prefills(db)
    return [said for one in lists for said in prefill_items(rules, one, place)]


def foreign_lists(db: Session, row: AppBuss) -> frozenset[str]:
    """The item lists of a record that are the templates of other inspections of its class."""
    template, lists = templates_of(db, row)
    return book.foreign(db, row.equclass, template, lists)


def lines_known(db: Session, row: AppBuss) -> list[dict[str, object]]:
    """What the archive says of each line that an item is about; none for other devices."""
    known = [{k: v for k, v in flat(line).items() if v not in (None, "")} for line in named_lines(db, row)]
    own = [device_names(codes.PIPELINE, one) for one in known]
    return [{name: value for name, value in one.items() if name not in OF_PROJECT} for one in own]

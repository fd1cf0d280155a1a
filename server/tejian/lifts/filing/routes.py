"""Calls of the filings; their names are those of the specification (§7.7)."""

from typing import Any

from tejian.kit.forms.form import OneId, asks
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.lifts import permissions as p
from tejian.lifts.models.filing import MaintFiling

from . import detail, saving
from .forms import ACTS, OWN
from .process import FILING

area = Area()
add_record(area, detail.FILING_PAGE)
register(area, FILING)
ACTS.serve(area, MaintFiling, saving.HOOKS)


@area.call(f"{OWN}/people", may=p.FILING_QUERY, reads=True)
def people(db, me, form) -> list[Option]:
    return saving.people(db, me)


@area.call(f"{OWN}/checkMai", may=p.FILING_QUERY, form=asks(areacode="服务区域"), reads=True)
def check_mai(db, me, form) -> saving.Readiness:
    return saving.readiness(db, me, form.areacode)


@area.call(f"{OWN}/queryChangeGroupAtt", may=p.FILING_QUERY, form=OneId, reads=True)
def attachments(db, me, form) -> list[dict[str, Any]]:
    return saving.attachments(db, me, form.id)

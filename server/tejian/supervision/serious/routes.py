"""Calls of the serious reports."""

from typing import Any

from tejian.archives.common.api import bind_print
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Saved
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area
from tejian.supervision import permissions as p
from tejian.supervision.copies import api as copies
from tejian.supervision.models.serious import BEFORE, SOURCES, SeriousReport

from . import detail, saving
from .forms import ACTS, API, FROM
from .process import SERIOUS

area = Area()
add_record(area, detail.SERIOUS_PAGE)
register(area, SERIOUS)
ACTS.serve(area, SeriousReport, saving.HOOKS)


def on_paper(_db: Any, row: SeriousReport) -> dict[str, Any]:
    return {"sourceName": SOURCES.get(row.sourcekind, ""), "draft": row.step in BEFORE, "draftText": "未报送"}


bind_print("ZDWTBG", SeriousReport, p.SERIOUS_QUERY, "serious_report", on_paper, "seriousno")


@area.call(f"{API}/organisations", may=p.SERIOUS_QUERY, reads=True)
def organisations(db, me, form) -> list[Option]:
    return copies.organisations(db, me)


@area.call(f"{API}/drawUp", may=p.SERIOUS_SAVE, form=FROM, blind="makes a new report")
def draw_up(db, me, form) -> Saved:
    return saving.draw_up(db, me, form)

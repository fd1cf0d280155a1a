"""The calls of the statistics: each answers its table, and the same as a workbook."""

from sqlalchemy.orm import Session

from tejian.kit.forms.form import Form
from tejian.kit.ground.declared import DECLARED_IN
from tejian.kit.ground.user import User
from tejian.kit.web.edge import CALLS, Area, File

from .statview import STATS, StatAnswer, StatView


class Asked(Form):
    """By what it is divided, and over which days."""

    by: str = ""
    begin: str = ""
    end: str = ""


def serve_stats() -> None:
    """Register the calls of every statistic; a second time changes nothing."""
    for view in STATS.values():
        if view.url not in CALLS:
            _serve(Area(module=DECLARED_IN[view.no]), view)


def _serve(area: Area, view: StatView) -> None:
    @area.call(view.url, may=view.permission, form=Asked, reads=True, replica=True)
    def table(db: Session, me: User, form: Asked) -> StatAnswer:
        return view.answer(db, me, form.by, form.begin, form.end)

    @area.call(f"{view.url}/export", may=view.permission, form=Asked, reads=True, replica=True)
    def sheet(db: Session, me: User, form: Asked) -> File:
        return File(*view.sheet(db, me, form.by, form.begin, form.end))

"""Calls of the day and the month that are closed."""

from tejian.charging import permissions as p
from tejian.kit.forms.form import OneId
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area, File

from . import journal
from . import lists as closing_lists
from . import process as closing

area = Area()


add_record(area, closing_lists.DAY_VIEW)


add_record(area, closing_lists.MONTH_VIEW)


register(area, closing.DAY, closing.MONTHLY)


@area.call(f"{closing.MONTH_CALLS}/journal", may=p.DAYS, form=OneId, reads=True)
def month_journal(db, me, form) -> File:
    return journal.journal(db, me, form)

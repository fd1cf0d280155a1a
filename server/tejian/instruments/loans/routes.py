"""Calls of loans."""

from tejian.instruments import permissions as p
from tejian.instruments.models import InstrumentLoan
from tejian.kit.ground.shapes import Option
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, saving
from .forms import ACTS, API, MANY
from .process import LOAN

area = Area()
add_record(area, detail.LOAN_PAGE)
register(area, LOAN)
ACTS.serve(area, InstrumentLoan, saving.HOOKS)


@area.call(f"{API}/instruments", may=p.LOAN_APPLY, reads=True)
def instruments(db, me, form) -> list[Option]:
    return saving.instruments(db, me)


@area.call(f"{API}/ask", may=p.LOAN_APPLY, form=MANY, blind="makes new applications, the instruments stay as they are")
def ask(db, me, form) -> str:
    return saving.ask(db, me, form)

"""Calls of the four ways, and of statements."""

from typing import Any

from tejian.charging import permissions as p
from tejian.charging.models.checks import BankForm, Statement
from tejian.kit.forms.form import Known, ManyIds, OneId
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Answer, Area

from . import bank_form_list, daily, matching, running, several
from . import comparing as checking
from . import lists as checking_lists
from . import process as settling

area = Area()


add_record(area, checking_lists.DIFFERENCE_VIEW)


add_record(area, checking_lists.STATEMENT_VIEW)


register(area, settling.DIFFERENCE)


@area.call(f"{settling.CALLS}/compare", may=p.SETTLE, blind="writes down what stands, over nothing that is settled")
def compare(db, me, form) -> Answer[int]:
    count = checking.compare(db, me.org_id)
    return Answer(count, {"next": f"有{count}条差异待处理" if count else "没有差异待处理"})


@area.call(f"{settling.CALLS}/propose", may=p.SETTLE, form=OneId, reads=True)
def propose_several(db, me, form) -> dict[str, Any]:
    return several.propose(db, me, form.id)


@area.call(
    f"{checking_lists.STATEMENTS}/take", may=p.TAKE, form=matching.FileForm, limit=matching.LIMIT, blind="a new record"
)
def take_statement(db, me, form) -> matching.Taken:
    return matching.answer(matching.taken(db, me, form))


@area.call(f"{daily.CALLS}/fetch", may=p.TAKE, form=daily.FETCH, blind="a new record")
def fetch_statement(db, me, form) -> matching.Taken:
    return daily.fetched(db, me, form)


@area.call(f"{checking_lists.STATEMENTS}/look", may=p.TAKE, form=matching.FileForm, limit=matching.LIMIT, reads=True)
def look_at_statement(db, me, form) -> running.Seen:
    return running.seen(db, me, form)


area.call(f"{checking_lists.STATEMENTS}/progress", may=p.CHECKS, form=OneId, reads=True, quiet=True)(
    running.TRIAL.progress
)


@area.call(f"{checking_lists.STATEMENTS}/again", may=p.TAKE, form=Known, changes=Statement)
def compare_again(db, me, form) -> None:
    running.again(db, me, form)


@area.call(f"{bank_form_list.CALLS}/delete", may=p.TAKE, form=ManyIds, changes=BankForm)
def forget_bank_form(db, me, form) -> None:
    bank_form_list.forget(db, me, form)


add_record(area, bank_form_list.BANK_FORM_VIEW)

"""Calls of the plans and of the log."""

from tejian.exchange import permissions as p
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePlan as Plan
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.form import ManyIds, OneId
from tejian.kit.ground.shapes import Option
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, forms, replaying, saving

area = Area()
forms.ACTS.serve(area, Plan, saving.HOOKS)
add_record(area, detail.PLAN_PAGE)
add_record(area, detail.MESSAGE_PAGE)


@area.call(f"{forms.API}/plans", may=p.LOG_QUERY, reads=True)
def plans(db, me, form) -> list[Option]:
    return saving.plans(db)


@area.call(f"{forms.API}/run", may=p.PLAN_SAVE, form=ManyIds, changes=Plan)
def run(db, me, form) -> int:
    return saving.run_now(db, me, form.ids)


@area.call(f"{forms.LOGS}/load", may=p.LOG_QUERY, form=OneId, reads=True)
def load(db, me, form):
    return record(visible_or_refuse(db, me, Message, form.id))


@area.call(f"{forms.LOGS}/replay", may=p.LOG_RETRY, form=ManyIds, changes=Message)
def replay(db, me, form) -> int:
    return replaying.replay(db, me, form.ids)


BLIND = "what failed is sent again as it is now; nothing that somebody wrote is overwritten"


@area.call(f"{forms.LOGS}/replayTime", may=p.LOG_RETRY, form=forms.REPLAY, blind=BLIND)
def replay_time(db, me, form) -> int:
    return replaying.replay_time(db, me, form)


@area.call(f"{forms.LOGS}/ignore", may=p.LOG_RETRY, form=forms.IGNORE, changes=Message)
def ignore(db, me, form) -> None:
    replaying.ignore(db, me, form)

"""Calls of the rules and their reminders."""

from tejian.kit.forms.form import ManyIds
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Answer, Area
from tejian.supervision import permissions as p
from tejian.supervision.models.selfchecks import SelfCheckRule

from . import detail, lists, saving  # noqa: F401
from .forms import ACTS, API
from .process import RULE

area = Area()
add_record(area, detail.RULE_PAGE)
register(area, RULE)
ACTS.serve(area, SelfCheckRule, saving.HOOKS)


@area.call(f"{API}/send", may=p.SELF_SEND, form=ManyIds, blind="sends messages and changes no device")
def send(db, me, form) -> Answer[list[str]]:
    return saving.send(db, me, form.ids)

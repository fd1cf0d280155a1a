"""Calls of the message centre and of short messages."""

from tejian.kit.forms.form import ManyIds, asks
from tejian.kit.process.moves import register
from tejian.kit.records.crud import Hooks, Rights, crud
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import box, inbound, receipts, reply_lists, sending, templates
from . import permissions as p
from .models import Sms, SmsTemplate
from .replies import API, REPLY

area = Area()


@area.call("/message/init", any_user=True, reads=True)
def init(db, me, form) -> box.MessageBox:
    return box.boxes(db, me)


@area.call("/message/count", any_user=True, reads=True, quiet=True)
def count(db, me, form) -> box.Unread:
    return {"unread": box.unread(db, me)}


@area.call("/message/content", any_user=True, reads=True, form=asks(msg_id="消息"))
def content(db, me, form) -> box.MessageText:
    return box.content(db, me, form.msg_id)


def _move(action):
    @area.call(f"/message/{action}", any_user=True, form=asks(msg_id="消息"), blind="moves a message of the own box")
    def move(db, me, form):
        return box.move(db, me, action, form.msg_id)


for _action in box.MOVES:
    _move(_action)


# -- short messages -----------------------------------------------------------------------------------------------


crud(area, SmsTemplate, templates.TEMPLATE_FORM, Rights(p.SMS_SAVE), Hooks(templates.before_template_save))


@area.call("/api/smssend/smsSend/retry", may=p.SMS_SAVE, form=ManyIds, changes=Sms)
def retry(db, me, form):
    sending.retry(db, me, form.ids)


@area.call(
    "/api/smssend/smsSend/receipt",
    public=True,
    caller=True,
    quiet=True,
    limit=8 << 10,
    form=receipts.Receipt,
    blind="the gateway tells what became of a message",
)
def receipt(db, me, form, caller):
    return receipts.take(db, caller, form)


@area.call(
    f"{API}/inbound",
    public=True,
    caller=True,
    quiet=True,
    limit=8 << 10,
    form=inbound.Inbound,
    blind="the gateway hands in what a phone sent",
)
def received(db, me, form, caller):
    return inbound.take(db, caller, form)


register(area, REPLY)
add_record(area, reply_lists.REPLY_PAGE)

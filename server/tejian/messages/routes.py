"""Calls of the message centre."""

from tejian.kit.edge import Area

from . import box

area = Area()


@area.call("/message/init", any_user=True, reads=True)
def init(db, me, form):
    return box.boxes(db, me)


@area.call("/message/count", any_user=True, reads=True, quiet=True)
def count(db, me, form):
    return {"unread": box.unread(db, me)}


@area.call("/message/content", any_user=True, reads=True)
def content(db, me, form):
    return box.content(db, me, str(form.get("msg_id", "")))


def _move(action):
    @area.call(f"/message/{action}", any_user=True)
    def move(db, me, form):
        return box.move(db, me, action, str(form.get("msg_id", "")))


for _action in box.MOVES:
    _move(_action)

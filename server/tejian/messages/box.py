"""The message centre: unread, read, trash."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.kit.audit import plain
from tejian.kit.db import visible_or_refuse
from tejian.kit.errors import Refused
from tejian.kit.user import User

from .models import Message

MOST = 100  # newest of each box


def boxes(db: Session, me: User) -> dict[str, Any]:
    """The newest messages of each box and the number of unread ones."""
    out: dict[str, Any] = {"unread": [], "readed": [], "trash": []}
    for box, lines in out.items():
        query = select(Message).where(Message.user_id == me.id, Message.box == box)
        for m in db.scalars(query.order_by(Message.createtime.desc()).limit(MOST)):
            lines.append(line(m))
    return {**out, "count": unread(db, me)}


def line(m: Message) -> dict[str, Any]:
    return {
        "msg_id": m.id,
        "title": m.title,
        "kind": m.kind,
        "create_time": plain(m.createtime),
        "level": m.level,
        "route": m.route,
    }


def unread(db: Session, me: User) -> int:
    query = select(func.count()).where(Message.user_id == me.id, Message.box == "unread")
    return db.scalar(query) or 0


def content(db: Session, me: User, msg_id: str) -> dict[str, Any]:
    m = visible_or_refuse(db, me, Message, msg_id)
    return {**line(m), "content": m.content}


MOVES = {"has_read": ("unread", "readed"), "remove_readed": ("readed", "trash"), "restore": ("trash", "readed")}


def move(db: Session, me: User, action: str, msg_id: str) -> dict[str, int]:
    """Unread → read → trash → read again; `all` marks every unread message as read."""
    frm, to = MOVES[action]
    if action == "has_read" and msg_id == "all":
        for m in db.scalars(select(Message).where(Message.user_id == me.id, Message.box == frm)):
            m.box = to
    else:
        m = visible_or_refuse(db, me, Message, msg_id, lock=True)
        if m.box != frm and m.box != to:
            raise Refused("消息状态已变化，请刷新")
        m.box = to
    db.flush()
    return {"count": unread(db, me)}

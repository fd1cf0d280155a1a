"""The message centre: unread, read, trash."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.database.audit import plain
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .models import Message

MOST = 100  # newest of each box


class MessageLine(TypedDict):
    msg_id: str
    title: str
    kind: str
    create_time: str
    level: str
    route: str


class MessageText(MessageLine):
    content: str


class MessageBox(TypedDict):
    """The newest messages of each box; `count` is the number of all unread ones."""

    unread: list[MessageLine]
    readed: list[MessageLine]
    trash: list[MessageLine]
    count: int


class Unread(TypedDict):
    unread: int


def boxes(db: Session, me: User) -> MessageBox:
    """The newest messages of each box and the number of unread ones."""

    def newest(box: str) -> list[MessageLine]:
        query = select(Message).where(Message.user_id == me.id, Message.box == box)
        return [line(m) for m in db.scalars(query.order_by(Message.createtime.desc()).limit(MOST))]

    return {
        "unread": newest("unread"),
        "readed": newest("readed"),
        "trash": newest("trash"),
        "count": unread(db, me),
    }


def line(m: Message) -> MessageLine:
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


def content(db: Session, me: User, msg_id: str) -> MessageText:
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

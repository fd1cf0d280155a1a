"""The message centre: three boxes, their moves and counts, each user's own."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground.user import User
from tejian.messages.api import tell
from tejian.messages.models import Message
from tejian.system.models.accounts import SysUser
from tests.conftest import Caller


@pytest.fixture
def me(db: Session) -> User:
    row = db.scalars(select(SysUser).where(SysUser.login == "shouli")).one()
    return User(id=row.id, name=row.name, org_id=row.org_id)


def good(call: Caller, me: User, path: str, **form: Any) -> Any:
    answer = call(path, _as=me, **form).json()
    assert answer["isSuccess"], answer["errorMsg"]
    return answer["data"]


def boxes(call: Caller, me: User) -> dict[str, list[str]]:
    told = good(call, me, "/message/init")
    return {name: [m["title"] for m in told[name]] for name in ("unread", "readed", "trash")} | {"count": told["count"]}


def test_a_message_goes_from_unread_to_read_to_trash_and_back(call: Caller, db: Session, me: User) -> None:
    tell(db, [me.id, "", me.id], "任务", "任务已安排", "SB20260001 已安排检验", "/businessPro/taskConfirm")
    assert boxes(call, me) == {"unread": ["任务已安排"], "readed": [], "trash": [], "count": 1}
    line = good(call, me, "/message/init")["unread"][0]
    assert {"msg_id", "title", "create_time", "level", "route"} <= line.keys()
    assert line["route"] == "/businessPro/taskConfirm"
    assert "SB20260001" in str(good(call, me, "/message/content", msg_id=line["msg_id"]))
    key = line["msg_id"]
    assert good(call, me, "/message/has_read", msg_id=key) == {"count": 0}
    assert boxes(call, me) == {"unread": [], "readed": ["任务已安排"], "trash": [], "count": 0}
    good(call, me, "/message/remove_readed", msg_id=key)
    assert boxes(call, me)["trash"] == ["任务已安排"]
    good(call, me, "/message/restore", msg_id=key)
    assert boxes(call, me)["readed"] == ["任务已安排"]


def test_a_move_from_another_box_is_refused(call: Caller, db: Session, me: User) -> None:
    tell(db, [me.id], "任务", "一")
    key = db.scalars(select(Message.id).where(Message.user_id == me.id)).one()
    answer = call("/message/restore", _as=me, msg_id=key).json()
    assert answer["errorMsg"] == "消息状态已变化，请刷新"
    assert boxes(call, me)["unread"] == ["一"]


def test_all_unread_messages_are_read_at_once(call: Caller, db: Session, me: User) -> None:
    for n in range(3):
        tell(db, [me.id], "任务", f"消息{n}")
    assert good(call, me, "/message/count") == {"unread": 3}
    assert good(call, me, "/message/has_read", msg_id="all") == {"count": 0}
    assert good(call, me, "/message/count") == {"unread": 0}


def test_messages_of_others_do_not_exist(call: Caller, db: Session, me: User) -> None:
    tell(db, [me.id], "任务", "私")
    key = db.scalars(select(Message.id).where(Message.user_id == me.id)).one()
    other = User(id="somebody-else", name="别人")
    assert boxes(call, other)["unread"] == []
    for path in ("/message/content", "/message/has_read", "/message/restore"):
        for wanted in (key, "no-such"):
            answer = call(path, _as=other, msg_id=wanted)
            assert (answer.status_code, answer.json()["errorCode"]) == (403, "NO_PERMISSION"), path
    assert boxes(call, me)["unread"] == ["私"]

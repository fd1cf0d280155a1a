"""The ways a call can say no. Each carries the sentence that the user reads and the status it is answered with."""

import sys
from datetime import datetime
from typing import Any


def code_of(name: str) -> str:
    """The errorCode of a refusal, from the name of the guard or rule that says it: hold_open → HOLD_OPEN."""
    return name.strip("_").upper()


class Refused(Exception):
    """A business rule said no. Nothing is stored; `extra` joins the answer at top level.

    Its code is the name of the rule, the function that says no, unless another is given.
    """

    status = 200
    code = ""

    def __init__(self, message: str, code: str | None = None, **extra: Any):
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code or code_of(_rule())
        self.extra = extra


def _rule() -> str:
    """The function that is making a refusal."""
    frame = sys._getframe(2)
    while frame.f_back and frame.f_code.co_name.startswith("<"):  # what collects sentences is part of the function
        frame = frame.f_back
    return frame.f_code.co_name


class BadInput(Refused):
    """A parameter has the wrong form; the sentence names the field by its Chinese label."""

    status = 422
    code = "BAD_INPUT"


class NotLoggedIn(Refused):
    status = 401
    code = "NO_SESSION"

    def __init__(self) -> None:
        super().__init__("登录已失效，请重新登录")


class NoPermission(Refused):
    """Also the answer for a record of somebody else and for one that does not exist."""

    status = 403
    code = "NO_PERMISSION"

    def __init__(self, message: str = "对不起，您没有此操作的权限", needed: str = ""):
        super().__init__(message)
        self.needed = needed


MUST_CHANGE = "MUST_CHANGE_PASSWORD"
FACTOR = "SECOND_FACTOR"
FACTOR_SETUP = "SECOND_FACTOR_SETUP"
HELD = {
    MUST_CHANGE: "密码须先修改，才能继续使用",
    FACTOR: "请输入手机验证码",
    FACTOR_SETUP: "管理员须先设置手机验证码，才能继续使用",
}  # states of a session that may do little, with what it has to do


class HeldBack(Refused):
    """Somebody is logged in, but must do something else first; `state` is one of HELD and the code of the answer."""

    status = 403

    def __init__(self, state: str):
        super().__init__(HELD[state], state)


class Unsigned(Refused):
    """A signature needs the signing PIN or the second factor of its author; nothing was done yet."""

    status = 403
    code = "SIGN_NEEDED"

    def __init__(self) -> None:
        super().__init__("此操作须由本人以签名口令或第二因素确认签名")


class Stale(Refused):
    """Somebody else changed the record, or did the step, since it was read."""

    status = 409
    code = "STALE"

    def __init__(self, message: str, who: str = "", when: datetime | None = None):
        stamp = when.strftime("%Y-%m-%d %H:%M:%S") if when else ""
        super().__init__(message, who=who, when=stamp)


class NotRead(Refused):
    """An existing record would be changed by somebody who does not say which version of it he read."""

    status = 428
    code = "NO_VERSION"

    def __init__(self) -> None:
        super().__init__("未说明所修改数据的版本，为免覆盖他人的修改，未保存；请刷新后再操作")


class InWork(Refused):
    """The same wish was sent before and is not answered yet."""

    status = 409
    code = "IN_WORK"

    def __init__(self) -> None:
        super().__init__("同一操作正在处理，请稍候，不必重复提交")


class TooMany(Refused):
    status = 429
    code = "TOO_MANY"


class TooLarge(Refused):
    status = 413
    code = "TOO_LARGE"


class StoreFull(Refused):
    """There is no room for a file; nothing of it was kept."""

    status = 507
    code = "STORE_FULL"

    def __init__(self) -> None:
        super().__init__("附件存储空间已满，没有保存，请联系系统管理员")


class StoreAway(Refused):
    """The store of files does not answer, or gives something else than was stored; nothing was kept."""

    status = 503
    code = "STORE_AWAY"

    def __init__(self) -> None:
        super().__init__("附件存储暂时无法访问，请稍后重试")


class TooSlow(Refused):
    """A body that does not come to its end."""

    status = 408
    code = "TOO_SLOW"

    def __init__(self) -> None:
        super().__init__("提交过慢，已中断，请重试")

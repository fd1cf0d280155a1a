"""The ways a call can say no. Each carries the sentence that the user reads and the status it is answered with."""

from datetime import datetime
from typing import Any


class Refused(Exception):
    """A business rule said no. Nothing is stored; `extra` joins the answer at top level."""

    status = 200
    code = "REFUSED"

    def __init__(self, message: str, code: str | None = None, **extra: Any):
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.extra = extra


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


class Stale(Refused):
    """Somebody else changed the record, or did the step, since it was read."""

    status = 409
    code = "STALE"

    def __init__(self, message: str, who: str = "", when: datetime | None = None):
        stamp = when.strftime("%Y-%m-%d %H:%M:%S") if when else ""
        super().__init__(message, who=who, when=stamp)


class TooMany(Refused):
    status = 429
    code = "TOO_MANY"


class TooLarge(Refused):
    status = 413
    code = "TOO_LARGE"

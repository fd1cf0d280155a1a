"""Whether the clock can be believed: what is signed or counted in time must not carry a time that never was.

A step of the clock shows against the time since the machine started, which no correction moves (sleep counts in it);
against the clock of the database; and in lines of the log that were written "later" than now. Small corrections are
slewed and show in none of them.
"""

import time
from datetime import datetime, timedelta

from sqlalchemy import text
from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused

LIMIT = 30.0  # seconds
_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
DATABASE = text("select extract(epoch from clock_timestamp())")
NEWEST = text("select extract(epoch from max(at)) from security_log where at > now() - interval '2 days'")


def _ahead() -> float:
    """How far the clock is ahead of the time since the machine started."""
    return time.time() - time.clock_gettime(_CLOCK)


_at_start = _ahead()


def stepped() -> float:
    """Seconds by which the clock was put forward (or back, negative) since this process started."""
    return _ahead() - _at_start


def now() -> datetime:
    """The moment by which sessions are counted: a step of the clock is taken out, so that it ends or lengthens none."""
    step = stepped()
    return clock.now() - timedelta(seconds=step) if abs(step) > LIMIT else clock.now()


def wrong(db: Session) -> str:
    """Why the clock cannot be believed, in a sentence; nothing when it can."""
    if abs(step := stepped()) > LIMIT:
        return f"服务器时钟在运行中被拨{'快' if step > 0 else '慢'}了 {_span(step)}"
    if abs(apart := time.time() - float(db.scalar(DATABASE) or 0)) > LIMIT:
        return f"服务器与数据库的时钟相差 {_span(apart)}"
    newest = db.scalar(NEWEST)
    if newest is not None and (back := float(newest) - time.time()) > LIMIT:
        return f"日志中有比现在晚 {_span(back)}的记录，时钟被拨慢过"
    return ""


def _span(seconds: float) -> str:
    whole = abs(round(seconds))
    return f"{whole} 秒" if whole < 600 else f"{whole // 60} 分钟"


def refuse_wrong_clock(db: Session) -> None:
    """For what carries a time that must be true: signatures, seals, approvals."""
    if why := wrong(db):
        raise Refused(f"{why}，签名已停止，请系统管理员校准时钟后重新启动平台")

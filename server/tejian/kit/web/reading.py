"""How many different records a person opens in an hour: more than anybody can read is copying, and is stopped.

Counts are kept in the process and told to the database by the handful, where those of all processes come together.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from tejian.kit.ground import clock
from tejian.kit.database import tries
from tejian.kit.database.audit import security_event
from tejian.kit.ground.errors import TooMany
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User

HANDFUL = 25
HOUR = timedelta(hours=1)
most: Port[[Session], int] = Port("different records a person may open in an hour; 0: any number", lambda _db: 1000)


@dataclass
class _Read:
    since: datetime
    opened: set[str] = field(default_factory=set)
    untold: int = 0
    until: datetime | None = None  # nothing more is opened before


_read: dict[str, _Read] = {}


def forget() -> None:
    """Begin anew, as another process would."""
    _read.clear()


def _of(user: str) -> _Read:
    now = clock.now()
    mine = _read.get(user)
    if mine is None or (now - mine.since > HOUR and (mine.until is None or now > mine.until)):
        if len(_read) > 10_000:
            _read.clear()
        mine = _read[user] = _Read(now)
    return mine


def count(db: Session, me: User, record: str) -> TooMany | None:
    """Count a record that is opened; gives the refusal when it is one too many. What it writes must be stored."""
    mine = _of(me.id)
    if mine.until and clock.now() < mine.until:
        return _refusal(mine.until - clock.now())
    if record in mine.opened:
        return None
    mine.opened.add(record)
    mine.untold += 1
    limit = most(db)
    if not limit or mine.untold < min(HANDFUL, limit):
        return None
    times, mine.untold = mine.untold, 0
    key = f"read:{me.id}"
    if (wait := tries.waiting(db, key)) is None:
        tries.failed(db, key, tries.Limit(limit, HOUR, HOUR), times=times)
        wait = tries.waiting(db, key)
        if wait is not None:
            security_event(
                db, "查阅过量", "", f"一小时内打开了超过{limit}份不同的档案，已暂停{tries.minutes(wait)}分钟", "拒绝"
            )
    if wait is None:
        return None
    mine.until = clock.now() + wait
    return _refusal(wait)


def _refusal(wait: timedelta) -> TooMany:
    return TooMany(f"一小时内打开的档案过多，请{tries.minutes(wait)}分钟后再试；大量使用请导出列表")

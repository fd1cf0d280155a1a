"""Who called what, how often and how long it took: counted by minute in memory, handed on when the minute is over.

A request pays for a few additions. Percentiles come of a histogram whose bounds grow by a tenth, so they are at most a
tenth too high, and never higher than the longest call that was seen.
"""

import logging
import math
import threading
from collections import Counter
from dataclasses import dataclass, field

from tejian.kit.ground import clock
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User

log = logging.getLogger(__name__)
FIRST_MS, GROWTH = 0.25, math.log(1.1)
MOST = 2_000  # clients and paths of a minute that are kept apart; the others are counted by path alone
WAIT = 10.0  # seconds between two looks whether a minute is over

Key = tuple[int, str, str, str]  # minute since the epoch, path, key of the account, address


@dataclass
class Tally:
    """The calls of one client to one path in one minute."""

    user_name: str = ""
    calls: int = 0
    refused: int = 0  # answered 4xx
    broken: int = 0  # answered 5xx
    total_ms: float = 0.0
    most_ms: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)  # of the histogram

    def add(self, status: int, ms: float) -> None:
        self.calls += 1
        self.refused += 400 <= status < 500
        self.broken += status >= 500
        self.total_ms += ms
        self.most_ms = max(self.most_ms, ms)
        self.steps[step_of(ms)] += 1


def step_of(ms: float) -> int:
    """The step of the histogram that a time belongs to."""
    return 0 if ms <= FIRST_MS else math.ceil(math.log(ms / FIRST_MS) / GROWTH - 1e-9)


def percentile(steps: Counter[int], share: float, most: float) -> float:
    """The time in ms that this share of the calls did not exceed."""
    wanted, seen = math.ceil(share * steps.total()), 0
    for step in sorted(steps):
        seen += steps[step]
        if seen >= wanted:
            return min(most, FIRST_MS * math.exp(GROWTH * step))
    return most


written: Port[[dict[Key, Tally]], None] = Port("where the calls of past minutes are written")


class Access:
    """What this process has counted and not yet handed on."""

    def __init__(self) -> None:
        self.minutes: dict[Key, Tally] = {}
        self.lock = threading.Lock()

    def count(self, path: str, me: User | None, ip: str, status: int, seconds: float) -> None:
        minute = int(clock.now().timestamp()) // 60
        who, name = (me.id, me.name) if me else ("", "")
        key = (minute, path, who, ip)
        with self.lock:
            if key not in self.minutes and len(self.minutes) >= MOST:
                key, name = (minute, path, "", ""), ""
            tally = self.minutes.get(key) or self.minutes.setdefault(key, Tally(name))
            tally.add(status, seconds * 1000)

    def taken(self, before: int) -> dict[Key, Tally]:
        """The minutes before this one, which are counted no longer."""
        with self.lock:
            past = {key: tally for key, tally in self.minutes.items() if key[0] < before}
            for key in past:
                del self.minutes[key]
        return past

    def write(self, *, all_of_them: bool = False) -> None:
        """Hand on what is past; what cannot be written is lost, and disturbs nobody."""
        minute = int(clock.now().timestamp()) // 60
        past = self.taken(minute + 1 if all_of_them else minute)
        try:
            if past:
                written(past)
        except Exception:
            log.warning("calls of %d clients were not written", len(past), exc_info=True)


access = Access()


def keep_writing() -> threading.Event:
    """Write each minute, in a thread of its own, until the event is set."""
    ended = threading.Event()

    def run() -> None:
        while not ended.wait(WAIT):
            access.write()

    threading.Thread(target=run, name="access", daemon=True).start()
    return ended

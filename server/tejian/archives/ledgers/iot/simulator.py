"""A lift platform without lifts: every five minutes it reports its terminals as a real one does, over HTTP and signed.

It speaks only for terminals of the source 模拟平台. Which ones are silent, run and fail follows from their number and
the minute. Some events are told twice, as relays do.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.iot import LiftIot
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock, outgoing
from tejian.system.settings.api import flag, value

from .receiving import MOST, SECRET, signature

SOURCE = "01"  # C752 模拟平台
BUSY = (0, 0, 0, 0, 0, 1, 3, 9, 9, 5, 4, 5, 6, 5, 4, 4, 6, 9, 8, 6, 4, 3, 2, 1)  # runs in five minutes, by hour
SILENT = 4  # of a hundred terminals have no connection on a day
EVENTS = 4_000  # one report in so many carries an event
KINDS = ("1", "4", "4", "3", "1", "5", "4", "2", "1", "3")  # doors and stops are common, people shut in are rare
WORDS = {"1": "安全回路断开", "2": "轿厢停止超时，有人", "3": "平层偏差超标", "4": "关门受阻超时", "5": "主电源失电"}


def chance(*what: object) -> int:
    """A number that looks like chance and is the same every time."""
    return int(hashlib.sha256("|".join(map(str, what)).encode()).hexdigest()[:12], 16)


def reports(terminals: Sequence[LiftIot], now: datetime) -> list[dict[str, Any]]:
    """What the platform tells of its terminals at this moment."""
    slot = f"{now:%Y%m%d%H}{now.minute // 5}"
    rows: list[dict[str, Any]] = []
    for t in terminals:
        if chance(t.devno, now.date()) % 100 < SILENT:
            continue
        runs = chance(t.devno, slot) % (BUSY[now.hour] + 1)
        rows.append(
            {
                "kind": "heartbeat",
                "devno": t.devno,
                "time": now.isoformat(timespec="seconds"),
                "runcount": t.runcount + runs,
                "doorcount": t.doorcount + runs * 2,
            }
        )
        lot = chance(slot, t.devno, "event")
        if lot % EVENTS == 0:
            rows += event(t.devno, slot, lot, now)
    return rows


def event(devno: str, slot: str, lot: int, now: datetime) -> list[dict[str, Any]]:
    """An event, told once more a minute later in one case of three."""
    kind = KINDS[lot // EVENTS % len(KINDS)]
    one = {
        "kind": "event",
        "devno": devno,
        "eventid": f"{devno}-{slot}",
        "type": kind,
        "time": (now - timedelta(minutes=2)).isoformat(timespec="seconds"),
        "floor": str(lot // 97 % 18 + 1),
        "value": WORDS[kind],
    }
    if lot // 7 % 3:
        return [one]
    return [one, one | {"eventid": f"{devno}-{slot}-2", "time": (now - timedelta(minutes=1)).isoformat()}]


@job("iot.simulator", retry=0, cron="*/5 * * * *")
def run(db: Session) -> None:
    """Report all terminals of the simulated platform, in batches."""
    secret = value(db, SECRET)
    if not flag(db, "iot.simulator", True) or not secret:
        return
    now = clock.now()
    terminals = list(db.scalars(select(LiftIot).where(LiftIot.source == SOURCE).order_by(LiftIot.id)))
    rows = reports(terminals, now)
    for block in (rows[i : i + MOST] for i in range(0, len(rows), MOST)):
        body = json.dumps({"rows": block}, ensure_ascii=False)
        at = str(int(now.timestamp()))
        post_batch({"at": at, "body": body, "sign": signature(at, body, secret)})


def _post(fields: dict[str, str]) -> None:
    outgoing.tell_self("/api/iot/receive", fields, timeout=20)


post_batch: Callable[[dict[str, str]], None] = _post  # tests put their own in

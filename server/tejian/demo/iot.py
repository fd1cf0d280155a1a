"""Lift terminals of the demo city with a year of counting, and the events of the last two months."""

import random
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from tejian.archives.ledgers.iot.api import KINDS, SOURCE, WORDS
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.iot import LiftEvent, LiftIot
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock

from .draw import lots

SEED = 50_220_917
LIFTS = 300
EVENTS = 190
SILENT = 0.05
MAKERS = "02"  # C752 厂商平台: does not report by itself in the demo city
OPINIONS = {
    "1": "安全回路触点氧化，更换后恢复运行",
    "2": "20分钟内到场放人，无人受伤；门锁触点调整后恢复",
    "3": "平层感应器松动，紧固并校准",
    "4": "门地坎内有异物，清理后恢复",
    "5": "小区临时停电，来电后自动恢复，误报",
}
COMMON = {"version": 1, "createby": "import", "updateby": "物联网平台"}


def load(db: Session, devices: list[Equipment], today: date) -> None:
    """Terminals on lifts in use; their archive names them too."""
    rnd, now = lots(SEED), clock.now()
    lifts = [d for d in devices if d.equclass == "3000" and d.equstatus == "1"]
    chosen = rnd.sample(lifts, min(LIFTS, len(lifts)))
    terminals: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    for n, lift in enumerate(chosen):
        terminals.append(_terminal(rnd, lift, n, today, now))
        lift.params = {**lift.params, "iotflag": "1", "iotdevno": terminals[-1]["devno"]}
    if chosen:
        for _ in range(EVENTS):
            k = rnd.randrange(len(chosen))
            events.append(_event(rnd, chosen[k], terminals[k], len(events), now))
    db.flush()
    db.execute(insert(LiftIot), terminals)
    db.execute(insert(LiftEvent), events)


def _terminal(rnd: random.Random, lift: Equipment, n: int, today: date, now: datetime) -> dict[str, Any]:
    since = today - timedelta(days=rnd.randrange(60, 700))
    runs = (today - since).days * rnd.randrange(180, 620)
    silent = rnd.random() < SILENT
    last = now - timedelta(hours=rnd.randrange(5, 200)) if silent else now - timedelta(seconds=rnd.randrange(20, 240))
    return {
        **COMMON,
        "id": new_id(),
        "createtime": now,
        "updatetime": now,
        "equdatasysid": lift.id,
        "devno": f"NBIOT{since:%y%m}{n:05d}",
        "source": MAKERS if silent else SOURCE,
        "installdate": since,
        "remark": "",
        "lastseen": last,
        "runcount": runs,
        "doorcount": runs * 2 + rnd.randrange(500),
        "faults": 0,
        "trapped": 0,
    }


def _event(rnd: random.Random, lift: Equipment, terminal: dict[str, Any], n: int, now: datetime) -> dict[str, Any]:
    """Older events are settled; of the last two days some wait at every step."""
    fresh = n < 14
    at = now - (timedelta(minutes=rnd.randrange(10, 2_500)) if fresh else timedelta(hours=rnd.randrange(48, 1_440)))
    kind = rnd.choice(KINDS)
    state = "0012"[n % 4] if fresh else "3"
    if n == 0:  # somebody is shut in right now
        kind, state, at = "2", "1", now - timedelta(minutes=12)
    repeats = rnd.choice((0, 0, 0, 1, 2, 4))
    terminal["trapped" if kind == "2" else "faults"] += 1
    confirmed, sent = at + timedelta(minutes=rnd.randrange(2, 9)), at + timedelta(minutes=rnd.randrange(10, 20))
    is_told = state in ("2", "3") and lift.maiorgname
    return {
        **COMMON,
        "id": new_id(),
        "createtime": at,
        "updatetime": at,
        "eventid": f"{terminal['devno']}-{at:%m%d%H%M}-{n}",
        "source": terminal["source"],
        "equdatasysid": lift.id,
        "devno": terminal["devno"],
        "type": kind,
        "at": at,
        "lastat": at + timedelta(minutes=repeats),
        "repeats": repeats,
        "floor": str(rnd.randrange(1, 19)),
        "value": WORDS[kind],
        "state": state,
        "confirmedby": "徐海燕" if state != "0" else "",
        "confirmedat": confirmed if state != "0" else None,
        "sentto": lift.maiorgname if is_told else "",
        "sentby": "徐海燕" if is_told else "",
        "sentat": sent if is_told else None,
        "handled": OPINIONS[kind] if state == "3" else "",
        "closedby": "徐海燕" if state == "3" else "",
        "closedat": at + timedelta(minutes=rnd.randrange(40, 180)) if state == "3" else None,
    }

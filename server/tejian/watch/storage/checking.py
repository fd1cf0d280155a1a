"""Compares the store of files with the rows that name its contents, one sixteenth a night, and reads a sample of it.

A content that a row names and the store lacks is missing; one that no row names for a day is an orphan (the nightly
sweep drops what was set aside; an orphan was never named, or its row went without telling); one whose digest is not its
key is damaged. Nothing is removed here.
"""

import random
from collections.abc import Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.files import blobs as files
from tejian.kit.files import contents
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.messages.api import tell
from tejian.system.accounts.api import who_may
from tejian.watch.models.storage import StorageCheck
from tejian.watch.permissions import HEALTH

DIGITS = "0123456789abcdef"
SAMPLE = 100  # contents that are read a night
AT_MOST = 200  # findings of a kind that are kept with the check
ROUTE = "/sysmng/cloudStorageCheck?id={id}"
KINDS = {"missing": "缺失", "orphan": "无主", "damaged": "损坏"}


def _named(db: Session, digit: str) -> dict[str, str]:
    """The contents of this first digit that rows name, each with one of the columns that do."""
    out: dict[str, str] = {}
    for column in contents.columns():
        place = f"{column.table.name}.{column.name}"
        for key in db.scalars(select(column).where(column.startswith(digit)).distinct()):
            out.setdefault(key, place)
    return out


def check(db: Session, digit: str) -> StorageCheck:
    """Count everything and compare the contents of one digit; the result is kept, and told when something is wrong."""
    row = StorageCheck(begun=clock.now(), digit=digit, objects=0, size=0)
    mine: dict[str, tuple[int, Any]] = {}
    for one in DIGITS:
        for content in files.store().listed(one):
            row.objects, row.size = row.objects + 1, row.size + content.size
            if one == digit:
                mine[content.name] = (content.size, content.modified)
    owners = _named(db, digit)  # after the list: what is stored meanwhile is named, and not yet listed
    missing = [key for key in sorted(owners.keys() - mine.keys()) if not files.store().has(key)]
    old = [key for key, (_size, at) in mine.items() if clock.now() - at > contents.WAIT]
    alone = sorted(set(old) - owners.keys())
    orphans = sorted(set(alone) - contents.named(db, alone))
    sample = random.sample(sorted(mine), min(SAMPLE, len(mine)))
    damaged = sorted(key for key in sample if _is_damaged(key))
    row.compared, row.sampled = len(mine.keys() | owners.keys()), len(sample)
    row.missing, row.orphans, row.damaged = len(missing), len(orphans), len(damaged)
    sizes = {key: size for key, (size, _at) in mine.items()}
    row.findings = [
        {"kind": KINDS[kind], "key": key, "size": sizes.get(key), "place": owners.get(key, "")}
        for kind, keys in (("missing", missing), ("damaged", damaged), ("orphan", orphans))
        for key in keys[:AT_MOST]
    ]
    row.ended = clock.now()
    db.add(row)
    db.flush()
    _tell(db, row, [*missing, *damaged])
    return row


def _is_damaged(key: str) -> bool:
    """Whether its digest is another; one that was dropped meanwhile is no damage."""
    try:
        files.read_checked(key)
    except Refused:
        return files.store().has(key)
    return False


def _tell(db: Session, row: StorageCheck, wrong: Iterable[str]) -> None:
    """An orphan only takes room; what is missing or damaged somebody must bring back from a backup."""
    if first := next(iter(wrong), None):
        title = f"附件核对发现{row.missing}个缺失、{row.damaged}个损坏"
        tell(db, who_may(db, HEALTH), "存储监控", title, f"如{first}，请从备份恢复", ROUTE.format(id=row.id))


@jobs.job("storage.night", retry=2, daily="04:10", queue="imports")
def every_night(db: Session) -> None:
    """A sixteenth of the store each night, all of it in sixteen."""
    hold(db, "storage.night")
    check(db, DIGITS[clock.today().toordinal() % len(DIGITS)])


@jobs.job("storage.check", retry=0, queue="imports")
def check_now(db: Session, digit: str) -> None:
    """At the wish of an administrator."""
    hold(db, "storage.night")
    check(db, digit)


def begin(db: Session, _me: User, digit: str) -> None:
    """Write the job of a check."""
    jobs.enqueue(db, "storage.check", lock="storage.check", digit=digit)

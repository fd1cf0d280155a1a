"""Versions of what a process may keep in memory (dict, param, rule). Each request learns them with its session."""

from sqlalchemy import text
from sqlalchemy.orm import Session

from tejian.kit.database import db as kit_db

VERSIONS = "select coalesce(jsonb_object_agg(name, value), '{}') from sys_cache_version"


def versions(db: Session) -> dict[str, int]:
    """All versions as this transaction knows them."""
    if "versions" not in db.info:
        ((db.info["versions"],),) = kit_db.fetch(db, VERSIONS, None)
    found: dict[str, int] = db.info["versions"]
    return found


def version(db: Session, name: str) -> int:
    """The version of `name` as this transaction knows it."""
    return int(versions(db).get(name, 0))


def bump(db: Session, name: str) -> None:
    """Say that what processes keep under `name` has changed.

    A version comes once, even when its transaction is rolled back: this process may already have read, and kept, what
    that one wrote. Roles move their version by themselves, by a trigger.
    """
    db.flush()
    db.execute(text("select tj_new_version(:n)"), {"n": name})
    db.info.pop("versions", None)

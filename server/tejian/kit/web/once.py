"""One effect for one wish: the first answer is given again to a repeated write.

With an `Idempotency-Key` for 24 hours, for its account: whose answer was lost has often logged in anew before he tries
again. Without one, an identical write of the same session within five seconds. The row is written in the transaction of
the effect, and when the first is rolled back the second runs. While the first is in flight a second one with its
Idempotency-Key is told so; without a key it waits.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import DateTime, LargeBinary, String, delete, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from tejian.kit.ground import clock
from tejian.kit.database.db import Base, hold_if_free
from tejian.kit.ground.errors import BadInput, InWork
from tejian.kit.ground.user import User

WINDOW = timedelta(seconds=5)  # the contract's duplicate-request window of 5000 ms
KEPT = timedelta(hours=24)


class RequestOnce(Base):
    __tablename__ = "request_once"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    body: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), index=True)
    answer: Mapped[bytes | None] = mapped_column(LargeBinary)


@dataclass
class Once:
    """The claim of one request on its key."""

    db: Session
    key: str

    def keep(self, answer: bytes) -> None:
        """Remember the answer; it becomes visible with the commit of the effect."""
        self.db.execute(text("update request_once set answer = :a where key = :k"), {"a": answer, "k": self.key})

    def release(self) -> None:
        """Give the key up: the answer is not one to repeat."""
        self.db.execute(text("delete from request_once where key = :k"), {"k": self.key})


def digest(*parts: Any) -> str:
    return hashlib.sha256(orjson.dumps(parts, default=str, option=orjson.OPT_SORT_KEYS)).hexdigest()


def claim(db: Session, me: User, path: str, params: dict[str, Any], wished: str | None) -> Once | bytes:
    """Claim the request's key, or give back the answer that was already given for it.

    Raises BadInput when an Idempotency-Key comes again with another body, InWork while its first request is in work.
    """
    body = digest(params)
    key = digest("key", me.id, path, wished) if wished else digest("same", me.session_id, path, body)
    if wished and not hold_if_free(db, f"once {key}"):
        raise InWork
    kept_since = clock.now() - (KEPT if wished else WINDOW)
    row = db.execute(
        text(
            "insert into request_once (key, body, at) values (:k, :b, :now)"
            " on conflict (key) do update set at = excluded.at, answer = null, body = excluded.body"
            " where request_once.at < :since returning key"
        ),
        {"k": key, "b": body, "now": clock.now(), "since": kept_since},
    ).first()
    if row:
        return Once(db, key)
    first = db.execute(text("select body, answer from request_once where key = :k"), {"k": key}).one()
    if first.body != body:
        raise BadInput("同一操作标识的内容不一致，请刷新页面后重试")
    return bytes(first.answer or b"")


def forget_old(db: Session) -> None:
    """Drop answers that nobody may ask for again."""
    db.execute(delete(RequestOnce).where(RequestOnce.at < clock.now() - KEPT))

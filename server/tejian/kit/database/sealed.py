"""Columns that are encrypted where they lie: `idno: Mapped[str] = sealed("identity_number.idno")`.

AES-256-GCM under a key with a number, a nonce of its own for each value, bound to its table and column. The keys stand
in a file apart from the database (setting `keys`); which of them is used can be changed while the platform runs
(`rotate`, then `reseal`). A sealed column answers no condition: equality is asked of its blind index, a keyed digest
in a column of its own (`blind_of`). A value from before it was sealed is read as it is, until `reseal` has come by.
"""

import base64
import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import (
    Column,
    Dialect,
    String,
    Table,
    Text,
    TypeDecorator,
    bindparam,
    cast,
    event,
    inspect,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session, mapped_column

from tejian import settings

from .db import Base

NONCE, BATCH = 12, 500
MARK = "~"  # before the number of the key: no identity number and no secret begins so


class KeyMissing(RuntimeError):
    """A value was sealed under a key that this installation does not have."""


@dataclass(frozen=True)
class Keys:
    """What the key file holds."""

    active: str
    each: dict[str, bytes]
    blind: bytes

    def text(self) -> str:
        each = {number: key.hex() for number, key in self.each.items()}
        return json.dumps({"active": self.active, "keys": each, "blind": self.blind.hex()}, indent=1)


_known: tuple[Path, int, Keys] | None = None


def keys() -> Keys:
    """The keys of this installation: made on first use, read again when the file changes."""
    global _known
    path = settings.current().keys_file
    try:
        stamp = path.stat().st_mtime_ns
    except FileNotFoundError:
        first = Keys("1", {"1": secrets.token_bytes(32)}, secrets.token_bytes(32))
        settings.write_private(path, first.text(), once=True)
        stamp = path.stat().st_mtime_ns
    if _known is None or _known[:2] != (path, stamp):
        stored = json.loads(path.read_text())
        each = {number: bytes.fromhex(key) for number, key in stored["keys"].items()}
        _known = (path, stamp, Keys(stored["active"], each, bytes.fromhex(stored["blind"])))
    return _known[2]


def rotate() -> str:
    """A new key under which all is sealed from now on; gives its number. The old ones still open what they sealed."""
    before = keys()
    number = str(max(int(one) for one in before.each) + 1)
    made = Keys(number, {**before.each, number: secrets.token_bytes(32)}, before.blind)
    settings.write_private(settings.current().keys_file, made.text())
    return number


def forget_old() -> list[str]:
    """Drop the keys that seal nothing any more, after `reseal`; gives their numbers. Older backups keep their own."""
    before = keys()
    old = [number for number in before.each if number != before.active]
    kept = Keys(before.active, {before.active: before.each[before.active]}, before.blind)
    settings.write_private(settings.current().keys_file, kept.text())
    return old


def seal(place: str, value: str) -> str:
    """A value as it lies in its column; what is empty stays so."""
    if not value:
        return value
    own = keys()
    nonce = os.urandom(NONCE)
    content = AESGCM(own.each[own.active]).encrypt(nonce, value.encode(), place.encode())
    return f"{MARK}{own.active}:{base64.b64encode(nonce + content).decode()}"


def unseal(place: str, stored: str) -> str:
    """The value that was sealed. Raises KeyMissing, or InvalidTag when it was sealed for another column."""
    if not stored.startswith(MARK):
        return stored
    number, _, text = stored.removeprefix(MARK).partition(":")
    key = keys().each.get(number)
    if key is None:
        raise KeyMissing(f"缺少第 {number} 号列密钥（{settings.current().keys_file}） / the key of a column is missing")
    content = base64.b64decode(text)
    try:
        return AESGCM(key).decrypt(content[:NONCE], content[NONCE:], place.encode()).decode()
    except InvalidTag:
        raise KeyMissing(f"{place} 不是用第 {number} 号列密钥加密的 / another key, or another column") from None


def blind(place: str, value: str) -> str:
    """What stands for a value in its blind index: the same for the same value, and telling nothing without the key."""
    return hmac.new(keys().blind, f"{place}\0{value}".encode(), hashlib.sha256).hexdigest() if value else ""


class Sealed(TypeDecorator[str]):
    """The type of a sealed column: texts for the product, sealed texts in the database."""

    impl = Text
    cache_ok = True

    class comparator_factory(TypeDecorator.Comparator[str]):  # the name is SQLAlchemy's
        def operate(self, op: Any, *other: Any, **kwargs: Any) -> Any:
            raise TypeError("a sealed column answers no condition: ask its blind index")

    def __init__(self, place: str):
        super().__init__()
        self.place = place

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> str | None:
        return value if value is None else seal(self.place, value)

    def process_result_value(self, value: str | None, _dialect: Dialect) -> str | None:
        return value if value is None else unseal(self.place, value)


def sealed(place: str, **more: Any) -> Any:
    """A column that is encrypted at rest; `place` is its table and name, which each value is bound to."""
    return mapped_column(Sealed(place), **more)


@dataclass(frozen=True)
class Follows:
    """What a column beside a sealed one holds: something that is made from each value there."""

    place: str
    make: Callable[[str], str]


def blind_of(place: str) -> Any:
    """The blind index of a sealed column of the same table: it follows whatever the session writes there."""
    return _following(64, Follows(place, partial(blind, place)), blind=place)


def told_of(place: str, tells: Callable[[str], str], size: int) -> Any:
    """What may be known in clear of a sealed column of the same table, such as the kind of its values; it follows too.

    `tells` gives nothing for nothing.
    """
    return _following(size, Follows(place, tells))


def _following(size: int, follows: Follows, **info: str) -> Any:
    name = follows.place.rpartition(".")[2]

    def made(context: Any) -> str:  # of rows that are inserted past the session
        return follows.make(context.get_current_parameters().get(name) or "")

    return mapped_column(String(size), default=made, info={"follows": follows, "quiet": True, **info})


@cache
def followed(mapper: Any) -> Sequence[tuple[str, str, Callable[[str], str]]]:
    """The sealed attributes of a model that columns beside them follow: name, name of the column, what makes it."""
    kinds = {c.key: c.columns[0].type for c in mapper.column_attrs}
    name = {kind.place: key for key, kind in kinds.items() if isinstance(kind, Sealed)}
    all_told = [(c.key, c.columns[0].info.get("follows")) for c in mapper.column_attrs]
    return [(name[told.place], key, told.make) for key, told in all_told if told]


def index_of(column: Any) -> Any:
    """The blind index of a sealed attribute."""
    place = column.property.columns[0].type.place
    found = (c.key for c in inspect(column.class_).column_attrs if c.columns[0].info.get("blind") == place)
    return getattr(column.class_, next(found))


@event.listens_for(Base, "before_insert", propagate=True)
@event.listens_for(Base, "before_update", propagate=True)
def _follow(mapper: Any, _connection: Any, row: Any) -> None:
    for name, beside, make in followed(mapper):
        if name in inspect(row).dict:
            setattr(row, beside, make(getattr(row, name) or ""))


def columns() -> Iterator[tuple[Column[Any], str, Sequence[Column[Any]]]]:
    """Every sealed column, its place and the columns that follow it."""
    for table in Base.metadata.tables.values():
        follow = [c for c in table.columns if "follows" in c.info]
        for column in table.columns:
            if isinstance(column.type, Sealed):
                place = column.type.place
                yield column, place, [c for c in follow if c.info["follows"].place == place]


def refuse_without_keys(db: Session) -> None:
    """Raise KeyMissing when what is sealed cannot be opened: new keys beside old values would find no number again."""
    for column, place, _ in columns():
        raw = cast(column, Text)
        stored = db.scalar(select(raw).where(raw.startswith(MARK)).limit(1))
        if stored is not None and not settings.current().keys_file.exists():
            raise KeyMissing(
                f"缺少列密钥文件 {settings.current().keys_file}，请放回 / the key file is gone, put it back"
            )
        if stored is not None:
            unseal(place, stored)


def reseal(db: Session, tell: Callable[[str], None], commit: Callable[[], None]) -> int:
    """Seal what is not sealed under the active key, in batches that are committed one by one; gives the count.

    What is not sealed at all gets what stands beside it too. A run that is cut off goes on where it was.
    """
    total = 0
    by_table: dict[Table, list[tuple[Column[Any], str, Sequence[Column[Any]]]]] = {}
    for column, place, beside in columns():
        assert isinstance(column.table, Table)
        by_table.setdefault(column.table, []).append((column, place, beside))
    for table, each in by_table.items():
        total += _reseal_table(db, table, each, tell, commit)
    return total


def _reseal_table(
    db: Session,
    table: Table,
    each: Sequence[tuple[Column[Any], str, Sequence[Column[Any]]]],
    tell: Callable[[str], None],
    commit: Callable[[], None],
) -> int:
    (key,) = table.primary_key.columns
    raw = [cast(column, Text) for column, _, _ in each]
    old = or_(*((r != "") & ~r.startswith(f"{MARK}{keys().active}:") for r in raw))
    due = select(key.label("key"), *(r.label(c.name) for r, (c, _, _) in zip(raw, each, strict=True))).where(old)
    change = {c.name: bindparam(f"new_{c.name}", type_=c.type) for c, _, _ in each}
    change |= {one.name: bindparam(f"new_{one.name}") for _, _, beside in each for one in beside}
    total, last = 0, ""
    while rows := db.execute(due.where(key > last).order_by(key).limit(BATCH).with_for_update()).mappings().all():
        values = []
        for row in rows:
            value: dict[str, Any] = {"of": row["key"]}
            for column, place, beside in each:
                value[f"new_{column.name}"] = plain = unseal(place, row[column.name] or "")
                value |= {f"new_{one.name}": one.info["follows"].make(plain) for one in beside}
            values.append(value)
        db.connection().execute(update(table).where(key == bindparam("of")).values(change), values)
        commit()
        total, last = total + len(rows), rows[-1]["key"]
        tell(f"{table.name}：已加密 {total} 行 / sealed")
    return total

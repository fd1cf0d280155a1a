"""Tables, the engine and by-id access. PostgreSQL only, synchronous, one connection per request thread."""

import os
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.types.string import TextLoader
from sqlalchemy import Engine, MetaData, String, create_engine, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, declared_attr, mapped_column, sessionmaker
from sqlalchemy.types import DateTime

from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, NoPermission, Stale
from tejian.kit.ground.user import SYSTEM, User

NAMES = {
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
}


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map: ClassVar[dict[Any, Any]] = {datetime: DateTime(timezone=True)}


def new_id() -> str:
    """A 32-character key that grows with time (UUID version 7 layout), so that indexes grow at one end."""
    millis = int(time.time() * 1000)
    tail = secrets.randbits(74)
    return f"{millis:012x}7{tail >> 62:03x}{0x8 | (tail >> 60 & 0x3):x}{tail & (1 << 60) - 1:015x}"


def me_of(db: Session) -> User:
    """The user on whose behalf this session works."""
    me: User = db.info.get("me", SYSTEM)
    return me


LOG_NAMES: dict[str, str] = {}  # table → what the change log calls a row of it


class Record:
    """What every business table has: a key, a version against stale saves, and who made and changed it when."""

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)
    version: Mapped[int] = mapped_column(default=1, info={"label": "版本"})
    createby: Mapped[str] = mapped_column(String(32), default="", info={"label": "创建人", "refers": "sys_user"})
    createtime: Mapped[datetime] = mapped_column(default=clock.now, info={"label": "创建时间"})
    updateby: Mapped[str] = mapped_column(String(64), default="", info={"label": "修改人"})
    updatetime: Mapped[datetime] = mapped_column(default=clock.now, info={"label": "修改时间"})

    part_of: ClassVar[Any] = None  # the model on whose page its rows stand, when they have no screen of their own
    audited: ClassVar[str | None] = None  # operation-log type: 00 equipment, 01 unit, 02 user, 03 project
    named: ClassVar[str] = ""  # what the change log calls such a row: every audited model says it
    # the columns that say in words which row it is: shown where another row has its key
    called: ClassVar[str | tuple[str, ...]] = ""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if cls.named and "__tablename__" in cls.__dict__:
            LOG_NAMES[cls.__tablename__] = cls.named  # type: ignore[attr-defined]

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:
        return {"version_id_col": cls.version, "eager_defaults": False}  # generated columns are read when asked for


Reader = psycopg.Cursor[Any]
engine: Engine | None = None
url = ""  # the postgresql:// address that the engine was opened with
new_session: sessionmaker[Session] = sessionmaker(expire_on_commit=False)
reading_session: sessionmaker[Session] = sessionmaker(expire_on_commit=False)  # each statement by itself


def threads() -> int:
    """Request threads, and so connections, of one process; 16 only fight for the interpreter."""
    return int(os.environ.get("TEJIAN_THREADS", "4"))


OPTIONS = (
    "-c timezone=Asia/Shanghai -c lock_timeout=8s -c statement_timeout=60s"
    " -c idle_in_transaction_session_timeout=120s -c plan_cache_mode=force_custom_plan"
    " -c max_parallel_workers_per_gather=0 -c gin_pending_list_limit=64MB"  # a job takes them in, see kit.bulk
)
READING = f"{OPTIONS} -c statement_timeout=10s"  # nobody waits longer for a page; see listpage for what is then said
STEADY = f"{READING} -c plan_cache_mode=force_generic_plan"


def open_engine(address: str, name: str, **options: Any) -> Engine:
    """An engine whose connections call themselves `name` and may not wait or work without end."""
    return create_engine(
        "postgresql+psycopg://" + address.removeprefix("postgresql://"),
        pool_size=threads(),
        hide_parameters=True,  # errors go into the log without the values of people
        max_overflow=3,  # a place of each room beside the threads (web/calls.py)
        pool_timeout=10,
        connect_args={"application_name": name, "options": OPTIONS, **options},
    )


def configure(address: str) -> Engine:
    """Open the engine for a postgresql:// address. Called once at start-up of each process."""
    global url
    url = address
    opened = open_engine(address, "tejian")
    use(opened)
    return opened


def use(found: Engine | None) -> None:
    """Have sessions work with this engine."""
    global engine
    engine = found
    new_session.configure(bind=found)
    reading_session.configure(bind=found and found.execution_options(isolation_level="AUTOCOMMIT"))
    _let_go()


READERS = "readers"  # in the info of a session that only reads: its cursors for `fetch`
READER = "reader"  # in the info of a connection of the pool: its one
_at_rest: list["_Readers"] = []


class _Readers(NamedTuple):
    """Connections that only read, each with its cursor: to make one costs as much as a small statement."""

    each: Reader  # plans a statement for its values each time
    steady: Reader  # plans a statement once: the plan of a few rows by their keys is always the same one


@contextmanager
def reading() -> Iterator[Session]:
    """A session that only reads, each statement by itself.

    `fetch` has connections of its own there, which stay open: to begin, end and hand back a transaction of the pool
    costs as much as the page of a list.
    """
    readers = _at_rest.pop() if _at_rest else _Readers(_open_reader(READING), _open_reader(STEADY))
    try:
        with reading_session() as session:
            session.info[READERS] = readers
            yield session
    finally:
        _put_back(readers)


def _put_back(readers: _Readers) -> None:
    links = [reader.connection for reader in readers]
    if any(link.closed for link in links):
        _let_go()  # the server went away: the others are of no use either
    idle = all(link.info.transaction_status == TransactionStatus.IDLE for link in links)
    if idle and len(_at_rest) < threads():
        _at_rest.append(readers)
    else:
        _close(readers)


def _open_reader(options: str) -> Reader:
    assert engine is not None
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        opened = psycopg.connect(address, autocommit=True, application_name="tejian", options=options)
    except psycopg.Error as wrong:
        raise DBAPIError.instance("connect", None, wrong, psycopg.Error) from None  # type: ignore[misc]
    return _days_as_texts(opened.cursor())


def _close(readers: _Readers) -> None:
    for reader in readers:
        reader.connection.close()


def let_go() -> None:
    """Close the connections at rest: one of them was dead, so the others are of no use either."""
    if engine is not None:
        engine.dispose()
    _let_go()


def _let_go() -> None:
    while _at_rest:
        _close(_at_rest.pop())


def _days_as_texts(cursor: Reader) -> Reader:
    cursor.adapters.register_loader("date", TextLoader)
    return cursor


def link(db: Session) -> psycopg.Connection[Any]:
    """The driver's connection that `fetch` uses for a session."""
    return _cursor(db).connection


def _cursor(db: Session, steady: bool = False) -> Reader:
    """The cursor of a session: made once for its connection."""
    readers: _Readers | None = db.info.get(READERS)
    if readers:
        return readers.steady if steady else readers.each
    held = db.connection().connection
    reader: Reader | None = held.info.get(READER)
    if reader is None:
        driver = held.driver_connection
        assert isinstance(driver, psycopg.Connection)
        reader = held.info[READER] = _days_as_texts(driver.cursor())
    return reader


def fetch(db: Session, sql: str, values: Mapping[str, Any] | None, *, steady: bool = False) -> Sequence[Any]:
    """The rows of a statement as the driver gives them, in the transaction of `db` and with what it has pending.

    Days come as texts (yyyy-MM-dd), which is how they are answered. For the few statements that every request makes:
    the ORM's way costs ten times as much. `steady`: the best plan is the same for all values, and need not be made for
    each of them, which costs more than to find a few rows.
    """
    if db.new or db.dirty or db.deleted:
        db.flush()
    reader = _cursor(db, steady)
    try:
        reader.execute(sql, values)
        return reader.fetchall() if reader.pgresult and reader.pgresult.nfields else []
    except psycopg.Error as wrong:
        if reader.connection.closed and READERS not in db.info:
            db.invalidate()
        raise DBAPIError.instance(sql, None, wrong, psycopg.Error) from None  # type: ignore[misc]


M = TypeVar("M", bound=Any)


def visible_or_refuse(db: Session, me: User, model: type[M], row_id: str | None, *, lock: bool = False) -> M:
    """The row with this key if the user may see it; the same refusal for «not yours» and «not there».

    The model names its data scope in a function `visible(me)`.
    """
    return many_visible_or_refuse(db, me, model, [row_id or ""], lock=lock)[0]


def many_visible_or_refuse(db: Session, me: User, model: type[M], ids: Sequence[str], *, lock: bool = False) -> list[M]:
    """The rows with these keys, locked in key order if asked; one foreign id refuses them all."""
    if not all(isinstance(i, str) for i in ids):
        raise BadInput("主键：格式不正确")
    wanted = sorted(set(ids))
    if not wanted or "" in wanted:
        raise BadInput("请选择数据")
    query = select(model).where(model.id.in_(wanted), model.visible(me)).order_by(model.id)
    if lock:
        query = query.with_for_update(of=model).execution_options(populate_existing=True)
    rows = list(db.scalars(query))
    if len(rows) != len(wanted):
        raise NoPermission()
    if lock:
        refuse_unseen(db, rows)
    return rows


def hold(db: Session, *names: str) -> None:
    """Keep these names to this transaction until it ends: whoever wants one of them waits. Taken in their order.

    For what no unique index can say: two records that may not both come to be.
    """
    wanted = "select pg_advisory_xact_lock(hashtextextended(n, 0)) from unnest(cast(:names as text[])) n"
    db.execute(text(wanted), {"names": sorted(set(names))})


def hold_if_free(db: Session, name: str) -> bool:
    """Keep a name to this transaction until it ends, unless somebody has it: nobody waits."""
    return bool(db.scalar(text("select pg_try_advisory_xact_lock(hashtextextended(:n, 0))"), {"n": name}))


def hold_shared(db: Session, name: str) -> None:
    """Keep a name together with others: only who takes it by `hold` waits for all of them, and they for him."""
    db.execute(text("select pg_advisory_xact_lock_shared(hashtextextended(:n, 0))"), {"n": name})


SEEN = "seen"  # in the info of a session: record → the version of it that the sender of the change read


def refuse_unseen(db: Session, rows: Sequence[Any]) -> None:
    """Refuse locked rows that were changed since the sender read them. Each is asked once: then it may be changed."""
    seen: dict[str, int] = db.info.get(SEEN, {})
    for row in rows:
        check_version(row, seen.pop(row.id, None))


def check_version(row: Any, seen: int | None) -> None:
    """Refuse a save that was made on an older reading of the row, saying who changed it and when."""
    if seen is not None and seen != row.version:
        when = row.updatetime.astimezone(clock.SHANGHAI)
        who = row.updateby or "他人"
        raise Stale(f"数据已被{who}于{when:%Y-%m-%d %H:%M}修改，请载入最新后再保存", who, when)

"""The edge: one request is one thread, one transaction, and one answer built after the commit.

Areas register functions `fn(db, me, form)` and never see the web framework.
"""

import logging
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin
from urllib.parse import quote

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError
from starlette.background import BackgroundTask
from starlette.datastructures import UploadFile
from starlette.responses import FileResponse, Response

from tejian.kit.database import db, noting, replica
from . import once, reading, seen
from tejian.kit.ground import trace
from .answers import JSON, NOT_KEPT, away, envelope, refusal, refusal_of
from tejian.kit.ground.declared import declaring_module
from tejian.kit.ground.errors import BadInput, HeldBack, NoPermission, NotLoggedIn, Refused, Stale
from tejian.kit.forms.form import private_names
from tejian.kit.forms.formview import Source, taken
from tejian.kit.ground.permission import PERMISSIONS, require
from tejian.kit.ground.ports import Port
from tejian.kit.ground.user import User

__all__ = ["CALLS", "COOKIE", "Answer", "Area", "Call", "Caller", "File", "Upload", "carry_out"]
__all__ += ["identify", "open_reading", "open_session", "refusal_of"]

log = logging.getLogger(__name__)

COOKIE = "tejian"
SECURE_COOKIE = f"__Host-{COOKIE}"  # the browser takes it over HTTPS only, for this host alone
BODY_LIMIT = 2 << 20

open_session: Callable[[], AbstractContextManager[Session]] = lambda: db.new_session.begin()  # noqa: E731
open_reading: Callable[[], AbstractContextManager[Session]] = lambda: db.reading()  # noqa: E731


@dataclass(frozen=True)
class Caller:
    """What the edge knows of a request before anybody is identified."""

    path: str
    secret: str
    sid: str
    ip: str
    agent: str
    key: str | None = None
    quiet: bool = False  # does not count as use of the session
    secure: bool = False
    users: list[User] = field(default_factory=list)  # who it turned out to be, also when the call refuses him


identify: Port[[Session, Caller], User | None] = Port("who is asking")


T = TypeVar("T")


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer with more than data: extra top-level names, a cookie to set ('' deletes it)."""

    data: T
    top: dict[str, Any] = field(default_factory=dict)
    cookie: str | None = None


@dataclass(frozen=True)
class File:
    """A file as answer: bytes, or the path of a temporary file that is sent in blocks and then removed.

    `inline` shows it in the browser instead of saving it."""

    content: bytes | Path
    mime: str
    name: str = ""
    inline: bool = False


# (db, me, form), and the Caller when the call wants it; its return type says the shape of what it answers
Fn = Callable[..., Any]


def answer_of(fn: Fn) -> Any:
    """The shape of the data that a call answers; None when it says none."""
    said = fn.__annotations__.get("return")
    if get_origin(said) in (Union, UnionType):  # a refusal has the shape of every refusal
        said = reduce(or_, [one for one in get_args(said) if one not in (Refused, Later)])
    if get_origin(said) is Answer:
        (said,) = get_args(said)
    return None if said in (None, NoneType, Any, File, dict[str, Any]) else said


Upload = UploadFile  # an uploaded file among the parameters: .filename, .file


@dataclass(frozen=True)
class Later:
    """What is worked out after the commit, without a transaction: its result is the answer. For long work of anybody."""

    work: Callable[[], Any]


@dataclass(frozen=True)
class Call:
    path: str
    fn: Fn
    may: str | None
    form: Source | None
    public: bool
    reads: bool
    room: str
    get: bool
    quiet: bool
    limit: int
    caller: bool
    replica: bool
    single: bool
    hashes: bool
    opens: bool
    held: Collection[str]
    unkept: bool
    changes: seen.Changes | None
    blind: str
    module: str  # the one that declares it


CALLS: dict[str, Call] = {}


class Area:
    """The calls of one business area, under a common prefix; `module` is the one that makes it."""

    def __init__(self, prefix: str = "", module: str = ""):
        self.prefix = prefix
        self.module = module or declaring_module()

    def call(
        self,
        path: str,
        *,
        may: str | None = None,
        form: Source | None = None,
        public: bool = False,
        any_user: bool = False,
        reads: bool = False,
        room: str = "",
        get: bool = False,
        quiet: bool = False,
        limit: int = BODY_LIMIT,
        caller: bool = False,
        replica: bool = False,
        single: bool = False,
        hashes: bool = False,
        opens: bool = False,
        held: Collection[str] = (),
        unkept: bool = False,
        changes: seen.Changes | type | None = None,
        blind: str = "",
    ) -> Callable[[Fn], Fn]:
        """Register a function under a path.

        `form` says what the call takes, a model, a declared form or a function that chooses one by what was sent: the
        function gets it typed. Exactly one of `may` (a permission code), `public` and `any_user` says who may call.
        `reads` calls change nothing and answer to GET too; `get` allows GET on a call that changes things because the
        contract names it so. `caller` hands the function a fourth argument, the Caller. `replica` lets a replica of the
        database answer a call that reads, seconds old at worst: for figures, statistics and files, not for lists that
        people work on. `single` runs each statement by itself: beginning and ending a transaction costs a page of a
        list a fifth.
        `room` names the few threads of its own (calls.ROOMS) of a call that anybody may make: who has no account takes
        no place of those who work.
        `hashes`: it works out password hashes and waits for a place of that kind, so that a crowd of logins does not
        take the threads that lists are answered by.
        `opens` is said of a call that opens one record with all there is to it: who opens too many is stopped.
        `held` names the states of a session held back (kit.errors.HELD) in which the call answers all the same.
        `unkept`: its answer holds what may be stored nowhere, so it is not remembered for a repeated request.
        A call that does not only read says what existing records it `changes`, a model or a seen.Changes, so that
        nothing is overwritten unseen; or why it overwrites nothing that its sender should have read, in `blind`.
        """
        if sum((may is not None, public, any_user)) != 1:
            raise ValueError(f"{self.prefix}{path}: say exactly one of may, public, any_user")
        if may is not None and may not in PERMISSIONS:
            raise ValueError(f"{self.prefix}{path}: permission {may} is not declared")
        if (replica or single) and not reads:
            raise ValueError(f"{self.prefix}{path}: only what reads may ask a replica or do without a transaction")
        read = seen.declared(self.prefix + path, reads=reads, changed=changes, blind=blind)

        def add(fn: Fn) -> Fn:
            full = self.prefix + path
            if full in CALLS:
                raise ValueError(f"two calls share {full}")
            gets = (get or reads) and not private_names(form)
            CALLS[full] = Call(
                full, fn, may, form, public, reads, room, gets, quiet, limit, caller, replica, single, hashes, opens, held,
                unkept, read, blind, self.module,
            )  # fmt: skip
            return fn

        return add


def _broken(path: str) -> Response:
    log.exception("unexpected error %s in %s", trace.short(), path)
    return refusal_of(500, f"系统异常，请联系管理员（编号{trace.short()}）", "SYSTEM")


SAID_BY_STATE = {
    "55P03": Stale("数据正在被其他人处理，请稍后重试"),
    "57014": Refused("查询时间过长，请缩小查询范围", "TIMEOUT"),
    "22003": BadInput("数字超出范围"),
    "22P05": BadInput("参数含有无效字符"),
    "22021": BadInput("参数含有无效字符"),
    "22001": BadInput("内容过长"),
}
RETRIED = {"40001", "40P01"}


class _NothingDone(Exception):
    """The first statement of a request met a database that is away, or a kept connection that died at rest."""


def _is_away(wrong: DBAPIError) -> bool:
    state = getattr(wrong.orig, "sqlstate", None)
    diag = getattr(wrong.orig, "diag", None)
    if getattr(diag, "severity_nonlocalized", None) == "PANIC":  # it could not write its log, and starts anew
        return True
    if not isinstance(wrong, OperationalError) or state in SAID_BY_STATE:
        return False
    return state is None or state[:2] in ("08", "57", "53")


def carry_out(call: Call, caller: Caller, sent: dict[str, Any]) -> Response:
    """Run a call in its transaction and build the answer after the commit; deadlocks are tried three times.

    So are requests that met a dead connection before anything was done: a database that was started anew costs nobody
    an error.
    """
    for attempt in range(3):
        try:
            return _once(call, caller, sent)
        except Refused as why:
            if isinstance(why, NoPermission):
                _note_refused(call, caller, why)
            return refusal(why)
        except StaleDataError:
            return refusal(Stale("数据已被他人修改，请载入最新后再保存"))
        except IntegrityError as wrong:
            log.warning("constraint in %s: %s", call.path, str(wrong.orig).splitlines()[:1])
            return refusal(Stale("数据重复，或正被其他数据使用，未保存"))
        except _NothingDone as none:
            if attempt < 2:
                db.let_go()
                continue
            log.warning("database away in %s: %s", call.path, none)
            return away()
        except DBAPIError as wrong:
            state = getattr(wrong.orig, "sqlstate", None)
            if state in RETRIED and attempt < 2:
                continue
            if state in SAID_BY_STATE:
                return refusal(SAID_BY_STATE[state])
            if _is_away(wrong):
                log.warning("database away in %s: %s", call.path, state)
                return away()
            return _broken(call.path)
        except Exception:
            return _broken(call.path)
    return refusal(Stale("数据正在被其他人处理，请稍后重试"))


def _judged(session: Session, call: Call, caller: Caller) -> User:
    """Who asks, known to the session, when he may make this call."""
    session.info["request_no"] = trace.number()
    try:
        me = identify(session, caller)
        if me is None:
            session.connection()  # a public call asks nothing about its sender
    except DBAPIError as wrong:
        if _is_away(wrong):
            raise _NothingDone(getattr(wrong.orig, "sqlstate", None)) from wrong
        raise
    if me:
        caller.users.append(me)
    if me is None and not call.public:
        raise NotLoggedIn
    if me and me.held and me.held not in call.held:
        if not call.public:
            raise HeldBack(me.held)
        me = None  # what is open to everybody stays so, but not in this name
    me = me or User(id="", name="", ip=caller.ip)
    session.info["me"] = me
    if call.may:
        require(me, call.may)
    return me


def _taken(call: Call, session: Session, me: User, sent: dict[str, Any]) -> Any:
    return taken(call.form, session, me, sent) if call.form else sent


def _done(call: Call, session: Session, me: User, form: Any, caller: Caller) -> Any:
    return call.fn(session, me, form, caller) if call.caller else call.fn(session, me, form)


def _once(call: Call, caller: Caller, sent: dict[str, Any]) -> Response:
    if call.replica and replica.ready():
        with open_session() as session:
            me = _judged(session, call, caller)
            form = _taken(call, session, me, sent)
            known = replica.primary(session)
        try:
            with replica.reading(known) as session:
                return _from_replica(call, session, me, form, caller)
        except Exception as wrong:
            replica.failed(wrong, call.path)
    answer = _in_transaction(call, caller, sent)
    if not isinstance(answer, Later):
        return answer
    result = answer.work()
    if isinstance(result, Refused):
        return refusal(result)
    return Response(envelope(result), headers=NOT_KEPT, media_type=JSON)


def _in_transaction(call: Call, caller: Caller, sent: dict[str, Any]) -> Response | Later:
    with open_reading() if call.single else open_session() as session:
        me = _judged(session, call, caller)
        if call.opens and (stopped := reading.count(session, me, f"{call.path} {sent.get('id')}")):
            return refusal(stopped)  # and what was counted stays
        mine: once.Once | None = None
        if not call.reads and me.session_id and not call.caller:
            claimed = once.claim(session, me, call.path, sent, caller.key)
            if isinstance(claimed, bytes):
                return Response(claimed, headers=NOT_KEPT, media_type=JSON)
            mine = claimed
        if call.changes:
            seen.note(session, me, call.changes, sent)
        result = _done(call, session, me, _taken(call, session, me, sent), caller)
        # A file is made again; and one who was told no may ask again, though what was written stays: tries, pictures.
        forgotten = call.unkept or isinstance(result, Refused | File)
        if mine and forgotten:
            mine.release()
        if isinstance(result, Refused):
            return refusal(result)
        if isinstance(result, Later):
            return result
        if isinstance(result, File):
            return _file(result)
        answer = result if isinstance(result, Answer) else Answer(result)
        content = envelope(answer.data, **answer.top)
        if mine and not forgotten:
            session.flush()
            mine.keep(content)
    return _with_cookie(Response(content, headers=NOT_KEPT, media_type=JSON), answer, caller)


def _with_cookie(response: Response, answer: Answer[Any], caller: Caller) -> Response:
    name = SECURE_COOKIE if caller.secure else COOKIE
    if answer.cookie == "":
        response.delete_cookie(name, path="/", httponly=True, samesite="strict", secure=caller.secure)
    elif answer.cookie:
        response.set_cookie(name, answer.cookie, path="/", httponly=True, samesite="strict", secure=caller.secure)
    return response


def _from_replica(call: Call, reading: Session, me: User, form: Any, caller: Caller) -> Response:
    """The answer of the replica to a call that reads; lines that it adds to a log are stored on the primary."""
    facts = {"me": me, "request_no": trace.number()}
    reading.info.update(facts)
    result = _done(call, reading, me, form, caller)
    if isinstance(result, Refused):
        raise result
    answer = result if isinstance(result, Answer) else Answer(result)
    content = b"" if isinstance(result, File) else envelope(answer.data, **answer.top)
    if lines := replica.told(reading):
        with open_session() as session:
            session.info.update(facts)
            session.add_all(lines)
    return _file(result) if isinstance(result, File) else Response(content, headers=NOT_KEPT, media_type=JSON)


# What somebody uploaded runs nothing, sends nothing and belongs to no site, wherever a browser opens it.
SANDBOX = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; "
    "frame-ancestors 'self'"
)


def _file(result: File) -> Response:
    kind = "inline" if result.inline else "attachment"
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store"}
    if result.mime != "application/pdf":  # the viewer of a browser does not start in a sandbox
        headers["Content-Security-Policy"] = SANDBOX
    if result.name:
        headers["Content-Disposition"] = f"{kind}; filename*=UTF-8''{quote(result.name)}"
    if isinstance(result.content, Path):
        remove = BackgroundTask(result.content.unlink, missing_ok=True)
        return FileResponse(result.content, media_type=result.mime, headers=headers, background=remove)
    return Response(result.content, media_type=result.mime, headers=headers)


def _note_refused(call: Call, caller: Caller, said: NoPermission) -> None:
    """A refused authorisation leaves a line in the security log, in a transaction of its own."""
    try:
        with open_session() as session:
            me = identify(session, caller)
            if me:
                session.info |= {"me": me, "request_no": trace.number()}
                noting.note(session, "越权访问", me.id, call.path, said.needed)
    except Exception:
        log.exception("security log")

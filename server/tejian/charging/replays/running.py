"""The job of a replay: all charges of its days in blocks; what it comes to is stored with its end, or nothing."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import exists, select, text, update
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models import Charge, ChargeItem, ReliefPolicy
from tejian.charging.tables.api import draft_book, rows_of
from tejian.kit import bulk, clock, jobs
from tejian.kit.errors import Refused
from tejian.kit.user import User
from tejian.messages.api import tell
from tejian.system.accounts.api import account

from .comparing import COLUMNS, Sums, compared
from .engine import BLOCK, Replay
from .models import ENDED, FeeReplay, ReplayLine, ReplaySum

log = logging.getLogger(__name__)
LOCK = "fee replays"
COUNTED = (at.DUE, at.PART, at.PAID, at.BILLED, at.FREE)
ROUTE = "/assistMng/payMng/replay/detail?id={id}"


def note(replay_id: str, **values: Any) -> None:
    """Write how far a replay is, in a transaction of its own."""
    with jobs.new_session() as other:
        other.execute(update(FeeReplay).where(FeeReplay.id == replay_id).values(**values))


def charges_of(db: Session, me: User, row: FeeReplay) -> Sequence[str]:
    """The keys of the confirmed charges of its days that who asked may see."""
    item = exists().where(
        ChargeItem.charge_id == Charge.id,
        ChargeItem.live,
        ChargeItem.acceptdate.between(row.firstday, row.lastday),
    )
    query = select(Charge.id).where(Charge.visible(me), Charge.orgid == row.orgid, Charge.step.in_(COUNTED), item)
    return db.scalars(query.order_by(Charge.id)).all()


@jobs.job("charging.replay", retry=0, queue="imports")
def run(db: Session, replay_id: str) -> None:
    """Carry a replay out; one that was cut off begins again, for nothing was stored."""
    row = db.scalars(select(FeeReplay).where(FeeReplay.id == replay_id)).one()
    if row.state in ENDED:
        return
    db.expunge(row)
    try:
        _end(db, row, _carry_out(db, row))  # seen together with its result
        return
    except Refused as refusal:
        db.rollback()
        values = {"state": "failed", "message": refusal.message[:500]}
    except Exception:
        db.rollback()
        log.exception("replay %s", replay_id)
        values = {"state": "failed", "message": "试算过程中发生异常，没有保存结果，请联系管理员"}
    with jobs.new_session() as other:
        _end(other, row, values)


def _end(db: Session, row: FeeReplay, values: dict[str, Any]) -> None:
    """Write how a replay ended and tell who asked for it."""
    db.execute(update(FeeReplay).where(FeeReplay.id == row.id).values(ended=clock.now(), **values))
    tell(db, [row.createby], "收费试算", f"{row.name}：{values['message']}"[:200], route=ROUTE.format(id=row.id))


def _carry_out(db: Session, row: FeeReplay) -> dict[str, Any]:
    me = account(db, row.createby)
    if me is None:
        raise Refused("账号已停用，没有试算")
    db.info["me"] = me
    db.execute(text("set local statement_timeout = 0"))
    ids = charges_of(db, me, row)
    note(row.id, state="running", total=len(ids), passed=0)
    table = draft_book(db, rows_of(db, row.table_id)) if row.table_id else None
    policies = db.scalars(select(ReliefPolicy).where(ReliefPolicy.id.in_(row.policies))).all()
    sums, untouched = Sums(), [0]
    work = Replay(db, table, policies)
    for start in range(0, len(ids), BLOCK):
        _store(
            db, ReplayLine, ("replay_id", *COLUMNS), _lines(work, ids[start : start + BLOCK], row.id, sums, untouched)
        )
        note(row.id, passed=min(start + BLOCK, len(ids)))
    _store_sums(db, row.id, sums)
    message = f"{len(ids)}笔收费，原金额{sums.charged}元，试算{sums.replayed}元，差额{sums.replayed - sums.charged}元"
    values = {"charged": sums.charged, "replayed": sums.replayed, "moved": sums.moved, "kept": untouched[0]}
    return {**values, "state": "done", "message": message, "passed": len(ids)}


def _lines(work: Replay, ids: Sequence[str], key: str, sums: Sums, untouched: list[int]) -> Iterator[tuple[Any, ...]]:
    for worked in work.work(ids):
        untouched[0] += bool(worked.why)
        for line in compared(worked):
            sums.add(line)
            yield (key, *line.row)


def _store_sums(db: Session, key: str, sums: Sums) -> None:
    names = ("replay_id", "dimension", "key", "label", "linecount", "moved", "charged", "replayed", "difference")
    _store(db, ReplaySum, names, ((key, *one, one[-1] - one[-2]) for one in sums.rows()))


def _store(db: Session, model: Any, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    bulk.copy(db, model.__table__, [model.__table__.c[name] for name in names], list(rows))

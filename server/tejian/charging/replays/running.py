"""The job of a replay: all charges of its days in blocks; what it comes to is stored with its end, or nothing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sqlalchemy import exists, select, text
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, ChargeItem, ReliefPolicy
from tejian.charging.models.replays import ENDED, STATES, FeeReplay, ReplayLine, ReplaySum
from tejian.charging.tables.api import draft_book, rows_of
from tejian.kit.database import bulk, jobs
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.messages.api import Trial
from tejian.system.accounts.api import account

from .comparing import COLUMNS, Sums
from .engine import BLOCK, Replay

LOCK = "fee replays"
COUNTED = (at.DUE, at.PART, at.PAID, at.BILLED, at.FREE)
TRIAL = Trial(FeeReplay, "收费试算", "/assistMng/payMng/replay/detail?id={id}", STATES, ENDED)


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
    TRIAL.run(db, replay_id, _carry_out)


def _carry_out(db: Session, row: FeeReplay) -> dict[str, Any]:
    me = account(db, row.createby)
    if me is None:
        raise Refused("账号已停用，没有试算")
    db.info["me"] = me
    db.execute(text("set local statement_timeout = 0"))
    ids = charges_of(db, me, row)
    jobs.note(FeeReplay, row.id, state="running", total=len(ids), passed=0)
    table = draft_book(db, rows_of(db, row.table_id)) if row.table_id else None
    policies = db.scalars(select(ReliefPolicy).where(ReliefPolicy.id.in_(row.policies))).all()
    sums, untouched = Sums(), [0]
    work = Replay(db, table, policies)
    for start in range(0, len(ids), BLOCK):
        _store(
            db, ReplayLine, ("replay_id", *COLUMNS), _lines(work, ids[start : start + BLOCK], row.id, sums, untouched)
        )
        jobs.note(FeeReplay, row.id, passed=min(start + BLOCK, len(ids)))
    _store_sums(db, row.id, sums)
    old, new = sums.total.charged, sums.total.replayed
    message = f"{len(ids)}笔收费，原金额{old}元，试算{new}元，差额{new - old}元"
    values = {"charged": old, "replayed": new, "moved": sums.total.moved, "kept": untouched[0]}
    return {**values, "state": "done", "message": message, "passed": len(ids)}


def _lines(work: Replay, ids: Sequence[str], key: str, sums: Sums, untouched: list[int]) -> Iterator[tuple[Any, ...]]:
    for told in work.work(ids):
        untouched[0] += bool(told.why)
        sums.add(told)
        for row in told.rows():
            yield (key, *row)


def _store_sums(db: Session, key: str, sums: Sums) -> None:
    names = ("replay_id", "dimension", "key", "label", "linecount", "moved", "charged", "replayed", "difference")
    _store(db, ReplaySum, names, ((key, *one, one[-1] - one[-2]) for one in sums.rows()))


def _store(db: Session, model: Any, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    bulk.copy(db, model.__table__, [model.__table__.c[name] for name in names], list(rows))

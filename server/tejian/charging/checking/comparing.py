"""The four ways compared, every night and when asked: new mistakes are written down, those that are gone say so."""

from collections.abc import Callable, Iterator, Sequence

from sqlalchemy import exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, aliased

from tejian.charging import codes as at
from tejian.charging.models.checks import Difference, Statement, StatementLine
from tejian.charging.money import api as money
from tejian.charging.safe import api as safe
from tejian.kit.database.db import hold, new_id
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock

from .differences import QUERIES, Found, orgs
from .paper import SOURCES

Query = Callable[[Session, str], Iterator[Found]]
D = Difference
AT_ONCE = 1_000  # rows of one statement: it has a limit of values


def compare(db: Session, org: str, queries: Sequence[Query] = QUERIES) -> int:
    """What the queries find at an institute, written down. Gives how many mistakes are open."""
    hold(db, f"charge differences {org}")
    matched_meanwhile(db, org)
    safe.arrived(db, org)
    mistakes = {(one.kind, one.key): one for query in queries for one in query(db, org)}
    now = clock.now()
    rows = [
        one.row | {"id": new_id(), "orgid": org, "step": at.OPEN_DIFF, "step_since": now, "found": clock.today()}
        for one in mistakes.values()
    ]
    for start in range(0, len(rows), AT_ONCE):
        db.execute(insert(D).values(rows[start : start + AT_ONCE]).on_conflict_do_nothing())
    kinds = [query.__name__ for query in queries]
    known = select(D).where(D.orgid == org, D.kind.in_(kinds), D.step.in_((at.OPEN_DIFF, at.GONE_DIFF)))
    for row in db.scalars(known.execution_options(populate_existing=True)):
        one = mistakes.get((row.kind, row.subject))
        step = at.GONE_DIFF if one is None else at.OPEN_DIFF
        if row.step != step:
            row.step, row.step_since = step, now
        if one is not None:
            for name, value in one.row.items():
                setattr(row, name, value)
    db.flush()
    return len(open_differences(db, org))


def open_differences(db: Session, org: str) -> Sequence[D]:
    """What waits to be settled, in its order."""
    return db.scalars(select(D).where(D.orgid == org, D.step == at.OPEN_DIFF).order_by(D.kind, D.subject)).all()


def matched_meanwhile(db: Session, org: str) -> None:
    """Lines whose payment was registered since agree now, and so do payments of ours that a later file had."""
    X, later = StatementLine, aliased(StatementLine)
    own = select(Statement.id).where(Statement.orgid == org)
    there = exists().where(later.number == X.number, later.result == at.MATCHED, later.statement_id.in_(own))
    for line in db.scalars(select(X).where(X.statement_id.in_(own), X.result == at.LACKING, X.number != "", there)):
        line.result, line.note = at.MATCHED, "后来的对账单已有"
    query = select(X, Statement.source).join(Statement, Statement.id == X.statement_id)
    query = query.where(Statement.orgid == org, X.result == at.UNMATCHED, X.number != "")
    open_lines = db.execute(query).all()
    for source in SOURCES:
        lines = [line for line, whence in open_lines if whence == source]
        ours = money.by_number(db, org, SOURCES[source], [line.number for line in lines])
        for line in lines:
            payment = ours.get(line.number)
            if payment and payment.amount == line.amount:
                line.result, line.note, line.charge_id = at.MATCHED, "后来登记", payment.charge_id
    db.flush()


@job("charge_differences", daily="03:10")
def compare_all(db: Session) -> None:
    """Every institute, every night."""
    for org in orgs(db):
        compare(db, org)

"""Every night both sides of each plan are compared: how many objects there are and arrived, and which differ."""

from hashlib import sha256

from sqlalchemy.orm import Session

from tejian.exchange.mappings import api as mappings
from tejian.kit.database import jobs
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock

from . import collecting
from .collecting import DONE, PAGE, PAGES


@job("exchange.reconcile", retry=5)
def reconcile(db: Session, run_id: str) -> None:
    """Some pages of a comparison, each in a transaction of its own."""
    for _ in range(PAGES):
        with jobs.new_session() as own:
            if _page(own, run_id):
                return
    with jobs.new_session() as own:
        collecting.enqueue(own, collecting.run_of(own, run_id))


def _page(db: Session, run_id: str) -> bool:
    """Compare one page of objects with what arrived of them; whether all were compared."""
    run = collecting.run_of(db, run_id)
    if run.ended:
        return True
    plan, partner = collecting.sides_of(db, run.plan_id)
    edition = mappings.published(db, partner.id, plan.entity)
    run.error = collecting.hindrance(db, plan, partner)
    if run.error or edition is None:
        run.ended = clock.now()
        return True
    entity = mappings.ENTITIES[plan.entity]
    scope = [*collecting.scope_of(plan, partner), ~entity.gone]
    objects, run.cursor = mappings.page(db, entity, edition, scope, run.cursor, PAGE)
    arrived = collecting.digests(db, plan.id, [one.key for one in objects], [DONE])
    for one in objects:
        theirs = arrived.get(one.key, "")
        run.ours = sha256(f"{run.ours}{one.key}{one.digest}".encode()).hexdigest()
        run.theirs = sha256(f"{run.theirs}{one.key}{theirs}".encode()).hexdigest()
        run.arrived += bool(theirs)
        run.missing += not theirs
        run.differing += bool(theirs) and theirs != one.digest
    run.total += len(objects)
    if len(objects) < PAGE:
        run.ended = clock.now()
    return run.ended is not None

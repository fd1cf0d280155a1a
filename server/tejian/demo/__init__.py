"""The demo city: a seeded institute with its units, devices and running business, for trying the platform out."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from tejian.system.desk.api import arrival

from . import business, calibrating, classes, contracts, credit, earlier, posting, projects, relief, works
from .accounts import PASSWORD
from .actors import be_patient
from .city import build

__all__ = ["PASSWORD", "carry_out", "load"]


def load(db: Session) -> None:
    """Fill an empty database with the archives of the demo city; does nothing when there are accounts.

    Its business is planned only: `carry_out` lets it arrive while the platform serves.
    """
    be_patient(db)
    city = build(db)
    if city is not None:
        posting.prepare(db)
        running = business.plan(db, city.left)
        planned = [device for job in running for device in job.devices]
        jobs = earlier.jobs(db, city.taken) + classes.jobs(db, [*city.taken, *planned]) + running
        business.prepare(business.brought_over(db, jobs) + jobs)


def carry_out(prepare_process: Callable[[], None]) -> None:
    """Let the planned business arrive: contracts, works, valves, projects, declarations; nothing when it has."""
    if arrival.progress() is None:
        return
    relief.make()
    credit.make()
    contracts.make()
    works.make()
    calibrating.make()
    projects.make()
    business.carry_out(prepare_process)


ROLES = {
    "acts": "*",
}

"""Jobs of the system area: put away what nobody may use any more, make the parts of the coming years, and give lost
jobs to a living worker."""

from datetime import timedelta

from sqlalchemy import delete, text
from sqlalchemy.orm import Session

from tejian.kit.database import bulk, tries
from tejian.kit.database.db import Base
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock, yearly
from tejian.kit.web import once
from tejian.system.accounts import api as accounts
from tejian.system.models.accounts import Captcha, SsoTicket, UserSession
from tejian.system.settings.api import number

DAYS_OF_TICKETS = 2  # CAS tickets live for seconds; a day covers every clock


@job("system.clean", daily="03:17")
def clean(db: Session) -> None:
    """Every night: answers, pictures, tickets, failures and sessions that can no longer be used."""
    now = clock.now()
    once.forget_old(db)
    db.execute(delete(Captcha).where(Captcha.at < now - timedelta(hours=1)))
    tries.forget_old(db)
    accounts.forget_old_links(db)
    db.execute(delete(SsoTicket).where(SsoTicket.at < now - timedelta(days=DAYS_OF_TICKETS)))
    whole = timedelta(hours=number(db, "session.absolute_hours", 12))
    db.execute(delete(UserSession).where(UserSession.created < now - whole))
    # The table belongs to the archives above; its rows only hold hashes of tokens that have run out.
    db.execute(text("delete from upload_token where expires < :day"), {"day": now - timedelta(days=1)})


@job("system.years", daily="02:07")
def years(db: Session) -> None:
    """Every night: the yearly tables have their parts for this year and the next ones, however long a server runs."""
    yearly.make_ahead(db, Base.metadata)


@job("system.pieces", retry=0, cron="* * * * *")
def take_in_pieces(db: Session) -> None:
    """Every minute: pieces of new texts leave the list that each search looks through."""
    bulk.take_in_pieces(db)


@job("system.rescue", cron="*/5 * * * *")
def rescue(db: Session) -> None:
    """Jobs that a killed worker left begun are done by the next one."""
    db.execute(
        text(
            "select procrastinate_retry_job_v2(id, now(), null, null, null) from procrastinate_jobs"
            " where status = 'doing' and worker_id is null"
        )
    )

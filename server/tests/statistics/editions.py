"""Editions as tests begin with them: a form in use, the districts' people, an edition at each of its steps."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import select

from tejian.demo import accounts
from tejian.demo.actors import Actors
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.statistics.models.editions import StatEdition
from tejian.statistics.models.filed import StatForm
from tests.inspection.conftest import Office

from . import filed

API, JOB = "/api/statistics/edition", "statistics.edition"
BALANCE = [{"whole": "EQ08", "parts": "EQ09+EQ10"}]
ALL = filed.IN_USE | {"code": "EQ08", "name": "在册", "asks": "使用状态=在用,停用"}
STOPPED = filed.IN_USE | {"code": "EQ10", "name": "停用", "asks": "使用状态=停用"}
NEW = filed.IN_USE | {"code": "EQ02", "name": "新增登记", "asks": "", "timed": "1"}


def days(back: int = 300) -> dict[str, str]:
    last = clock.today()
    return {"first": str(last - timedelta(days=back)), "last": str(last)}


def form(office: Office, columns: str = "EQ08 EQ09 EQ10 EQ14", **more: Any) -> StatForm:
    """A form in use with what must add up."""
    if known := office.db.scalars(select(StatForm).where(StatForm.code == "TJ01", StatForm.step == "SY")).first():
        return known
    for one in (ALL, filed.IN_USE, STOPPED, filed.LATE, filed.SHARE, NEW):
        filed.used(office, **one)
    rows = [{"code": code, "heading": ""} for code in columns.split()]
    sent = {"columns": rows, "balances": BALANCE} | more
    key = office.good("juzhang", f"{filed.FORMS}/save", **filed.FORM, **sent)["id"]
    office.good("juzhang", f"{filed.FORMS}/publish", ids=key)
    return office.db.scalars(select(StatForm).where(StatForm.id == key)).one()


def with_districts(office: Office) -> None:
    """The people of the districts can log in."""
    accounts.districts(office.db)
    office.db.commit()
    office.actors.users.update(Actors(office.db).users)


def edition(office: Office, key: str) -> StatEdition:
    return office.db.scalars(select(StatEdition).where(StatEdition.id == key)).one()


def work(office: Office) -> None:
    """Carry out the counts that were ordered, each once."""
    for name, arguments in jobs.waiting(office.db):
        row = office.db.get(StatEdition, arguments["edition_id"]) if name == JOB else None
        if row is not None and row.step == "TJ" and row.take == arguments["take"]:
            jobs.run(name, arguments)
            office.db.expire_all()


def ordered(office: Office, login: str = "jianguan", **more: Any) -> StatEdition:
    """An edition whose count is ordered."""
    sent = {"form_id": form(office).id, "way": "1"} | days() | more
    return edition(office, office.good(login, f"{API}/begin", **sent)["id"])


def counted(office: Office, login: str = "jianguan", **more: Any) -> StatEdition:
    key = ordered(office, login, **more).id
    work(office)
    return edition(office, key)


def failed(office: Office) -> StatEdition:
    """The sum of districts of which none has reported."""
    return counted(office, way="2")


def reviewed(office: Office, maker: str = "jianguan", head: str = "juzhang", **more: Any) -> StatEdition:
    row = counted(office, maker, **more)
    office.good(head, f"{API}/review", ids=row.id)
    return edition(office, row.id)


def reported(office: Office, maker: str = "jianguan", head: str = "juzhang", **more: Any) -> StatEdition:
    row = reviewed(office, maker, head, **more)
    office.good(head, f"{API}/report", ids=row.id)
    return edition(office, row.id)


def corrected(office: Office, of: StatEdition, login: str = "jianguan", why: str = "漏计一台") -> StatEdition:
    """The edition that corrects another, counted."""
    office.good(login, f"{API}/correct", ids=of.id, reason=why)
    key = office.db.scalars(select(StatEdition.id).where(StatEdition.corrects_id == of.id)).one()
    work(office)
    return edition(office, key)


def a_year(year: int) -> dict[str, str]:
    return {"first": str(date(year, 1, 1)), "last": str(date(year, 12, 31))}

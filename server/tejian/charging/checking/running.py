"""The job that compares a long file of a bank, what its headings probably mean, and the formats that are kept."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.charging import codes as at
from tejian.charging.models.checks import BankForm, Statement
from tejian.charging.places import BASE
from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.forms.form import Known
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import held
from tejian.messages.api import Trial
from tejian.system.accounts.api import account

from . import banks, matching, paper

PAGE = f"{BASE}/statementSearch/detail?id={{id}}"
TRIAL = Trial(Statement, "对账单核对", PAGE, at.COMPARING, at.COMPARING_ENDED, "linecount")


class SeenColumn(TypedDict):
    """A heading with its first values, what it probably means, and why."""

    head: str
    field: str
    why: str
    samples: list[str]


class SeenField(TypedDict):
    name: str
    label: str


class Seen(TypedDict):
    """A file before it is taken. `own`: it is in our own form and nothing is to be said of its headings."""

    own: bool
    bank: str
    head: int
    lines: int
    columns: list[SeenColumn]
    fields: list[SeenField]


def seen(db: Session, me: User, form: matching.FileForm) -> Seen:
    """What a file says of itself; nothing is stored."""
    content, name = matching.content_of(form)
    fields: list[SeenField] = [{"name": one, "label": label} for one, label in banks.FIELDS.items()]
    if paper.is_own(content):
        return {"own": True, "bank": "", "head": 1, "lines": 0, "columns": [], "fields": fields}
    query = select(BankForm).where(BankForm.orgid == me.org_id).order_by(BankForm.said.desc())
    forms = list(db.scalars(query.limit(200)))
    lines = banks.lines_of(content, name)
    head, columns, known = banks.propose(lines, [one.columns for one in forms])
    return {
        "own": False,
        "bank": "" if known is None else forms[known].bank,
        "head": head,
        "lines": sum(1 for n, _cells in lines if n > head),
        "columns": [
            {"head": one.head, "field": one.field, "why": one.why, "samples": list(one.samples)} for one in columns
        ],
        "fields": fields,
    }


@jobs.job(matching.JOB, retry=0, queue="imports")
def run(db: Session, statement_id: str) -> None:
    """Compare the lines of a statement; one that was cut off begins again, for nothing was stored."""
    TRIAL.run(db, statement_id, _carry_out)


def _carry_out(db: Session, row: Statement) -> dict[str, Any]:
    me = account(db, row.createby)
    if me is None:
        raise Refused("账号已停用，没有核对")
    db.info["me"] = me
    hold(db, f"charge statement {row.orgid}")
    jobs.note(Statement, row.id, state="running", passed=0)
    return matching.matched(db, row, lambda count: jobs.note(Statement, row.id, passed=count))


def again(db: Session, me: User, form: Known) -> None:
    """Compare a statement again whose job failed."""
    row = held(db, me, Statement, form)
    if row.state != at.FAILED_COMPARING:
        raise Refused("只有核对失败的对账单可以重新核对")
    row.state, row.message, row.passed = "waiting", "", 0
    jobs.enqueue(db, matching.JOB, statement_id=row.id, lock=f"charge statement {row.orgid}")

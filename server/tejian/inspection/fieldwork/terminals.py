"""The phones of inspectors: known from their first contact on, measured, counted, and shut out when they are lost."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.inspection.models.fieldwork import LOST, USED, Terminal, TerminalDay
from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User

from .forms import TerminalForm

SHUT = "本终端已挂失停用，不再收发数据；如已找回，请联系系统管理员解除挂失"


@dataclass(frozen=True, slots=True)
class Counted:
    """What a contact brought or took along."""

    jobs: int = 0
    operations: int = 0
    photos: int = 0


def known(db: Session, me: User, form: TerminalForm) -> Terminal:
    """The terminal of an account, locked; made at its first contact."""
    own = {"user_id": me.id, "device": form.device}
    row = {"id": new_id(), "createby": me.id, "updateby": me.name, "orgid": me.org_id, "deptid": me.dept_id}
    now = clock.now()
    stamps = {"createtime": now, "updatetime": now, "step_since": now, "version": 1}
    blank = {"name": form.name, "app": form.app, "step": USED, "opened_by": "", "clockoff": 0, "lastseq": 0, "jobs": 0}
    blank |= {"blockreason": "", "blockedby": "", "address": me.ip[:64]}
    db.execute(
        insert(Terminal).values({**own, **row, **stamps, **blank}).on_conflict_do_nothing(index_elements=list(own))
    )
    mine = select(Terminal).filter_by(**own).with_for_update().execution_options(populate_existing=True)
    return db.scalars(mine).one()


def admitted(db: Session, me: User, form: TerminalForm) -> Terminal:
    """The terminal, when it is not shut out."""
    found = known(db, me, form)
    if found.step == LOST:
        raise Refused(SHUT)
    return found


def touch(db: Session, me: User, terminal: Terminal, form: TerminalForm, counted: Counted, **values: Any) -> datetime:
    """Note a contact: when, from where, by which version, how far the clock is off. Gives the time of the server.

    Its version is left alone: a contact of the phone does not overtake whoever is about to shut it out.
    """
    now = clock.now()
    own: dict[str, Any] = {"contact": now, "address": me.ip[:64], **values}
    own |= {name: text for name, text in (("app", form.app), ("name", form.name)) if text}
    if form.clock:
        own["clockoff"] = max(min(round((form.clock - now).total_seconds()), 2_000_000_000), -2_000_000_000)
    db.flush()
    contact = update(Terminal).where(Terminal.id == terminal.id).values(own)
    db.execute(contact, execution_options={"synchronize_session": False})
    D = TerminalDay
    sums = {"contacts": 1, "jobs": counted.jobs, "operations": counted.operations, "photos": counted.photos}
    values = {"id": new_id(), "version": 1, "createby": me.id, "updateby": me.name, "createtime": now}
    values |= {
        "updatetime": now,
        "terminal_id": terminal.id,
        "user_id": me.id,
        "orgid": me.org_id,
        "deptid": me.dept_id,
    }
    values |= {"day": clock.today(), "app": form.app or terminal.app, "address": me.ip[:64], "first": now, "last": now}
    added = insert(D).values({**values, **sums})
    again = {"last": now, **{name: getattr(D, name) + getattr(added.excluded, name) for name in sums}}
    key = ["terminal_id", "day", "app", "address"]
    db.execute(added.on_conflict_do_update(index_elements=key, set_=again))
    return now

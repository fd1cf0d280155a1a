"""The first word between a phone and the platform."""

from datetime import datetime

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.fieldwork import LOST
from tejian.kit.ground.user import User

from . import terminals
from .forms import TerminalForm


class Hello(TypedDict):
    """What a terminal is told at every contact; `wipe`: it is lost, and forgets everything."""

    serverTime: datetime
    blocked: str
    minimum: str
    newest: str
    notes: str
    forced: bool
    wipe: bool
    last: int


def hello(db: Session, me: User, form: TerminalForm) -> Hello:
    terminal = terminals.known(db, me, form)
    now = terminals.touch(db, me, terminal, form, terminals.Counted())
    lost = terminal.step == LOST
    return {
        "serverTime": now,
        "blocked": terminals.SHUT if lost else "",
        "minimum": "",
        "newest": "",
        "notes": "",
        "forced": False,
        "wipe": lost,
        "last": terminal.lastseq,
    }

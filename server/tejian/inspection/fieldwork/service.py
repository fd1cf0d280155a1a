"""The first word between a phone and the platform."""

from datetime import datetime

from sqlalchemy.orm import Session

from tejian.inspection.models.fieldwork import LOST
from tejian.kit.ground.user import User

from . import offering, terminals
from .forms import TerminalForm


class Hello(offering.Offer):
    """What a terminal is told at every contact; `wipe`: it is lost, and forgets everything."""

    serverTime: datetime
    blocked: str
    wipe: bool
    last: int


def hello(db: Session, me: User, form: TerminalForm) -> Hello:
    terminal = terminals.known(db, me, form)
    now = terminals.touch(db, me, terminal, form, terminals.Counted())
    lost = terminal.step == LOST
    return {
        "serverTime": now,
        "blocked": terminals.SHUT if lost else "",
        **(offering.NOTHING if lost else offering.told(db, me, terminal, form.app or terminal.app)),
        "wipe": lost,
        "last": terminal.lastseq,
    }

"""The walks: the office at work, what its processes ran, and everything that a move could have stored."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any

import pytest
from sqlalchemy import text

from tejian.archives.models.correction import Correction
from tejian.charging.models.charges import CashDay, CashMonth, Charge, ChargeEntry, Invoice
from tejian.charging.models.contracts import Contract
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.notices import InspectionNotice
from tejian.inspection.models.online import OnlineApplication
from tejian.inspection.models.reissue import ReportChange
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import PROCESSES
from tejian.messages.models import Message, Sms
from tejian.system.models.protection import ProtectedChange
from tests.archives.conftest import Archive, archive
from tests.inspection.conftest import Office, office

__all__ = ["Archive", "Office", "Spy", "archive", "office", "stored"]


@dataclass
class Spy:
    """Which guards of a move spoke with which sentence, and which effects ran."""

    said: dict[tuple[str, str, str], str] = field(default_factory=dict)
    ran: set[tuple[str, str, str]] = field(default_factory=set)

    def guard(self, process: str, move: str, real: Callable[[Doing], str | None]) -> Callable[[Doing], str | None]:
        @wraps(real)
        def guard(d: Doing) -> str | None:
            if sentence := real(d):
                self.said[process, move, real.__name__] = sentence
            return sentence

        return guard

    def effect(self, process: str, move: str, name: str, real: Callable[[Doing], None]) -> Callable[[Doing], None]:
        def effect(d: Doing) -> None:
            real(d)
            self.ran.add((process, move, name))

        return effect


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    """Wraps every guard and every effect of every process."""
    made = Spy()
    for process in PROCESSES.values():
        for m in process.moves:
            guards = [made.guard(process.name, m.name, g) for g in m.guards]
            effects = [
                made.effect(process.name, m.name, n, e) for n, e in zip(names(m.effects), m.effects, strict=True)
            ]
            monkeypatch.setitem(process.by_name, m.name, replace(m, guards=guards, effects=effects))
    return made


def names(effects: Any) -> list[str]:
    """The effects of a move by their place and name: two of them may be made by one function."""
    return [f"{n} {e.__name__}" for n, e in enumerate(effects)]


STEPS: tuple[Any, ...] = (
    AppMain,
    AppBuss,
    Correction,
    ProtectedChange,
    InspectionNotice,
    ReportChange,
    OnlineApplication,
    Charge,
    CashDay,
    CashMonth,
    Contract,
)
LINES: tuple[Any, ...] = (FlowLog, Message, Sms, ChargeEntry, Invoice)
STORED = text(  # a thousand tests ask it twice
    " union all ".join(
        [f"select '{m.__tablename__}', id, step, version from {m.__tablename__}" for m in STEPS]
        + [f"select '{m.__tablename__}', '', '', count(*) from {m.__tablename__}" for m in LINES]
    )
)


def stored(office: Office) -> list[Any]:
    """Every step, every version, and how many lines and messages there are."""
    office.db.expire_all()
    office.db.flush()
    return sorted(tuple(row) for row in office.db.execute(STORED))


def with_rights(user: User, *but: str) -> User:
    """The same person with every right there is, but for those named."""
    return replace(user, permissions=frozenset(PERMISSIONS) - set(but))

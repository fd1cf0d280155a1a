"""What the move of arrangement would say to a line of a plan: its own guards are asked, nothing is decided here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session, make_transient

from tejian.inspection.flow import api as flow
from tejian.inspection.models.items import AppBuss
from tejian.kit.forms.form import checked
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing

from .problem import Shift

MOVE = flow.BUSINESS.by_name["arrange"]
# the days of a unit are those of one visit, not of a kind: the stops of a plan have them themselves
OF_KIND = [guard for guard in MOVE.guards if guard is not flow.unit_can]


def kind_of(row: AppBuss) -> str:
    """What the guards of the arrangement ask of an item: items of one kind are judged alike."""
    return "|".join((*flow.sort_of(row), row.equclass, str(row.flow_version)))


def arrangement(shift: Shift, tools: Sequence[str], ids: Sequence[str], remark: str = "") -> flow.ArrangeForm:
    """What the arrangement is sent for items of a shift."""
    plan = {
        "ids": list(ids),
        "scinspector": shift.main,
        "inspectors": [shift.co],
        "plandate": str(shift.day),
        "timeslot": shift.slot,
        "instruments": list(tools),
        "taskremark": remark,
    }
    return checked(flow.ArrangeForm, plan)


@dataclass(frozen=True)
class Judge:
    """Asks the guards, each question once. `samples` holds one item of each kind, `boxes` the instruments by box."""

    db: Session
    me: User
    samples: Mapping[str, AppBuss]
    boxes: Mapping[str, Sequence[str]]
    known: dict[tuple[str, Shift], str] = field(default_factory=dict)
    shared: dict[str, Any] = field(default_factory=dict)

    def refusal(self, kind: str, shift: Shift) -> str:
        """The sentence that refuses items of a kind for a shift; empty when they could be arranged so."""
        if (kind, shift) not in self.known:
            row = self.samples[kind]
            d = Doing(self.db, self.me, row, arrangement(shift, self.boxes.get(shift.box, ()), [row.id]))
            said = self._asked(d)
            self.known[kind, shift] = "；".join(said)
        return self.known[kind, shift]

    def _asked(self, d: Doing) -> list[str]:
        shared = Doing(d.db, d.me, d.subject, d.form, batch=[d.subject], shared=self.shared)
        for first in MOVE.before:
            first(shared)
        return list(dict.fromkeys(said for guard in OF_KIND if (said := guard(shared))))


def judge(db: Session, me: User, rows: Sequence[AppBuss], boxes: Mapping[str, Sequence[str]]) -> Judge:
    """A judge of these items. They are taken out of the session: what is only being tried is not written."""
    samples: dict[str, AppBuss] = {}
    for row in rows:
        if row in db:
            db.expunge(row)
        samples.setdefault(kind_of(row), _copy(row))
    return Judge(db, me, samples, boxes)


def _copy(row: AppBuss) -> AppBuss:
    values = {one.key: getattr(row, one.key) for one in AppBuss.__mapper__.column_attrs}
    copy = AppBuss(**values)
    make_transient(copy)
    return copy

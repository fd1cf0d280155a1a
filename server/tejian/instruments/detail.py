"""The page of an instrument: what it is, its calibrations, loans and overhauls, and the reports that rest on it."""

from typing import Any

from sqlalchemy import select

from tejian.kit.database.audit import AuditLog
from tejian.kit.ground import clock
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.lists.listview import Col
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Listed, Part, RecordView, Shown, of

from . import permissions as p
from .forms import INSTRUMENT_FORM
from .lists import OUT_OF_USE, STATE_TONES
from .loans import api as loans
from .models import CONDITIONS, OUT, VERDICTS, Instrument, InstrumentLoan, InstrumentOverhaul
from .overhauls import api as overhauls

CALIBRATED = ("lastcal", "nextcal", "certno", "method")
MOST = 200


def _calibrations(shown: Shown) -> list[dict[str, Any]]:
    """Each calibration that was entered, the latest first: what the trail says of its day, end and certificate.

    A line of the trail holds what changed alone; the rest stands as it stood before.
    """
    A = AuditLog
    own = (A.entity == Instrument.__tablename__, A.entity_id == shown.row.id, A.action != "delete")
    rows, now = [], dict.fromkeys(CALIBRATED)
    for one in shown.db.scalars(select(A).where(*own).order_by(A.id)):
        changed = {name: one.changes[name][1] for name in CALIBRATED if name in one.changes}
        now |= changed
        if changed.keys() & {"lastcal", "certno"} and now["lastcal"]:
            rows.append({"id": str(one.id), **now, "at": clock.minute(one.at), "by": one.user_name})
    return rows[: -MOST - 1 : -1]


def _loans(shown: Shown) -> list[dict[str, Any]]:
    L = InstrumentLoan
    own = select(L).where(L.instrument_id == shown.row.id, L.visible(shown.me)).order_by(L.id.desc()).limit(MOST)
    return [
        record(one)
        | {"state": loans.LOAN.name_of(one.step), "stateTone": "no" if _late(one) else ""}
        | {"loannoLink": loans.PAGE.format(id=one.id)}
        for one in shown.db.scalars(own)
    ]


def _late(one: InstrumentLoan) -> bool:
    return one.step == OUT and one.dueday < clock.today()


def _overhauls(shown: Shown) -> list[dict[str, Any]]:
    X = InstrumentOverhaul
    own = select(X).where(X.instrument_id == shown.row.id, X.visible(shown.me)).order_by(X.id.desc()).limit(MOST)
    return [
        record(one) | {"state": overhauls.OVERHAUL.name_of(one.step), "repairnoLink": overhauls.PAGE.format(id=one.id)}
        for one in shown.db.scalars(own)
    ]


def _left(shown: Shown) -> int | None:
    """Days of the calibration that are left, of an instrument that owes one."""
    return None if shown.row.status in OUT_OF_USE else shown.days_to("nextcal")


L, X = InstrumentLoan, InstrumentOverhaul
INSTRUMENT_PAGE = RecordView(
    no="instrument",
    title="仪器设备",
    permission=p.BOX_QUERY,
    model=Instrument,
    url="/api/instrument/archives/record",
    form=INSTRUMENT_FORM,
    heading=lambda s: f"{s.row.name}（{s.row.instno}）",
    subtitle=lambda s: "　".join(filter(None, (s.row.model, s.row.range, s.row.accuracy))),
    facts=[
        Fact("status", tone=lambda s: STATE_TONES.get(s.row.status, ""), dot=True),
        Fact("nextcal", tone=lambda s: tone_of(_left(s)), note=lambda s: remaining(_left(s))),
        Fact("certno", note=lambda s: s.text("lastcal")),
        Fact("boxno"),
        Fact("keeper"),
    ],
    parts=[
        Part(
            "calibrations",
            "检定校准",
            [
                of(Instrument.lastcal, 110),
                of(Instrument.nextcal, 110),
                of(Instrument.method, 100),
                of(Instrument.certno, 160),
                Col("by", "登记人", None, 90),
                Col("at", "登记时间", None, 150),
            ],
            _calibrations,
            noun="检定",
            empty="还没有检定记录",
        ),
        Part(
            "loans",
            "借用",
            [
                of(L.loanno, 130),
                Col("state", "状态", None, 90),
                of(L.borrower_id, 90),
                of(L.fromday, 100),
                of(L.dueday, 100),
                of(L.lent, 140),
                of(L.returned, 140),
                of(L.condition, 80, type="dict", words=CONDITIONS),
                of(L.purpose),
            ],
            _loans,
            noun="借用",
            empty="没有借用记录",
            when=lambda s: s.me.may(p.LOAN_APPLY) or s.me.may(p.LOAN_HANDLE),
        ),
        Part(
            "overhauls",
            "检修",
            [
                of(X.repairno, 130),
                Col("state", "状态", None, 90),
                of(X.foundday, 100),
                of(X.fault, 200),
                of(X.repairer, 140),
                of(X.cost, 90),
                of(X.verdict, 90, type="dict", words=VERDICTS),
                of(X.checker_id, 90),
                of(X.checknote),
            ],
            _overhauls,
            noun="检修",
            empty="没有检修记录",
            when=lambda s: s.me.may(p.REPAIR_QUERY),
        ),
        Listed("reports", "用于的检验", "instrument_use_list", lambda s: {"instrument": s.row.id}),
    ],
    history=True,
    any_day=True,
)

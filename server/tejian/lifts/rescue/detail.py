"""The page of an incident: its clocks first, who goes, what was said, and how it ended."""

from datetime import datetime

from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Notice, RecordView, Shown
from tejian.lifts import permissions as p
from tejian.lifts.models.rescue import CLOSED, SHUT_IN, WAYS, RescueIncident

from .forms import API
from .process import RESCUE


def _after(name: str) -> Fact:
    """A clock: when, and how many minutes after the call."""

    def note(shown: Shown) -> str:
        at: datetime | None = getattr(shown.row, name)
        return f"接警后{(at - shown.row.calledat).total_seconds() / 60:.1f}分" if at else ""

    return Fact(name, note=note)


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    out = list(stands(RESCUE)(shown))
    if row.raisedwhy:
        out.append(Notice(row.raisedwhy, "no" if row.step in SHUT_IN else "ca"))
    if row.typed:
        out.append(Notice(f"补填的时间：{row.typed}"))
    return out


RESCUE_PAGE = RecordView(
    no="rescue_incident",
    title="困人救援",
    permission=p.RESCUE_QUERY,
    model=RescueIncident,
    url=f"{API}/record",
    heading=lambda s: f"困人救援 {s.row.orderno}",
    subtitle=lambda s: f"{s.row.code96333}　{s.row.useplace}",
    facts=[
        state(RESCUE),
        Fact("level"),
        Fact("people", note=lambda s: f"{s.row.floor}层" if s.row.floor else ""),
        Fact("calledat", note=lambda s: f"{WAYS.get(s.row.way, '')}，来电{s.row.calls}次"),
        _after("acceptedat"),
        _after("arrivedat"),
        _after("freedat"),
        Fact("raiseat", when=lambda s: s.row.step in SHUT_IN),
        Fact("comfortat", note=lambda s: f"{s.row.comforts}次"),
        Fact("maiorgname"),
        Fact("station_id"),
        Fact("unitname"),
        Fact("caller", note=lambda s: s.text("callertel")),
        Fact("situation"),
        Fact("followsaid", note=lambda s: s.text("followedat")),
        Fact("cause", note=lambda s: s.row.causesaid),
    ],
    notices=_notices,
    parts=[course(RESCUE)],
    actions=[*page_buttons(RESCUE)],
    files=Files("rescue", until=(CLOSED,), right=p.RESCUE_GO),
    history=True,
)

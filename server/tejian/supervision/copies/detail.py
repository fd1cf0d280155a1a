"""The page of a copy: who to whom about what, until when, and what came of it."""

from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, children, due, of
from tejian.supervision import permissions as p
from tejian.supervision.models.copies import FILED, OPEN, CarbonCopy
from tejian.supervision.models.copies import CopiedDevice as D

from .forms import ACTS, API, FORM
from .process import COPY

COPY_PAGE = RecordView(
    no="carbon_copy",
    title="抄告单",
    permission=p.COPY_QUERY,
    model=CarbonCopy,
    url=f"{API}/getDetailInfoById",
    form=FORM,
    heading=lambda s: f"抄告单 {s.row.notifyno or '草稿'}",
    subtitle=lambda s: s.row.subject,
    facts=[
        state(COPY),
        Fact("fromorg", note=lambda s: s.text("sent")),
        Fact("toorg", note=lambda s: f"{s.row.signedby} {s.text('signed')}".strip()),
        due("deadline", OPEN),
        Fact("handler_id", note=lambda s: s.text("replied")),
        Fact("reply", note=lambda s: s.text("filed")),
    ],
    notices=stands(COPY),
    parts=[Part("devices", "涉及设备", [of(D.equdatasysid)], children(D.notify_id)), course(COPY)],
    actions=[ACTS.edit, *page_buttons(COPY)],
    own=is_own(COPY),
    prints={"CGD": "打印"},
    files=Files("carbonCopy", until=(FILED,)),
    history=True,
)

"""The page of a termination: who asked why, what the other side said, what was handed over, until when it lasts."""

from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, RecordView, due
from tejian.lifts import permissions as p
from tejian.lifts.models.ending import (
    ANSWERING,
    ANSWERS,
    AUDITING,
    CAUSES,
    ENDED,
    HANDING,
    LASTING,
    RETURNED,
    SIDES,
    LiftTermination,
)

from .forms import ACTS, API, FORM
from .process import ENDING

ENDING_PAGE = RecordView(
    no="lift_termination",
    title="维保终止",
    permission=p.ENDING_QUERY,
    model=LiftTermination,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"维保终止 {s.row.termno or '草稿'}",
    subtitle=lambda s: f"{s.row.useplace}　{s.row.equcode}",
    facts=[
        state(ENDING),
        Fact("unitname", note=lambda s: "申请方" if SIDES.get(s.row.side) == "使用单位" else ""),
        Fact("maiorgname", note=lambda s: "申请方" if SIDES.get(s.row.side) == "维保单位" else ""),
        Fact("cause", text=lambda s: CAUSES.get(s.row.cause, ""), note=lambda s: s.text("applied")),
        due("lastday", (ANSWERING, AUDITING, HANDING, LASTING)),
        Fact("binding_id"),
        Fact("answer", text=lambda s: ANSWERS.get(s.row.answer, ""), note=lambda s: s.row.answersaid),
        Fact("auditor_id", note=lambda s: s.text("auditedat")),
        Fact("keysback", text=lambda s: RETURNED.get(s.row.keysback, "")),
        Fact("recordsback", text=lambda s: RETURNED.get(s.row.recordsback, "")),
        Fact("lastvisit", note=lambda s: f"接收人{s.row.receiver}" if s.row.receiver else ""),
        Fact("ended", when=lambda s: s.row.ended is not None),
        Fact("reason", when=lambda s: bool(s.row.reason)),
    ],
    notices=stands(ENDING),
    parts=[course(ENDING)],
    actions=[ACTS.edit, *page_buttons(ENDING)],
    own=is_own(ENDING),
    files=Files("liftEnding", until=(LASTING, ENDED), right=p.ENDING_APPLY),
    history=True,
)

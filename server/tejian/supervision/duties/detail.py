"""The page of a record of duty: its items, what was not as it should be, who signed and when."""

from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, RecordView
from tejian.supervision import permissions as p
from tejian.supervision.models.duties import HANDED, PERIODS, DutyRecord

from .forms import ACTS, API, FORM
from .process import DUTIES, DUTY, FILES

DUTY_PAGE = RecordView(
    no="duty_record",
    title="履职记录",
    permission=p.DUTY_QUERY,
    model=DutyRecord,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"{PERIODS.get(s.row.period, '')} {s.row.firstday}",
    subtitle=lambda s: f"{s.row.unitname}　{s.text('equclass')}",
    facts=[
        state(DUTIES),
        Fact("firstday", note=lambda s: "" if s.row.firstday == s.row.lastday else f"至{s.row.lastday}"),
        Fact("wrong", text=lambda s: "零风险" if s.row.step == HANDED and not s.row.wrong else str(s.row.wrong)),
        Fact("latereason"),
        Fact("signer_id", note=lambda s: s.text("handed")),
    ],
    notices=stands(DUTIES),
    parts=[DUTY.panel(), course(DUTIES)],
    actions=[ACTS.edit, *page_buttons(DUTIES)],
    own=is_own(DUTIES),
    prints={"LZJL": "打印"},
    files=Files(FILES, until=(HANDED,), right=p.DUTY_FILL),
    history=True,
)

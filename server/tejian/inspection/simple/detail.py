"""The page of a report that was made elsewhere."""

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import RELEASE_WAYS
from tejian.inspection.models.simple import GIVEN, HELD, SimpleReport
from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.recordview import Fact, Files, RecordView, Shown

from .forms import ACTS, API, FORM, OWNER
from .process import SIMPLE


def filed(s: Shown) -> bool:
    return bool(s.row.digest)


SIMPLE_PAGE = RecordView(
    no="simple_report",
    title="简易报告",
    permission=p.SIMPLE_QUERY,
    model=SimpleReport,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"简易报告 {s.row.reportno}",
    subtitle=lambda s: f"{s.row.unitname}　{s.row.equname}",
    facts=[
        state(SIMPLE),
        Fact("conclusion", note=lambda s: s.text("inspdate")),
        Fact("maker"),
        Fact("archivebox", note=lambda s: f"{s.row.pages} 页", when=filed),
        Fact("archiver_id", note=lambda s: s.text("archived")),
        Fact("receiver", note=lambda s: f"{RELEASE_WAYS.get(s.row.way, '')} {s.text('given')}"),
        Fact("verifycode", when=filed),
        Fact("digest", when=filed),
    ],
    parts=[course(SIMPLE)],
    actions=[ACTS.edit, *page_buttons(SIMPLE)],
    own=is_own(SIMPLE),
    files=Files(OWNER, until=(HELD, GIVEN), right=p.SIMPLE_SAVE),
    history=True,
)

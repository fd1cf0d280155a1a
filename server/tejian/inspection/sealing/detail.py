"""The page of a seal."""

from tejian.inspection import permissions as p
from tejian.inspection.models.seals import SORTS, SealCertificate
from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.recordview import Fact, RecordView

from .forms import ACTS, API, FORM
from .process import SEAL

SEAL_PAGE = RecordView(
    no="seal_certificate",
    title="电子印章",
    permission=p.SEAL_QUERY,
    model=SealCertificate,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"电子印章 {s.row.sealno or '申请'}",
    subtitle=lambda s: f"{s.text('orgid')}　{SORTS.get(s.row.sort, '')}",
    facts=[
        state(SEAL),
        Fact("holder", note=lambda s: s.row.issuer),
        Fact("serial"),
        Fact("validto", note=lambda s: s.text("validfrom")),
        Fact("installed"),
        Fact("loser_id", note=lambda s: s.text("lost")),
        Fact("asker_id", note=lambda s: s.row.why),
        Fact("maker_id", note=lambda s: s.text("agreed")),
        Fact("fingerprint"),
    ],
    parts=[course(SEAL)],
    actions=[ACTS.edit, *page_buttons(SEAL)],
    own=is_own(SEAL),
    history=True,
)

"""The page of a declaration: who declares what of which devices, and what the institute found."""

from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, children, of
from tejian.quality import permissions as p
from tejian.quality.models.conformity import KINDS, SENT, TAKEN, Conformity
from tejian.quality.models.conformity import ConformityDevice as D

from .forms import ACTS, API, FORM
from .judging import OWNER
from .process import CONFORMITY

CONFORMITY_PAGE = RecordView(
    no="conformity",
    title="符合性声明",
    permission=p.CONFORM_QUERY,
    model=Conformity,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"符合性声明 {s.row.declno or '草稿'}",
    subtitle=lambda s: f"{s.row.unitname}　{KINDS.get(s.row.kind, '')}",
    facts=[
        state(CONFORMITY),
        Fact("standard"),
        Fact("signatory", note=lambda s: s.row.post),
        Fact("declared"),
        Fact("toorg", note=lambda s: s.text("sent")),
        Fact("checker_id", note=lambda s: s.text("checked")),
        Fact("opinion"),
    ],
    notices=stands(CONFORMITY),
    parts=[
        Part("devices", "声明的设备", [of(D.equdatasysid)], children(D.conformity_id), noun="设备", empty="没有"),
        course(CONFORMITY),
    ],
    actions=[ACTS.edit, *page_buttons(CONFORMITY)],
    own=is_own(CONFORMITY),
    files=Files(OWNER, until=(SENT, TAKEN), right=p.CONFORM_APPLY),
    history=True,
)

"""The page of a policy of relief: for whom, how much, by which document, and who agreed."""

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import ReliefPolicy as P
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, RecordView

from .forms import POLICIES, POLICY_FORM
from .process import CALLS, POLICY

POLICY_VIEW = RecordView(
    no="cha_policy",
    title="减免政策",
    permission=p.POLICY_QUERY,
    model=P,
    url=f"{CALLS}/record",
    form=POLICY_FORM,
    heading=lambda s: f"减免政策 {s.row.name}",
    name=lambda s: s.row.name,
    identity=lambda s: s.row.document,
    facts=[
        state(POLICY),
        Fact("percent"),
        Fact("reduction"),
        Fact("validfrom", note=lambda s: s.row.backreason),
        Fact("validto"),
        Fact("priority"),
        Fact("agreedby"),
    ],
    notices=stands(POLICY),
    parts=[course(POLICY)],
    actions=[POLICIES.edit, *page_buttons(POLICY)],
    files=Files(at.POLICY_FILES, [at.BASIS_PAPER], until=(at.COUNTS, at.STOPPED), right=p.POLICY_SAVE),
    history=True,
)

"""The page of a binding: which lift, who maintains it from which day, and what came before."""

from typing import Any

from sqlalchemy import select

from tejian.kit.process.doing import Doing
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import worded
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, due, of
from tejian.lifts import permissions as p
from tejian.lifts.models.binding import AUDITING, BOUND, CONFIRMING, ENDED, KINDS, LiftBinding
from tejian.lifts.models.binding import LiftBinding as C

from .forms import ACTS, API, FORM
from .process import ASKED, BINDING


def _notices(shown: Shown) -> list[Notice]:
    """What stands against it now, for those who confirm and audit."""
    row = shown.row
    out = list(stands(BINDING)(shown))
    if row.step in (CONFIRMING, AUDITING):
        asked = Doing(shown.db, shown.me, row)
        out += [Notice(said, "no") for guard in ASKED if (said := guard(asked))]
    return out


def _history(shown: Shown) -> list[dict[str, Any]]:
    """Who answered for the lift, the newest first."""
    query = select(C).where(C.equdatasysid == shown.row.equdatasysid, C.step.in_((BOUND, ENDED)), C.visible(shown.me))
    return [worded(shown.db, one) for one in shown.db.scalars(query.order_by(C.validfrom.desc(), C.id.desc()))]


BINDING_PAGE = RecordView(
    no="lift_binding",
    title="电梯绑定",
    permission=p.BINDING_QUERY,
    model=LiftBinding,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"电梯绑定 {s.row.bindno or '草稿'}",
    subtitle=lambda s: f"{KINDS.get(s.row.bindkind, '')}　{s.row.useplace}　{s.row.equcode}",
    facts=[
        state(BINDING),
        Fact("code96333"),
        Fact("unitname", note=lambda s: s.text("confirmed")),
        Fact("maiorgname", note=lambda s: s.text("applied")),
        Fact("station_id"),
        due("contractto", (BOUND,)),
        Fact("validfrom", note=lambda s: f"最后一日{s.row.validto}" if s.row.validto else ""),
        Fact("filing_id", when=lambda s: bool(s.row.filing_id)),
        Fact("auditor_id", note=lambda s: s.text("auditedat")),
        Fact("reason", when=lambda s: bool(s.row.reason)),
    ],
    notices=_notices,
    parts=[
        Part(
            "history",
            "这台电梯的绑定",
            [
                of(C.bindno, 130, type="code"),
                of(C.maiorgname, 200),
                of(C.code96333, 90, type="code"),
                of(C.validfrom, 100),
                of(C.validto, 100),
                of(C.reason, 200),
            ],
            _history,
            empty="没有生效过的绑定",
        ),
        course(BINDING),
    ],
    actions=[ACTS.edit, *page_buttons(BINDING)],
    own=is_own(BINDING),
    files=Files("liftBinding", until=(BOUND, ENDED), right=p.BINDING_APPLY),
    history=True,
)

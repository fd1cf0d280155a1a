"""The page of a collection: the draft and its questions, what units said (a unit sees its own), and the outcome."""

from typing import Any

from sqlalchemy import select

from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import worded
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, Shown, due, of
from tejian.supervision import permissions as p
from tejian.supervision.models.opinions import OPEN, OVER, OpinionCall
from tejian.supervision.models.opinions import OpinionReply as R

from .forms import ACTS, API, FORM
from .process import OPINIONS

SHOWN = 1_000


def _replies(shown: Shown) -> list[dict[str, Any]]:
    query = select(R).where(R.call_id == shown.row.id).order_by(R.sent, R.id).limit(SHOWN)
    if shown.me.unit_id:
        query = query.where(R.unitsysid == shown.me.unit_id)
    return [worded(shown.db, one) for one in shown.db.scalars(query)]


OPINION_PAGE = RecordView(
    no="opinion_call",
    title="意见征集",
    permission=p.OPINION_QUERY,
    model=OpinionCall,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"意见征集 {s.row.callno or '草稿'}",
    subtitle=lambda s: s.row.title,
    facts=[
        state(OPINIONS),
        Fact("org_id", note=lambda s: s.text("published")),
        due("deadline", (OPEN,)),
        Fact("outcome", note=lambda s: s.text("closed")),
    ],
    notices=stands(OPINIONS),
    parts=[
        Part(
            "replies",
            "意见",
            [of(R.unitname, 220), of(R.opinion, 420), of(R.author_id, 90), of(R.sent, 140)],
            _replies,
            noun="意见",
            empty="还没有意见",
        ),
        course(OPINIONS),
    ],
    actions=[ACTS.edit, *page_buttons(OPINIONS)],
    own=is_own(OPINIONS),
    files=Files("opinionCall", until=(OVER,), right=p.OPINION_SAVE),
    history=True,
)

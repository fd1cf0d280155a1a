"""The page of a loan."""

from sqlalchemy import select

from tejian.instruments import permissions as p
from tejian.instruments.models import CONDITIONS, OUT, Instrument
from tejian.instruments.models import InstrumentLoan as L
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, RecordView, Shown, due

from .forms import ACTS, API, FORM
from .process import LOAN


def _not_own(shown: Shown) -> str:
    """Why one that is another's cannot be changed by who looks at it."""
    return "" if shown.row.borrower_id == shown.me.id else "由借用人本人办理"


LOAN_PAGE = RecordView(
    no="instrument_loan",
    title="仪器借用",
    permission=p.LOAN_APPLY,
    model=L,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"仪器借用 {s.row.loanno}",
    subtitle=lambda s: s.row.purpose,
    facts=[
        state(LOAN),
        Fact(
            "instrument_id",
            note=lambda s: str(s.db.scalar(select(Instrument.instno).where(Instrument.id == s.row.instrument_id))),
            link=lambda s: f"/instrumentMng/instrument?id={s.row.instrument_id}",
        ),
        Fact("borrower_id"),
        Fact("fromday"),
        due("dueday", [OUT]),
        Fact("approver_id", note=lambda s: s.text("approved")),
        Fact("lender_id", note=lambda s: s.text("lent")),
        Fact("receiver_id", note=lambda s: s.text("returned")),
        Fact(
            "condition",
            text=lambda s: CONDITIONS.get(s.row.condition, ""),
            note=lambda s: s.row.conditionnote,
            when=lambda s: bool(s.row.condition),
        ),
    ],
    notices=stands(LOAN),
    parts=[course(LOAN)],
    actions=[ACTS.edit, *page_buttons(LOAN)],
    own=is_own(LOAN),
    refuses={"edit": _not_own, "drop_more": _not_own},
    history=True,
)

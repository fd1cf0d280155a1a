"""The page of an overhaul."""

from sqlalchemy import select

from tejian.instruments import permissions as p
from tejian.instruments.models import TOUCHES, VERDICTS, Instrument
from tejian.instruments.models import InstrumentOverhaul as O
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, RecordView

from .forms import ACTS, API, FORM
from .process import OVERHAUL

OVERHAUL_PAGE = RecordView(
    no="instrument_overhaul",
    title="仪器检修",
    permission=p.REPAIR_QUERY,
    model=O,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"仪器检修 {s.row.repairno}",
    subtitle=lambda s: s.row.fault,
    facts=[
        state(OVERHAUL),
        Fact(
            "instrument_id",
            note=lambda s: str(s.db.scalar(select(Instrument.instno).where(Instrument.id == s.row.instrument_id))),
            link=lambda s: f"/instrumentMng/instrument?id={s.row.instrument_id}",
        ),
        Fact("reporter_id", note=lambda s: s.text("foundday")),
        Fact(
            "loan_id",
            link=lambda s: f"/instrumentMng/loan?id={s.row.loan_id}",
            when=lambda s: bool(s.row.loan_id),
        ),
        Fact("repairer", note=lambda s: s.text("begun")),
        Fact("repairnote", when=lambda s: bool(s.row.repairnote)),
        Fact("cost"),
        Fact("verdict", text=lambda s: VERDICTS.get(s.row.verdict, ""), note=lambda s: s.text("handedin")),
        Fact("sender_id"),
        Fact("checker_id", note=lambda s: s.text("checked")),
        Fact("checknote", when=lambda s: bool(s.row.checknote)),
        Fact("touches", text=lambda s: TOUCHES.get(s.row.touches, ""), when=lambda s: bool(s.row.touches)),
    ],
    notices=stands(OVERHAUL),
    parts=[course(OVERHAUL)],
    actions=[ACTS.edit, *page_buttons(OVERHAUL)],
    own=is_own(OVERHAUL),
    files=Files("instRepair", until=OVERHAUL.ends, right=p.REPAIR_SAVE),
    history=True,
)

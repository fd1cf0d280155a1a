"""The page of an entrusted project."""

from tejian.inspection import permissions as p
from tejian.inspection.models.entrusted import CATEGORIES, RUNNING, EntrustedProject
from tejian.kit.ground.figures import remaining, tone_of
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, RecordView, Shown

from .forms import CALLS, FORM
from .lists import EDIT
from .process import ENTRUSTED, OWNER


def _left(shown: Shown) -> str:
    return remaining(shown.days_to("duedate")) if shown.row.step == RUNNING else ""


ENTRUST_PAGE = RecordView(
    no="entrust",
    title="委托项目",
    permission=p.ENTRUST_QUERY,
    model=EntrustedProject,
    url=f"{CALLS}/record",
    form=FORM,
    values=lambda db, me, row: record(row) | {"unitsysidName": row.unitname, "leaderName": row.leadername},
    heading=lambda s: f"委托项目 {s.row.entrustno}",
    name=lambda s: s.row.entrustno or "委托项目",
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.name])),
    facts=[
        state(ENTRUSTED),
        Fact(label="类别", text=lambda s: CATEGORIES.get(s.row.category, "")),
        Fact(label="负责人", text=lambda s: s.row.leadername),
        Fact("duedate", tone=lambda s: tone_of(s.days_to("duedate")) if s.row.step == RUNNING else "", note=_left),
        Fact(label="成果", text=lambda s: s.row.reportno, note=lambda s: s.text("finished")),
        Fact(label="档案", text=lambda s: s.row.archiveno, note=lambda s: s.row.archivebox),
    ],
    notices=lambda s: [*stands(ENTRUSTED)(s)],
    parts=[course(ENTRUSTED)],
    actions=[EDIT, *page_buttons(ENTRUSTED)],
    files=Files(OWNER),
    history=True,
)

"""The page of an entrusted project."""

from tejian.inspection import permissions as p
from tejian.inspection.models.entrusted import ARCHIVED, CATEGORIES, RUNNING, VOID, EntrustedProject
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, RecordView, due

from .forms import ACTS, CALLS, FORM
from .process import ENTRUSTED, OWNER

ENTRUST_PAGE = RecordView(
    no="entrust",
    title="委托项目",
    permission=p.ENTRUST_QUERY,
    model=EntrustedProject,
    url=f"{CALLS}/record",
    form=FORM,
    heading=lambda s: f"委托项目 {s.row.entrustno}",
    name=lambda s: s.row.entrustno or "委托项目",
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.name])),
    facts=[
        state(ENTRUSTED),
        Fact(label="类别", text=lambda s: CATEGORIES.get(s.row.category, "")),
        Fact(label="负责人", text=lambda s: s.row.leadername),
        due("duedate", [RUNNING]),
        Fact(label="成果", text=lambda s: s.row.reportno, note=lambda s: s.text("finished")),
        Fact(label="档案", text=lambda s: s.row.archiveno, note=lambda s: s.row.archivebox),
    ],
    notices=lambda s: [*stands(ENTRUSTED)(s)],
    parts=[course(ENTRUSTED)],
    actions=[ACTS.edit, *page_buttons(ENTRUSTED)],
    files=Files(OWNER, until=(ARCHIVED, VOID), noun="委托项目"),
    history=True,
)

"""The page of a hazard: its state and term, what is demanded, what was done, the way it took."""

from tejian.inspection import permissions as p
from tejian.inspection.models.hazards import CLOSED, GONE, MEND, VOID, Hazard
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Files, Notice, RecordView, Shown, due

from .forms import ACTS, HAZARD_FORM, SOURCES
from .process import HAZARD


def _notices(shown: Shown) -> list[Notice]:
    copied = [Notice(f"已抄送{shown.row.copied}", "go")] if shown.row.copied else []
    return [*stands(HAZARD)(shown), *copied]


def _checked(shown: Shown) -> str:
    return "、".join(filter(None, [shown.row.verifier, shown.row.second]))


HAZARD_PAGE = RecordView(
    no="hazard",
    title="隐患",
    permission=p.HAZARD_QUERY,
    model=Hazard,
    url="/api/hazard/record",
    form=HAZARD_FORM,
    heading=lambda s: f"隐患 {s.row.hazno or '待登记'}",
    name=lambda s: s.row.hazno or "待登记隐患",
    subtitle=lambda s: s.row.equname,
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.equcode, s.row.useplace])),
    facts=[
        state(HAZARD),
        Fact("level", note=lambda s: SOURCES.get(s.row.source, "")),
        due("deadline", [MEND]),
        Fact(
            label="报告",
            text=lambda s: s.row.reportno,
            note=lambda s: s.text("conclusion"),
            link=lambda s: f"/businessPro/applyInfo?seisn={s.row.seisn}",
        ),
        Fact("registrar", note=lambda s: s.text("registered")),
        Fact("receiver", note=lambda s: s.text("receivedate")),
        Fact(
            label="治理结果",
            text=lambda s: s.row.measure,
            note=lambda s: f"{s.row.doneby} {s.text('donedate')}".strip(),
        ),
        Fact(label="核实、复核", text=_checked, note=lambda s: s.text("closedate")),
    ],
    notices=_notices,
    parts=[course(HAZARD)],
    actions=[
        ACTS.edit,
        *page_buttons(HAZARD),
    ],
    files=Files("hazard", until=(CLOSED, GONE, VOID)),
    history=True,
)

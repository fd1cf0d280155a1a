"""The page of a piping line: its facts, its project, whether a change of it waits for review."""

from tejian.archives import permissions as p
from tejian.archives.models.piping import Pipeline
from tejian.kit.ground.actions import Action
from tejian.kit.records.recordview import Fact, RecordView, Shown

from . import service
from .forms import LINE_FORM

PROJECT = "/bsArchives/equipment/pressurePipingForm?id={project}"
FORM = "/bsArchives/equipment/lineForm?id={id}"
CHANGE = "/bsArchives/equipment/lineModifyCheckDetail?id={pendingId}"


def _identity(shown: Shown) -> str:
    project = shown.more
    registered = f"已登记 {project['usecertno']}" if project["registered"] else "未登记"
    return f"管道编号 {shown.row.pipeno}　{project['useorgname']}　装置{registered}"


def _due_note(shown: Shown) -> str:
    if service.is_late(shown.row):
        return "已超期"
    return f"上次 {shown.row.inspdate}" if shown.row.inspdate else "没有检验"


def _actions(shown: Shown) -> list[Action]:
    """A change that waits is shown first; how a change is saved the form says."""
    waiting = Action("change", "查看待审核的修改", p.EQUIPMENT_QUERY, kind="route", needs="one", route=CHANGE)
    return [
        *([waiting] if shown.values["pendingId"] else []),
        Action("project", "所属装置", p.EQUIPMENT_QUERY, kind="route", needs="one", route=PROJECT),
        Action("edit", "编辑", p.EQUIPMENT_QUERY, kind="route", needs="one", route=FORM),
    ]


LINE = RecordView(
    no="pipeline",
    title="压力管线详情",
    permission=p.EQUIPMENT_QUERY,
    model=Pipeline,
    url="/api/eqd8000GXtpm/eqd8000GXtpm/record",
    form=LINE_FORM,
    values=lambda db, me, row: service.shown(db, row) | {"project": row.equdatasysid},
    more=lambda db, me, row: service.project_head(service.project_of(db, me, row.equdatasysid)),
    heading=lambda s: s.row.pipename,
    name=lambda s: s.row.pipeno,
    subtitle=lambda s: s.more["projname"],
    identity=_identity,
    symbol="8300",
    facts=[
        Fact("linestatus", "使用状态", dot=True, tone=lambda s: "go" if s.row.linestatus == "1" else "ok"),
        Fact("pipelevel"),
        Fact(
            label="公称直径 × 长度",
            text=lambda s: f"DN{s.text('nominaldia').removesuffix(' mm')} × {s.text('pipelength')}",
        ),
        Fact(
            label="设计 / 工作压力",
            text=lambda s: f"{s.text('designpress').removesuffix(' MPa')} / {s.text('workpress')}",
            note=lambda s: s.row.medium,
        ),
        Fact(
            "ninspdate",
            "下次检验日期",
            text=lambda s: s.text("ninspdate") or "未定",
            tone=lambda s: "no" if service.is_late(s.row) else "",
            note=_due_note,
        ),
        Fact("ssdegree", text=lambda s: s.text("ssdegree") or "未定"),
    ],
    actions=_actions,
    history=True,
)

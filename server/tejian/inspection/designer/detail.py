"""The page of a version: what it changes, what it was tried on, who handled it; and the page of a trial."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.inspection.models.designer import ENDED, STATE_TONES, STATES, FlowTrial
from tejian.inspection.models.designer import FlowEdition as E
from tejian.kit.forms.columns import Col
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.process.moves import course, page_buttons, stands, state
from tejian.kit.records.recordview import Fact, Listed, Notice, Panel, Part, RecordView, Shown
from tejian.system import permissions as p
from tejian.system.rules.api import CHANGED, DRAFT, PUBLISHED, TONES

from .comparing import ComparedRow, compared
from .forms import CALLS, FORM
from .lists import DESIGN, EDIT
from .process import FLOW_EDITION
from .reading import former, lines_of


def _more(db: Session, me: User, row: E) -> list[ComparedRow]:
    return [one for one in compared(db, me, former(db, row.base_version), lines_of(row)) if one["kind"]]


def _changes(shown: Shown) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{row['key']}|{cell['cell']}",
            "kind": row["kindName"],
            "kindTone": TONES[row["kind"]],
            "step": row["stepName"],
            "scope": row["scope"],
            "cell": cell["cell"],
            "before": cell["before"],
            "after": cell["after"],
        }
        for row in shown.more
        for cell in row["cells"]
        if cell["differs"] and (row["kind"] == CHANGED or cell["before"] or cell["after"])
    ]


def _phase(shown: Shown) -> str:
    row = shown.row
    if row.step != PUBLISHED:
        return ""
    return "已生效" if row.effective <= clock.today() else f"{(row.effective - clock.today()).days} 日后生效"


def _notices(shown: Shown) -> list[Notice]:
    row, found = shown.row, [*stands(FLOW_EDITION)(shown)]
    if row.step == DRAFT and not (row.document and row.effective):
        found.append(Notice("提交前请编辑草案，填写文件依据和生效日期"))
    return found


EDITION_VIEW = RecordView(
    no="flow_edition",
    title="流程版本",
    permission=p.FLOW_QUERY,
    model=E,
    url=f"{CALLS}/record",
    form=FORM,
    more=_more,
    heading=lambda s: f"流程版本 {s.row.editionno}",
    name=lambda s: s.row.editionno or "流程版本",
    identity=lambda s: f"{s.row.name}　{s.row.document}",
    facts=[
        state(FLOW_EDITION),
        Fact(label="生效日期", text=lambda s: str(s.row.effective or "未定"), note=_phase),
        Fact(label="流程版本", text=lambda s: str(s.row.conf_version or "未发布")),
        Fact(label="起草自", text=lambda s: f"版本 {s.row.base_version}"),
        Fact(label="改动", text=lambda s: f"{len(s.more)} 行"),
        Fact(label="起草、发布", text=lambda s: "　".join(filter(None, [s.row.drafter, s.row.publisher]))),
    ],
    notices=_notices,
    parts=[
        Part(
            "changes",
            "改动",
            columns=[
                Col("kind", "差异", None, 70),
                Col("step", "环节", None, 110),
                Col("scope", "适用", None, 220),
                Col("cell", "内容", None, 100),
                Col("before", "原版本", None, 260),
                Col("after", "本版本", None),
            ],
            rows=_changes,
            noun="差异",
            empty="与起草自的版本没有差异",
        ),
        Listed("trials", "试跑", "flow_trial_list", lambda s: {"edition_id": s.row.id}),
        course(FLOW_EDITION),
    ],
    actions=[
        Action("draw", "打开设计", p.FLOW_QUERY, kind="route", needs="one", route=DESIGN),
        EDIT,
        *page_buttons(FLOW_EDITION),
    ],
    history=True,
)


def _done(shown: Shown) -> bool:
    return bool(shown.row.state == "done")


TRIAL_VIEW = RecordView(
    no="flow_trial",
    title="流程试跑",
    permission=p.FLOW_QUERY,
    model=FlowTrial,
    url=f"{CALLS}/trial/record",
    heading=lambda s: f"流程试跑 {s.row.name}",
    name=lambda s: s.row.name or "流程试跑",
    identity=lambda s: f"{s.row.firstday} 至 {s.row.lastday} 受理的业务",
    facts=[
        Fact(
            label="状态",
            text=lambda s: STATES.get(s.row.state, "等待"),
            tone=lambda s: STATE_TONES.get(s.row.state, "ca"),
            dot=True,
            note=lambda s: f"{s.row.passed} / {s.row.total} 件",
        ),
        Fact(label="不同的业务", text=lambda s: f"{s.row.moved} 件"),
        Fact(label="环节不同", text=lambda s: f"{s.row.paths} 件"),
        Fact(label="时限不同", text=lambda s: f"{s.row.limits} 件"),
        Fact(label="办理人不同", text=lambda s: f"{s.row.actors} 件"),
        Fact(label="退回不同", text=lambda s: f"{s.row.backs} 件"),
    ],
    notices=lambda s: [Notice(s.row.message, "no")] if s.row.state == "failed" else [],
    parts=[
        Panel(
            "progress",
            "进度",
            "jobProgress",
            lambda s: {"url": f"{CALLS}/trial/progress", "unit": "件"},
            when=lambda s: s.row.state not in ENDED,
        ),
        Listed("lines", "会不同的业务", "flow_trial_lines", lambda s: {"trial_id": s.row.id}, when=_done),
    ],
    actions=[
        Action(
            *("openEdition", "流程版本", p.FLOW_QUERY),
            kind="route",
            needs="one",
            route="/sysmng/flowDesigner/detail?id={edition_id}",
        )
    ],
)

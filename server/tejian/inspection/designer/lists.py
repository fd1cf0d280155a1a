"""Lists of the designer: the versions as they are drafted, and what a trial found."""

from typing import Any

from sqlalchemy import and_, select

from tejian.inspection.models.designer import STATE_TONES, STATES, WAY_TONES, WAYS, FlowTrial
from tejian.inspection.models.designer import FlowEdition as E
from tejian.inspection.models.designer import FlowTrialLine as L
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system import permissions as p
from tejian.system.rules.api import CHECKED, DRAFT, PUBLISHED, STEP_NAMES

from .forms import CALLS, FORM, OPEN
from .process import FLOW_EDITION, PAGE

DESIGN = "/sysmng/flowDesigner/design?id={id}"
EDIT = Action("edit", "编辑", p.FLOW_SAVE, place="row", kind="form", needs="one", form=FORM.no, when={"step": (DRAFT,)})
DRAW = Action("draw", "设计", p.FLOW_QUERY, place="row", kind="route", needs="one", route=DESIGN)
edition_list = add_list(
    ListView(
        no="flow_edition_list",
        title="流程设计",
        permission=p.FLOW_QUERY,
        export_permission=p.EXPORT,
        source=select(E),
        key=E.id,
        visible=E.visible,
        url=f"{CALLS}/findList",
        sort="-createtime",
        columns=[
            col(E.editionno, 130, type="code", fixed="left", link=PAGE),
            col(E.name, 240),
            col(E.step, 90, label="状态", type="state", words=FLOW_EDITION.names, tones=FLOW_EDITION.tones),
            col(E.effective, 110),
            col(E.conf_version, 90),
            col(E.base_version, 110),
            col(E.document, 220),
            col(E.rowcount, 70),
            col(E.drafter, 90),
            col(E.publisher, 90),
            col(E.published, 140),
            col(E.createtime, 140, label="起草时间"),
            col(E.remark, 200, shown=False),
        ],
        search=[
            like("name", "名称", E.name, quick=True),
            same("step", "状态", E.step, widget="select", options=FLOW_EDITION.names, quick=True),
            like("document", "文件依据", E.document),
            dates("effective", "生效日期", E.effective),
        ],
        segments=[
            Segment("draft", "草案与待发布", lambda me: E.step.in_((DRAFT, CHECKED))),
            Segment("coming", "待生效", lambda me: and_(E.step == PUBLISHED, E.effective > clock.today())),
            Segment("published", "已生效", lambda me: and_(E.step == PUBLISHED, E.effective <= clock.today())),
        ],
        actions=[
            Action("begin", "起草", p.FLOW_SAVE, kind="form", form=OPEN.no, route=DESIGN, shortcut="Alt+N"),
            DRAW,
            EDIT,
            *buttons(FLOW_EDITION),
        ],
    )
)


def _trials(me: User) -> Any:
    return FlowTrial.visible(me)


trial_list = add_list(
    ListView(
        no="flow_trial_list",
        title="流程试跑",
        permission=p.FLOW_QUERY,
        export_permission=p.EXPORT,
        source=select(FlowTrial),
        key=FlowTrial.id,
        visible=_trials,
        url=f"{CALLS}/trial/findList",
        sort="-createtime",
        columns=[
            col(FlowTrial.createtime, 140, label="试跑时间", link="/sysmng/flowDesigner/trial?id={id}"),
            col(FlowTrial.state, 80, type="state", words=STATES, tones=STATE_TONES),
            col(FlowTrial.total, 90),
            col(FlowTrial.moved, 100),
            col(FlowTrial.paths, 90),
            col(FlowTrial.limits, 90),
            col(FlowTrial.actors, 100),
            col(FlowTrial.backs, 90),
            col(FlowTrial.madeby, 90),
            col(FlowTrial.message, 360),
            Col("edition_id", "", FlowTrial.edition_id),
        ],
        search=[same("edition_id", "流程草案", FlowTrial.edition_id, widget="input")],
    )
)
line_list = add_list(
    ListView(
        no="flow_trial_lines",
        title="试跑明细",
        permission=p.FLOW_QUERY,
        export_permission=p.EXPORT,
        source=select(L).join(FlowTrial, FlowTrial.id == L.trial_id),
        key=L.id,
        visible=_trials,
        indexed=lambda me: [],  # in their order; by another column when few are asked for
        url=f"{CALLS}/trial/findLines",
        sort="row",
        columns=[
            col(L.seisn, 140, type="code", fixed="left", link="/flowLog?seisn={seisn}"),
            col(L.equname, 150),
            col(L.unitname, 200),
            col(L.way, 110, type="state", words=WAYS, tones=WAY_TONES),
            col(L.step, 110, type="dict", words=STEP_NAMES),
            col(L.before, 220),
            col(L.after, 220),
            Col("row", "", L.id),
        ],
        search=[
            same("way", "不同之处", L.way, widget="select", options=WAYS, quick=True),
            same("step", "环节", L.step, widget="select", options=STEP_NAMES, quick=True),
            same("seisn", "业务流水号", L.seisn, quick=True),
            same("trial_id", "试跑", L.trial_id, widget="input"),
        ],
    )
)

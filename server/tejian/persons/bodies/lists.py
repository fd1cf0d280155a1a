"""The list of examination bodies with what they may examine, and that of supervisors with their certificates."""

from typing import Any

from sqlalchemy import func, select

from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, Search, Segment, col, dates, like, listing, same
from tejian.persons import permissions as p
from tejian.persons.models.bodies import SOON_DAYS, STATES, TONES, may_examine, state_of
from tejian.persons.models.bodies import ExamBody as B
from tejian.persons.models.bodies import ExamBodyItem as I
from tejian.persons.models.bodies import MonitorCert as M
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, MONITOR_ACTS, MONITOR_API, PAGE

_items = select(func.string_agg(I.item, ",")).where(I.body_id == B.id).correlate(B).scalar_subquery()
_today = func.current_date()


def _states(model: Any) -> list[Any]:
    state = state_of(model.held, model.validto)
    return [
        col(model.validto, 104),
        Col("left", "余期", model.validto - _today, 84, "left"),
        Col("state", "状态", state, 76, "state", words=STATES, tones=TONES),
    ]


def _segments(model: Any) -> list[Segment]:
    soon = (model.held == "") & model.validto.between(_today, _today + SOON_DAYS - 1)
    over = (model.held == "") & (model.validto < _today)
    return [Segment("soon", "90日内到期", lambda me: soon), Segment("over", "已过期", lambda me: over)]


body_list = listing(
    B,
    no="exam_body_list",
    title="考试机构",
    permission=p.BODY_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    sort="name",
    late=(B.held == "") & (B.validto < _today),
    due=["validto"],
    columns=[
        col(B.name, 220, fixed="left", link=PAGE),
        Col("items", "可考项目", _items, 260, "dict", dict="C622", sortable=False),
        *_states(B),
        col(B.areacode, 110),
        col(B.address, 220),
        col(B.approvalno, 150, type="code"),
        col(B.contact, 90, shown=False),
        col(B.tel, 120, shown=False),
    ],
    search=[
        like("text", "名称、地点", B.name, B.address, quick=True),
        Search("item", "可考项目", lambda v: may_examine(v, clock.today()), widget="select", dict="C622", quick=True),
        dates("validto", "有效期至", B.validto),
    ],
    segments=_segments(B),
    actions=[
        ACTS.add,
        Action("view", "查看", p.BODY_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        ACTS.delete,
    ],
)
monitor_list = listing(
    M,
    no="monitor_cert_list",
    title="监察人员",
    permission=p.MONITOR_QUERY,
    export_permission=EXPORT,
    url=f"{MONITOR_API}/findList",
    sort="validto",
    late=(M.held == "") & (M.validto < _today),
    due=["validto"],
    columns=[
        col(M.user_id, 90, fixed="left"),
        col(M.certno, 150, type="code"),
        *_states(M),
        col(M.org_id, 200),
        col(M.areacode, 110),
        col(M.classes, 180),
        col(M.issueorg, 180),
        col(M.issued, 104, shown=False),
        col(M.remark, 160, shown=False),
    ],
    search=[
        like("certno", "监察证编号", M.certno, quick=True),
        same("areacode", "监察区域", M.areacode, widget="area"),
        dates("validto", "有效期至", M.validto),
    ],
    segments=_segments(M),
    actions=[MONITOR_ACTS.add, MONITOR_ACTS.edit, MONITOR_ACTS.delete],
)

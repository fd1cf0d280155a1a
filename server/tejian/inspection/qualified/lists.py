"""资质配置: each allowed inspection with each step of it and each institute: who can do it today and soon."""

from typing import Any

from sqlalchemy import ColumnElement, case, func, literal, select, true
from sqlalchemy.orm import Session

from tejian.kit.forms.form import as_date
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, like, same
from tejian.system.models.organisations import Org
from tejian.system.permissions import EXPORT, STAFF_QUERY
from tejian.system.settings.api import in_statement

from .covering import STEP_NAMES, STEPS, R, count_on, first_end, is_allowed, is_used, names_on

DETAIL = "/sysmng/qualificationConfDetails?id={ruleid}"
TODAY = func.current_date()
# days ahead: time to have somebody else qualified
AHEAD = func.coalesce(in_statement("inspection.qualification.ahead_days"), 90)
NOW, SOON = count_on(TODAY), count_on(TODAY + AHEAD)
NOBODY, ENDING, ONE, ENOUGH = "0", "1", "2", "3"
STATES = {NOBODY: "无人可办", ENDING: "将无人可办", ONE: "只有一人", ENOUGH: "有人可办"}
TONES = {NOBODY: "no", ENDING: "no", ONE: "ca", ENOUGH: "ok"}
STATE = case((NOW == 0, literal(NOBODY)), (SOON == 0, literal(ENDING)), (NOW == 1, literal(ONE)), else_=literal(ENOUGH))


def own_institute(me: User) -> ColumnElement[bool]:
    """Who sees all sees every institute, others their own."""
    return true() if me.scope == "all" else Org.id == (me.org_id if not me.unit_id else "")


def _nobody_on(v: str) -> ColumnElement[bool]:
    day = as_date(v, "这一天无人可办")
    return count_on(literal(day)) == 0


def _said(name: str) -> Any:
    return R.data[name].astext


class Matrix(ListView):
    """The names of several qualifications are written as people say them."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Any) -> list[dict[str, Any]]:
        answer = super().dressed(db, me, rows, columns)
        return [one | {"wanted": str(one["wanted"]).replace("/", " 或 ")} for one in answer]


matrix_list = add_list(
    Matrix(
        no="qualification_matrix_list",
        title="资质配置",
        permission=STAFF_QUERY,
        export_permission=EXPORT,
        source=select(R).join(STEPS, true()).join(Org, Org.kind == "institute"),
        fixed=(is_allowed(), is_used(), Org.enabled.is_(True)),
        key=R.id + "-" + STEPS.c.step + "-" + Org.id,
        visible=own_institute,
        url="/api/qualification/findMatrix",
        sort="place",
        page_size=50,
        columns=[
            Col("equclass", "设备种类", _said("equclass"), 100, "dict", dict="C601"),
            Col("kinds", "适用类别", _said("kind_filter"), 120),
            Col("category", "检验类别", _said("seisort_label"), 100),
            Col("sort", "检验类型", _said("testsort_label"), 150, link=DETAIL),
            Col("step", "办理", STEPS.c.step, 80, "dict", words=STEP_NAMES),
            Col("wanted", "所需资格", _said("inspector_qualification"), 120),
            Col("state", "能否办理", STATE, 110, "state", words=STATES, tones=TONES, sortable=False),
            Col("today", "今天可办人数", NOW, 110, "number", sortable=False),
            Col("ahead", "到期后剩余", SOON, 100, "number", sortable=False),
            Col("firstend", "最早到期", first_end(), 110, "date", sortable=False),
            Col("people", "可办人员", names_on(TODAY), 220, sortable=False),
            Col("orgname", "检验机构", Org.name, 180, shown=False),
            Col("place", "", R.seq * 10 + STEPS.c.place),
            Col("ruleid", "", R.id),
        ],
        search=[
            same("equclass", "设备种类", _said("equclass"), widget="select", dict="C601", quick=True),
            same("step", "办理", STEPS.c.step, widget="select", options=STEP_NAMES, quick=True),
            like("sort", "检验类型", _said("testsort_label"), _said("seisort_label"), quick=True),
            like("wanted", "所需资格", _said("inspector_qualification")),
            Search("nobodyon", "这一天无人可办", _nobody_on, widget="date", quick=True),
            like("orgname", "检验机构", Org.name),
        ],
        segments=[
            Segment("nobody", "无人可办", lambda me: NOW == 0),
            Segment("ending", "将无人可办", lambda me: (NOW > 0) & (SOON == 0)),
            Segment("one", "只有一人", lambda me: (NOW == 1) & (SOON > 0)),
        ],
    )
)

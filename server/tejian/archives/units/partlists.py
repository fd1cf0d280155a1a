"""The lists of what units hold: their licences, and the testing capability of maintainers."""

from typing import Any

from sqlalchemy import and_, case, func, literal, select

from tejian.archives import permissions as p
from tejian.archives.models.units import (
    CAPABILITY_STATES,
    EXPIRED,
    LICENCE_STATES,
    LICENCE_TONES,
    PASSED,
    licence_state,
)
from tejian.archives.models.units import DetectionCapability as D
from tejian.archives.models.units import Unit as U
from tejian.archives.models.units import UnitLicence as L
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, fragment, like, same
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights
from tejian.system.permissions import EXPORT

from .forms import CAPABILITY_FORM, LICENCE_FORM
from .kinds import family

UNIT = "/bsArchives/unit/detail?id={unit_id}"
LICENCES = standard(LICENCE_FORM, Rights(family("b", "save")))
licence_list = add_list(
    ListView(
        no="unit_licence_list",
        title="单位许可证",
        permission=p.UNIT_QUERY,
        export_permission=EXPORT,
        source=select(L).join(U, U.id == L.unit_id),
        key=L.id,
        visible=L.visible,
        url="/api/unitlicence/findList",
        sort="validto",
        late=licence_state() == EXPIRED,
        columns=[
            Col("unitname", "单位名称", U.name, 240, fixed="left", link=UNIT),
            col(L.lictype, 150),
            col(L.licno, 150, type="code"),
            col(L.items, 220),
            col(L.level, 70),
            col(L.issueorg, 160),
            col(L.issuedate, 100),
            col(L.validto, 92),
            Col("state", "状态", licence_state(), 70, "state", words=LICENCE_STATES, tones=LICENCE_TONES),
            Col("unit_id", "", L.unit_id),
        ],
        search=[
            fragment("unitname", "单位名称", U.searchtext, quick=True),
            same("lictype", "许可类别", L.lictype, widget="select", dict="C740", quick=True),
            dates("validto", "有效期至", L.validto, quick=True),
            like("licno", "许可证编号", L.licno),
            Search("unit_id", "单位", lambda v: L.unit_id == v, widget="unit"),
            Search("ending", "只看180日内到期", lambda v: ending(), widget="checkbox"),
        ],
        actions=[
            LICENCES.add,
            LICENCES.edit,
            Action(
                "delete",
                "删除",
                family("b", "save"),
                place="more",
                kind="call",
                needs="many",
                url="/api/unitlicence/delete",
                confirm="确定要删除所选许可证吗？",
            ),
        ],
    )
)


def ending() -> Any:
    """In force, and out within 180 days (warnings at 180, 90 and 30 days, supervision.md L)."""
    return and_(L.held == "", L.validto >= func.current_date(), L.validto < func.current_date() + 180)


CAPABILITY_TONES = {"0": "ca", "1": "go", "2": "ok"}
REVIEW = family("b", "setUse")
CAPABILITIES = standard(CAPABILITY_FORM, Rights(family("b", "save")))
capability_list = add_list(
    ListView(
        no="unit_capability_list",
        title="维保单位检测能力",
        permission=p.UNIT_QUERY,
        export_permission=EXPORT,
        source=select(D).join(U, U.id == D.unit_id),
        key=D.id,
        visible=D.visible,
        url="/api/unitcapability/findList",
        sort="state",
        late=D.validto < func.current_date(),
        due=["validto"],
        columns=[
            Col("unitname", "维保单位", U.name, 220, fixed="left", link=UNIT),
            col(D.classes),
            col(D.staff, 70, label="检测人员"),
            col(D.tools, 200),
            col(D.certno, 112, type="code"),
            col(D.validto, 92),
            Col("state", "审查状态", D.state, 80, "state", words=CAPABILITY_STATES, tones=CAPABILITY_TONES),
            Col(
                "maytest",
                "可自行检测",
                case((and_(D.state == PASSED, D.validto >= func.current_date()), literal("1")), else_=literal("0")),
                84,
                "bool",
            ),
            col(D.reviewer, 70),
            col(D.reviewdate, 90),
            col(D.opinion, 160, shown=False),
            Col("unit_id", "", D.unit_id),
        ],
        search=[
            fragment("unitname", "维保单位", U.searchtext, quick=True),
            same("state", "审查状态", D.state, widget="select", options=CAPABILITY_STATES, quick=True),
            dates("validto", "有效期至", D.validto, quick=True),
        ],
        actions=[
            CAPABILITIES.add,
            CAPABILITIES.edit,
            Action("review", "审查", REVIEW, place="row", kind="form", needs="one", form="unit_capability_review_form"),
            Action(
                "delete",
                "删除",
                family("b", "save"),
                place="more",
                kind="call",
                needs="many",
                url="/api/unitcapability/delete",
                confirm="确定要删除所选检测能力登记吗？",
            ),
        ],
    )
)

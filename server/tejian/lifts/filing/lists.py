"""The three lists of filings: what waits for the review, what waits for the check, and all of them."""

from collections.abc import Sequence

from sqlalchemy import func, select

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Col, ListView, Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.lifts import permissions as p
from tejian.lifts.models.filing import CHECK, KINDS, REVIEW, STANDING, WAITING, WITH_UNIT, FiledPerson
from tejian.lifts.models.filing import MaintFiling as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, OFFICE, OWN
from .process import FILING

ENDING = C.step.in_(STANDING) & (C.renewfrom <= func.current_date())


def _persons() -> Col:
    number = select(func.count()).where(FiledPerson.filing_id == C.id).correlate(C).scalar_subquery()
    return Col("persons", "维保人员", number, 80, "number")


def _columns(page: str) -> list[Col]:
    return [
        col(C.filno, 130, type="code", fixed="left", link=page),
        col(C.filkind, 90, type="dict", words=KINDS),
        col(C.step, 90, label="状态", type="state", words=FILING.names, tones=FILING.tones),
        col(C.unitname, 220, link=page),
        col(C.areacode, 110),
        col(C.lifts, 90),
        _persons(),
        col(C.licno, 150),
        col(C.licvalidto, 100),
        col(C.validto, 130, type="deadline"),
        col(C.hotline, 120),
        col(C.applied, 140),
        col(C.reviewer_id, 80),
        col(C.checker_id, 80),
        col(C.replaces_id, 130, shown=False),
        col(C.createtime, 140, shown=False),
    ]


def _list(name: str, title: str, steps: Sequence[str], api: str, page: str, permission: str) -> ListView:
    view = Action("view", "查看", p.FILING_QUERY, place="row", kind="route", needs="one", route=page)
    whole = not steps
    return own_listing(
        FILING,
        no=f"maint_filing_{name}_list",
        title=title,
        permission=permission,
        export_permission=EXPORT,
        source=select(C) if whole else select(C).where(C.step.in_(steps)),
        url=f"{api}/{name}/findList",
        late=ENDING,
        due=["validto"],
        columns=_columns(page),
        search=[
            like("text", "备案号、单位、许可证", C.filno, C.unitname, C.licno, quick=True),
            same("step", "状态", C.step, widget="select", options=FILING.names, quick=whole),
            same("filkind", "备案类别", C.filkind, widget="select", options=KINDS, quick=not whole),
            same("areacode", "服务区域", C.areacode, widget="area"),
            dates("applied", "提交时间", C.applied, moment=True),
            dates("validto", "有效期至", C.validto),
        ],
        segments=[
            Segment("office", "待备案机关办理", lambda me: C.step.in_(WAITING)),
            Segment("unit", "待维保单位办理", lambda me: C.step.in_(WITH_UNIT)),
            Segment("ending", "可续期", lambda me: ENDING),
        ]
        if whole
        else [],
        actions=[
            *([ACTS.add] if whole else []),
            view,
            *([ACTS.edit] if whole else []),
            *buttons(FILING),
            *([ACTS.delete] if whole else []),
        ],
    )


QUERY, EXAMINE, CHECKED = "/unitMng/queryBeianDetail", "/unitMng/examineBeianDetail", "/unitMng/checkBeiAnDetail"
ALL = _list("query", "维保备案查询", (), OWN, f"{QUERY}?id={{id}}", p.FILING_QUERY)
REVIEWS = _list("examine", "维保备案审查", (REVIEW,), OFFICE, f"{EXAMINE}?id={{id}}", p.FILING_REVIEW)
CHECKS = _list("check", "维保备案审核", (CHECK,), OFFICE, f"{CHECKED}?id={{id}}", p.FILING_CHECK)

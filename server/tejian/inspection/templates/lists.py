"""Lists of templates: those in force, their versions, and what a trial found."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.inspection import permissions as p
from tejian.inspection.models.templates import WAY_TONES, WAYS, TemplateTrial
from tejian.inspection.models.templates import TemplateTrialLine as L
from tejian.inspection.models.templates import TemplateVersion as T
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons
from tejian.system.permissions import EXPORT
from tejian.system.rules.api import CHECKED, DRAFT, PUBLISHED, RuleRow, kinds

from .forms import CALLS, FORM, OPEN
from .parts import ITEMS, LAYOUTS
from .process import PAGE, TEMPLATE

R = RuleRow
CODE = R.data["template"].astext


def _rules(row: Any, day: Any) -> Any:
    return and_(or_(row.validfrom.is_(None), row.validfrom <= day), or_(row.validto.is_(None), row.validto > day))


def layouts(_me: User) -> Any:
    """The layouts in force: one a template."""
    return and_(R.tbl == LAYOUTS, _rules(R, clock.today()))


def _of_template(column: Any, *where: Any) -> Any:
    return select(column).where(T.template == CODE, *where).correlate(R).scalar_subquery()


published = (T.step == PUBLISHED, T.effective <= func.current_date())
item = R.__table__.alias("item")


def counted_of(table: str, filled: str = "") -> Any:
    """How many rows a template has in a table today, or those of them whose column is filled."""
    mine = [item.c.tbl == table, item.c.data["template"].astext == CODE, _rules(item.c, func.current_date())]
    if filled:
        mine.append(item.c.data[filled].astext != "")
    return select(func.count()).where(*mine).correlate(R).scalar_subquery()


edition = func.coalesce(_of_template(func.max(T.edition), *published), 1)
since = _of_template(func.max(T.effective), *published)
coming = _of_template(func.min(T.effective), T.step == PUBLISHED, T.effective > func.current_date())
drafts = _of_template(func.count(T.id), T.step.in_((DRAFT, CHECKED)))
BEGIN = Action("open", "起草新版本", p.TEMPLATE_DRAFT, place="row", kind="move", needs="one", form=OPEN.no)


class TemplateList(ListView):
    """Of each template the kinds in words, not as rules compare them."""

    def dressed(self, db: Session, me: User, rows: Any, columns: Sequence[Col]) -> list[dict[str, Any]]:
        answer, known = super().dressed(db, me, rows, columns), dictionary.words(db, me.dict_version)
        for row in answer:
            if row.get("kinds"):
                row["kinds"] = kinds(row["kinds"], known)
        return answer


template_list = add_list(
    TemplateList(
        no="report_template_list",
        title="报告模板",
        permission=p.TEMPLATE_QUERY,
        export_permission=EXPORT,
        source=select(R),
        key=R.id,
        visible=layouts,
        url=f"{CALLS}/findTemplates",
        sort="place",
        page_size=50,
        columns=[
            Col("template", "模板", CODE, 110, "code", fixed="left"),
            Col("name", "名称", R.data["name"].astext, 240),
            Col("kinds", "设备类别", R.data["kinds"].astext, 160),
            Col("items", "检验项目", counted_of(ITEMS), 90, "number"),
            Col("edition", "现行版次", edition, 90, "number"),
            Col("since", "生效日期", since, 110, "date"),
            Col("coming", "待生效", coming, 110, "date"),
            Col("drafts", "在办草案", drafts, 90, "number"),
            col(R.source, 260, shown=False),
            Col("place", "", R.seq),
        ],
        search=[
            like("name", "模板", R.data["name"].astext, CODE, quick=True),
        ],
        actions=[BEGIN],
    )
)
EDIT = Action(
    "edit", "编辑", p.TEMPLATE_DRAFT, place="row", kind="form", needs="one", form=FORM.no, when={"step": (DRAFT,)}
)
version_list = add_list(
    ListView(
        no="report_template_versions",
        title="报告模板版本",
        permission=p.TEMPLATE_QUERY,
        export_permission=EXPORT,
        source=select(T),
        key=T.id,
        visible=T.visible,
        url=f"{CALLS}/findVersions",
        sort="-createtime",
        columns=[
            col(T.templateno, 120, type="code", fixed="left", link=PAGE),
            col(T.template, 100, type="code"),
            col(T.title, 180),
            col(T.name, 180),
            col(T.step, 90, label="状态", type="state", words=TEMPLATE.names, tones=TEMPLATE.tones),
            col(T.effective, 110),
            col(T.edition, 70),
            col(T.document, 200),
            col(T.rowcount, 70),
            col(T.drafter, 90),
            col(T.publisher, 90),
            col(T.published, 140),
            col(T.createtime, 140, label="起草时间"),
            col(T.remark, 200, shown=False),
        ],
        search=[
            like("name", "模板或版本", T.name, T.title, T.template, quick=True),
            same("step", "状态", T.step, widget="select", options=TEMPLATE.names, quick=True),
            like("document", "文件依据", T.document),
            dates("effective", "生效日期", T.effective),
        ],
        segments=[
            Segment("draft", "草案与待发布", lambda me: T.step.in_((DRAFT, CHECKED))),
            Segment("coming", "待生效", lambda me: and_(T.step == PUBLISHED, T.effective > clock.today())),
            Segment("published", "已生效", lambda me: and_(T.step == PUBLISHED, T.effective <= clock.today())),
        ],
        actions=[EDIT, *buttons(TEMPLATE)],
    )
)
trial_lines = add_list(
    ListView(
        no="report_template_trial_lines",
        title="试算中有变化的记录",
        permission=p.TEMPLATE_QUERY,
        export_permission=EXPORT,
        source=select(L),
        key=L.id,
        visible=lambda me: L.trial_id.in_(select(TemplateTrial.id).where(TemplateTrial.visible(me))),
        url=f"{CALLS}/trial/findLines",
        sort="id",
        columns=[
            col(L.reportno, REPORT_NO_WIDTH, type="code", fixed="left", link="/businessPro/applyInfo?seisn={seisn}"),
            col(L.seisn, 150, type="code"),
            col(L.way, 110, type="state", words=WAYS, tones=WAY_TONES),
            col(L.before, 140),
            col(L.after, 140),
            col(L.more, 320),
            col(L.less, 320),
            col(L.equname, 140),
            col(L.unitname, 200),
            col(L.inspdate, 110),
            Col("appbuss_id", "", L.appbuss_id),
            Col("trial_id", "", L.trial_id),
        ],
        search=[
            like("reportno", "报告编号", L.reportno, L.seisn, quick=True),
            same("way", "变化", L.way, widget="select", options=WAYS, quick=True),
            same("trial_id", "试算", L.trial_id, widget="input"),
        ],
    )
)

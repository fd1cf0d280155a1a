"""The page of an indicator; the preview of a form with its columns and what must add up."""

from tejian.kit.process.moves import course, is_own, page_buttons, state
from tejian.kit.records.recordview import Fact, Panel, Part, RecordView, Shown, children, of
from tejian.statistics.models.filed import COUNT, DIVISIONS, Indicator, StatBalance, StatColumn, StatForm
from tejian.statistics.permissions import FORM_QUERY

from .forms import ACTS, FORMS, INDICATOR_ACTS, INDICATOR_FORM, INDICATORS
from .lists import TRY
from .process import FORM as FORM_PROCESS
from .process import INDICATOR


def counts(s: Shown) -> bool:
    return bool(s.row.kind == COUNT)


def works_out(s: Shown) -> bool:
    return not counts(s)


INDICATOR_VIEW = RecordView(
    no="stat_indicator",
    title="统计指标",
    permission=FORM_QUERY,
    model=Indicator,
    url=f"{INDICATORS}/record",
    form=INDICATOR_FORM,
    heading=lambda s: f"{s.row.code} {s.row.name}",
    subtitle=lambda s: s.row.definition,
    facts=[
        state(INDICATOR),
        Fact("edition"),
        Fact("kind", note=lambda s: s.row.unit),
        Fact("behind", note=lambda s: "按期间" if s.row.timed else "按统计时", when=counts),
        Fact("asks", when=counts),
        Fact("formula", when=works_out),
        Fact("source"),
        Fact("publisher_id", note=lambda s: s.text("published")),
        Fact("ended"),
    ],
    parts=[course(INDICATOR)],
    actions=[TRY, INDICATOR_ACTS.edit, *page_buttons(INDICATOR)],
    own=is_own(INDICATOR),
    history=True,
)
FORM_VIEW = RecordView(
    no="stat_form",
    title="监察数据统计预览",
    permission=FORM_QUERY,
    model=StatForm,
    url=f"{FORMS}/record",
    heading=lambda s: f"{s.row.code} {s.row.name}",
    subtitle=lambda s: s.row.source,
    facts=[
        state(FORM_PROCESS),
        Fact("edition"),
        Fact(label="行", text=lambda s: DIVISIONS.get(s.row.division, "")),
        Fact("publisher_id", note=lambda s: s.text("published")),
        Fact("ended"),
    ],
    parts=[
        Panel("preview", "预览", "form-table", lambda s: {"url": f"{FORMS}/preview"}),
        Part(
            "columns",
            "栏目",
            [of(StatColumn.code), of(StatColumn.heading)],
            children(StatColumn.form_id, StatColumn.id),
            noun="栏目",
        ),
        Part(
            "balances",
            "平衡关系",
            [of(StatBalance.whole), of(StatBalance.parts)],
            children(StatBalance.form_id, StatBalance.id),
            noun="平衡关系",
            empty="没有平衡关系",
        ),
        course(FORM_PROCESS),
    ],
    actions=[ACTS.edit, *page_buttons(FORM_PROCESS)],
    own=is_own(FORM_PROCESS),
    history=True,
)

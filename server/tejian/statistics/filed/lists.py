"""The indicators and the forms, every version of each."""

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.statistics.counted.api import BEHIND
from tejian.statistics.models.filed import DIVISIONS, DRAFT, KINDS, USED
from tejian.statistics.models.filed import Indicator as I
from tejian.statistics.models.filed import StatForm as F
from tejian.statistics.permissions import FORM_QUERY
from tejian.system.permissions import EXPORT

from .forms import ACTS, FORMS, INDICATOR_ACTS, INDICATOR_PAGE, INDICATORS, PAGE
from .process import FORM, INDICATOR

LISTS = {code: one.label for code, one in BEHIND.items()}
TRY = Action(
    "trial",
    "试算",
    FORM_QUERY,
    place="row",
    kind="call",
    needs="one",
    url=f"{INDICATORS}/trial",
    when={"step": (USED,)},
)
indicator_list = own_listing(
    INDICATOR,
    no="stat_indicator_list",
    title="监察数据字典维护",
    permission=FORM_QUERY,
    export_permission=EXPORT,
    url=f"{INDICATORS}/findList",
    sort="code",
    columns=[
        col(I.code, 90, type="code", fixed="left", link=INDICATOR_PAGE),
        col(I.name, 180, fixed="left"),
        col(I.step, 90, label="状态", type="state", words=INDICATOR.names, tones=INDICATOR.tones),
        col(I.edition, 70),
        col(I.unit, 90),
        col(I.kind, 110, type="dict", words=KINDS),
        col(I.behind, 110, type="dict", words=LISTS),
        col(I.asks, 220),
        col(I.timed, 80, type="bool"),
        col(I.formula, 180),
        col(I.definition, 260),
        col(I.source, 200, shown=False),
        col(I.publisher_id, 80),
        col(I.published, 140),
        col(I.ended, 140, shown=False),
    ],
    search=[
        like("text", "代码、名称", I.code, I.name, quick=True),
        same("step", "状态", I.step, widget="select", options=INDICATOR.names, quick=True),
        same("kind", "指标类型", I.kind, widget="select", options=KINDS),
        same("behind", "统计的清单", I.behind, widget="select", options=LISTS),
    ],
    segments=[
        Segment("used", "使用中", lambda me: I.step == USED),
        Segment("draft", "编制中", lambda me: I.step == DRAFT),
    ],
    actions=[
        INDICATOR_ACTS.add,
        TRY,
        INDICATOR_ACTS.edit,
        *buttons(INDICATOR),
        INDICATOR_ACTS.delete,
    ],
)
form_list = own_listing(
    FORM,
    no="stat_form_list",
    title="监察数据统计",
    permission=FORM_QUERY,
    export_permission=EXPORT,
    url=f"{FORMS}/findList",
    sort="code",
    columns=[
        col(F.code, 90, type="code", fixed="left", link=PAGE),
        col(F.name, 240, fixed="left"),
        col(F.step, 90, label="状态", type="state", words=FORM.names, tones=FORM.tones),
        col(F.edition, 70),
        col(F.division, 100, type="dict", words=DIVISIONS),
        col(F.source, 240),
        col(F.publisher_id, 80),
        col(F.published, 140),
        col(F.ended, 140, shown=False),
    ],
    search=[
        like("text", "表号、名称", F.code, F.name, quick=True),
        same("step", "状态", F.step, widget="select", options=FORM.names, quick=True),
    ],
    segments=[
        Segment("used", "使用中", lambda me: F.step == USED),
        Segment("draft", "编制中", lambda me: F.step == DRAFT),
    ],
    actions=[
        ACTS.add,
        Action("view", "预览", FORM_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(FORM),
        ACTS.delete,
    ],
)

"""符合性声明: what one's unit declared, or what the institute received."""

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, dates, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.quality import permissions as p
from tejian.quality.models.conformity import BACK, KINDS, SENT
from tejian.quality.models.conformity import Conformity as C
from tejian.system.permissions import EXPORT

from .forms import ACTS, API, PAGE
from .process import CONFORMITY

conformity_list = own_listing(
    CONFORMITY,
    no="conformity_list",
    title="符合性声明",
    permission=p.CONFORM_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(C.declno, 130, type="code", fixed="left", link=PAGE),
        col(C.unitname, 200, label="声明单位"),
        col(C.step, 90, label="状态", type="state", words=CONFORMITY.names, tones=CONFORMITY.tones),
        col(C.kind, 110, type="dict", words=KINDS),
        col(C.standard, 180),
        col(C.toorg, 200),
        col(C.declared, 100),
        col(C.signatory, 80),
        col(C.sent, 140),
        col(C.checker_id, 80),
        col(C.checked, 140, shown=False),
        col(C.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、单位、标准", C.declno, C.unitname, C.standard, quick=True),
        same("step", "状态", C.step, widget="select", options=CONFORMITY.names, quick=True),
        same("kind", "声明内容", C.kind, widget="select", options=KINDS),
        dates("declared", "声明日期", C.declared),
    ],
    segments=[
        Segment("sent", "待核对", lambda me: C.step == SENT),
        Segment("back", "退回", lambda me: C.step == BACK),
    ],
    actions=[
        ACTS.add,
        Action("view", "查看", p.CONFORM_QUERY, place="row", kind="route", needs="one", route=PAGE),
        ACTS.edit,
        *buttons(CONFORMITY),
        ACTS.delete,
    ],
)

"""The models that a person has or is given."""

from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import Segment, col, like, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.system.models.querymodels import DRAFT, USED
from tejian.system.models.querymodels import QueryModel as Q
from tejian.system.permissions import EXPORT, MODEL_QUERY

from .forms import ACTS, API, PAGE, RESULT
from .process import MODEL
from .sources import title_of

OPEN = Action("open", "打开结果", MODEL_QUERY, place="row", kind="route", needs="one", route=RESULT)
model_list = own_listing(
    MODEL,
    no="query_model_list",
    title="通用查询模型",
    permission=MODEL_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(Q.modelno, 120, type="code", fixed="left", link=PAGE),
        col(Q.name, 200, fixed="left"),
        col(Q.source, 170, type="dict", words=title_of),
        col(Q.step, 90, label="状态", type="state", words=MODEL.names, tones=MODEL.tones),
        col(Q.edition, 70),
        col(Q.owner_id, 90, label="建立人"),
        col(Q.remark, 240),
        col(Q.published, 140),
        col(Q.ended, 140, shown=False),
        col(Q.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、名称", Q.modelno, Q.name, quick=True),
        same("step", "状态", Q.step, widget="select", options=MODEL.names, quick=True),
    ],
    segments=[
        Segment("used", "使用中", lambda me: Q.step == USED),
        Segment("draft", "编制中", lambda me: Q.step == DRAFT),
        Segment("own", "我建立的", lambda me: Q.owner_id == me.id),
    ],
    actions=[ACTS.add, OPEN, ACTS.edit, *buttons(MODEL), ACTS.delete],
)

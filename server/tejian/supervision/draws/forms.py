"""What is filled in for a draw, and the dialogs of its moves."""

from tejian.archives.models.units import Unit
from tejian.inspection.flow.api import COLLEAGUE
from tejian.kit.forms.formview import Field, Table, dialog, field_of, why
from tejian.kit.forms.refers import Refers, existing
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.supervision import permissions as p
from tejian.supervision.models.draws import DRAFT, Recusal
from tejian.supervision.models.draws import Draw as C

API = "/api/superviseTask"
PAGE = "/safeMng/superviseTaskDetail?id={id}"
RECUSALS = form_of(
    "supervision_recusal_form",
    "回避",
    API,
    field_of(Recusal.officer_id, type="user", required=True, span=8, refers=COLLEAGUE),
    field_of(
        Recusal.unitsysid,
        type="unit",
        required=True,
        span=8,
        refers=Refers(Unit, among=existing, alone="an officer may be kept from any unit"),
    ),
    field_of(Recusal.why, required=True, span=8),
)
FORM = form_of(
    "supervision_draw_form",
    "双随机抽查",
    API,
    field_of(C.title, required=True, span=24),
    field_of(C.areacode, type="area", dict="", required=True, span=12),
    field_of(C.equclass, required=True, span=12),
    field_of(C.highs, required=True, low=0, high=10_000, span=8, default=0),
    field_of(C.middles, required=True, low=0, high=10_000, span=8, default=0),
    field_of(C.lows, required=True, low=0, high=10_000, span=8, default=0),
    field_of(C.publicsource, required=True, span=16, help="公布时还没有产生、谁都能查到的数，如某期彩票的开奖号码"),
    field_of(C.publicday, required=True, span=8),
    tables=[Table("recusals", "回避", RECUSALS, "添加回避", of=Recusal.draw_id)],
)
ACTS = standard(FORM, Rights(p.DRAW_QUERY, p.DRAW_SAVE), [DRAFT], new="制定抽查", page=PAGE)
DRAW = dialog(
    "supervision_draw_draw",
    "抽取 {drawno}",
    field_of(C.publicvalue, required=True, span=24, help="照公布的来源填写，一个字符也不能差"),
    ok="抽取",
)
REPLACE = dialog(
    "supervision_draw_replace",
    "替换 {drawno}",
    Field(
        "which",
        "替换的单位",
        "select",
        True,
        span=24,
        size=32,
        options_url=f"{API}/picked",
        of_picked=True,
        refers=None,
    ),
    why("原因", "请写明替换的原因"),
    ok="替换",
    note="由同层次序中的下一家替换",
)
PLAN = dialog("supervision_draw_plan", "下达 {drawno}", field_of(C.planday, required=True, span=12), ok="下达检查计划")

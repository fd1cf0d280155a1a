"""What is filled in for a draw, and the dialogs in which an error is written down and answered."""

from tejian.kit.forms.formview import Field, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.quality import permissions as p
from tejian.quality.models.spotchecks import DRAFT
from tejian.quality.models.spotchecks import SpotCheck as C
from tejian.quality.models.spotchecks import SpotItem as I
from tejian.system.models.accounts import SysUser

DRAWS, ITEMS = "/api/quality/spotDraw", "/api/quality/spotCheck"
LIST, DRAW_LIST = "/insBusQuery/checkBug", "/insBusQuery/checkBugDraw"
PAGE, DRAW_PAGE = f"{LIST}Detail?id={{id}}", f"{DRAW_LIST}Detail?id={{id}}"
SIGNER = Refers(SysUser, among=lambda me: SysUser.org_id == me.org_id, alone="one of its signers, as the guard says")
FORM = form_of(
    "spot_check_form",
    "报告抽查",
    DRAWS,
    field_of(C.datefrom, required=True, span=8),
    field_of(C.dateto, required=True, span=8),
    field_of(C.sample, required=True, span=8, low=1, high=500, help="多于报告总数时全部抽取"),
    field_of(C.equclass, span=8, help="不选时为所有种类"),
    field_of(C.note, span=16),
)
ACTS = standard(FORM, Rights(p.SPOT_QUERY, p.SPOT_DRAW), [DRAFT], new="制定抽查", page=DRAW_PAGE)
FOUND = dialog(
    "spot_item_mark",
    "登记差错 {reportno}",
    field_of(I.errorclass, type="radio", required=True, span=24),
    field_of(I.errorplace, required=True, span=24, help="第几页、第几项、哪一栏"),
    field_of(I.errortext, type="textarea", required=True, span=24, help="写了什么，应当是什么"),
    Field(
        "person_id",
        "责任人",
        "select",
        True,
        span=24,
        size=32,
        options_url=f"{ITEMS}/signers",
        of_picked=True,
        refers=SIGNER,
        help="在这份报告上签名的人之一",
    ),
    ok="登记",
)
ANSWER = dialog(
    "spot_item_answer",
    "答复 {reportno}",
    field_of(I.answer, type="textarea", required=True, span=24, help="差错的原因；认为不是差错的写明理由"),
    field_of(I.measure, type="textarea", required=True, span=24, help="怎样更正，怎样不再发生"),
    ok="答复",
)

"""What is filled in for a problem, and the dialogs of its moves."""

from tejian.archives.models.equipment import Equipment
from tejian.kit.forms.formview import Field, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of
from tejian.supervision.models.defects import Defect as C

API = "/api/sceneProblem"
PAGE = "/safeMng/sceneProblemMngDetail/{id}"
OF_UNIT = Refers(Equipment, alone="judged with the unit of the problem when it is saved")
DEVICE = field_of(C.equdatasysid, type="equipment", span=12, refers=OF_UNIT)
HANDLING = field_of(C.handling, required=True, span=12)
LEVEL = field_of(C.level, required=True, span=12)
DEADLINE = field_of(C.deadline, required=True, span=12)
DEMAND = field_of(C.demand, type="textarea", required=True, span=24)
FORM = form_of(
    "supervision_defect_form",
    "现场问题",
    API,
    field_of(C.content, type="textarea", required=True, span=24),
    field_of(C.basis, span=24),
    LEVEL,
    HANDLING,
    field_of(C.act, span=12),
    DEADLINE,
    DEVICE,
    DEMAND,
)
START = dialog(
    "defect_start",
    "开始整改 {defectno}",
    field_of(C.mender, required=True, span=12),
    field_of(C.plan, type="textarea", required=True, span=24),
    ok="开始整改",
)
ANSWER = dialog(
    "defect_answer",
    "整改反馈 {defectno}",
    field_of(C.donedate, required=True, span=12),
    field_of(C.measure, type="textarea", required=True, span=24, help="整改后的照片在附件中上传"),
    ok="反馈",
)
EXTEND = dialog(
    "defect_extend",
    "延期 {defectno}",
    Field("newdeadline", "新的整改期限", "date", required=True, span=12),
    why("原因", "请写明延期的原因"),
    ok="批准延期",
    note="只能在到期以前延期一次",
)
HANG = dialog(
    "defect_hang",
    "挂牌督办 {defectno}",
    field_of(C.listedto, required=True, span=12),
    why("理由", "请写明挂牌督办的理由"),
    ok="挂牌督办",
    note="由监管部门负责人决定，告知责任单位；摘牌以后才能关闭",
)
TAKE_OVER = dialog("defect_take_over", "接管 {defectno}", LEVEL, HANDLING, DEADLINE, DEMAND, ok="接管下达")
WHY_CASE = field_of(C.act, required=True, span=24), why("理由", "请写明立案的事实")
CASE = dialog("defect_case", "立案 {defectno}", *WHY_CASE, ok="立案")

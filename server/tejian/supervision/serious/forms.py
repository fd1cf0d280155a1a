"""What is filled in for a serious report, how one is drawn up from what was found, and the dialogs of its moves."""

from tejian.archives.models.equipment import Equipment
from tejian.kit.forms.formview import FormView, Group, add_form, dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.supervision import permissions as p
from tejian.supervision.copies.api import ORG
from tejian.supervision.models.defects import GRAVE, Defect
from tejian.supervision.models.serious import BY_HAND, DRAFT, SOURCES
from tejian.supervision.models.serious import SeriousReport as C

API = "/api/seriousReport"
PAGE = "/assistMng/zdwtbgdetail?id={id}"
SEEN = Refers(Equipment, alone="any device that the institute sees")
FORM = form_of(
    "serious_report_form",
    "重大问题报告",
    API,
    field_of(C.equdatasysid, type="equipment", required=True, span=24, refers=SEEN),
    field_of(C.toorg, type="select", options_url=f"{API}/organisations", required=True, span=12, refers=ORG),
    field_of(C.found, required=True, span=6),
    field_of(C.level, required=True, span=6, default=GRAVE),
    field_of(C.problem, type="textarea", required=True, span=24),
    field_of(C.measures, type="textarea", required=True, span=24),
    field_of(C.suggestion, type="textarea", required=True, span=24),
)
ACTS = standard(FORM, Rights(p.SERIOUS_QUERY, p.SERIOUS_SAVE), [DRAFT], page=PAGE)
KNOWN = {code: word for code, word in SOURCES.items() if code != BY_HAND}
NUMBER = "不合格报告、已签发的通知书或已登记的隐患的编号"
FROM = add_form(
    FormView(
        "serious_report_from",
        "由已有记录起草",
        f"{API}/drawUp",
        [
            Group(
                "",
                [
                    field_of(C.sourcekind, type="radio", options=KNOWN, required=True, span=24),
                    field_of(C.sourceno, label="编号", required=True, span=24, help=NUMBER),
                ],
            )
        ],
        width=520,
        ok="起草",
        note="设备、问题和主送的监管部门由该记录带入，措施和建议在起草后补充",
    )
)
SEND = dialog(
    "serious_report_send",
    "报送 {seriousno}",
    field_of(C.latereason, type="textarea", span=24, help="超过报送时限的必填"),
    ok="报送",
)
ANSWER = dialog(
    "serious_report_answer",
    "反馈 {seriousno}",
    field_of(C.feedback, type="textarea", required=True, span=24),
    ok="反馈",
)
ORDER = dialog(
    "serious_report_order",
    "责令整改 {unitname}",
    field_of(Defect.level, required=True, span=12, default=GRAVE),
    field_of(Defect.handling, required=True, span=12),
    field_of(Defect.deadline, required=True, span=12),
    field_of(Defect.demand, type="textarea", required=True, span=24),
    ok="责令整改",
    note="作为现场问题下达使用单位，按问题整改的环节督促到关闭",
)

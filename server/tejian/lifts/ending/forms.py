"""What is filled in for the end of a maintenance, for the answer and for the handover."""

from tejian.kit.forms.formview import dialog, field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.lifts import permissions as p
from tejian.lifts.models.ending import ANSWERS, CAUSES, RETURNED, WITH_APPLICANT
from tejian.lifts.models.ending import LiftTermination as C

API = "/api/liftTermination"
PAGE = "/assistMng/termination/terminationQueryDetails?id={id}"
FORM = form_of(
    "lift_termination_form",
    "维保终止",
    API,
    field_of(C.equcode, required=True, span=12, label="电梯的设备代码"),
    field_of(C.cause, type="select", options=CAUSES, required=True, span=12),
    field_of(C.lastday, required=True, span=12, help="到这一天为止仍由原维保单位负责"),
    field_of(C.explain, type="textarea", required=True, span=24),
)
ACTS = standard(
    FORM, Rights(p.ENDING_QUERY, p.ENDING_APPLY), WITH_APPLICANT, new="申请终止", noun="维保终止", page=PAGE
)
ANSWER = dialog(
    "lift_termination_answer",
    "答复 {termno}",
    field_of(C.answer, type="radio", options=ANSWERS, required=True, span=24),
    field_of(C.answersaid, type="textarea", required=True, span=24),
    ok="答复",
)
HANDOVER = dialog(
    "lift_termination_handover",
    "交接 {termno}",
    field_of(C.keysback, type="radio", options=RETURNED, required=True, span=12),
    field_of(C.recordsback, type="radio", options=RETURNED, required=True, span=12),
    field_of(C.lastvisit, required=True, span=12),
    field_of(C.receiver, required=True, span=12),
    ok="完成交接",
)

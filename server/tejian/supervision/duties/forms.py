"""What is filled in to begin a record of duty."""

from tejian.kit.forms.formview import field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.supervision import permissions as p
from tejian.supervision.models.duties import FILLING, PERIODS
from tejian.supervision.models.duties import DutyRecord as C

API = "/api/companyDuty"
PAGE = "/safeMng/companyDutyDetail?id={id}"
FORM = form_of(
    "duty_record_form",
    "履职记录",
    API,
    field_of(C.period, type="select", options=PERIODS, required=True, span=12),
    field_of(C.equclass, required=True, span=12),
    field_of(C.firstday, required=True, span=12, help="周排查、月调度填其中任一天"),
    field_of(C.latereason, span=24, help="过了日期的为补录，须写明原因"),
)
ACTS = standard(FORM, Rights(p.DUTY_QUERY, p.DUTY_FILL), [FILLING], new="开始填写", noun="履职记录", page=PAGE)

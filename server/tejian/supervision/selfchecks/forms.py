"""What is filled in for a rule."""

from tejian.kit.forms.formview import field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights
from tejian.supervision import permissions as p
from tejian.supervision.models.selfchecks import AHEAD, CHANNELS, DRAFT, GRACE
from tejian.supervision.models.selfchecks import SelfCheckRule as R

API = "/api/supervision/selfCheck"
LIST, DUE = "/assistMng/selfInspectionSet/strategySet", "/assistMng/selfInspectionSet/sendMessage"
PAGE = f"{LIST}Detail?id={{id}}"
FORM = form_of(
    "self_check_rule_form",
    "自行检测策略",
    API,
    field_of(R.areacode, type="area", dict="", required=True, span=12),
    field_of(R.kind, type="category", span=12, help="不选时为全部电梯"),
    field_of(R.ahead, required=True, span=6, low=0, high=AHEAD, default="30"),
    field_of(R.grace, required=True, span=6, low=0, high=GRACE, default="0", help="到期后再给多少天上传报告"),
    field_of(R.channel, type="select", options=CHANNELS, required=True, span=6, default="both"),
    field_of(R.validfrom, required=True, span=6),
    field_of(R.source, required=True, span=24, help="要求上传的文件和条款"),
)
ACTS = standard(FORM, Rights(p.SELF_QUERY, p.SELF_SAVE), [DRAFT], new="制定策略", page=PAGE)

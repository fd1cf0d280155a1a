"""What is filled in of a sample, and how a finding is judged."""

from tejian.inspection import permissions as p
from tejian.inspection.models.laboratory import DRAWN, VERDICTS
from tejian.inspection.models.laboratory import LabFinding as F
from tejian.inspection.models.laboratory import LabSample as S
from tejian.kit.forms.formview import dialog, field_of
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

API = "/api/lims"
LIST = "/LIMSTrans"
PAGE = "/LIMSTrans/sample?id={id}"
FORM = form_of(
    "lab_sample_form",
    "实验室样品",
    API,
    field_of(S.seisn, required=True, span=12, help="报告录入中的业务"),
    field_of(S.itemseq, type="int", required=True, low=1, high=999, span=12, help="记录中需要化验的项目的序号"),
    field_of(S.name, required=True, span=12),
    field_of(S.amount, required=True, span=12),
    field_of(S.place, required=True, span=12),
    field_of(S.drawnday, required=True, span=12),
    field_of(S.asked, type="textarea", required=True, span=24, help="几项用顿号分开"),
)
ACTS = standard(FORM, Rights(p.SAMPLE_QUERY, p.SAMPLE_SAVE), [DRAWN], page=PAGE, new="登记样品", noun="样品")
JUDGE = dialog(
    "lab_finding_judge",
    "核查 {findno}",
    field_of(F.verdict, type="select", options=VERDICTS, required=True, span=24),
    field_of(F.opinion, type="textarea", required=True, span=24, help="写明依据；须更正的，另走报告更正"),
    ok="核查完毕",
    done="已核查",
)

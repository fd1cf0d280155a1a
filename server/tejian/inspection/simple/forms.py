"""What is entered of a report, and the dialogs in which it is filed and handed out."""

from tejian.archives.models.equipment import Equipment
from tejian.inspection import permissions as p
from tejian.inspection.flow.api import RELEASE_WAYS
from tejian.inspection.models.simple import OPEN
from tejian.inspection.models.simple import SimpleReport as R
from tejian.kit.forms.formview import dialog, field_of
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import form_of, standard
from tejian.kit.records.crud import Rights

API, OWNER = "/api/simpleReport", "simpleReport"
ARCHIVE, RELEASE = "/assistMng/jyBussMng/simpleReportArchive", "/assistMng/jyBussMng/simpleReportRelease"
PAGE = f"{ARCHIVE}Detail?id={{id}}"
SEEN = Refers(Equipment, alone="any device that is seen; what its report says of it stands beside")
FORM = form_of(
    "simple_report_form",
    "简易报告",
    API,
    field_of(R.reportno, required=True, span=8, help="照报告上的编号"),
    field_of(R.kind, required=True, span=8),
    field_of(R.maker, required=True, span=8),
    field_of(R.equdatasysid, type="equipment", span=12, refers=SEEN, help="档案中没有的设备可以不选"),
    field_of(R.equname, required=True, span=12),
    field_of(R.unitname, required=True, span=12),
    field_of(R.inspdate, required=True, span=6),
    field_of(R.nextdate, span=6),
    field_of(R.conclusion, required=True, span=12, help="照报告上的结论"),
    field_of(R.remark, span=12),
)
ACTS = standard(FORM, Rights(p.SIMPLE_QUERY, p.SIMPLE_SAVE), [OPEN], new="登记报告", page=PAGE)
FILE = dialog(
    "simple_report_archive",
    "归档 {reportno}",
    field_of(R.archivebox, required=True, span=12),
    field_of(R.pages, required=True, span=12, low=1, high=9999),
    ok="归档",
    note="归档后附件不再改，摘要记入报告，并生成验证码",
)
HAND_OUT = dialog(
    "simple_report_release",
    "发放 {reportno}",
    field_of(R.way, type="radio", options=RELEASE_WAYS, required=True, span=24, default="01"),
    field_of(R.receiver, required=True, span=24),
    ok="发放",
)

"""Calls of the reports that were made elsewhere."""

from tejian.inspection import permissions as p
from tejian.inspection.models.simple import SimpleReport
from tejian.kit.forms.formview import Field
from tejian.kit.importing.saving import import_form
from tejian.kit.process.moves import register
from tejian.kit.records.recordview import add_record
from tejian.kit.web.edge import Area

from . import detail, lists, saving  # noqa: F401
from .forms import ACTS, FORM
from .process import SIMPLE

area = Area()
add_record(area, detail.SIMPLE_PAGE)
register(area, SIMPLE)
ACTS.serve(area, SimpleReport, saving.HOOKS)
EXAMPLE = {
    "reportno": "AQF-2019-00123",
    "kind": "安全阀校验报告",
    "maker": "宁波市特种设备检验研究院",
    "equcode": "",
    "equname": "弹簧式安全阀 A48Y-16C",
    "unitname": "宁波港热电有限公司",
    "inspdate": "2019-05-20",
    "nextdate": "2020-05-19",
    "conclusion": "合格",
}
import_form(
    "simple_archive_list",
    "简易报告",
    p.SIMPLE_SAVE,
    FORM,
    saving.save_row,
    EXAMPLE,
    Field("equcode", "设备代码"),
    but=("equdatasysid",),
)

"""What is filled in for a sub-report."""

from tejian.inspection import permissions as p
from tejian.inspection.flow.api import COLLEAGUE
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.subreports import WRITE
from tejian.inspection.models.subreports import SubReport as S
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

CALLS = "/api/subreport"
OTHER = "其他"

STATED = (
    field_of(S.testdate, required=True, span=12),
    field_of(S.tester_id, type="user", label="检测人", required=True, span=12, refers=COLLEAGUE),
    field_of(S.subresult, required=True, span=24),
)
FORM = add_form(
    FormView(
        "sub_report_form", "分项报告", f"{CALLS}/save", [Group("", list(STATED))], load_url=f"{CALLS}/load", width=640
    )
)
MAKE_FORM = add_form(
    FormView(
        "sub_report_make_form",
        "新增分项报告",
        f"{CALLS}/make",
        [
            Group(
                "",
                [
                    Field(
                        "appbuss_id",
                        "业务",
                        "hidden",
                        True,
                        size=32,
                        default="{id}",
                        refers=Refers(AppBuss, alone="the inspection that the sub-report belongs to"),
                    ),
                    field_of(
                        S.subname,
                        type="select",
                        required=True,
                        span=12,
                        options_url=f"{CALLS}/names",
                        of_picked=True,
                    ),
                    Field("othername", "其他名称", span=12, size=64, help="名称选“其他”时填写"),
                    *STATED,
                ],
            )
        ],
        width=640,
        note="编号由平台接在报告编号后给出；新增后上传分项报告的 PDF 文件，再提交审核",
        done="已新增，请上传分项报告文件",
    )
)
BACK = dialog("sub_report_back", "退回 {subno}", why("退回原因", "请写明要修改的内容"), ok="退回", done="已退回编制人")
REOPEN = dialog("sub_report_reopen", "重新编制 {subno}", why("原因", "请写明重新编制的原因"), ok="重新编制")
ACTS = standard(FORM, Rights(p.QUERY, p.ENTER), [WRITE])

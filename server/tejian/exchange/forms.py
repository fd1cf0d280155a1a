"""The forms of outside reports and of ignoring a transfer."""

from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field, FormView, Group, add_form
from tejian.kit.forms.refers import Refers, existing


def _report(no: str, title: str, path: str, what: str) -> FormView:
    base = f"/api/thirdreport/{path}"
    return add_form(
        FormView(
            no,
            title,
            f"{base}/save",
            [
                Group(
                    "",
                    [
                        Field("equcode", "设备代码", required=True, size=20, rule="equipmentCode", span=12),
                        Field(
                            "unit_id",
                            f"{what}机构",
                            "unit",
                            required=True,
                            span=12,
                            refers=Refers(
                                Unit,
                                among=existing,
                                alone="an institution from anywhere; the call keeps it with the device",
                            ),
                        ),
                        Field("reportno", "报告编号", required=True, size=64, span=12),
                        Field("inspdate", f"{what}日期", "date", required=True, span=12),
                        Field(
                            "conclusion",
                            "结论",
                            "select",
                            required=True,
                            span=12,
                            options_url=f"/api/thirdreport/{path}/conclusions",
                        ),
                        Field("nextdate", "报告载明的下次日期", "date", span=12),
                        Field("inspectors", f"{what}人员", required=True, size=128, span=12),
                        Field("remark", "备注", span=12, size=500),
                    ],
                )
            ],
            load_url="/api/thirdreport/load",
            width=760,
        )
    )


INSPECTION_FORM = _report("third_inspection_form", "第三方检验报告", "inspection", "检验")
DETECTION_FORM = _report("third_detection_form", "第三方检测报告", "detection", "检测")
REFUSE_FORM = add_form(
    FormView(
        "third_detection_refuse_form",
        "退回检测报告",
        "/api/thirdreport/detection/checkRefuse",
        [Group("", [Field("opinion", "退回原因", "textarea", required=True, span=24, size=500)])],
        width=560,
        done="已退回，已告知登记人",
    )
)
IGNORE_FORM = add_form(
    FormView(
        "transfer_ignore_form",
        "忽略传输",
        "/api/transfer/ignore",
        [
            Group(
                "",
                [
                    Field("reportno", "报告编号", "readonly", span=24),
                    Field("error", "错误信息", "readonly", span=24),
                    Field("ignorereason", "忽略原因", "textarea", required=True, span=24, size=256),
                ],
            )
        ],
        load_url="/api/transfer/load",
        width=560,
    )
)

"""What is asked when a re-inspection is declared."""

from tejian.inspection.models.items import AppMain
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of

AGAIN_FORM = add_form(
    FormView(
        "again_form",
        "复检登记",
        "/api/again/declare",
        [
            Group(
                "",
                [
                    Field("inscontactname", "联系人", span=12, size=64, help="不填时同原申报单"),
                    Field("INSCONTACTTEL", "联系电话", span=12, rule="mobileOrLandline", help="不填时同原申报单"),
                    field_of(AppMain.plandate, span=12),
                ],
            )
        ],
        width=560,
        ok="登记复检",
        note="共 {count} 份不合格报告，只复检其不合格项目；按单位和设备种类各生成一张申报单并提交受理",
        done="已登记复检并提交受理",
    )
)

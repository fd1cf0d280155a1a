"""What is asked when devices that fall due are declared together."""

from tejian.inspection.models import AppMain
from tejian.kit.formview import Field, FormView, Group, add_form, field_of

CALL = "/api/expiry/declare"


def _form(no: str, field: str) -> FormView:
    """The dialog of a list; `field` is the date that falls due there."""
    return add_form(
        FormView(
            no,
            "批量申报",
            CALL,
            [
                Group(
                    "",
                    [
                        Field("datefield", "日期", "hidden", True, default=field),
                        field_of(AppMain.plandate, span=12),
                        Field("skip", "跳过不能申报的设备", "bool", span=24, default="0"),
                    ],
                )
            ],
            width=520,
            ok="申报",
            note="共 {count} 台，按单位、种类和检验类型各生成一张申报单并提交，联系人取单位档案",
            done="已申报",
        )
    )


FORMS = {
    "ninspdate": _form("expiry_form_inspection", "ninspdate"),
    "ninspdate2": _form("expiry_form_annual", "ninspdate2"),
    "ndetdate": _form("expiry_form_detection", "ndetdate"),
}

"""What is asked when devices that fall due are declared together, or when their units are reminded."""

from tejian.inspection.models import AppMain
from tejian.kit.formview import Field, FormView, Group, add_form, field_of

CALL = "/api/expiry/declare"
REMIND = "/api/expiry/remind"


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


def _reminder(no: str, field: str) -> FormView:
    """The dialog of a list that asks before short messages are sent; `field` is the date that falls due there."""
    return add_form(
        FormView(
            no,
            "短信提醒",
            REMIND,
            [Group("", [Field("datefield", "日期", "hidden", True, default=field)])],
            width=520,
            ok="发送",
            note="共 {count} 台，每家单位发一条，发到设备联系电话，没有时发到单位；不久前提醒过的单位不再发",
            done="短信已登记发送",
        )
    )


REMINDERS = {
    "ninspdate": _reminder("expiry_remind_inspection", "ninspdate"),
    "ninspdate2": _reminder("expiry_remind_annual", "ninspdate2"),
    "ndetdate": _reminder("expiry_remind_detection", "ndetdate"),
}

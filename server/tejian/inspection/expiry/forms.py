"""What is asked when devices that fall due are declared together, or when their units are reminded."""

from tejian.inspection.models.items import AppMain
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of

CALL = "/api/expiry/declare"
REMIND = "/api/expiry/remind"


def _form(no: str, title: str, call: str, field: str, *fields: Field, ok: str, note: str, done: str) -> FormView:
    """A dialog about the picked devices of a list; `field` is the date that falls due there."""
    own = Field("datefield", "日期", "hidden", True, default=field)
    return add_form(FormView(no, title, call, [Group("", [own, *fields])], width=520, ok=ok, note=note, done=done))


def _declaring(no: str, field: str) -> FormView:
    return _form(
        no,
        "批量申报",
        CALL,
        field,
        field_of(AppMain.plandate, span=12),
        field_of(AppMain.earlyreason, span=24),
        Field("skip", "跳过不能申报的设备", "bool", span=24, default="0"),
        ok="申报",
        note="共 {count} 台，按单位、种类和检验类型各生成一张申报单并提交，联系人取单位档案",
        done="已申报",
    )


def _reminding(no: str, field: str) -> FormView:
    return _form(
        no,
        "短信提醒",
        REMIND,
        field,
        ok="发送",
        note="共 {count} 台，每家单位发一条，发到设备联系电话，没有时发到单位；不久前提醒过的单位不再发",
        done="短信已登记发送",
    )


FORMS = {
    "ninspdate": _declaring("expiry_form_inspection", "ninspdate"),
    "ninspdate2": _declaring("expiry_form_annual", "ninspdate2"),
    "ndetdate": _declaring("expiry_form_detection", "ndetdate"),
    "nwaterdate": _declaring("expiry_form_water", "nwaterdate"),
    "nyearcheckdate": _declaring("expiry_form_year_check", "nyearcheckdate"),
}
REMINDERS = {
    "ninspdate": _reminding("expiry_remind_inspection", "ninspdate"),
    "ninspdate2": _reminding("expiry_remind_annual", "ninspdate2"),
    "ndetdate": _reminding("expiry_remind_detection", "ndetdate"),
    "nwaterdate": _reminding("expiry_remind_water", "nwaterdate"),
    "nyearcheckdate": _reminding("expiry_remind_year_check", "nyearcheckdate"),
}

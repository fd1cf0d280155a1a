"""What an operator types at a call, and what is said on the way."""

from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.lifts.models.rescue import RescueIncident as C

API = "/api/rescue"
PAGE = "/elevatorMaintenanceMng/bailOutDetail?id={id}"
CALL = add_form(
    FormView(
        "rescue_call_form",
        "接警",
        f"{API}/save",
        [
            Group(
                "来电",
                [
                    field_of(C.code96333, required=True, span=12, size=8, label="应急识别码"),
                    field_of(C.people, required=True, span=12, low=1, high=60),
                    field_of(C.caller, span=12),
                    field_of(C.callertel, required=True, span=12, rule="telKept"),
                    field_of(C.floor, span=12),
                    field_of(
                        C.urgent,
                        type="select",
                        options_url=f"{API}/urgent",
                        span=12,
                        help="有这些情形的立即转三级（消防119）",
                    ),
                    field_of(C.situation, type="textarea", span=24),
                ],
            )
        ],
    )
)
FORECAST = dialog(
    "rescue_accept", "接单 {orderno}", field_of(C.forecast, required=True, span=24, low=1, high=240), ok="接单"
)


def at(no: str, label: str) -> FormView:
    """A dialog that asks for the moment, where it is not now."""
    when = Field("happened", f"{label}时间", "datetime", span=24, help="不填为现在；补填的时间会标明")
    return dialog(no, f"{label} {{orderno}}", when, ok=label)


FOLLOW = dialog(
    "rescue_follow", "回访 {orderno}", field_of(C.followsaid, type="textarea", required=True, span=24), ok="回访"
)
CLOSE = dialog(
    "rescue_close",
    "关闭 {orderno}",
    field_of(C.cause, required=True, span=24),
    field_of(C.causesaid, type="textarea", required=True, span=24),
    ok="关闭",
)


def because(no: str, label: str) -> FormView:
    return dialog(no, f"{label} {{orderno}}", why("原因", "请填写原因"), ok=label)

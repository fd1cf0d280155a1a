"""The forms of a terminal and of closing events."""

from tejian.kit.forms.formview import Field, FormView, Group, add_form

TERMINAL_FORM = add_form(
    FormView(
        "iot_terminal_form",
        "物联网终端",
        "/api/iot/lift/save",
        [
            Group(
                "",
                [
                    Field("devno", "终端编号", required=True, size=64, span=12),
                    Field("equcode", "设备代码", required=True, size=20, rule="equipmentCode", span=12),
                    Field("source", "接入平台", "dict", dict="C752", required=True, default="02", span=12),
                    Field("installdate", "接入日期", "date", required=True, span=12),
                    Field("remark", "备注", "textarea", span=24),
                ],
            )
        ],
        load_url="/api/iot/lift/load",
        width=640,
    )
)
CLOSE_FORM = add_form(
    FormView(
        "iot_close_form",
        "关闭事件",
        "/api/iot/event/close",
        [
            Group(
                "",
                [
                    Field(
                        "handled",
                        "处理情况",
                        "textarea",
                        required=True,
                        span=24,
                        size=500,
                        help="写明到场时间、原因与处理结果；误报也请写明",
                    )
                ],
            )
        ],
        width=560,
    )
)

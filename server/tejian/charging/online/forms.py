"""The dialog of an order whose payment differs."""

from tejian.charging.inputs import words
from tejian.kit.forms.formview import Field, FormView, Group, add_form

SETTLE = add_form(
    FormView(
        "cha_form_settle",
        "处理对账差异",
        "/api/chamain/payOrder/settle",
        [
            Group(
                "",
                [
                    Field("orderno", "支付订单号", "readonly", span=12),
                    Field("platformno", "平台流水号", "readonly", span=12),
                    words("note", "处理结果", True, help="写明退回付款人、补登收款或其他处理"),
                ],
            )
        ],
        load_url="/api/chamain/payOrder/load",
        width=560,
        ok="保存",
    )
)

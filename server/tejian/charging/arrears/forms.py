"""The dialog in which the sending of a letter is noted."""

from tejian.charging.models.arrears import WAYS, Letter
from tejian.kit.forms.formview import FormView, Group, add_form, field_of

CALLS = "/api/arrears"
SENT = add_form(
    FormView(
        "cha_letter_sent",
        "送达登记 {letterno}",
        f"{CALLS}/sent",
        [
            Group(
                "",
                [
                    field_of(Letter.sent, required=True, span=12),
                    field_of(Letter.sentway, type="select", options=WAYS, required=True, span=12, default="01"),
                    field_of(Letter.receiver, required=True, span=24),
                ],
            )
        ],
        width=520,
        ok="登记",
        note="{unitname}，欠费 {amount} 元；登记后再打印标明补打",
        done="已登记送达",
    )
)

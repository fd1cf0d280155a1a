"""What is filled in when archives are to be carried away, and the dialog in which that is refused."""

from tejian.archives.models.units import Unit
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers
from tejian.moving.models import EXTENTS, OF_UNIT, WHOLE
from tejian.moving.models import MovingOut as O

API, ROUTE = "/api/moving/out", "/sysmng/movingOut"
PAGE = f"{ROUTE}/detail?id={{id}}"
WORD_LEAST = 12
ASK = add_form(
    FormView(
        "moving_out_form",
        "申请迁出",
        f"{API}/ask",
        [
            Group(
                "",
                [
                    field_of(O.name, required=True, span=12),
                    field_of(O.why, required=True, span=12, help="写明给谁、做什么用"),
                    field_of(O.extent, type="radio", options=EXTENTS, required=True, default=WHOLE, span=24),
                    field_of(
                        O.unit_id,
                        type="unit",
                        span=24,
                        when={"extent": [OF_UNIT]},
                        refers=Refers(Unit, alone="any unit that is seen"),
                    ),
                    field_of(O.locked, span=12, default=True, help="含证件号码和电话，不加密的只在内部移交时使用"),
                    Field(
                        "word",
                        "口令",
                        "password",
                        size=64,
                        span=12,
                        when={"locked": ["1", "true", "True"]},
                        help=f"至少{WORD_LEAST}位；平台不保存，请自行交给接收人",
                    ),
                ],
            )
        ],
        width=720,
        ok="申请",
        note="须由申请人以外的两人批准；生成后可下载七天。表用 Excel 能打开，也能原样迁入另一套平台。",
    )
)
DENY = add_form(
    FormView(
        "moving_out_deny",
        "退回 {name}",
        f"{API}/deny",
        [Group("", [Field("reason", "退回原因", "textarea", required=True, size=500, span=24)])],
        width=560,
        ok="退回",
        done="已退回",
    )
)

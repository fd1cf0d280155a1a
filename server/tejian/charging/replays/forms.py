"""What a replay asks for."""

from tejian.charging.models.replays import FeeReplay as R
from tejian.charging.models.tables import FeeTable
from tejian.kit.forms.formview import Field, FormView, Group, add_form, field_of
from tejian.kit.forms.refers import Refers

CALLS = "/api/chamain/replay"
FORM = add_form(
    FormView(
        "cha_replay_form",
        "新建试算",
        f"{CALLS}/begin",
        [
            Group(
                "",
                [
                    field_of(R.name, required=True, span=24),
                    field_of(R.firstday, required=True, span=12),
                    field_of(R.lastday, required=True, span=12, help="这些天受理并已确认的收费重新计算"),
                    Field(
                        "table_id",
                        "收费标准",
                        "select",
                        span=24,
                        size=32,
                        options_url=f"{CALLS}/tables",
                        refers=Refers(FeeTable, alone="what is tried"),
                        help="视为整个期间都执行这份标准；不选时按各日执行的标准",
                    ),
                    Field(
                        "policies",
                        "减免政策",
                        "selectMulti",
                        span=24,
                        size=400,
                        options_url=f"{CALLS}/policies",
                        help="视为整个期间都执行所选政策；草拟的政策先在费用减免政策中登记为停用",
                    ),
                ],
            )
        ],
        width=640,
        ok="开始试算",
    )
)

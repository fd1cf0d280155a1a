"""What is filled in to post reports."""

from tejian.inspection import permissions as p
from tejian.inspection.models.posting import NumberRange as R
from tejian.inspection.models.posting import Waybill as W
from tejian.kit.forms.formview import Field, FormView, Group, add_form, dialog, field_of, why
from tejian.kit.process.standard import standard
from tejian.kit.records.crud import Rights

CALLS = "/api/express"
NUMBER = field_of(W.expressno, span=12, help="不填时从号段中取下一个")
TO = (
    field_of(W.receiver, required=True, span=12),
    field_of(W.receivertel, type="text", required=True, span=12, rule="telKept"),
    field_of(W.address, required=True, span=24),
    field_of(W.remark, span=24),
)
MAKE_ONE = add_form(
    FormView(
        "express_make",
        "制快递单 {reportno}",
        f"{CALLS}/makeOne",
        [
            Group(
                "",
                [
                    field_of(W.company, required=True, span=12),
                    NUMBER,
                    *TO,
                    Field("together", "同一收件人的其他待寄报告一起寄", "bool", span=24, default="1"),
                ],
            )
        ],
        load_url=f"{CALLS}/propose",
        width=600,
        ok="制单",
        done="已制快递单",
    )
)
MAKE_MANY = add_form(
    FormView(
        "express_make_many",
        "批量制快递单",
        f"{CALLS}/make",
        [Group("", [field_of(W.company, required=True, span=24)])],
        width=480,
        ok="制单",
        note="共 {count} 份报告，同一单位、收件人和地址的合为一单，单号从号段中依次取",
        done="已制快递单",
    )
)
SEND = dialog(
    "express_send",
    "寄出快递单",
    width=480,
    ok="寄出",
    note="共 {count} 单，单上的报告按邮寄发放，并以短信告知单位快递单号",
    done="{count} 单已寄出，报告已发放",
)
CAME_BACK = dialog(
    "express_back", "退回登记 {expressno}", why("退回原因", "请写明退回原因"), ok="登记", done="已登记，等待重寄"
)
VOIDED = dialog(
    "express_void",
    "作废快递单 {expressno}",
    why("作废原因", "请写明作废原因"),
    ok="作废",
    note="单号不再使用，单上未发放的报告可以重新制单",
    done="已作废",
)
AGAIN = FormView(
    "express_again",
    "重寄 {expressno}",
    "",
    [Group("", [field_of(W.company, required=True, span=12), NUMBER, *TO])],
    load_url=f"{CALLS}/load",
    width=600,
    ok="重寄",
    note="报告移到一张新的快递单上",
    done="已制新单",
)
RANGE = add_form(
    FormView(
        "express_range_form",
        "快递单号段",
        f"{CALLS}/range/save",
        [
            Group(
                "",
                [
                    field_of(R.company, required=True, span=24),
                    field_of(R.firstno, required=True, span=12, help="字母和数字，以数字结尾"),
                    field_of(R.lastno, required=True, span=12),
                    field_of(R.stopped, span=24, default="0", help="停用后不再取号"),
                    field_of(R.remark, span=24),
                ],
            )
        ],
        load_url=f"{CALLS}/range/load",
        width=560,
    )
)
RANGES = standard(RANGE, Rights(p.RELEASE), new="登记号段")

"""What a registration sends, and the dialogs of the moves. Amounts of computed lines are never sent."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Annotated

from pydantic import Field as Input

from tejian.archives.models.units import Unit
from tejian.charging import codes as at
from tejian.charging.fees.api import GivenForm, ItemForm
from tejian.charging.inputs import MOST, Plain, Yuan, status, words, yuan
from tejian.charging.models.charges import Charge
from tejian.charging.models.parts import ChargePart
from tejian.charging.parts import api as instalments
from tejian.charging.places import CALLS
from tejian.inspection.models.items import AppBuss
from tejian.kit.forms.form import Form, Id, Ids, Version, Words, matching
from tejian.kit.forms.formview import Field, Table, dialog
from tejian.kit.forms.refers import Refers


class ManualForm(Form):
    """An amount by agreement or document, for which the table has no row."""

    seisn: str = Input("", title="业务流水号", max_length=32)
    item: str = Input(title="收费项目", min_length=2, max_length=128)
    nature: str = Input(title="收费性质", pattern="^(非税|应税)$")
    amount: Yuan = Input(title="手工金额")
    reason: str = Input(title="手工金额的原因", min_length=2, max_length=256)
    document: str = Input("", title="文件或合同", max_length=200)


class ChargeForm(Form):
    """A registration; with a key it changes a draft."""

    id: Annotated[Id | None, Refers(Charge, alone="the draft that is changed")] = Input(None, title="收费单")
    version: Version = Input(None, title="版本")
    items: list[ItemForm] = Input(default_factory=list, title="业务", max_length=200)
    manual: list[ManualForm] = Input(default_factory=list, title="手工金额", max_length=50)
    samebatch: bool = Input(True, title="同批检验")
    discount: Annotated[Decimal, Plain] = Input(
        Decimal(0), title="优惠比例", ge=0, le=100, max_digits=5, decimal_places=2, allow_inf_nan=False
    )
    discountreason: str = Input("", title="优惠原因", max_length=256)
    payunitsysid: Annotated[Id | None, Refers(Unit, alone="anybody may pay")] = Input(None, title="缴费单位")
    invoicetitle: str = Input("", title="票据抬头", max_length=200)
    taxno: str = Input("", title="税号", max_length=32)
    invoiceemail: Annotated[str, matching("email")] = Input("", title="票据邮箱", max_length=128)
    remark: str = Input("", title="备注", max_length=500)


class CalculationForm(Form):
    """What a calculator works out: a business item by the parameters that are given."""

    item: Annotated[Id, Refers(AppBuss, alone="what is charged")] = Input(title="业务")
    given: GivenForm = Input(title="手工参数")


class DetailForm(Form):
    """Which registration is opened: a known one, or a new one for items, business numbers or declarations."""

    entryType: str = Input("", title="进入方式", max_length=16)
    id: Annotated[Id | None, Refers(Charge, alone="what is opened")] = Input(None, title="收费单")
    ids: Annotated[Ids, Refers(AppBuss, alone="what is charged")] = Input(default_factory=list, title="业务")
    pAppno: Words = Input(default_factory=list, title="申报单号", max_length=200)
    pSeisn: Words = Input(default_factory=list, title="业务流水号", max_length=200)


class AppnoForm(Form):
    """Declarations by their numbers."""

    appno: Words = Input(default_factory=list, title="申报单号", max_length=200)


WAY: Mapping[str, str] = at.METHODS


BACK_BY: Mapping[str, str] = {**WAY, at.ONLINE: "在线支付原路退回", at.DEPOSIT: "退回预存款"}
PAPER = {"way": ["pos", "transfer"]}
GIVEN = Field(
    *("given", "收到现金", "money"),
    low=0.01,
    high=MOST,
    unit="元",
    span=12,
    when={"way": ["cash"]},
    help="不填为正好；找零由系统算出，写在收据上",
)


CONFIRM = dialog(
    "cha_form_confirm", "收费确认 {chargesysid}", status("2"), words("opinion", "意见"),
    note="应收 {amount} 元，确认后通知缴费，金额不能再改", ok="确认", done="已确认",
)  # fmt: skip


SEND_BACK = dialog(
    "cha_form_back", "退回登记 {chargesysid}", status("0"), words("reason", "退回原因", True),
    ok="退回", done="已退回登记人",
)  # fmt: skip


VOID = dialog(
    "cha_form_void", "收费作废 {chargesysid}", status("7"), words("reason", "作废原因", True),
    note="作废后所含业务可以重新登记", ok="作废", done="已作废",
)  # fmt: skip


PAPERS_FIRST = "凭据（单位申请、原票据等）先上传到本单附件"


ASK_REFUND = dialog(
    "cha_form_ask_refund",
    "申请退费 {chargesysid}",
    yuan("退费金额", "{received}"),
    Field("way", "退费方式", "select", True, options=BACK_BY, span=24, default="{backway}"),
    words("reason", "退费原因", True, help=PAPERS_FIRST),
    note="实收 {received} 元，原路退回：{backways}。由登记人、确认人以外的人批准退费",
    ok="申请",
    done="已申请退费",
)


REFUND = dialog(
    "cha_form_refund",
    "退费 {chargesysid}",
    status("6"),
    Field("ref", "退款凭证号", span=24, size=64, help="刷卡、转账、在线退费必填"),
    words("opinion", "说明"),
    note="{outwords}",
    ok="退费",
    done="已退费",
)


ASK_RED = dialog(
    "cha_form_ask_red",
    "申请红冲 {chargesysid}",
    yuan("红冲金额", "{billed}"),
    words("reason", "红冲原因", True, help=PAPERS_FIRST),
    note="未红冲的票据金额 {billed} 元",
    ok="申请",
    done="已申请红冲",
)


REFUSE_OUT = dialog(
    "cha_form_refuse_out",
    "退回申请 {chargesysid}",
    words("reason", "退回原因", True),
    note="{outwords}",
    ok="退回",
    done="已退回申请人",
)


TAKE_BACK = dialog(
    "cha_form_take_back",
    "冲销收款 {chargesysid}",
    words("reason", "冲销原因", True, help="金额、方式或收费单登错时冲销，再按实际重新收款；退钱给单位用退费"),
    note="最近一笔收款：{lastreceipt}。冲销后应收不变，凭证号可以重新登记",
    ok="冲销",
    done="已冲销",
)


RECEIVE = dialog(
    "cha_form_receive",
    "收款登记 {chargesysid}",
    yuan("收款金额", "{duenow}"),
    Field("way", "收款方式", "select", True, options=WAY, span=12, default="cash"),
    Field("ref", "凭证号", required=True, span=12, size=64, when=PAPER),
    GIVEN,
    words("note", "说明"),
    note="应收 {owed} 元，已收 {received} 元",
    ok="收款",
    done="已登记收款",
)


OFFSET = dialog(
    "cha_form_offset",
    "预存款抵扣 {chargesysid}",
    yuan("抵扣金额", "{offsets}"),
    words("note", "说明"),
    note="应收 {owed} 元，已收 {received} 元；从 {payunitname} 的预存款抵扣，余额 {balance} 元",
    ok="抵扣",
    done="已抵扣",
)


BILL = dialog(
    "cha_form_bill",
    "开具票据 {chargesysid}",
    Field(
        "kind",
        "票据类型",
        "select",
        span=24,
        size=4,
        options_url=f"{CALLS}/receiptKinds",
        of_picked=True,
        help="不选为第一种；专用发票须填购买方税号",
    ),
    Field("title", "抬头", size=200, span=24, default="{invoicetitle}", required=True),
    Field("taxno", "税号", size=32, span=12, default="{taxno}"),
    Field("email", "邮箱", size=128, span=12, rule="email", default="{invoiceemail}"),
    note="金额为实收 {received} 元",
    ok="开具",
    done="已开具",
)


RED = dialog(
    "cha_form_red",
    "红冲票据 {chargesysid}",
    Field(
        "confirmation",
        "红字信息确认单",
        span=24,
        size=32,
        help="红冲数电票时填它的编号：先在电子发票服务平台开具确认单",
    ),
    words("opinion", "说明"),
    note="{outwords}",
    ok="红冲",
    done="已红冲",
)


PART_FORM = instalments.form("cha_form_part", "", ChargePart)


PLAN = replace(
    dialog(
        "cha_form_plan",
        "约定分期 {chargesysid}",
        words("reason", "分期原因", True),
        width=860,
        note="各期合计须等于未缴金额 {left} 元，最后一期不晚于 {longest}；每期到期后才算欠费",
        ok="约定",
        done="已约定分期，已通知缴费单位",
    ),
    tables=(Table("instalments", "付款计划", PART_FORM, "增加一期", least=2),),
)
AGREE = dialog(
    "cha_form_agree", "同意优惠或手工金额 {chargesysid}", words("opinion", "意见"), ok="同意", done="已同意",
)  # fmt: skip

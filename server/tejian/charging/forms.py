"""What a registration sends, and the dialogs of the moves. Amounts of computed lines are never sent."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field as Input

from tejian.archives.equipment.models import Equipment
from tejian.archives.units.models import Unit
from tejian.inspection.models import AppBuss
from tejian.kit.forms import Form, Id, Ids, Version, Words, matching
from tejian.kit.formview import Field, FormView, Group, Table, add_form, dialog, field_of
from tejian.kit.refers import Refers

from . import codes as at
from .models import Charge, ReliefPolicy
from .parts import api as instalments
from .parts.models import ChargePart

MOST = 99_999_999  # yuan of one entry
Yuan = Annotated[Decimal, Input(gt=0, le=MOST, max_digits=10, decimal_places=2, allow_inf_nan=False)]
Quantity = Annotated[Decimal, Input(gt=0, le=1_000_000, max_digits=10, decimal_places=3, allow_inf_nan=False)]


class PipeForm(Form):
    """A pipeline as the registrar gives it."""

    pipeno: str = Input(title="管道编号", min_length=1, max_length=64)
    nominaldia: Annotated[Decimal, Input(gt=0, le=5000, max_digits=8, decimal_places=2, allow_inf_nan=False)] = Input(
        title="公称直径"
    )
    pipelength: Quantity = Input(title="管道长度")


class GivenForm(Form):
    """Parameters that the registrar gives instead of those of the archive, with the reason."""

    pipes: list[PipeForm] = Input(default_factory=list, title="管道", max_length=200)
    consprice: Yuan | None = Input(None, title="施工合同价")
    volume: Quantity | None = Input(None, title="容积")
    vesselclass: str = Input("", title="压力容器类别", max_length=8)
    mediumgroup: str = Input("", title="介质组别", max_length=8)
    reason: str = Input(title="手工填写参数的原因", min_length=2, max_length=200)


class ItemForm(Form):
    """A business item to be charged, and what is chosen for it."""

    id: Annotated[Id, Refers(AppBuss, alone="what is charged")] = Input(title="业务")
    options: Words = Input(default_factory=list, title="可选项目", max_length=20)
    quantities: dict[str, Quantity] = Input(default_factory=dict, title="数量", max_length=20)
    supmode: str = Input("", title="监检方式", pattern="^(常规|全过程)?$")
    hazard: bool = Input(False, title="危险环境")
    holiday: bool = Input(False, title="节假日检验")
    byhand: bool = Input(False, title="不按标准，手工登记")
    given: GivenForm | None = Input(None, title="手工参数")


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
    discount: Decimal = Input(
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


class PolicyForm(Form):
    """For which class, unit and device policies are asked."""

    equclacode: str = Input("", title="设备类别", max_length=8)
    unit: Annotated[Id | None, Refers(Unit, alone="for whom policies are asked")] = Input(None, title="单位")
    equId: Annotated[Id | None, Refers(AppBuss, alone="for what policies are asked")] = Input(None, title="业务")


def status(code: str) -> Field:
    """Which of the moves behind modifyStatus is meant."""
    return Field("status", "收费状态", "hidden", default=code)


def words(name: str, label: str, required: bool = False, **more: Any) -> Field:
    return Field(name, label, "textarea", required, span=24, size=500, **more)


def yuan(label: str, default: str) -> Field:
    return Field("amount", label, "money", True, low=0.01, high=MOST, unit="元", span=24, default=default)


WAY: Mapping[str, str] = at.METHODS
BACK_BY: Mapping[str, str] = {**WAY, at.DEPOSIT: "退回预存款"}
PAPER = {"way": ["pos", "transfer"]}
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
REFUND = dialog(
    "cha_form_refund",
    "退费 {chargesysid}",
    status("6"),
    yuan("退费金额", "{received}"),
    Field("way", "退费方式", "select", True, options=BACK_BY, span=12, default="transfer"),
    Field("ref", "凭证号", required=True, span=12, size=64, when=PAPER),
    words("reason", "退费原因", True),
    note="实收 {received} 元",
    ok="退费",
    done="已退费",
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
TAKE_IN = dialog(
    "cha_form_account_take",
    "预存 {unitname}",
    yuan("预存金额", ""),
    Field("way", "收款方式", "select", True, options=WAY, span=12, default="transfer"),
    Field("ref", "凭证号", required=True, span=12, size=64, when=PAPER),
    words("note", "说明"),
    note="余额 {balance} 元",
    ok="收款",
    done="已登记预存款",
)
GIVE_BACK = dialog(
    "cha_form_account_back",
    "退还余额 {unitname}",
    Field("way", "退还方式", "select", True, options=WAY, span=12, default="transfer"),
    Field("ref", "凭证号", required=True, span=12, size=64, when=PAPER),
    words("reason", "退还原因", True),
    note="退还全部余额 {balance} 元",
    ok="退还",
    done="已退还",
)
BILL = dialog(
    "cha_form_bill",
    "开具票据 {chargesysid}",
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
    yuan("红冲金额", "{billed}"),
    words("reason", "红冲原因", True),
    note="未红冲的票据金额 {billed} 元",
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
AGREE = dialog("cha_form_agree", "同意优惠 {chargesysid}", words("opinion", "意见"), ok="同意", done="已同意优惠")

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

P = ReliefPolicy
POLICY_FORM = add_form(
    FormView(
        "cha_policy_form",
        "减免政策",
        "/api/chareliefpolicy/chaReliefPolicy/save",
        [
            Group(
                "政策",
                [
                    field_of(P.name, required=True, span=16),
                    field_of(P.type, required=True),
                    field_of(P.document, required=True, span=16),
                    field_of(P.nature, type="select", options=at.NATURES, required=True, default="非税"),
                    field_of(P.percent, low=0, high=100, help="100 为免收；与每台减免只填一项"),
                    field_of(P.reduction, type="money", low=0.01, high=MOST),
                    field_of(P.priority, low=0, high=99, default="0", help="数大的先用；相同时用减得多的一条"),
                    field_of(P.stacks, default="0", help="可叠加的政策在其他减免之后再减"),
                ],
            ),
            Group(
                "适用范围与期限",
                [
                    field_of(
                        P.unitsysid,
                        label="单位",
                        type="unit",
                        span=16,
                        help="空为所有单位",
                        refers=Refers(Unit, alone="whom the policy favours"),
                    ),
                    field_of(P.equclass, help="空为所有种类"),
                    field_of(P.equclacode, help="空为所有类别，含下级类别"),
                    field_of(
                        P.equdatasysid,
                        label="设备",
                        type="equipment",
                        help="空为所有设备",
                        refers=Refers(Equipment, alone="the one device that the policy favours"),
                    ),
                    field_of(P.validfrom, required=True),
                    field_of(P.validto, help="当日起不再适用"),
                    field_of(P.enabled, default="1"),
                ],
            ),
        ],
        load_url="/api/chareliefpolicy/chaReliefPolicy/load",
    )
)

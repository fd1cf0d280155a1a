"""What is filled in for a contract: its head, its clauses and instalments in tables, and the dialogs of its moves."""

from decimal import Decimal
from typing import Any

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.charging import codes
from tejian.charging.models import instalments as instalments_models
from tejian.charging.models.contracts import Contract as C
from tejian.charging.models.contracts import ContractClause as L
from tejian.charging.models.contracts import Instalment as N
from tejian.charging.parts import api as instalments
from tejian.kit.forms.formview import Field, FormView, Group, Table, add_form, dialog, field_of, why
from tejian.kit.forms.refers import Refers

CALLS = "/api/agreement"
NATURES = {one: codes.NATURES[one] for one in (codes.TAXED, codes.NON_TAX)}  # most contracts are of taxed services


def cents(value: Decimal) -> str | None:
    """An amount of money has no parts of a cent."""
    return "最多两位小数" if value != value.quantize(Decimal("0.01")) else None


def yuan(source: Any, **more: Any) -> Field:
    return field_of(source, type="money", low=0.01, high=instalments_models.MOST, **more)


CLAUSE_FORM = add_form(
    FormView(
        "cha_contract_clause",
        "价格条款",
        f"{CALLS}/save",
        [
            Group(
                "",
                [
                    field_of(
                        L.equdatasysid,
                        type="equipment",
                        label="设备",
                        refers=Refers(Equipment, alone="judged with the payer of the contract"),
                    ),
                    field_of(L.equclass),
                    field_of(L.equclacode, type="category"),
                    field_of(L.testsort),
                    field_of(
                        L.feecode, type="select", dict="", options_url="/api/feeitems/ibmsSeiAssChaFeeItems/dictList"
                    ),
                    yuan(L.price),
                    field_of(L.percent, low=0.01, high=100, check=cents),
                    field_of(L.note),
                ],
            )
        ],
    )
)
INSTALMENT_FORM = instalments.form("cha_contract_instalment", f"{CALLS}/save", N)
CONTRACT_FORM = add_form(
    FormView(
        "cha_contract_form",
        "合同",
        f"{CALLS}/save",
        [
            Group(
                "合同",
                [
                    field_of(C.agrname, required=True, span=16),
                    field_of(C.nature, type="select", options=NATURES, required=True, default="应税"),
                    field_of(
                        C.unitsysid,
                        type="unit",
                        label="缴费单位",
                        required=True,
                        span=16,
                        refers=Refers(Unit, alone="anybody may agree to pay"),
                    ),
                    yuan(C.amount, help="空为按实结算；填写后收费不得超过"),
                    field_of(C.validfrom, required=True),
                    field_of(C.validto, required=True, help="当日仍适用"),
                    field_of(C.signdate),
                    field_of(C.document, span=16, help="招标、批文等"),
                    field_of(C.stacks, default="0", help="是：合同价之外还可享受减免、批量优惠和优惠"),
                    field_of(C.contact),
                    field_of(C.contacttel, rule="mobileOrLandline"),
                    field_of(C.content, type="textarea", span=24),
                    field_of(C.changenote, type="textarea", span=24, help="变更合同时填写"),
                ],
            )
        ],
        load_url=f"{CALLS}/load",
        width=1180,
        note="条款写明设备，或种类、类别，或收费项目；几条都适用时，写得最具体的一条有效。"
        "应税收费的合同价与按标准收的比例只填一项；非税收费按收费标准结算，两项都不填",
        tables=[
            Table("clauses", "价格条款", CLAUSE_FORM, "增加一条", least=1, most=200),
            Table("instalments", "付款计划", INSTALMENT_FORM, "增加一期"),
        ],
    )
)


def opinion() -> Field:
    return Field("opinion", "意见", "textarea", span=24, size=500)


AUDIT = dialog(
    "cha_contract_audit",
    "审核合同 {agrno}",
    field_of(C.legal, type="textarea", span=24, help="合同金额超过限额时必填"),
    opinion(),
    ok="审核通过",
    done="已审核，等待确认",
)


def returned(no: str) -> FormView:
    """Audit and confirmation send a contract back alike."""
    return dialog(no, "退回合同 {agrno}", why("退回原因", "请写明退回原因"), ok="退回", done="已退回起草人")


SEND_BACK, REFUSE = returned("cha_contract_back"), returned("cha_contract_refuse")
CONFIRM = dialog(
    "cha_contract_confirm",
    "确认合同 {agrno}",
    field_of(C.signdate, required=True, span=12),
    opinion(),
    note="{unitname}，{validfrom} 至 {validto}；确认后合同生效，价格用于收费",
    ok="确认盖章",
    done="合同已生效",
)
VOID = dialog("cha_contract_void", "作废合同 {agrno}", why("作废原因", "请写明作废原因"), ok="作废", done="已作废")
CHANGE = dialog(
    "cha_contract_change",
    "变更合同 {agrno}",
    Field("changenote", "变更说明", "textarea", required=True, span=24, size=500),
    Field("validfrom", "变更开始日期", "date", required=True, span=12),
    note="变更另立一版，经审核、确认后生效；生效前仍按现行版本收费",
    ok="起草变更",
    done="已另立一版，请编辑后提交",
)
END = dialog(
    "cha_contract_end",
    "终止合同 {agrno}",
    why("终止原因", "请写明终止原因"),
    note="今天是合同价的最后一天；已收费的不变",
    ok="终止",
    done="合同已终止",
)

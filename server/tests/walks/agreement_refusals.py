"""Every guard of a contract: how it is made to speak, and the sentence that is then read."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import delete, select

from tejian.charging.models.contracts import Contract, ContractClause, Instalment
from tejian.kit.ground import clock
from tests.charging.agreements import Agreements, day

from .conftest import Office
from .refusals import Refusal, put

P = "agreement"
TODAY = clock.today()
OVER = f"合同期限{TODAY - timedelta(days=1)}已过"


def no_clauses(office: Office, row: Any) -> None:
    office.db.execute(delete(ContractClause).where(ContractClause.contract_id == row.id))


def other_instalments(office: Office, row: Any) -> None:
    """Two instalments that do not come to the sum."""
    row.amount = Decimal(900)
    office.db.add(Instalment(contract_id=row.id, seq=1, dueday=TODAY, amount=Decimal(800)))


def sold(office: Office, row: Any) -> None:
    """The device of the clause has gone to another unit."""
    clause = office.db.scalars(select(ContractClause).where(ContractClause.contract_id == row.id)).one()
    clause.equdatasysid = Agreements(office).lift.id
    row.unitsysid = "somebody else"


def beside(office: Office, row: Any) -> None:
    """Another contract of the payer on the same lifts took effect meanwhile."""
    copied = {n: getattr(row, n) for n in ("unitsysid", "unitname", "orgid", "nature", "validfrom", "validto")}
    other = Contract(**copied, agrno="HT1", edition=1, series_id="another", step="FORCE", effective=clock.now())
    office.db.add(other)
    office.db.flush()
    office.db.add(ContractClause(contract_id=other.id, seq=1, equclass="3000", testsort="0211", price=Decimal(1)))


def a_change(office: Office) -> Any:
    """A second version that waits to be confirmed."""
    deals = Agreements(office)
    second = deals.change(deals.in_force(), day(5))
    office.good("shoufei", "/api/agreement/submit", ids=second.id)
    return deals.audit(deals.contract(second.id))


def former_ended(office: Office, row: Any) -> None:
    former = office.db.scalars(select(Contract).where(Contract.series_id == row.series_id, Contract.edition == 1)).one()
    former.step = "EXPIRED"


SAME = "第1条与合同HT1第1版第1条重复，合同期限重叠"
YESTERDAY = put(validto=TODAY - timedelta(days=1))
AGREEMENTS = [
    Refusal(P, "submit", "has_clauses", "合同没有价格条款，请先填写", no_clauses),
    Refusal(P, "submit", "by_the_table", "非税收费按收费标准收，第1条不能约定价格或比例", put(nature="非税")),
    Refusal(P, "confirm", "by_the_table", "非税收费按收费标准收，第1条不能约定价格或比例", put(nature="非税")),
    Refusal(P, "submit", "instalments_agree", "付款计划合计800.00元，与合同金额900.00元不符", other_instalments),
    Refusal(P, "submit", "not_over", OVER, YESTERDAY),
    Refusal(P, "submit", "devices_of_payer", "不由{unitname}使用或维保", sold),
    Refusal(P, "submit", "alone", SAME, beside),
    Refusal(
        P,
        "audit",
        "legally_read",
        "合同金额达到500000元，须填写法务意见",
        put(amount=Decimal(500_000)),
        form={"legal": ""},
    ),
    Refusal(P, "confirm", "not_over", OVER, YESTERDAY),
    Refusal(
        P,
        "confirm",
        "not_backdated",
        "变更开始日期2020-01-01已过",
        put(validfrom=TODAY.replace(2020, 1, 1)),
        subject=a_change,
    ),
    Refusal(P, "confirm", "original_stands", "已不在执行，不能变更，请另立合同", former_ended, subject=a_change),
    Refusal(P, "confirm", "devices_of_payer", "不由{unitname}使用或维保", sold),
    Refusal(P, "confirm", "alone", SAME, beside),
    Refusal(P, "change", "changed_from", "变更开始日期应在", form={"validfrom": "2020-01-01"}),
]

"""What a contract is judged by: its clauses, its payer's devices, the other contracts beside it."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment
from tejian.charging.codes import NON_TAX
from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract, ContractClause
from tejian.charging.terms.api import as_clause, clauses_of, collide, instalments_of
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.system.settings.api import number

LEGAL = "charge.contract_legal"


def devices(db: Session, keys: Sequence[str]) -> dict[str, Equipment]:
    return {one.id: one for one in db.scalars(select(Equipment).where(Equipment.id.in_([k for k in keys if k])))}


def of_payer(device: Equipment, unit: str) -> bool:
    """Whether a unit may agree on the price of a device: it uses or maintains it."""
    return unit in (device.useorgsysid, device.maiorgsysid)


def has_clauses(d: Doing) -> str | None:
    """至少一条价格条款"""
    return None if clauses_of(d.db, d.subject.id) else "合同没有价格条款，请先填写"


def by_the_table(d: Doing) -> str | None:
    """非税收费的合同没有约定价格"""
    if d.subject.nature != NON_TAX:
        return None
    priced = [one.seq for one in clauses_of(d.db, d.subject.id) if one.price is not None or one.percent is not None]
    return f"非税收费按收费标准收，第{priced[0]}条不能约定价格或比例" if priced else None


def instalments_agree(d: Doing) -> str | None:
    """付款计划合计等于合同金额"""
    rows = instalments_of(d.db, d.subject.id)
    if not rows:
        return None
    if d.subject.amount is None:
        return "有付款计划的合同须填写合同金额"
    total = sum((one.amount for one in rows), Decimal("0.00"))
    return None if total == d.subject.amount else f"付款计划合计{total}元，与合同金额{d.subject.amount}元不符"


def not_over(d: Doing) -> str | None:
    """合同期限未过"""
    s = d.subject
    return f"合同期限{s.validto}已过" if s.validto < clock.today() else None


def devices_of_payer(d: Doing) -> str | None:
    """设备由缴费单位使用或维保"""
    rows = clauses_of(d.db, d.subject.id)
    known = devices(d.db, [one.equdatasysid for one in rows])
    wrong = [one for one in rows if one.equdatasysid and not of_payer(known[one.equdatasysid], d.subject.unitsysid)]
    return f"第{wrong[0].seq}条：{wrong[0].equcode}不由{d.subject.unitname}使用或维保" if wrong else None


def alone(d: Doing) -> str | None:
    """同一设备、同一检验类型没有其他合同"""
    s, own = d.subject, clauses_of(d.db, d.subject.id)
    keys = [one.equdatasysid for one in own if one.equdatasysid]
    hold(d.db, f"contract of {s.unitsysid}", *(f"contract of {key}" for key in keys))
    others = beside(d.db, s, keys)
    theirs = clauses_of(d.db, *others)
    known = devices(d.db, [one.equdatasysid for one in (*own, *theirs)])
    kinds = {key: one.equclacode for key, one in known.items()}
    for one in own:
        for two in theirs:
            other = others[two.contract_id]
            if (other.unitsysid == s.unitsysid or two.equdatasysid) and collides(one, two, other, s, kinds):
                return f"第{one.seq}条与{other.title}第{two.seq}条重复，合同期限重叠"
    return None


def collides(
    one: ContractClause, two: ContractClause, other: Contract, own: Contract, kinds: Mapping[str, str]
) -> bool:
    """Of contracts of two payers only the same device twice is one too many."""
    if other.unitsysid != own.unitsysid and one.equdatasysid != two.equdatasysid:
        return False
    return collide(as_clause(one), as_clause(two), kinds)


def beside(db: Session, own: Contract, keys: Sequence[str]) -> dict[str, Contract]:
    """Other contracts of the payer, or of one of the devices, that stand or stood on a day of this one."""
    theirs = select(ContractClause.contract_id).where(ContractClause.equdatasysid.in_(keys))
    waiting = Contract.step.in_((at.AUDIT, at.CONFIRM))
    query = select(Contract).where(
        Contract.series_id != own.series_id,
        Contract.orgid == own.orgid,
        Contract.nature == own.nature,
        Contract.validfrom <= own.validto,
        Contract.validto >= own.validfrom,
        or_(Contract.unitsysid == own.unitsysid, Contract.id.in_(theirs)),
        or_(waiting, Contract.effective.is_not(None)),
    )
    rows = db.scalars(query.order_by(Contract.agrno, Contract.edition))
    return {one.id: one for one in rows if own.validfrom <= one.lastday and one.validfrom <= one.lastday}


def legally_read(d: Doing) -> str | None:
    """金额超过限额的合同有法务意见"""
    most = number(d.db, LEGAL, 500_000)
    if d.subject.amount is None or d.subject.amount < most or (d.form["legal"] or "").strip():
        return None
    return f"合同金额达到{most}元，须填写法务意见"


def not_backdated(d: Doing) -> str | None:
    """变更不从过去开始"""
    s = d.subject
    if s.edition > 1 and s.validfrom < clock.today():
        return f"变更开始日期{s.validfrom}已过，请退回修改"
    return None


def original_stands(d: Doing) -> str | None:
    """被变更的版本仍在执行"""
    s = d.subject
    if s.edition == 1:
        return None
    former = before(d.db, s)
    if former.step != at.CHANGING:
        return f"{former.title}已不在执行，不能变更，请另立合同"
    return None


def changed_from(d: Doing) -> str | None:
    """变更开始日期在合同期限内，不早于今天"""
    s, day = d.subject, d.form["validfrom"]
    first = max(clock.today(), s.validfrom)
    if not first <= day <= s.validto:
        return f"变更开始日期应在{first}至{s.validto}之间"
    return None


def before(db: Session, row: Contract) -> Any:
    """The version that a change takes the place of: the last that took effect."""
    query = select(Contract).where(Contract.series_id == row.series_id, Contract.edition < row.edition)
    query = query.where(Contract.effective.is_not(None)).order_by(Contract.edition.desc())
    return db.scalars(query.limit(1)).one()

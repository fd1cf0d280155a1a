"""Versions of a contract: a change begins as a copy of what is in force, and is read beside it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import func, inspect, select
from sqlalchemy.orm import Session

from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract, ContractClause
from tejian.charging.terms.api import Changed, clauses_of, differences, instalments_of
from tejian.kit.ground import dictionary
from tejian.kit.ground.user import User
from tejian.system.settings.api import version

HEAD = ("agrname", "nature", "document", "validfrom", "validto", "amount", "stacks", "content", "contact", "contacttel")
TAKEN = (*HEAD, "agrno", "series_id", "unitsysid", "unitname", "orgid", "signdate")
OWN = ("id", "version", "createby", "createtime", "updateby", "updatetime", "contract_id")


def new_version(db: Session, me: User, former: Contract, note: str, first: date) -> Contract:
    """A draft with the next number of version, its clauses and instalments those of the former one."""
    last = select(func.max(Contract.edition)).where(Contract.series_id == former.series_id)
    made = Contract(**{name: getattr(former, name) for name in TAKEN}, edition=(db.scalar(last) or 0) + 1)
    made.validfrom, made.changenote, made.drafter, made.drafter_id = first, note[:500], me.name, me.id
    made.createby, made.step, made.status = me.id, at.DRAFT, "0"
    db.add(made)
    db.flush()
    for row in (*clauses_of(db, former.id), *instalments_of(db, former.id)):
        db.add(_copied(row, made.id))
    db.flush()
    return made


def _copied(row: Any, contract: str) -> Any:
    names = [one.key for one in inspect(type(row)).column_attrs if one.key not in OWN]
    return type(row)(contract_id=contract, **{name: getattr(row, name) for name in names})


def former_of(db: Session, row: Contract) -> Contract | None:
    """The version before, whatever became of it; for the first none."""
    query = select(Contract).where(Contract.series_id == row.series_id, Contract.edition < row.edition)
    taken = query.where(Contract.effective.is_not(None)).order_by(Contract.edition.desc())
    return db.scalars(taken.limit(1)).first()


def changes(db: Session, row: Contract) -> list[Changed]:
    """In what a version differs from the one before; nothing for the first."""
    former = former_of(db, row)
    if former is None:
        return []
    words = dictionary.words(db, version(db, "dict"))
    return differences(_said(db, former, words), _said(db, row, words))


def _said(db: Session, row: Contract, words: dictionary.Words) -> Mapping[str, str]:
    """Everything that a version says, by the name of each thing."""
    columns = Contract.__table__.columns
    said = {str(columns[name].info["label"]): _text(getattr(row, name)) for name in HEAD}
    for one in clauses_of(db, row.id):
        said[f"条款：{subject(one, words)}"] = price(one)
    for part in instalments_of(db, row.id):
        said[f"付款计划：第{part.seq}期"] = f"{part.dueday} 付 {part.amount} 元 {part.note}".strip()
    return said


def _text(value: Any) -> str:
    return ("是" if value else "否") if isinstance(value, bool) else "" if value is None else str(value)


def subject(row: ContractClause, words: dictionary.Words) -> str:
    """What a clause is about, in words."""
    kind = words.get("C602", {}).get(row.equclacode) or words.get("C601", {}).get(row.equclass, "")
    about = f"{row.equname}{row.equcode}" if row.equdatasysid else kind or "全部设备"
    sort = words.get("C604", {}).get(row.testsort, "各类检验")
    return " ".join(filter(None, [about, sort, row.feecode]))


def price(row: ContractClause) -> str:
    """What it agrees, in words."""
    if row.price is not None:
        return f"{'每项' if row.feecode else '每台'} {row.price} 元"
    return f"按标准的 {row.percent.normalize():f}% 收" if row.percent is not None else ""

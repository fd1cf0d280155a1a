"""What the form of a contract writes: its head, and with it its clauses and instalments."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging.codes import NON_TAX
from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract, ContractClause, Instalment
from tejian.charging.parts.api import out_of_order
from tejian.charging.terms.api import as_clause, clauses_of, instalments_of, twice
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put, record
from tejian.system.rules import api as rulestore

from .judging import devices, of_payer
from .process import AGREEMENT

COPIED = ("equname", "equcode", "equclass", "equclacode")


def before_save(db: Session, me: User, row: Contract, values: dict[str, Any]) -> None:
    """A version is changed until it is submitted. A change keeps the payer of its contract."""
    if row.id and row.step not in at.EDITED:
        raise Refused(f"{row.title}{AGREEMENT.name_of(row.step)}，不能再修改，可起草变更")
    first, last = (values.get(name) or getattr(row, name) for name in ("validfrom", "validto"))
    if last < first:
        raise BadInput(f"结束日期{last}不得早于开始日期{first}", field="validto")
    payer = values.get("unitsysid") or row.unitsysid
    if row.id and row.edition > 1 and payer != row.unitsysid:
        raise BadInput("变更不能改缴费单位，请另立合同", field="unitsysid")
    nature = values.get("nature") or row.nature
    row.unitname = db.scalar(select(Unit.name).where(Unit.id == payer)) or ""
    if not row.id:
        row.orgid, row.drafter, row.drafter_id, row.edition = me.org_id, me.name, me.id, 1
        AGREEMENT.put(db, row, at.DRAFT)
    if "clauses" in values:
        _complete(db, payer, nature, values["clauses"])
    elif payer != row.unitsysid or nature != row.nature:
        _complete(db, payer, nature, [record(one) for one in clauses_of(db, row.id)])
    if "instalments" in values:
        _in_order(values["instalments"])


def _complete(db: Session, payer: str, nature: str, rows: Sequence[dict[str, Any]]) -> None:
    """Each clause says about what and how much, and no two the same; a device brings its names."""
    known = devices(db, [one["equdatasysid"] or "" for one in rows])
    codes = {one["feecode"] for one in rulestore.rows(db, "fees", clock.today())}
    for n, one in enumerate(rows):
        if sentence := _wrong(one, known, codes, payer, nature):
            raise BadInput(f"价格条款第{n + 1}行 {sentence[1]}", field=f"clauses.{n}.{sentence[0]}")
        if one["equdatasysid"]:
            one |= {name: getattr(known[one["equdatasysid"]], name) for name in COPIED}
    clauses = [as_clause(_row(ContractClause, one, seq)) for seq, one in enumerate(rows, 1)]
    if same := twice(clauses):
        raise BadInput(f"价格条款第{same[0]}行与第{same[1]}行相同", field=f"clauses.{same[1] - 1}.testsort")


def _wrong(
    one: Mapping[str, Any], known: Mapping[str, Any], codes: set[str], payer: str, nature: str
) -> tuple[str, str] | None:
    """The input of a clause that is wrong, with why."""
    if not (one["equdatasysid"] or one["equclass"] or one["equclacode"] or one["feecode"]):
        return "equdatasysid", "请选择设备，或种类、类别，或收费项目"
    if nature == NON_TAX and (one["price"] is not None or one["percent"] is not None):
        return "price", "非税收费按收费标准收，合同不能约定价格或比例"
    if nature != NON_TAX and (one["price"] is None) == (one["percent"] is None):
        return "price", "合同价与按标准收的比例须填写且只填写一项"
    if one["feecode"] and one["feecode"] not in codes:
        return "feecode", "收费代码：请从选项中选择"
    if one["price"] is not None and not one["feecode"] and not one["testsort"]:
        return "testsort", "合同价须写明检验类型"
    if one["equclacode"] and one["equclass"] and not one["equclacode"].startswith(one["equclass"][:1]):
        return "equclacode", "设备类别不属于所选种类"
    device = known.get(one["equdatasysid"] or "")
    if device is not None and not of_payer(device, payer):
        return "equdatasysid", f"{device.equcode}不由缴费单位使用或维保"
    return None


def _in_order(rows: Sequence[Mapping[str, Any]]) -> None:
    if n := out_of_order(rows):
        raise BadInput(f"付款计划第{n}行 应付日期应晚于前一期", field=f"instalments.{n - 1}.dueday")


def after_save(db: Session, me: User, row: Contract, values: dict[str, Any]) -> None:
    """The rows as they were sent; a first version is the head of its series."""
    row.series_id = row.series_id or row.id
    for name, model in (("clauses", ContractClause), ("instalments", Instalment)):
        if name not in values:
            continue
        for old in db.scalars(select(model).where(model.contract_id == row.id)):
            db.delete(old)
        db.flush()
        db.add_all(_row(model, one, seq, contract_id=row.id) for seq, one in enumerate(values[name], 1))
    db.flush()


def _row(model: Any, sent: Mapping[str, Any], seq: int, **more: str) -> Any:
    """A row of a table of the form as it is stored: an empty text where nothing was sent."""
    columns = model.__table__.columns
    told = {n: v for n, v in sent.items() if n in columns and n not in ("id", "contract_id", "seq", "version")}
    kept = {n: "" if v is None and not columns[n].nullable else v for n, v in told.items()}
    return model(seq=seq, **kept, **more)


def before_delete(db: Session, me: User, row: Contract) -> None:
    """A draft that was never submitted may go; anything else leaves a trace."""
    if row.step != at.DRAFT or row.agrno:
        raise Refused(f"{row.title}已提交过，不能删除，请作废")


def names(db: Session, row: Contract) -> dict[str, Any]:
    """The name of the payer, and the rows of the tables with the names of their devices."""
    clauses = [
        record(one) | {"equdatasysidName": f"{one.equname} {one.equcode}".strip()} for one in clauses_of(db, row.id)
    ]
    return {
        "clauses": clauses,
        "instalments": [record(one) for one in instalments_of(db, row.id)],
    }


def draft(db: Session, me: User, said: Mapping[str, Any]) -> Contract:
    """A contract as its form gives it, not submitted yet."""
    row = Contract()
    put(db, me, row, dict(said), HOOKS)
    return row


def change(db: Session, me: User, key: str, said: Mapping[str, Any]) -> Contract:
    """What of a draft is other now."""
    row = visible_or_refuse(db, me, Contract, key, lock=True)
    put(db, me, row, dict(said), HOOKS)
    return row


HOOKS = Hooks(before_save, after_save, before_delete, beside=names)

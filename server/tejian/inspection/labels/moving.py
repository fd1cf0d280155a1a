"""What may be done with the numbers of a batch, and whether a number may be used."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.labels import ISSUED, KINDS, RETURNED, VOIDED, LabelBatch, LabelMove
from tejian.inspection.models.printing import SPOILED, MarkSheet
from tejian.kit.database.db import hold
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, held
from tejian.system.models.organisations import Org

from .forms import MOST, own_departments
from .standing import Standing, spans, standing, written


def stands(db: Session, batch: LabelBatch) -> Standing:
    """Where each number of a batch is now."""
    M = LabelMove
    moves = db.scalars(select(M).where(M.batch_id == batch.id).order_by(M.createtime, M.id))
    done = [(one.kind, (one.firstno, one.lastno), one.dept_id) for one in moves]
    sheets = db.execute(select(MarkSheet.serial, MarkSheet.state).where(*_of(batch)).order_by(MarkSheet.serial))
    used = [(serial, state == SPOILED) for serial, state in sheets]
    return standing((batch.firstno, batch.lastno), done, used)


def _of(batch: LabelBatch) -> list[Any]:
    """The mark sheets whose number is one of the batch."""
    S = MarkSheet
    roll = [S.org_id == batch.org_id, S.prefix == batch.prefix, S.width == batch.width]
    return [*roll, S.serial.between(batch.firstno, batch.lastno)]


def words(batch: LabelBatch, numbers: Iterable[int]) -> str:
    """Numbers of a batch as they are printed, the first runs of many."""
    runs = spans(numbers)
    more = f"等{len(runs)}段" if len(runs) > 5 else ""
    return written(batch.prefix, batch.width, runs[:5]) + more


# -- batches ----------------------------------------------------------------------------------------------------------


def _before_save(db: Session, me: User, row: LabelBatch, values: dict[str, Any]) -> None:
    if row.id:
        _refuse_begun(db, row, "不能修改")
    else:
        row.org_id, row.createby = me.org_id, me.id
    if not row.org_id:
        raise Refused("标志批次由检验机构登记，您的账号不属于机构")
    first, last, width = (_said(row, values, name) for name in ("firstno", "lastno", "width"))
    prefix, printed = _said(row, values, "prefix") or "", _said(row, values, "printed")
    if last < first:
        raise BadInput("终止流水：不得小于起始流水", field="lastno")
    if last - first >= MOST:
        raise BadInput(f"终止流水：一批最多{MOST}个号码", field="lastno")
    if len(str(last)) > width:
        raise BadInput(f"流水位数：{last}超过{width}位", field="width")
    if printed > clock.today():
        raise BadInput("印制日期：不能晚于今天", field="printed")
    hold(db, f"label numbers {row.org_id}")
    B = LabelBatch
    same = [B.org_id == row.org_id, B.prefix == prefix, B.width == width, B.id != (row.id or "")]
    other = db.scalars(select(B).where(*same, B.firstno <= last, B.lastno >= first).order_by(B.firstno)).first()
    if other:
        both = range(max(first, other.firstno), min(last, other.lastno) + 1)
        raise Refused(f"号码{words(other, both)}已在批次{other.batchno}中，每个号码只能印制一次")


def _said(row: LabelBatch, values: dict[str, Any], name: str) -> Any:
    """What a field will be: as it was sent, else as it is."""
    return values[name] if name in values else getattr(row, name)


def _refuse_begun(db: Session, row: LabelBatch, what: str) -> None:
    moved = db.scalar(select(LabelMove.id).where(LabelMove.batch_id == row.id).limit(1))
    if moved or db.scalar(select(MarkSheet.id).where(*_of(row)).limit(1)):
        raise Refused(f"批次{row.batchno}已有号码发放、作废或使用，{what}")


def _before_delete(db: Session, me: User, row: LabelBatch) -> None:
    _refuse_begun(db, row, "不能删除")


HOOKS = Hooks(_before_save, before_delete=_before_delete)


# -- what becomes of numbers ------------------------------------------------------------------------------------------


def start(db: Session, batch: LabelBatch, kind: str) -> dict[str, Any]:
    """What a dialog begins with: the first run that it may be about."""
    now = stands(db, batch)
    runs = spans(now.store if kind in (ISSUED, VOIDED) else now.holders)
    first, last = runs[0] if runs else (None, None)
    return {"id": batch.id, "version": batch.version, "firstno": first, "lastno": last}


def move(db: Session, me: User, sent: Input, kind: str) -> None:
    """Issue, take back or make void a run of numbers; one that is elsewhere refuses the whole run."""
    batch = held(db, me, LabelBatch, sent)
    first, last = sent["firstno"], sent["lastno"]
    if first > last or first < batch.firstno or last > batch.lastno:
        span = words(batch, range(batch.firstno, batch.lastno + 1))
        raise BadInput(f"终止流水：应在本批次{span}之内，且不小于起始流水", field="lastno")
    hold(db, f"mark sheets {batch.org_id}")
    now, numbers = stands(db, batch), set(range(first, last + 1))
    fit = now.store if kind == ISSUED else now.holders.keys() if kind == RETURNED else now.store | now.holders.keys()
    if wrong := numbers - fit:
        raise Refused(f"号码{words(batch, wrong)}{_where(now, min(wrong))}，不能{KINDS[kind]}")
    row = LabelMove(batch_id=batch.id, kind=kind, firstno=first, lastno=last, day=clock.today(), by_name=me.name)
    row.reason = sent.values.get("reason") or ""
    row.dept_id = sent.values.get("dept_id") or ""
    batch.updatetime = clock.now()  # the next sender must have seen it
    db.add(row)
    db.flush()


def _where(now: Standing, number: int) -> str:
    if number in now.used:
        return "已使用"
    if number in now.spoiled or number in now.void:
        return "已作废"
    return "已发放" if number in now.holders else "未发放"


Number = tuple[str, int, int]  # prefix, digits, running number


def not_held(db: Session, org: str, numbers: Collection[Number]) -> dict[Number, str]:
    """Those of some numbers that stand in a batch and that no department has, each with where it is.

    A number of no batch is not judged: an institute begins with batches when it wants.
    """
    out: dict[Number, str] = {}
    for prefix, width in dict.fromkeys((one[0], one[1]) for one in numbers):
        serials = {one[2] for one in numbers if one[:2] == (prefix, width)}
        B = LabelBatch
        roll = select(B).where(B.org_id == org, B.prefix == prefix, B.width == width)
        for batch in db.scalars(roll.where(B.firstno <= max(serials), B.lastno >= min(serials)).order_by(B.firstno)):
            now = stands(db, batch)
            mine = {one for one in serials if batch.firstno <= one <= batch.lastno}
            out |= {(prefix, width, one): _where(now, one) for one in mine - now.holders.keys()}
    return out


def departments(db: Session, me: User) -> list[Option]:
    """To whom labels are issued."""
    query = select(Org).where(own_departments(me)).order_by(Org.sort, Org.code)
    return [{"value": one.id, "label": one.name} for one in db.scalars(query)]

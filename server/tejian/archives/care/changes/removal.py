"""Deleting devices and units: marked, never lost, with a reason, and brought back unless something stands there."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.care.merging.api import ENTITIES, MARK, OPEN, ComparedField, compared, entity_of, same_code, traced
from tejian.archives.equipment import api as equipment
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.merging import BACK, DELETED, GONE, Trace
from tejian.archives.models.units import Unit
from tejian.archives.permissions import TRACE_RESTORE, equipment_code
from tejian.archives.units import api as units
from tejian.archives.units.api import family
from tejian.kit.database.db import many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped

MOST = 200


def delete(db: Session, me: User, kind: str, ids: Sequence[str], reason: str, *, checked: bool = True) -> int:
    """delete: mark records as deleted. A device with open business stays, a unit with devices or declarations too.

    noCheckDelete (`checked` false) takes a device away whose reports were issued elsewhere; open business still holds
    it, because its report would lose its device.
    """
    entity = entity_of(kind)
    if not reason.strip():
        raise BadInput("请填写删除原因", field="reason")
    if len(ids) > MOST:
        raise Refused(f"一次最多处理{MOST}条数据")
    if entity == "unit":
        rows: list[Any] = many_visible_or_refuse(db, me, Unit, ids, lock=True)
        for row in rows:
            require(me, family(row.orgkind, "del"))
    else:
        require(me, equipment_code(kind, "del"))
        rows = many_visible_or_refuse(db, me, Equipment, ids, lock=True)
        if any(r.equclass != kind for r in rows):
            raise Refused("所选设备与种类不一致")
    for row in rows:
        refuse_deletion(db, me, entity, row, checked)
        remove(db, me, entity, row, reason)
    db.flush()
    return len(rows)


def refuse_deletion(db: Session, me: User, entity: str, row: Any, checked: bool) -> None:
    """Refuse while something needs the record."""
    if entity == "unit":
        units.before_delete(db, me, row)
        return
    if equipment.open_business(db, row.id):
        raise Refused(OPEN)
    if checked and row.regstatus == codes.REGISTERED and row.equstatus in (codes.IN_USE, codes.STOPPED):
        raise Refused(f"{row.equname} {row.equcode}已登记且未注销，不能删除，请先办理注销，重复的档案请合并")


def remove(db: Session, me: User, entity: str, row: Any, reason: str) -> None:
    """Mark a record as deleted and leave its trace."""
    db.add(traced(me, entity, row, DELETED, reason.strip()[:500]))
    setattr(row, MARK[entity], 1)


def remove_unit(db: Session, me: User, row: Unit) -> None:
    """How the plain delete call of the unit screen takes a unit away."""
    remove(db, me, "unit", row, "单位档案删除")


def restore(db: Session, me: User, ids: Sequence[str]) -> int:
    """Bring deleted records back, unless another one lives under their code by now."""
    require(me, TRACE_RESTORE)
    traces = many_visible_or_refuse(db, me, Trace, ids, lock=True)
    for trace in traces:
        if trace.how != DELETED or trace.state != GONE:
            raise Refused("该记录不是未恢复的删除，不能恢复")
        model, mark = ENTITIES[trace.entity], MARK[trace.entity]
        row = db.scalars(select(model).where(model.id == trace.object_id).with_for_update()).one()
        if obstacle := same_code(db, trace.entity, row) or _same_numbers(db, row):
            raise Refused(f"{obstacle}，不能恢复")
        setattr(row, mark, 0)
        trace.state, trace.back_by, trace.back_at = BACK, me.name, clock.now()
    db.flush()
    return len(traces)


def _same_numbers(db: Session, row: Any) -> str:
    """A living device with the maker number or emergency code of `row`, as a sentence."""
    if not isinstance(row, Equipment):
        return ""
    rules: list[Any] = []
    if row.prono and row.porgaosysid:
        rules.append((Equipment.prono == row.prono) & (Equipment.porgaosysid == row.porgaosysid))
    if row.ele96333code:
        rules.append(Equipment.ele96333code == row.ele96333code)
    if not rules:
        return ""
    query = select(Equipment).where(or_(*rules), Equipment.equDel == 0, Equipment.id != row.id)
    other = db.scalars(query.limit(1)).first()
    return f"出厂编号或应急识别码与现有设备{other.equname} {other.equcode}重复" if other else ""


class TraceDetail(TypedDict):
    id: str
    how: str
    name: str
    code: str
    reason: str
    by_name: str
    createtime: str
    keptname: str
    state: str
    back_by: str
    back_at: str | None
    object_id: str
    moves: dict[str, int]
    fields: list[ComparedField]


def trace_detail(db: Session, me: User, trace_id: str) -> TraceDetail:
    """A trace with the record as it was and, for a merge, what moved."""
    trace = visible_or_refuse(db, me, Trace, trace_id)
    row = db.scalars(select(ENTITIES[trace.entity]).where(ENTITIES[trace.entity].id == trace.object_id)).one()
    return shaped(TraceDetail, trace, fields=compared(db, me, [row]))

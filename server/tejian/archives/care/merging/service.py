"""Two records that are one: what stands against it and what would move, doing it, and undoing it exactly."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import dict_of, fields_of
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.merging import BACK, GONE, MERGED, MovedRow, Trace
from tejian.archives.models.units import Unit
from tejian.archives.permissions import MERGE_UNDO, TYPE_OF_CLASS, UNIT_QUERY, equipment_code
from tejian.archives.units.api import family
from tejian.kit.database import audit, relink
from tejian.kit.database.audit import plain
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User

from .candidates import MergeHead, head
from .references import ENTITIES, references_to

OPEN = "该设备存在在办业务，不能操作"
MOST = 20
WRITTEN = ("version", "updatetime", "updateby", "mergedtoid")  # and the deletion mark
MARK = {"equipment": "equDel", "unit": "unitDel"}
CODES = ("equcode", "regcode", "usecertno", "prono", "equidentcode", "ele96333code")
NOT_COMPARED = {"equdatasysid", "equDel", "mergedtoid", "createby", "createtime", "updatetime", "chedeptid", "seisn"}


class Obstacle(TypedDict):
    id: str
    sentence: str


class Dependents(TypedDict):
    """How many rows of a kind refer to each record."""

    label: str
    rows: dict[str, int]


class ComparedField(TypedDict):
    prop: str
    label: str
    values: dict[str, Any]
    differs: bool


class MergeCheck(TypedDict):
    type: str
    objects: list[MergeHead]
    against: list[Obstacle]
    moves: list[Dependents]
    fields: list[ComparedField]


class Merger(TypedDict):
    keptId: str
    merged: int
    moves: dict[str, int]


def entity_of(kind: str) -> str:
    """`type` of the contract: an equipment class, or `unit`."""
    if kind == "unit":
        return "unit"
    if kind not in TYPE_OF_CLASS:
        raise BadInput("档案种类不正确", field="type")
    return "equipment"


def may_merge(me: User, kind: str) -> str:
    """Refuse without the permission for this kind; gives the entity."""
    entity = entity_of(kind)
    require(me, UNIT_QUERY if entity == "unit" else equipment_code(kind, "merge"))  # units: by family, see _picked
    return entity


def check(db: Session, me: User, kind: str, ids: Sequence[str]) -> MergeCheck:
    """mergeCheck: the records side by side, what speaks against merging them, and how much hangs on each."""
    entity = may_merge(me, kind)
    rows = _picked(db, me, kind, entity, ids)
    moves = [(ref.label, {r.id: ref.count(db, r.id) for r in rows}) for ref in references_to(entity)]
    busy = _busy(db, entity, rows)
    return {
        "type": kind,
        "objects": [{**head(r), "open": r.id in busy} for r in rows],
        "against": [{"id": r.id, "sentence": OPEN} for r in rows if r.id in busy],
        "moves": [{"label": label, "rows": counts} for label, counts in moves if any(counts.values())],
        "fields": compared(db, me, rows),
    }


def _picked(db: Session, me: User, kind: str, entity: str, ids: Sequence[str], lock: bool = False) -> list[Any]:
    if not 2 <= len(set(ids)) <= MOST:
        raise BadInput(f"请选择2至{MOST}条要合并的数据")
    rows = many_visible_or_refuse(db, me, ENTITIES[entity], ids, lock=lock)
    for row in rows if entity == "unit" else ():
        require(me, family(row.orgkind, "merge"))
    if entity == "equipment" and any(r.equclass != kind for r in rows):
        raise Refused("只能合并同一种类的设备")
    return rows


def _busy(db: Session, entity: str, rows: Sequence[Any]) -> set[str]:
    """The devices with open business: they may stay, but not go into another archive. A unit's goes with it."""
    return set(equipment.open_businesses(db, [r.id for r in rows])) if entity == "equipment" else set()


def compared(db: Session, me: User, rows: Sequence[Any]) -> list[ComparedField]:
    """The fields of records beside each other, with words; which differ is marked."""
    words = dictionary.words(db, me.dict_version)
    out: list[ComparedField] = []
    for name, label, dict_type in _fields(rows):
        values = {r.id: _value(r, name) for r in rows}
        known = words.get(dict_type, {})
        shown = {k: ("是" if v else "否") if isinstance(v, bool) else known.get(str(v), v) for k, v in values.items()}
        if any(v not in (None, "") for v in values.values()):
            differs = len({str(v) for v in values.values()}) > 1
            out.append({"prop": name, "label": label, "values": shown, "differs": differs})
    return out


def _fields(rows: Sequence[Any]) -> list[tuple[str, str, str]]:
    if isinstance(rows[0], Unit):
        hidden = {*NOT_COMPARED, *audit.QUIET, "unitDel", "pinyin"}
        return [
            (c.key, c.info["label"], c.info.get("dict", ""))
            for c in Unit.__table__.columns
            if c.info.get("label") and not c.info.get("secret") and c.key not in hidden
        ]
    table = {n: f for r in rows for n, f in fields_of(r.equclass, r.equclacode).items()}
    return [
        (f.name, f.label, dict_of(f))
        for f in table.values()
        if f.name not in NOT_COMPARED and not f.name.endswith("sysid")
    ]


def _value(row: Any, name: str) -> Any:
    return plain(getattr(row, name)) if name in row.__table__.columns else row.params.get(name)


# -- merge ----------------------------------------------------------------------------------------------------------


def merge(db: Session, me: User, kind: str, ids: Sequence[str], kept_id: str, reason: str) -> Merger:
    """merge: everything that refers to the other records refers to the kept one; they stay, marked, to be given back.

    All or nothing. Gives what moved by kind.
    """
    entity = may_merge(me, kind)
    if not reason.strip():
        raise BadInput("请填写合并原因", field="reason")
    rows = {r.id: r for r in _picked(db, me, kind, entity, [*ids, kept_id], lock=True)}
    survivor = rows.pop(kept_id)
    if _busy(db, entity, list(rows.values())):
        raise Refused(OPEN)
    total: dict[str, int] = {}
    for old in rows.values():
        trace = _merge_one(db, me, entity, old, survivor, reason.strip()[:500])
        for label, moved in trace.moves.items():
            total[label] = total.get(label, 0) + moved
    return {"keptId": survivor.id, "merged": len(rows), "moves": total}


def _merge_one(db: Session, me: User, entity: str, old: Any, survivor: Any, reason: str) -> Trace:
    mark = MARK[entity]
    trace = traced(me, entity, old, MERGED, reason)
    trace.keptid, trace.keptname = survivor.id, _name(survivor)
    trace.keptcode = survivor.code if entity == "unit" else survivor.equcode
    trace.before = relink.image(old, [*WRITTEN, mark])
    db.add(trace)
    db.flush()
    moves: dict[str, int] = {}
    for ref in references_to(entity):
        moved = relink.point(db, ref.model, ref.column, old.id, ref.values(survivor), *ref.where, action="合并")
        if moved:
            moves[ref.label] = moves.get(ref.label, 0) + len(moved)
            lines = [{"trace_id": trace.id, "ref": ref.name, "key": m.key, "before": m.before} for m in moved]
            db.execute(insert(MovedRow), lines)
    setattr(old, mark, 2)
    old.mergedtoid = survivor.id
    db.flush()
    trace.moves, trace.seen_version = moves, old.version
    if entity == "equipment":
        trace.addedcodes = _codes(old)
        _rewrite_codes(db, survivor, [*filter(None, survivor.oldcodes.split(" ")), trace.addedcodes])
    change = {"mergedin": [None, f"{trace.code} {trace.name}".strip()]}
    db.execute(insert(audit.AuditLog), [audit.note(db, survivor, "并入", change)])
    db.flush()
    return trace


def _codes(row: Equipment) -> str:
    """The codes of a device in one word, with those that were merged into it before."""
    own = [c for name in CODES if (c := getattr(row, name).replace(" ", ""))]
    return "|".join(dict.fromkeys([*own, *row.oldcodes.replace(" ", "|").split("|")])).strip("|")[:200]


def _rewrite_codes(db: Session, kept: Equipment, words: Sequence[str]) -> None:
    """The codes under which a device is also found; they change nothing of the device itself."""
    before = {"oldcodes": " ".join(w for w in words if w)[:1000]}
    if before["oldcodes"] != kept.oldcodes:
        relink.restore(db, kept, before, action="并入代码")


def _name(row: Any) -> str:
    return row.name if isinstance(row, Unit) else f"{row.equname} {row.useplace}".strip()


def traced(me: User, entity: str, row: Any, how: str, reason: str) -> Trace:
    """The trace of a record that leaves the archives."""
    trace = Trace(entity=entity, how=how, object_id=row.id, reason=reason, by_name=me.name, state=GONE)
    trace.areacode, trace.before, trace.moves, trace.createby = row.areacode, {}, {}, me.id
    if entity == "unit":
        trace.code, trace.name, trace.place, trace.orgid = row.code, row.name, row.address, me.org_id
    else:
        trace.code, trace.name, trace.place = row.equcode, row.equname, row.useplace
        trace.equclass, trace.unitname, trace.orgid = row.equclass, row.useorgname, row.cheorgsysid
    return trace


# -- undo -----------------------------------------------------------------------------------------------------------


def undo(db: Session, me: User, ids: Sequence[str]) -> int:
    """Give merged records back as they were, with every row that was moved and still refers to the kept one.

    Refuses what would lose a later change of the merged record itself.
    """
    require(me, MERGE_UNDO)
    traces = many_visible_or_refuse(db, me, Trace, ids, lock=True)
    for trace in sorted(traces, key=lambda t: t.createtime, reverse=True):  # the last merge first
        _undo_one(db, me, trace)
    return len(traces)


def _undo_one(db: Session, me: User, trace: Trace) -> None:
    if trace.how != MERGED or trace.state != GONE:
        raise Refused("该记录不是未撤销的合并，不能撤销")
    model = ENTITIES[trace.entity]
    query = select(model).where(model.id.in_([trace.object_id, trace.keptid])).order_by(model.id)
    rows = {r.id: r for r in db.scalars(query.with_for_update().execution_options(populate_existing=True))}
    old, survivor = rows[trace.object_id], rows[trace.keptid]
    _refuse_undo(db, trace, old, survivor)
    moved: dict[str, list[relink.Moved]] = {}
    for line in db.scalars(select(MovedRow).where(MovedRow.trace_id == trace.id).order_by(MovedRow.key)):
        moved.setdefault(line.ref, []).append(relink.Moved(line.key, line.before))
    for ref in references_to(trace.entity):
        if lines := moved.get(ref.name):
            relink.put_back(db, ref.model, ref.column, survivor.id, lines, action="撤销合并")
    relink.restore(db, old, trace.before, action="撤销合并")
    if trace.entity == "equipment":
        words = survivor.oldcodes.split(" ")
        if trace.addedcodes in words:
            words.remove(trace.addedcodes)
        _rewrite_codes(db, survivor, words)
    change = {"mergedin": [f"{trace.code} {trace.name}".strip(), None]}
    db.execute(insert(audit.AuditLog), [audit.note(db, survivor, "撤销并入", change)])
    trace.state, trace.back_by, trace.back_at = BACK, me.name, clock.now()
    db.flush()


def _refuse_undo(db: Session, trace: Trace, old: Any, survivor: Any) -> None:
    mark = MARK[trace.entity]
    if old.version != trace.seen_version:
        when = old.updatetime.astimezone(clock.SHANGHAI)
        raise Refused(f"{trace.name}在合并后又被{old.updateby or '他人'}于{when:%Y-%m-%d %H:%M}修改，撤销会丢失该修改")
    if getattr(survivor, mark) == 2:
        raise Refused(f"{trace.keptname}已再次合并到其他档案，请先撤销后一次合并")
    if getattr(survivor, mark) == 1:
        raise Refused(f"{trace.keptname}已删除，请先恢复")
    if refusal := same_code(db, trace.entity, old, apart=survivor if trace.keptcode == trace.code else None):
        raise Refused(f"{refusal}，不能撤销")


def same_code(db: Session, entity: str, row: Any, apart: Any = None) -> str:
    """The living record that has the code of `row` by now, as a sentence; `apart` is not asked."""
    name = "code" if entity == "unit" else "equcode"
    model, value = ENTITIES[entity], getattr(row, name)
    if not value:
        return ""
    query = select(model).where(getattr(model, name) == value, model.id != row.id)
    query = query.where(getattr(model, MARK[entity]) == 0)
    if apart is not None:
        query = query.where(model.id != apart.id)
    other = db.scalars(query.limit(1)).first()
    if other is None:
        return ""
    return f"{'统一社会信用代码' if entity == 'unit' else '设备代码'}{value}已有档案：{_name(other)}"

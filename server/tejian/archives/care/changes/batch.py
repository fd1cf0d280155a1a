"""One change for many devices: shown first as it would be, device by device, then done on all of them or on none."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives import codes
from tejian.archives.equipment import api as equipment
from tejian.archives.equipment.api import EquipmentField, fields_of, labels
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.permissions import equipment_code
from tejian.archives.units.authorizations.api import refuse_takeover
from tejian.kit.database.audit import plain
from tejian.kit.database.db import check_version, many_visible_or_refuse, visible_or_refuse
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import BadInput, NoPermission, Refused, Stale
from tejian.kit.ground.permission import require
from tejian.kit.ground.shapes import FormField
from tejian.kit.ground.user import User
from tejian.kit.records.crud import shaped
from tejian.system.models.organisations import Org

MOST = 200
KEYS = {"equcode", "regcode", "usecertno", "prono", "equidentcode", "ele96333code", "equclacode", "porgaosysid"}


class BatchField(FormField):
    group: str


class Change(TypedDict):
    prop: str
    label: str
    old: Any
    new: Any


class Previewed(TypedDict):
    """What a change would do to a device, or why it cannot be made."""

    id: str
    version: int
    code: str
    name: str
    place: str
    changes: list[Change]
    refusal: str


def batch_fields(db: Session, me: User, ids: Sequence[str]) -> list[BatchField]:
    """The fields that all picked devices have and that may be changed together: no numbers, nothing locked."""
    rows = _picked(db, me, ids)
    return [_config(f) for f in _common_fields(db, rows).values()]


def _config(f: EquipmentField) -> BatchField:
    out: BatchField = {**f.as_field().config(), "required": f.required, "group": f.group}
    if f.name in equipment.UNITS:
        out["type"], out["label"] = "unit", labels()[equipment.UNITS[f.name]][0]
    return out


def _picked(db: Session, me: User, ids: Sequence[str], lock: bool = False) -> list[Equipment]:
    if len(set(ids)) > MOST:
        raise Refused(f"一次最多处理{MOST}条数据")
    rows = many_visible_or_refuse(db, me, Equipment, ids, lock=lock)
    if len({r.equclass for r in rows}) > 1:
        raise Refused("只能批量修改同一种类的设备")
    require(me, equipment_code(rows[0].equclass, "batchUpdate"))
    return rows


def _common_fields(db: Session, rows: Sequence[Equipment]) -> dict[str, EquipmentField]:
    shut = KEYS | equipment.locked(db)
    kinds = {(r.equclass, r.equclacode) for r in rows}
    tables = [{f.name: f for f in equipment.form_fields(*kind)} for kind in sorted(kinds)]
    return {n: f for n, f in tables[0].items() if n not in shut and all(n in t for t in tables[1:])}


def _read(db: Session, me: User, rows: Sequence[Equipment], sent: Mapping[str, Any]) -> dict[str, Any]:
    """The new values, checked once for all devices. An empty one clears the field, where that is allowed."""
    fields = _common_fields(db, rows)
    if not sent:
        raise BadInput("请选择要修改的项目")
    words = dictionary.words(db, me.dict_version)
    out: dict[str, Any] = {}
    for name, raw in sent.items():
        if name not in fields:
            known = fields_of(rows[0].equclass, rows[0].equclacode).get(name)
            raise BadInput(f"{known.label if known else name}：不能批量修改", field=name)
        out[name] = fields[name].as_field().read(raw, words)
        if fields[name].required and out[name] is None:
            raise BadInput(f"{fields[name].label}：必填", field=name)
    return out


def preview(db: Session, me: User, ids: Sequence[str], sent: Mapping[str, Any]) -> list[Previewed]:
    """What would change on each device, old and new in words, or why it cannot."""
    wanted = sorted(set(ids))
    own = list(db.scalars(select(Equipment.id).where(Equipment.id.in_(wanted), Equipment.visible(me))))
    rows = _picked(db, me, own) if own else []
    if not rows:
        raise NoPermission()
    values = _read(db, me, rows, sent)
    words = dictionary.words(db, me.dict_version)
    names = _unit_names(db, me, rows, values)
    mine = [_previewed(db, r, values, words, names) for r in rows]
    return mine + [_foreign(key) for key in wanted if key not in set(own)]


def _foreign(key: str) -> Previewed:
    refusal = NoPermission().message
    return {"id": key, "version": 0, "code": "", "name": "", "place": "", "changes": [], "refusal": refusal}


def _previewed(
    db: Session, row: Equipment, values: Mapping[str, Any], words: dictionary.Words, names: Mapping[str, str]
) -> Previewed:
    changes: list[Change] = []
    for name, new in values.items():
        label, dict_type = labels()[equipment.UNITS.get(name, name)]
        old = equipment.typed(row, name)
        if (plain(old) in (None, "") and plain(new) in (None, "")) or str(plain(old)) == str(plain(new)):
            continue

        def shown(v: Any, name: str = name, dict_type: str = dict_type) -> Any:
            known = names if name in equipment.UNITS else words.get("AREA" if name == "areacode" else dict_type, {})
            return known.get(str(v), plain(v))

        changes.append({"prop": name, "label": label, "old": shown(old), "new": shown(new)})
    refusal = ""
    try:
        equipment.check_change(db, row, dict(values))
    except Refused as wrong:
        refusal = wrong.message
    more = {"code": row.equcode, "name": row.equname, "place": row.useplace}
    return shaped(Previewed, row, changes=changes, refusal=refusal, **more)


def _unit_names(db: Session, me: User, rows: Sequence[Equipment], values: Mapping[str, Any]) -> dict[str, str]:
    """Unit keys → names, of the old and the new ones."""
    out: dict[str, str] = {}
    for name, shown in equipment.UNITS.items():
        if name in values:
            out |= {getattr(r, name): getattr(r, shown) for r in rows}
            if values[name]:
                out[values[name]] = visible_or_refuse(db, me, Unit, values[name]).name
    return out


def apply(db: Session, me: User, versions: Mapping[str, int], sent: Mapping[str, Any]) -> int:
    """batchUpdate: change all devices or none. `seen` holds the version of each as it was read."""
    rows = _picked(db, me, list(versions), lock=True)
    values = _read(db, me, rows, sent)
    units = {values[n]: visible_or_refuse(db, me, Unit, values[n]) for n in equipment.UNITS if values.get(n)}
    for row in rows:
        try:
            check_version(row, versions[row.id])
            equipment.change(db, me, row, dict(values), units)
        except Stale as wrong:
            raise Stale(f"{row.equname} {row.equcode}：{wrong.message}") from None
        except BadInput:
            raise
        except Refused as wrong:
            raise Refused(f"{row.equname} {row.equcode}：{wrong.message}", wrong.code) from None
    db.flush()
    return len(rows)


# -- the four single changes of the contract -------------------------------------------------------------------------


def _locked(db: Session, me: User, ids: Sequence[str]) -> list[Equipment]:
    """The devices, of any class, each with its permission."""
    if len(set(ids)) > MOST:
        raise Refused(f"一次最多处理{MOST}条数据")
    rows = many_visible_or_refuse(db, me, Equipment, ids, lock=True)
    for equclass in sorted({r.equclass for r in rows}):
        require(me, equipment_code(equclass, "batchUpdate"))
    return rows


def institutes(db: Session) -> list[Org]:
    """The institutes that a device may be assigned to."""
    return list(db.scalars(select(Org).where(Org.kind == "institute", Org.enabled).order_by(Org.sort, Org.name)))


def set_institute(db: Session, me: User, org_id: str, ids: Sequence[str]) -> int:
    """updateCheorg: another institute inspects these devices; none of them may be in the middle of an inspection.

    Where the ledger of authorisations knows the institute, it must be authorised for every one of them.
    """
    org = next((o for o in institutes(db) if o.id == org_id), None)
    if org is None:
        raise BadInput("检验机构：请从选项中选择", field="cheorgsysid")
    rows = _locked(db, me, ids)
    if refusal := refuse_takeover(db, org.id, [r for r in rows if r.cheorgsysid != org.id], clock.today()):
        raise Refused(refusal)
    for row in rows:
        if row.cheorgsysid != org.id and equipment.open_business(db, row.id):
            raise Refused(f"{row.equname} {row.equcode}存在在办业务，不能更换检验机构")
        if row.cheorgsysid != org.id:
            row.cheorgsysid, row.cheorgsysname, row.chedeptid = org.id, org.name, ""
    db.flush()
    return len(rows)


def set_maintainer(db: Session, me: User, unit_id: str, ids: Sequence[str]) -> int:
    """updateMaiorg: another unit maintains these devices."""
    rows = _locked(db, me, ids)
    unit = visible_or_refuse(db, me, Unit, unit_id)
    if not unit.ismaintain or not unit.enabled:
        raise Refused(f"{unit.name}不是正常状态的维保单位")
    for row in rows:
        row.maiorgsysid, row.maiorgname = unit.id, unit.name
    db.flush()
    return len(rows)


# C615: 监管等级; its 1 to 5 are 安全状况等级, given by inspections (TSG 21, TSG D7005)
DEGREES = ("A", "B", "C")
GRADED = (codes.VESSEL, codes.PIPING)


def set_degree(db: Session, me: User, code: str, ids: Sequence[str]) -> int:
    """updateSsdegree: the 监管等级 of these devices. The safety grade of vessels and piping, which stands in the same
    column, is not taken away by it."""
    rows = _locked(db, me, ids)
    if code not in DEGREES:
        raise BadInput("监管等级：请选择重点监管、一般监管或正常监管；安全状况等级由检验确定", field="ssdegree")
    for row in rows:
        if row.equclass in GRADED and row.ssdegree and row.ssdegree not in DEGREES:
            raise Refused(f"{row.equname} {row.equcode}的安全状况等级为{row.ssdegree}级，由检验确定，不能改为监管等级")
    return set_coded(db, me, "ssdegree", code, ids)


def set_coded(db: Session, me: User, name: str, code: str, ids: Sequence[str]) -> int:
    """updateSsdegree, updateExiimpgro: one coded field of these devices."""
    rows = _locked(db, me, ids)
    field = fields_of(rows[0].equclass, rows[0].equclacode)[name]
    if code not in dictionary.words(db, me.dict_version).get(field.dict, {}):
        raise BadInput(f"{field.label}：请从选项中选择", field=name)
    for row in rows:
        setattr(row, name, code)
    db.flush()
    return len(rows)

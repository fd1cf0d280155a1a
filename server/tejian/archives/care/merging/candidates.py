"""Which records may be the same as a picked one, and what speaks for it."""

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Any, NotRequired

from sqlalchemy import and_, false, func, or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.folding import folded
from tejian.kit.ground.user import User
from tejian.kit.lists import search

Reason = tuple[str, str, bool]  # label, value, whether it proves rather than suggests
MOST = 50
NEIGHBOURS = 400  # devices of the same unit and class that are compared by name and place
ALIKE = 0.8
ONE_EACH = ("equcode", "regcode", "usecertno", "equidentcode", "ele96333code")
LABELS = {
    "equcode": "设备代码相同",
    "regcode": "注册代码相同",
    "usecertno": "使用登记证编号相同",
    "equidentcode": "设备识别码相同",
    "ele96333code": "96333应急识别码相同",
}
LEGAL_FORM = re.compile(
    r"(股份有限公司|有限责任公司|有限公司|集团公司|集团|公司|厂|分公司|[（(][^）)]*[）)]|[\s·,，.。])"
)


class Evidence(TypedDict):
    label: str
    value: str
    strong: bool


class MergeHead(TypedDict):
    """What tells a record from others on the merge screens; `open`: it has open business."""

    id: str
    version: int
    name: str
    code: str
    place: str
    open: NotRequired[bool]


class Candidate(MergeHead):
    evidence: list[Evidence]


class Candidates(MergeHead):
    candidates: list[Candidate]


def query_merge(db: Session, me: User, entity: str, ids: Sequence[str]) -> list[Candidates]:
    """queryMerge: for each picked record, others that may be the same, the strongest evidence first."""
    if not ids or len(ids) > 20:
        raise BadInput("请选择1至20条数据")
    if entity == "equipment":
        rows: list[Any] = many_visible_or_refuse(db, me, Equipment, ids)
        find: Callable[..., list[Any]] = _devices_near
        judge: Callable[[Any, Any], list[Reason]] = device_evidence
    else:
        rows = many_visible_or_refuse(db, me, Unit, ids)
        find, judge = _units_near, unit_evidence
    out: list[Candidates] = []
    for row in rows:
        pairs = [(c, e) for c in find(db, me, row) if (e := judge(row, c))]
        pairs.sort(key=lambda pair: (-sum(1 + 9 * strong for _, _, strong in pair[1]), pair[0].id))
        out.append({**head(row), "candidates": [{**head(c), "evidence": _told(e)} for c, e in pairs[:MOST]]})
    return out


def _told(evidence: Sequence[Reason]) -> list[Evidence]:
    return [{"label": label, "value": value, "strong": strong} for label, value, strong in evidence]


def head(row: Any) -> MergeHead:
    if isinstance(row, Unit):
        name, code, place = row.name, row.code, row.address
    else:
        name, code, place = row.equname, row.equcode, row.useplace
    return {"id": row.id, "version": row.version, "name": name, "code": code, "place": place}


def _devices_near(db: Session, me: User, row: Equipment) -> list[Equipment]:
    """Devices of the class with one of the numbers of `row`, and those of its unit; both through an index."""
    rules = [
        and_(search.contains(value, Equipment.searchtext), getattr(Equipment, name) == value)
        for name in ONE_EACH
        if len(value := getattr(row, name)) > 3
    ]
    if row.prono:
        rules.append(and_(Equipment.prono == row.prono, Equipment.porgaosysid == row.porgaosysid))
    base = select(Equipment).where(Equipment.visible(me), Equipment.equclass == row.equclass, Equipment.id != row.id)
    devices = {e.id: e for e in db.scalars(base.where(or_(false(), *rules)).limit(MOST))}
    if row.useorgsysid:
        near = base.where(Equipment.useorgsysid == row.useorgsysid).order_by(Equipment.id).limit(NEIGHBOURS)
        devices |= {e.id: e for e in db.scalars(near)}
    return list(devices.values())


def device_evidence(a: Equipment, b: Equipment) -> list[Reason]:
    """What speaks for two devices being one. Their place counts only within one unit and for the same kind."""
    out: list[Reason] = []
    if a.prono and a.prono == b.prono and a.porgaosysid == b.porgaosysid:
        out.append(("出厂编号与制造单位相同", f"{a.prono} {a.porgname}".strip(), True))
    for name in ONE_EACH:
        if (value := getattr(a, name)) and value == getattr(b, name):
            out.append((LABELS[name], value, True))
    near = a.useorgsysid and a.useorgsysid == b.useorgsysid and a.equclacode == b.equclacode
    if near and not distinct(a, b):
        if a.equinnerno and a.equinnerno == b.equinnerno:
            out.append(("同一单位的内部编号相同", a.equinnerno, False))
        if a.useplace and alike(a.useplace, b.useplace) and alike(a.equname, b.equname):
            out.append(("同一单位名称与地点相近", b.useplace, False))
    return out


def distinct(a: Equipment, b: Equipment) -> bool:
    """Whether their own numbers say that these are two devices, whatever their place says: a yard holds many alike."""
    for name in ("equcode", "usecertno", "prono"):
        one, other = getattr(a, name), getattr(b, name)
        if one and other and one != other and not (name == "prono" and alike(one, other)):
            return True
    return False


def alike(one: str, other: str) -> bool:
    """Whether two texts say nearly the same. Numbers must be equal: 1号楼 is not 2号楼."""
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return False
    return one == other or SequenceMatcher(None, one, other, autojunk=False).ratio() >= ALIKE


def bare(name: str) -> str:
    """A unit's name, folded, without its legal form, brackets and blanks."""
    return LEGAL_FORM.sub("", folded(name))


def _units_near(db: Session, me: User, row: Unit) -> list[Unit]:
    core = bare(row.name)
    rules = [Unit.namefold == folded(row.name)]
    if len(core) > 1:
        rules.append(search.contains(core, Unit.searchtext))
    if row.code:
        rules.append(Unit.code == row.code)
    if row.tel:
        rules.append(Unit.tel == row.tel)
    same_town = func.left(Unit.areacode, 4) == row.areacode[:4]
    near = select(Unit).where(Unit.visible(me), Unit.id != row.id, or_(*rules))
    return list(db.scalars(near.order_by(same_town.desc(), Unit.name).limit(200)))


def unit_evidence(a: Unit, b: Unit) -> list[Reason]:
    """What speaks for two units being one."""
    out: list[Reason] = []
    if a.code and a.code == b.code:
        out.append(("统一社会信用代码相同", a.code, True))
    if folded(a.name) == folded(b.name):
        out.append(("名称相同", a.name if a.name == b.name else f"{a.name}（只是写法不同：{b.name}）", True))
    elif bare(a.name) and (bare(a.name) == bare(b.name)):
        out.append(("名称只差企业形式", b.name, False))
    elif len(bare(a.name)) > 3 and alike(bare(a.name), bare(b.name)):
        out.append(("名称相近", b.name, False))
    if a.tel and a.tel == b.tel:
        out.append(("联系电话相同", a.tel, False))
    if a.address and a.address == b.address:
        out.append(("地址相同", a.address, False))
    return out

"""Dictionaries as the contract hands them out, made once per version and process."""

from dataclasses import dataclass, field

from sqlalchemy import select, text
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.kit.ground import dictionary
from tejian.system.models.organisations import AreaNode
from tejian.system.models.settings import DictItem

ROOT = "000000"


class DictEntry(TypedDict):
    """An entry of a dictionary; both names of what stands above it are the contract's."""

    id: str
    type: str
    value: str
    label: str
    parentValue: str
    parentId: str


class AreaItem(TypedDict):
    id: str
    name: str
    parentId: str
    level: int
    hasChildren: bool


@dataclass
class _Made:
    version: int = -1
    by_type: dict[str, list[DictEntry]] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)


_made = _Made()


def load_words(db: Session) -> dictionary.Words:
    """Labels by type and code; areas join as the type AREA."""
    words: dictionary.Words = {}
    for row in db.execute(text("select type, value, label from sys_dict order by parent_value desc, sort desc")):
        words.setdefault(row.type, {})[row.value] = row.label
    words["AREA"] = {r.code: r.name for r in db.execute(text("select code, name from sys_area"))}
    return words


def all_types(db: Session, version: int) -> tuple[list[str], dict[str, list[DictEntry]]]:
    """(ids, entries by type) of every enabled entry."""
    if _made.version != version:
        rows = db.scalars(select(DictItem).where(DictItem.enabled).order_by(DictItem.type, DictItem.sort))
        by_type: dict[str, list[DictEntry]] = {}
        ids = []
        for r in rows:
            by_type.setdefault(r.type, []).append(entry(r))
            ids.append(r.id)
        _made.by_type, _made.ids, _made.version = by_type, ids, version
    return _made.ids, _made.by_type


def entry(row: DictItem) -> DictEntry:
    """One entry in the contract's names."""
    return {
        "id": row.id,
        "type": row.type,
        "value": row.value,
        "label": row.label,
        "parentValue": row.parent_value,
        "parentId": row.parent_value,
    }


def of_type(
    db: Session, version: int, dict_type: str, parent: str | None = None, value: str | None = None
) -> list[DictEntry]:
    """Entries of one type, narrowed to a parent or a value."""
    found = all_types(db, version)[1].get(dict_type, [])
    if parent is not None:
        found = [e for e in found if parent in e["parentValue"].split(",") or e["parentValue"] == parent]
    return [e for e in found if value is None or e["value"] == value]


def areas_below(db: Session, parent: str) -> list[AreaItem]:
    """Children of an area; the children of 000000 are the provinces."""
    child = AreaNode.__table__.alias("child")
    has = select(1).where(child.c.parent_code == AreaNode.code).exists()
    rows = db.execute(
        select(AreaNode.code, AreaNode.name, AreaNode.parent_code, AreaNode.level, has)
        .where(AreaNode.parent_code == parent)
        .order_by(AreaNode.sort, AreaNode.code)
    )
    return [
        {"id": code, "name": name, "parentId": above, "level": level, "hasChildren": has}
        for code, name, above, level, has in rows
    ]

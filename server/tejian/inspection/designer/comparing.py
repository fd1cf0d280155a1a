"""Two versions side by side: their rows by what they are for, and the cells in which they differ."""

from collections.abc import Sequence

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.designer import FlowEdition
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.system.rules.api import CHANGED, GONE, KINDS, NEW, named

from .forms import CompareForm
from .lines import CELLS, EARLIER, Line, cell_words, in_order, scope_words
from .reading import former, lines_of
from .structure import END, name, nodes


class ComparedCell(TypedDict):
    """A cell of both versions in words."""

    cell: str
    before: str
    after: str
    differs: bool


class ComparedRow(TypedDict):
    """A row of both versions; `kind` is empty where they are the same."""

    key: str
    step: str
    stepName: str
    scope: str
    kind: str
    kindName: str
    cells: list[ComparedCell]


class Comparison(TypedDict):
    """Two versions with what differs."""

    before: str
    after: str
    versions: list[int]
    differences: int
    rows: list[ComparedRow]


def compare(db: Session, me: User, form: CompareForm) -> Comparison:
    """A draft beside a version."""
    edition = visible_or_refuse(db, me, FlowEdition, form.id)
    against = edition.base_version if form.against is None else form.against
    newest = edition.conf_version or edition.base_version
    old = former(db, against)
    if not old:
        raise BadInput(f"没有流程版本{against}", field="against")
    rows = compared(db, me, old, lines_of(edition))
    return {
        "before": f"版本{against}",
        "after": f"版本{edition.conf_version}" if edition.conf_version else f"{edition.editionno} {edition.name}",
        "versions": [one for one in range(newest, 0, -1) if one != edition.conf_version],
        "differences": sum(one["differs"] for row in rows for one in row["cells"]),
        "rows": rows,
    }


def compared(db: Session, me: User, old: Sequence[Line], new: Sequence[Line]) -> list[ComparedRow]:
    """Each row of one or the other version, as an item goes through them."""
    before, after = {one.key: one for one in old}, {one.key: one for one in new}
    known = dictionary.words(db, me.dict_version)
    keys = {actor for line in (*old, *new) for actor in line.actors}
    names = {one: name(one) for one in (*nodes(), END)} | named(db, keys)
    names |= {EARLIER + one: f"{name(one)}的经办人" for one in nodes()}
    rows: list[ComparedRow] = []
    for key, line in {one.key: one for one in in_order({**before, **after}.values())}.items():
        cells = [_cell(cell, before.get(key), after.get(key), names) for cell in CELLS]
        kind = NEW if key not in before else GONE if key not in after else CHANGED
        kind = kind if any(one["differs"] for one in cells) else ""
        rows.append(
            {
                "key": key,
                "step": line.step,
                "stepName": name(line.step),
                "scope": scope_words(line, known),
                "kind": kind,
                "kindName": KINDS.get(kind, ""),
                "cells": cells,
            }
        )
    return rows


def _cell(cell: str, old: Line | None, new: Line | None, names: dict[str, str]) -> ComparedCell:
    before, after = (cell_words(cell, one, names) if one else "" for one in (old, new))
    return {"cell": CELLS[cell], "before": before, "after": after, "differs": before != after or not (old and new)}

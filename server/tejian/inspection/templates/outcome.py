"""What publishing a draft does to the rules: rows that end, rows that begin. What is not changed stays as it is.

A row that several templates share is split: it goes on for the others, and the template has one of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.templates import TemplateRow, TemplateVersion
from tejian.inspection.rules.api import without
from tejian.system.rules.api import CHANGED, GONE, NEW, RuleRow, differences

from .parts import CLAUSES, CONCLUSIONS, GRADES, ITEMS, PARTS, SHARED, Part, is_whole, named

Base = Mapping[str, RuleRow]


@dataclass(frozen=True)
class Fresh:
    """A rule that begins."""

    tbl: str
    seq: int
    data: dict[str, str]
    source: str
    check_state: str


@dataclass
class Outcome:
    ended: list[RuleRow] = field(default_factory=list)
    fresh: list[Fresh] = field(default_factory=list)


@dataclass(frozen=True)
class Changed:
    """One cell that is otherwise, or a whole row."""

    kind: str
    row: TemplateRow
    part: Part
    cell: str
    before: str
    after: str

    @property
    def words(self) -> str:
        return self.part.words(self.row.data)

    @property
    def loosens(self) -> bool:
        """Whether a key item goes, or is one no more."""
        if self.part.table != ITEMS:
            return False
        gone = self.kind == GONE and self.row.data.get("key_item") == "Y"
        return gone or (self.cell == "key_item" and self.before == "Y")


def rows_of(db: Session, version: TemplateVersion) -> list[TemplateRow]:
    """The rows of a version, table by table in their order."""
    query = select(TemplateRow).where(TemplateRow.version_id == version.id)
    found = list(db.scalars(query.order_by(TemplateRow.seq, TemplateRow.id)))
    places = list(PARTS)
    return sorted(found, key=lambda row: places.index(row.tbl))


def base_of(db: Session, version: TemplateVersion) -> dict[str, RuleRow]:
    """The rules that a version was drafted from."""
    return {row.id: row for row in db.scalars(select(RuleRow).where(RuleRow.id.in_(version.base)))}


def cells_of(part: Part) -> list[str]:
    return [*part.columns, "seq"] if part.ordered else part.columns


def is_changed(row: TemplateRow, old: RuleRow) -> bool:
    return any(row.data.get(one, "") != old.data.get(one, "") for one in cells_of(PARTS[row.tbl]))


def changes_of(rows: Sequence[TemplateRow], base: Base) -> list[Changed]:
    """What a draft changes, cell by cell."""
    out: list[Changed] = []
    for part in PARTS.values():
        own = {row.base_id or row.id: row for row in rows if row.tbl == part.table}
        before = {key: base[key].data for key in own if key in base}
        after = {key: row.data for key, row in own.items() if not row.gone}
        for one in differences(before, after, cells_of(part)):
            row = own[one.key]
            cell = one.cell and part.label(one.cell)
            old, new = (rows_.get(one.key, {}).get(one.cell, "") for rows_ in (before, after))
            if one.kind == CHANGED:
                out.append(Changed(CHANGED, row, part, one.cell, old, new))
            elif one.kind == NEW or row.base_id:  # what was added and taken away again is nothing
                out.append(Changed(one.kind, row, part, cell, "", ""))
    return out


def outcome(rows: Iterable[TemplateRow], base: Base, template: str) -> Outcome:
    """The rules that end and those that begin."""
    out = Outcome()
    for row in rows:
        old = base.get(row.base_id)
        if old is None:
            if not row.gone:
                out.fresh.append(_own(row, template, shared=False))
        elif row.gone or is_changed(row, old):
            shared = not is_whole(old.data, template)
            out.ended.append(old)
            if shared and (rest := without(named(old.data), template)):
                data = {**old.data, SHARED: ",".join(rest)}
                out.fresh.append(Fresh(row.tbl, old.seq, data, old.source, old.check_state))
            if not row.gone:
                out.fresh.append(_own(row, template, shared=shared))
    return out


def _own(row: TemplateRow, template: str, *, shared: bool) -> Fresh:
    part = PARTS[row.tbl]
    data = {**row.data, part.owner: template}
    data |= {one: row.clause for one in CLAUSES if one in data and row.clause}
    if shared and row.tbl in (CONCLUSIONS, GRADES):
        data["ruleid"] = f"{data['ruleid']}.{template}"
    source = f"{row.clause}（{row.changedby}）" if row.changedby else row.clause
    return Fresh(row.tbl, row.seq, data, source[:512], "local" if row.changedby else "")


__all__ = ["CHANGED", "GONE", "NEW", "Changed", "Fresh", "Outcome", "base_of", "changes_of", "outcome", "rows_of"]

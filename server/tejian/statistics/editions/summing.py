"""Adds up what the districts of an area have reported, and says which have not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tejian.kit.ground.errors import Refused
from tejian.statistics.models.editions import REPORTED, TOTAL, StatCell, StatEdition, StatPart
from tejian.system.models.organisations import AreaNode

from .digests import Counted, of_parts
from .meaning import Meaning
from .taking import worked_out


@dataclass(frozen=True)
class Share:
    """A district: its last reported edition, or why it has none that can be summed."""

    area: str
    part: StatEdition | None
    missing: str = ""


def last_reported(db: Session, row: StatEdition, areas: Sequence[str]) -> dict[str, StatEdition]:
    """The reported edition of the same form and period of each area, corrected ones before what they correct."""
    same = (StatEdition.code == row.code, StatEdition.first == row.first, StatEdition.last == row.last)
    query = select(StatEdition).where(*same, StatEdition.step == REPORTED, StatEdition.areacode.in_(areas))
    return {one.areacode: one for one in db.scalars(query.order_by(StatEdition.round))}


def shares(db: Session, row: StatEdition) -> list[Share]:
    """The districts of its area. Raises Refused where nothing can be summed."""
    areas = db.scalars(select(AreaNode.code).where(AreaNode.parent_code == row.areacode).order_by(AreaNode.code)).all()
    if not areas:
        raise Refused("填报区划没有下级区划，请统计本区划")
    reported, out = last_reported(db, row, areas), []
    for area in areas:
        part = reported.get(area)
        if part is None:
            out.append(Share(area, None, "没有上报"))
        elif part.definition["edition"] != row.definition["edition"]:
            out.append(Share(area, None, f"按第{part.definition['edition']}版表式上报（{part.editionno}）"))
        else:
            out.append(Share(area, part))
    if not any(one.part for one in out):
        raise Refused(f"所辖{len(out)}个区划都没有上报{row.code}{row.first}至{row.last}的统计报表，不能汇总")
    return out


def keep(db: Session, row: StatEdition, parts: Sequence[Share]) -> None:
    """Keep which editions were summed, each with its digest."""
    db.execute(delete(StatPart).where(StatPart.edition_id == row.id))
    for one in parts:
        part = one.part
        said = {"part_id": part.id if part else "", "digest": part.digest if part else "", "missing": one.missing}
        db.add(StatPart(edition_id=row.id, areacode=one.area, **said))


def kept_parts(db: Session, key: str) -> Sequence[StatPart]:
    return db.scalars(select(StatPart).where(StatPart.edition_id == key).order_by(StatPart.areacode)).all()


def summed(db: Session, meaning: Meaning, areas: Mapping[str, str]) -> dict[tuple[str, str], Counted]:
    """The cells of a sum; `areas`: the area of each edition that is summed."""
    counts = meaning.counts()
    query = select(StatCell).where(StatCell.edition_id.in_(areas), StatCell.code.in_(counts))
    lines: dict[str, dict[str, list[StatCell]]] = {TOTAL: {}}
    for cell in db.scalars(query.order_by(StatCell.id)):
        lines.setdefault(cell.line, {}).setdefault(cell.code, []).append(cell)
    out: dict[tuple[str, str], Counted] = {}
    for line, cells in lines.items():
        sums = {code: int(sum((c.value or Decimal(0) for c in cells.get(code, ())), Decimal(0))) for code in counts}
        digests = {code: of_parts((areas[c.edition_id], c.digest) for c in cells.get(code, ())) for code in counts}
        out |= worked_out(meaning, line, sums, digests)
    return out

"""What a supervised inspection witnesses (停止点、见证点) and which papers it ends with, by kind and sort."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tejian.archives.common.api import kind_matches

STOP, WITNESS = "H", "W"


@dataclass(frozen=True, slots=True)
class WitnessPoint:
    """A point at which the work is looked at; the work waits for a stop point."""

    kinds: str
    sorts: str
    seq: int
    stage: str
    hold: str
    name: str
    requirement: str
    loadtest: bool


@dataclass(frozen=True, slots=True)
class CompletionPaper:
    """A paper that the contractor hands in at the end, or that a declaration brings."""

    kinds: str
    sorts: str
    seq: int
    name: str
    required: bool


def witness_point(row: Mapping[str, str]) -> WitnessPoint:
    """A row of supervision_points.csv. Raises ValueError for a kind of point that is none."""
    if row["hold"] not in (STOP, WITNESS):
        raise ValueError("停止点或见证点：H 或 W")
    head = (row["kinds"], row["sorts"], int(row["seq"]), row["stage"], row["hold"])
    return WitnessPoint(*head, row["name"], row["requirement"], row["loadtest"] == "Y")


def completion_paper(row: Mapping[str, str]) -> CompletionPaper:
    """A row of supervision_documents.csv or application_materials.csv."""
    return CompletionPaper(row["kinds"], row["sorts"], int(row["seq"]), row["name"], row["required"] == "Y")


def points_for(rows: Iterable[WitnessPoint], kind: str, sort: str) -> list[WitnessPoint]:
    """The points of an inspection in their order."""
    return sorted((one for one in rows if _is_for(one.kinds, one.sorts, kind, sort)), key=lambda one: one.seq)


def papers_for(rows: Iterable[CompletionPaper], kind: str, sort: str) -> list[CompletionPaper]:
    """The papers of an inspection in their order."""
    return sorted((one for one in rows if _is_for(one.kinds, one.sorts, kind, sort)), key=lambda one: one.seq)


def _is_for(kinds: str, sorts: str, kind: str, sort: str) -> bool:
    named = sorts.split(",")  # test sorts, or whole categories
    return kind_matches(kinds, kind) and (sorts == "all" or sort in named or sort[:2] in named)

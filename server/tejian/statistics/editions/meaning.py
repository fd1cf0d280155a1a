"""What an edition counts: its form and indicators as they were when it was begun, kept in the edition itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground.errors import Refused
from tejian.statistics.counted.api import BEHIND, Behind
from tejian.statistics.filed.api import Period, in_use, with_parts
from tejian.statistics.models.editions import StatEdition
from tejian.statistics.models.filed import COUNT, Indicator, StatBalance, StatColumn, StatForm

KEPT_OF_INDICATOR = ("code", "name", "unit", "kind", "behind", "asks", "timed", "formula", "edition")


@dataclass(frozen=True)
class Meaning:
    """The form of an edition, of the versions that were in use."""

    edition: int
    division: str
    note: str
    columns: Sequence[StatColumn]
    balances: Sequence[StatBalance]
    used: Mapping[str, Indicator]

    def counts(self) -> dict[str, Indicator]:
        """The indicators that count a list."""
        return {code: one for code, one in self.used.items() if one.kind == COUNT}

    def lists(self) -> dict[str, dict[str, Indicator]]:
        """The same by the list that they count."""
        out: dict[str, dict[str, Indicator]] = {}
        for code, one in sorted(self.counts().items()):
            out.setdefault(one.behind, {})[code] = one
        return out

    def behind(self, code: str) -> Behind:
        """The list that an indicator counts."""
        return BEHIND[self.used[code].behind]

    def heading(self, column: StatColumn) -> str:
        return column.heading or self.used[column.code].name


def definition_of(db: Session, form: StatForm) -> dict[str, Any]:
    """A form and the indicators that it needs, as an edition keeps them. Raises Refused where one is not in use."""
    columns = db.scalars(select(StatColumn).where(StatColumn.form_id == form.id).order_by(StatColumn.id)).all()
    balances = db.scalars(select(StatBalance).where(StatBalance.form_id == form.id).order_by(StatBalance.id)).all()
    dictionary = in_use(db)
    if ended := next((one.code for one in columns if one.code not in dictionary), None):
        raise Refused(f"{form.code}的栏目{ended}不是使用中的指标，不能统计")
    used = with_parts(dictionary, [one.code for one in columns])
    return {
        "edition": form.edition,
        "division": form.division,
        "note": form.note,
        "columns": [{"code": one.code, "heading": one.heading} for one in columns],
        "balances": [{"whole": one.whole, "parts": one.parts} for one in balances],
        "indicators": {code: {name: getattr(one, name) for name in KEPT_OF_INDICATOR} for code, one in used.items()},
    }


def meaning_of(row: StatEdition) -> Meaning:
    """What an edition keeps, as the counting reads it."""
    definition = row.definition
    return Meaning(
        definition["edition"],
        definition["division"],
        definition["note"],
        [StatColumn(**one) for one in definition["columns"]],
        [StatBalance(**one) for one in definition["balances"]],
        {code: Indicator(**one) for code, one in definition["indicators"].items()},
    )


def period_kept(row: StatEdition) -> Period:
    return Period(row.first, row.last)


def head_of(row: StatEdition) -> dict[str, Any]:
    """What an edition says of itself, as its digest takes it."""
    said = {name: getattr(row, name) for name in ("code", "areacode", "way", "round")}
    return said | {"first": row.first.isoformat(), "last": row.last.isoformat(), "definition": row.definition}

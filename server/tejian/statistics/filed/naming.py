"""Which version of an indicator or a form is in use, and who still needs it."""

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.rules.api import names_in
from tejian.kit.ground.shapes import Option
from tejian.statistics.models.filed import FORMULA, USED, StatColumn, StatForm
from tejian.statistics.models.filed import Indicator as I

from .conditions import Unreadable, needed


def in_use(db: Session) -> dict[str, I]:
    """The indicators in use, by code: the dictionary of supervision's statistics, about a hundred rows."""
    return {one.code: one for one in db.scalars(select(I).where(I.step == USED).order_by(I.code))}


def offered(db: Session) -> list[Option]:
    """The indicators that a form may name."""
    return [{"value": one.code, "label": f"{one.code} {one.name}"} for one in in_use(db).values()]


def known(db: Session, names: Iterable[str]) -> dict[str, I]:
    """The indicators in use; one that is named and is not among them is refused. Raises Unreadable."""
    dictionary = in_use(db)
    if missing := sorted(set(names) - dictionary.keys()):
        raise Unreadable(f"{missing[0]}不是使用中的指标")
    return dictionary


def with_parts(dictionary: Mapping[str, I], codes: Collection[str]) -> dict[str, I]:
    """The indicators of these codes and all that their formulas need."""
    out: dict[str, I] = {}
    open_ = list(codes)
    while open_:
        code = open_.pop()
        if code in out:
            continue
        out[code] = dictionary[code]
        if dictionary[code].kind == FORMULA:
            open_ += needed(dictionary[code].formula)
    return out


def needing(db: Session, code: str) -> list[str]:
    """What is in use and names an indicator: other indicators and forms, in words."""
    formulas = [one for one in in_use(db).values() if one.kind == FORMULA and code in names_in(one.formula)]
    query = select(StatForm.code, StatForm.name).join(StatColumn, StatColumn.form_id == StatForm.id)
    forms = db.execute(query.where(StatForm.step == USED, StatColumn.code == code).distinct().order_by(StatForm.code))
    return [*(f"指标{one.code}" for one in formulas), *(f"报表{no}{name}" for no, name in forms)]

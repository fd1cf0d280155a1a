"""Everything that is found of a flow: what is drawn wrong, what nobody can do in some station, what takes too long.

What is as it is in the version in force is said and stops nothing; what the drawing brings is refused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection import codes as at
from tejian.kit.ground import dictionary
from tejian.kit.ground.user import User
from tejian.system.accounts.api import WIDTH
from tejian.system.models.accounts import Role, SysUser
from tejian.system.models.organisations import Org
from tejian.system.rules.api import KIND_OF, rows, rows_of, strangers

from .judging import ERROR, HINT, Finding, Ways, judged
from .lines import EARLIER, Line, of_conf
from .resolving import Scope, Way, scopes
from .structure import name, nodes, order

WIDE = ("org", "all")  # scopes that reach every station of an institute
TAKEN = (at.CONFIRM, at.BUILD, at.ENTER)  # of the inspectors of a task, who see it wherever they belong
SAID = 2  # classes and sorts that are named before the rest is counted


class FindingRow(TypedDict):
    """A finding as the page shows it; `row` is the place among the rows that were sent, -1 for a step as a whole."""

    level: str
    kind: str
    step: str
    other: str
    row: int
    text: str


def findings(db: Session, lines: Sequence[Line], base: int) -> list[Finding]:
    """What is wrong with a flow that was drawn from a version."""
    former, limits = [of_conf(row) for row in rows_of(db, base)], rows(db, "flow_limits")
    over = scopes([*former, *lines, *_scopes_of(limits)], KIND_OF)
    about = _About(_staff(db), _stations(db), limits, over)
    known = {(one.key, scope): one for one in _found(db, former, about) for scope in one.scopes or (None,)}
    return [replace(one, level=_level(one, known)) for one in _found(db, lines, about)]


def _scopes_of(limits: Iterable[Mapping[str, str]]) -> Iterator[Line]:
    """The classes and sorts that the limits tell apart."""
    for row in limits:
        for sort in row["seisorts"].split("|"):
            yield Line(row["first"], equclass=row["classes"].replace("|", ","), seisort=sort)


@dataclass(frozen=True)
class _About:
    """What the flows are held against, read once for the drawing and for the version in force."""

    staff: Sequence["Staff"]
    stations: Sequence["Station"]
    limits: Sequence[Mapping[str, str]]
    over: Sequence[Scope]


def _level(one: Finding, known: Mapping[tuple[tuple[str, str, str], Scope | None], Finding]) -> str:
    """Whether the version in force has it too, for all the same classes and sorts and no worse."""
    same = [known.get((one.key, scope)) or known.get((one.key, None)) for scope in one.scopes or (None,)]
    return HINT if all(old is not None and one.amount <= old.amount for old in same) else ERROR


def _found(db: Session, lines: Sequence[Line], about: _About) -> list[Finding]:
    drawn, ways = judged(lines, KIND_OF, about.over)
    return [*drawn, *_given(db, lines), *_unmanned(ways, about), *_too_long(ways, about.limits)]


def said(db: Session, me: User, faults: Iterable[Finding]) -> list[FindingRow]:
    """The findings in words, what is refused first."""
    known = dictionary.words(db, me.dict_version)
    place = list(nodes())
    ordered = sorted(faults, key=lambda one: (one.level != ERROR, place.index(one.step), one.row))
    return [
        {
            "level": one.level,
            "kind": one.kind,
            "step": one.step,
            "other": one.other,
            "row": one.row,
            "text": one.text + _where(one.scopes, known),
        }
        for one in ordered
    ]


def _where(scopes: Sequence[Scope], known: dictionary.Words) -> str:
    """For which classes and sorts, of which there may be many."""
    tables = ("C601", "C603", "C604")
    words = [" ".join(known.get(t, {}).get(one, one) for t, one in zip(tables, s, strict=True) if one) for s in scopes]
    named = list(dict.fromkeys(one or "未单独配置的种类和类型" for one in words))
    more = f"等{len(named)}种" if len(named) > SAID else ""
    return f"（{'、'.join(named[:SAID])}{more}）" if named else ""


# -- people ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Staff:
    """An enabled account of an institute, as far as the flow asks about it."""

    org: str
    dept: str
    names: frozenset[str]
    rights: frozenset[str]
    wide: bool


@dataclass(frozen=True)
class Station:
    """A department or station that inspects, with the classes that it takes; none named means all."""

    id: str
    org: str
    name: str
    classes: frozenset[str]


def _given(db: Session, lines: Sequence[Line]) -> Iterator[Finding]:
    """Actors behind whom nobody has the right of the step."""
    for place, line in enumerate(lines):
        actors = [one for one in line.actors if not one.startswith(EARLIER)]
        if line.actors and not nodes()[line.step].given:
            yield Finding("given", line.step, f"{name(line.step)}不能指定办理人", row=place)
        elif actors and (who := strangers(db, line.step, actors)):
            yield Finding("given", line.step, f"{who}没有办理{name(line.step)}的权限，不能指定", row=place)


def _staff(db: Session) -> list[Staff]:
    roles = {one.id: one for one in db.scalars(select(Role))}
    columns = (SysUser.id, SysUser.org_id, SysUser.dept_id, SysUser.role_ids, SysUser.group_ids, SysUser.scope)
    staff = []
    for key, org, dept, role_ids, group_ids, scope in db.execute(
        select(*columns).where(SysUser.enabled, SysUser.unit_id == "", SysUser.org_id != "")
    ):
        own = [roles[one] for one in role_ids if one in roles]
        width = scope or max((r.scope for r in own), key=_width, default="own")
        names = frozenset(filter(None, (key, dept, *role_ids, *group_ids)))
        rights = frozenset(right for r in own for right in r.permissions)
        staff.append(Staff(org, dept, names, rights, width in WIDE or "all" in {r.scope for r in own}))
    return staff


def _width(scope: str) -> int:
    return WIDTH.index(scope) if scope in WIDTH else 0


def _stations(db: Session) -> list[Station]:
    """Those that inspect: departments and stations of an institute with classes of equipment."""
    inspects = select(Org).where(Org.enabled, Org.kind.in_(("dept", "station")), Org.classes != "")
    return [
        Station(one.id, one.org_id, one.name, frozenset(filter(None, one.classes.split(","))))
        for one in db.scalars(inspects.order_by(Org.sort, Org.code))
    ]


def _unmanned(ways: Ways, about: _About) -> Iterator[Finding]:
    """Steps that nobody of some station can do."""
    able: dict[tuple[str, int, str], bool] = {}
    gaps: dict[tuple[str, int, str], list[Scope]] = {}
    for way, going in ways:
        for step in [*way.steps(), *(one for one in nodes() if one not in order())]:
            place = way.places.get(step, -1)
            for one in about.stations:
                mine = [s for s in going if not s[0] or not one.classes or s[0] in one.classes]
                key = (step, place, one.id)
                if mine and key not in able:
                    able[key] = _manned(about.staff, one, step, way)
                if mine and not able[key]:
                    gaps.setdefault(key, []).extend(mine)
    names = {one.id: one.name for one in about.stations}
    for (step, place, station), mine in gaps.items():
        text = f"{names[station]}没有启用的人能办{name(step)}"
        yield Finding("people", step, text, station, place, () if len(mine) == len(about.over) else tuple(mine))


def _manned(staff: Sequence[Staff], station: Station, step: str, way: Way) -> bool:
    right, line = nodes()[step].right, way.line(step)
    actors = line.actors if line else ()
    anybody = not actors or any(one.startswith(EARLIER) for one in actors)
    return any(
        one.org == station.org
        and right in one.rights
        and (one.wide or one.dept == station.id or step in TAKEN)
        and (anybody or not one.names.isdisjoint(actors))
        for one in staff
    )


# -- time -------------------------------------------------------------------------------------------------------------


def _too_long(ways: Ways, limits: Sequence[Mapping[str, str]]) -> Iterator[Finding]:
    """Stretches of the way whose limits together pass what the law or the institute's word allows."""
    known = order()
    sums: dict[tuple[str, int], tuple[Mapping[str, str], str, list[Scope]]] = {}
    for row in limits:
        stretch = known[known.index(row["first"]) : known.index(row["last"]) + 1]
        for way, going in ways:
            mine = [s for s in going if _is_for(row, s)]
            steps = [one for one in way.steps() if one in stretch]
            total = sum(line.limit_days or 0 for one in steps if (line := way.line(one)))
            if mine and total > int(row["days"]):
                sums.setdefault((row["code"], total), (row, steps[-1], []))[2].extend(mine)
    for (_code, total), (row, last, mine) in sums.items():
        words = f"{name(row['first'])}至{name(row['last'])}时限合计{total}个工作日，超过"
        words += f"{row['name']}的{row['days']}个工作日"
        yield Finding("limits", last, words, row["code"], -1, tuple(mine), amount=total)


def _is_for(row: Mapping[str, str], scope: Scope) -> bool:
    classes, sorts = row["classes"], row["seisorts"]
    return (not classes or scope[0] in classes.split("|")) and (not sorts or scope[1] in sorts.split("|"))

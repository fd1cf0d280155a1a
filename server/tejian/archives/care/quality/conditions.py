"""When a check speaks: one SQL condition per code of the rule table quality_checks, over a device and its units.

The conditions that follow from other rule tables (relations, ranges, required fields) are made from those.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Date, Numeric, String, and_, cast, exists, false, func, literal, or_, select
from sqlalchemy.orm import Session, aliased

from tejian.archives import codes
from tejian.archives.equipment.api import Limit, Relation, every_field, levels, relations
from tejian.archives.equipment.api import table as limit_table
from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.units import Unit
from tejian.system.models.organisations import AreaNode
from tejian.system.rules import api as rulestore

User, Maker, Maintainer = (aliased(Unit, name=n) for n in ("use_unit", "maker", "maintainer"))
Other = aliased(E, name="other")

IN_USE = E.equstatus.in_(codes.RUNNING)
REGISTERED = E.regstatus == codes.REGISTERED
LIFT = E.equclass == codes.LIFT
TODAY = func.current_date()
# One certificate a device; piping and cylinders are registered by unit.
ONE_EACH = and_(E.equclass != codes.PIPING, E.equclacode.not_like("23%"))
LATER, OTHERS, UNDETECTED = "D11", "D19", "D15"
OLD_YEAR = literal("1950-01-01").cast(Date)


@dataclass(frozen=True)
class Check:
    """One check as it runs: `condition` is true for a device that has the fault."""

    code: str
    title: str
    weight: int
    field: str
    clause: str
    condition: Any


def _missing(column: Any) -> Any:
    return column == ""


def _not_like(column: Any, pattern: str) -> Any:
    return and_(column != "", column.op("!~")(pattern))


def _same(*columns: Any) -> Any:
    """Another living device has the same values."""
    mine = [getattr(Other, c.key) == c for c in columns]
    return and_(columns[0] != "", exists(select(1).where(*mine, Other.id != E.id, Other.equDel == 0)))


def _year_in_code() -> Any:
    made = func.to_char(E.prodate, "YYYY")
    place = func.length(E.equcode) - 7  # four of the serial behind it
    return and_(func.length(E.equcode).in_((17, 18)), E.prodate.is_not(None), func.substr(E.equcode, place, 4) != made)


def _by_class(limits: str) -> Iterator[tuple[str, str]]:
    for part in limits.split(";"):
        equclass, _, value = part.partition(":")
        if value:
            yield equclass, value


def _wrong_letter(limits: str) -> Any:
    letters = [and_(E.equclass == c, func.strpos(v, func.left(E.usecertno, 1)) == 0) for c, v in _by_class(limits)]
    return and_(E.usecertno.op("~")("^[锅容瓶管梯起索游车]"), or_(*letters))


CODE_PATTERN = "^[1-9F][0-9A-Z]{3}([0-9A-Z]{5}|[0-9]{6})(19|20)[0-9]{2}[0-9A-Z]{4}$"
CERT_PATTERN = "^([锅容瓶管梯起索游车][0-9A-Z]{2}[一-龥][A-Z][0-9]{5}[(][0-9]{2}[)]|[0-9a-zA-Z]{20})$"
REGCODE_PATTERN = "^[1-9][0-9]{3}[0-9]{6}[0-9]{6}[0-9]{4}$"


def _conditions(limits: Mapping[str, str]) -> dict[str, Any]:
    return {
        "I01": and_(REGISTERED, _missing(E.equcode)),
        "I02": _not_like(E.equcode, CODE_PATTERN),
        "I03": and_(E.equcode != "", func.left(E.equcode, 1) != func.left(E.equclass, 1)),
        "I04": and_(func.length(E.equcode) >= 17, E.equkind != "", func.left(E.equcode, 4) != E.equkind),
        "I05": _year_in_code(),
        "I06": and_(REGISTERED, _missing(E.usecertno)),
        "I07": _not_like(E.usecertno, CERT_PATTERN),
        "I08": _wrong_letter(limits["I08"]),
        "I09": and_(
            E.regdate.is_not(None),
            E.usecertno.op("~")("[(][0-9]{2}[)]$"),
            func.substring(E.usecertno, "[(]([0-9]{2})[)]$") != func.to_char(E.regdate, "YY"),
        ),
        "I10": _not_like(E.regcode, REGCODE_PATTERN),
        "I11": and_(E.equclass != codes.PIPING, _missing(E.prono)),
        "I12": and_(E.porgaosysid != "", _same(E.prono, E.porgaosysid)),
        "I13": _missing(E.equidentcode),
        "I14": and_(LIFT, IN_USE, _missing(E.ele96333code)),
        "I15": _same(E.ele96333code),
        "I16": and_(ONE_EACH, _same(E.usecertno)),
        "I17": and_(E.params["vin"].astext != "", ~func.tj_vin_ok(E.params["vin"].astext)),
        "D01": and_(E.equclass != codes.PIPING, E.prodate.is_(None)),
        "D02": E.prodate > TODAY,
        "D03": E.prodate < OLD_YEAR,
        "D04": and_(IN_USE, E.usestartdate.is_(None)),
        "D05": E.usestartdate > TODAY,
        "D06": and_(REGISTERED, E.regdate.is_(None)),
        "D07": E.regdate > TODAY,
        "D08": E.inspdate > TODAY,
        "D09": and_(IN_USE, ~E.inspecting, E.ninspdate.is_(None)),
        "D10": and_(IN_USE, E.ninspdate < TODAY - func.make_interval(2)),
        LATER: false(),  # these three the engine of the rules finds, see running
        "D12": and_(E.insresult != "", E.inspdate.is_(None)),
        "D13": and_(E.insresult == "", E.inspdate.is_not(None)),
        "D14": and_(E.inspdate.is_not(None), _missing(E.insreportno)),
        UNDETECTED: false(),
        "D16": and_(IN_USE, E.designenddate < TODAY),
        "D17": and_(E.equstatus == codes.STOPPED, func.coalesce(E.params["stopdate"].astext, "") == ""),
        "D18": and_(E.regstatus == codes.DEREGISTERED, func.coalesce(E.params["logoutdate"].astext, "") == ""),
        OTHERS: false(),
        "S01": and_(E.regstatus == codes.DEREGISTERED, IN_USE),
        "S02": and_(E.regstatus == codes.UNREGISTERED, IN_USE),
        "S03": and_(E.unqualcode != "", IN_USE),
        "S04": and_(IN_USE, E.delaydate < TODAY, E.ninspdate < TODAY),
        "U01": _missing(E.useorgsysid),
        "U02": and_(E.useorgsysid != "", User.id.is_(None)),
        "U03": User.name != E.useorgname,
        "U04": ~User.enabled,
        "U05": and_(func.length(User.code) == 18, User.code.op("!~")("^[0-9]{17}[0-9X]$"), ~func.tj_uscc_ok(User.code)),
        "U06": and_(E.porgaosysid != "", Maker.id.is_(None)),
        "U07": and_(LIFT, IN_USE, _missing(E.maiorgsysid)),
        "U08": and_(E.maiorgsysid != "", Maintainer.id.is_(None)),
        "U09": ~Maintainer.ismaintain,
        "U10": and_(IN_USE, User.safemanager == ""),
        "U11": _missing(E.cheorgsysid),
        "U12": _missing(E.usetelsort),
        "U13": E.usetelsort == "9",
        "P01": _missing(E.areacode),
        "P02": and_(E.areacode != "", ~exists(select(1).where(AreaNode.code == E.areacode))),
        "P03": and_(E.areacode != "", func.length(E.areacode) < 9),
        "P04": _missing(E.useplace),
        "P05": E.longitude.is_(None) != E.latitude.is_(None),
        "K01": func.left(E.equclacode, 1) != func.left(E.equclass, 1),
        "K02": E.equclacode == E.equclass,
    }


def checks(db: Session) -> list[Check]:
    """All checks with what they take off, in the order of the table."""
    made: list[Check] = rulestore.made(db, "archives.quality", _make)
    return made


def _make(db: Session) -> list[Check]:
    rows = {r["code"]: r for r in rulestore.rows(db, "quality_checks")}
    conditions = _conditions({code: r["limits"] for code, r in rows.items()})
    out = [
        Check(code, r["title"], int(r["weight"]), r["field"], r["clause"], conditions[code])
        for code, r in rows.items()
        if code in conditions
    ]
    labels = {(f.level, f.name): f.label for f in every_field()} | {("", f.name): f.label for f in every_field()}

    def label(level: str, name: str) -> str:
        return labels.get((level, name)) or labels.get(("", name), name)

    for pair in relations(db):
        general = rows["HARD" if pair.hard else "SOFT"]
        title = f"{label(pair.level, pair.lower)}与{label(pair.level, pair.higher)}：{general['title']}"
        condition = _reversed(pair)
        if condition is not None:
            out.append(Check(pair.code, title, int(general["weight"]), pair.higher, pair.clause, condition))
    for (level, name), limit in limit_table(db).items():
        if level in (codes.PIPELINE, codes.VALVE):
            continue
        known = label(level, name)
        if limit.low is not None or limit.high is not None:
            title, weight = f"{known}：{rows['RANGE']['title']}", int(rows["RANGE"]["weight"])
            out.append(Check(f"V.{level}.{name}", title, weight, name, limit.clause, _outside(level, name, limit)))
        if limit.requiredfor:
            title, weight = f"{known}：{rows['MISSING']['title']}", int(rows["MISSING"]["weight"])
            condition = and_(_kinds(limit.requiredfor), _blank(name))
            out.append(Check(f"M.{level}.{name}", title, weight, name, limit.clause, condition))
    return out


def _at(level: str) -> Any:
    """The devices of a level: all, a class, or a category or kind by what its code begins with."""
    if level == "COMMON":
        return literal(True)
    if levels(level, level) == ["COMMON", level]:
        return E.equclass == level
    return E.equclacode.startswith(level.rstrip("0"))


def _kinds(patterns: str) -> Any:
    return or_(*(E.equclacode.startswith(p.strip().removesuffix("*")) for p in patterns.split(",")))


def _number(name: str) -> Any:
    column = getattr(E, name, None)
    return func.tj_number(E.params[name].astext, type_=Numeric()) if column is None else column


def _blank(name: str) -> Any:
    column = getattr(E, name, None)
    return func.coalesce(E.params[name].astext if column is None else cast(column, String), "") == ""


def _outside(level: str, name: str, limit: Limit) -> Any:
    value = _number(name)
    beyond = [value < limit.low] if limit.low is not None else []
    beyond += [value > limit.high] if limit.high is not None else []
    return and_(_at(level), or_(*beyond))


def _reversed(pair: Relation) -> Any:
    """The condition of a broken relation; None where a line or valve has the fields."""
    types = {f.name: f.type for f in every_field() if f.level not in (codes.PIPELINE, codes.VALVE, codes.PIPE_PART)}
    if pair.level == codes.PIPELINE or pair.lower not in types or pair.higher not in types:
        return None
    if types[pair.lower] == "date":
        low, high = (_day(n) for n in (pair.lower, pair.higher))
        texts = and_(low != "", high != "", low >= high if pair.strict else low > high)
    else:
        low, high = _number(pair.lower), _number(pair.higher)
        texts = low >= high if pair.strict else low > high * pair.times
    return and_(_at(pair.level), texts)


def _day(name: str) -> Any:
    """A day as text in its natural order, whether it is a column or stands in the document."""
    column = getattr(E, name, None)
    return E.params[name].astext if column is None else func.to_char(column, "YYYY-MM-DD")

"""Counts an edition: every record of its lists that an indicator counts, in one statement and so in one snapshot."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    CompoundSelect,
    Select,
    String,
    and_,
    case,
    cast,
    delete,
    func,
    insert,
    literal,
    literal_column,
    null,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY, aggregate_order_by, array
from sqlalchemy.orm import Session

from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.statview import UNKNOWN
from tejian.statistics.counted.api import BEHIND
from tejian.statistics.filed.api import asks_of, line_numbers
from tejian.statistics.models.editions import TOTAL, StatEdition, StatGroup, StatRow
from tejian.statistics.models.filed import Indicator
from tejian.system.accounts.api import account
from tejian.system.models.areas import covered_prefix

from .digests import Cells, Counted, Group, of_groups
from .meaning import Meaning, meaning_of, period_kept

OF_GROUP = ("behind", "line", "codes")
OF_RECORD = ("record_id", "number", "title", "unit", "place", "state", "day")
COLUMNS = (*OF_GROUP, *OF_RECORD)
SIZES = {"number": 64, "title": 500, "unit": 200, "place": 256, "state": 60}


def counter_of(db: Session, row: StatEdition) -> User:
    """Who counts: the maker, with the scope that the edition is filed for. Raises Refused."""
    me = account(db, row.maker_id)
    if me is None:
        raise Refused("编制人的账号已停用，不能统计")
    if me.scope != "area" or not row.areacode.startswith(covered_prefix(me.area)):
        raise Refused("编制人已不在填报区划，不能统计")
    return me


def records(db: Session, me: User, row: StatEdition) -> CompoundSelect[Any]:
    """Every record that the edition counts, with the indicators that count it and what it says now."""
    meaning = meaning_of(row)
    each = [_of_list(db, me, row, name, used, meaning.division) for name, used in meaning.lists().items()]
    return union_all(*each)


def _of_list(
    db: Session, me: User, row: StatEdition, name: str, used: Mapping[str, Indicator], division: str
) -> Select[Any]:
    behind, period = BEHIND[name], period_kept(row)
    asks = {code: asks_of(db, me, one, period) for code, one in used.items()}
    counts = {code: and_(true(), *behind.view.asked(me, one)) for code, one in asks.items()}
    codes = array([case((condition, cast(literal(code), String(8)))) for code, condition in counts.items()])
    fields = behind.told
    known = fields.words or words(db, me.dict_version).get(fields.coded, {})
    values: dict[str, Any] = {
        "behind": literal(name),
        "line": func.coalesce(func.nullif(behind.by[division], ""), UNKNOWN),
        "codes": func.array_remove(codes, null(), type_=ARRAY(String(8))),
        "record_id": behind.view.key,
        **{field: getattr(fields, field) for field in ("number", "title", "unit", "place")},
        "state": case(dict(known), value=fields.state, else_=fields.state) if known else fields.state,
        "day": fields.day,
    }
    for field, size in SIZES.items():
        values[field] = func.left(func.coalesce(values[field], ""), size)
    where = [or_(*counts.values()), behind.area.startswith(covered_prefix(row.areacode), autoescape=True)]
    if all(one.timed for one in used.values()):  # so that the days are found by their index
        first = next(iter(asks.values()))
        days = {key: value for key, value in first.items() if key.startswith(behind.period)}
        where += behind.view.asked(me, days)
    query = behind.view.query(me, {}).where(*where)
    return query.with_only_columns(*(values[field].label(field) for field in COLUMNS))


def take(db: Session, me: User, row: StatEdition) -> None:
    """Keep the records of an edition, each in the group of its line and its indicators."""
    found = records(db, me, row).cte("found")
    said = func.concat_ws("|", row.id, found.c.behind, found.c.line, func.array_to_string(found.c.codes, " "))
    group = func.hashtextextended(said, 0)
    groups = select(group, literal(row.id), found.c.behind, found.c.line, found.c.codes).distinct()
    kept = insert(StatGroup).from_select(["id", "edition_id", "behind", "line", "codes"], groups).cte("kept")
    rows = select(group, *(found.c[name] for name in OF_RECORD))
    db.execute(insert(StatRow).from_select(["group_id", *OF_RECORD], rows).add_cte(kept))


def forget(db: Session, key: str) -> None:
    """Take the records of an edition away."""
    own = select(StatGroup.id).where(StatGroup.edition_id == key)
    db.execute(delete(StatRow).where(StatRow.group_id.in_(own)))
    db.execute(delete(StatGroup).where(StatGroup.edition_id == key))


def rows_of(keys: Sequence[str]) -> Select[Any]:
    """The kept records of some editions, with COLUMNS."""
    columns = [getattr(StatGroup if name in OF_GROUP else StatRow, name) for name in COLUMNS]
    return select(*columns).join(StatGroup, StatGroup.id == StatRow.group_id).where(StatGroup.edition_id.in_(keys))


def groups_of(db: Session, key: str) -> list[Group]:
    """The groups of an edition, each with the digest over the keys of its records in order."""
    own = {one.id: one for one in db.scalars(select(StatGroup).where(StatGroup.edition_id == key))}
    ordered = StatRow.record_id.collate("C")  # in one order on every server
    joined = func.string_agg(StatRow.record_id, aggregate_order_by(literal_column("','"), ordered))
    digest = func.encode(func.sha256(func.convert_to(joined, "UTF8")), "hex")
    query = select(StatRow.group_id, func.count(), digest).where(StatRow.group_id.in_(own)).group_by(StatRow.group_id)
    return [Group(own[one].line, tuple(own[one].codes), n, told) for one, n, told in db.execute(query)]


def cells_of(meaning: Meaning, groups: Sequence[Group]) -> dict[tuple[str, str], Counted]:
    """The cells of all lines and of the sum: what was counted, and what is worked out of it."""
    out: dict[tuple[str, str], Counted] = {}
    for line in (*sorted({g.line for g in groups}), TOTAL):
        own = [g for g in groups if line in (TOTAL, g.line)]
        digests = {code: of_groups(own, code) for code in meaning.counts()}
        sums = {code: sum(g.size for g in own if code in g.codes) for code in meaning.counts()}
        out |= worked_out(meaning, line, sums, digests)
    return out


def worked_out(
    meaning: Meaning, line: str, sums: Mapping[str, int], digests: Mapping[str, str]
) -> dict[tuple[str, str], Counted]:
    """A line with its formulas."""
    numbers = line_numbers(meaning.used, sums)
    return {
        (line, code): Counted(None if value is None else round(Decimal(value), 4), digests.get(code, ""))
        for code, value in numbers.items()
    }


def same(left: Cells, right: Cells) -> list[tuple[str, str]]:
    """The cells in which two counts differ."""
    return sorted(key for key in {*left, *right} if left.get(key) != right.get(key))

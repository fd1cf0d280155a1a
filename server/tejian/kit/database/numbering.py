"""Numbers without gaps or duplicates: a locked counter row, taken last in the transaction of the effect.

A sequence leaves gaps after a rollback and `max + 1` makes duplicates; a counter row does neither.
"""

import re
from datetime import date
from typing import Any

from sqlalchemy import String, inspect, text, true
from sqlalchemy.orm import Mapped, Session, mapped_column

from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused

from .db import Base, Record


class Counter(Base):
    """How far a number series has come in its period."""

    __tablename__ = "counter"
    series: Mapped[str] = mapped_column(String(64), primary_key=True)
    period: Mapped[str] = mapped_column(String(16), primary_key=True)
    value: Mapped[int]


class NumberRule(Record, Base):
    """A number format, editable by administrators. `pattern` holds {yyyy} {MM} {dd} {yy} {seq:4} and named parts."""

    __tablename__ = "number_rule"
    audited = "03"
    named = "编号规则"
    code: Mapped[str] = mapped_column(String(32), unique=True, info={"label": "编号代码"})
    label: Mapped[str] = mapped_column(String(64), info={"label": "名称"})
    pattern: Mapped[str] = mapped_column(String(128), info={"label": "格式"})
    reset: Mapped[str] = mapped_column(String(8), info={"label": "重新计数"})  # day, month, year, never
    source: Mapped[str] = mapped_column(String(256), default="", info={"label": "依据"})

    @staticmethod
    def visible(_me: Any) -> Any:
        return true()


PERIODS = {"day": "%Y%m%d", "month": "%Y%m", "year": "%Y", "never": "-"}
PART = re.compile(r"\{(\w+)(?::(\d+))?\}")


def next_value(db: Session, series: str, period: str) -> int:
    """The next value of a series, holding its row until the end of the transaction."""
    row = (
        db.connection()
        .execute(  # not by the session: what is pending is written once, not at every number
            text(
                "insert into counter (series, period, value) values (:s, :p, 1)"
                " on conflict (series, period) do update set value = counter.value + 1 returning value"
            ),
            {"s": series, "p": period},
        )
        .one()
    )
    return int(row.value)


def take_number(db: Session, code: str, **parts: str) -> str:
    """The next number of rule `code`; named parts of the pattern come from `parts` and separate the series.

    Take it last: others wait for the row until the transaction ends.
    """
    query = text("select pattern, reset from number_rule where code = :c")
    rule = db.connection().execute(query, {"c": code}).first()
    if rule is None:
        raise Refused(f"编号规则{code}未配置，请联系系统管理员")
    day = clock.today()
    period = day.strftime(PERIODS[rule.reset])
    series = "/".join([code, *(parts[k] for k in sorted(parts))])
    return formatted(rule.pattern, day, next_value(db, series, period), parts)


def number_of(db: Session, row: Any, name: str) -> None:
    """Give a row the number of the rule that its column names, unless it has one."""
    rule = inspect(type(row)).columns[name].info["number"]
    if not getattr(row, name):
        setattr(row, name, take_number(db, rule))


def number_new(db: Session, row: Any) -> None:
    """The numbers that a new row takes when it is stored; those that a move stamps it takes with that move."""
    for a in inspect(type(row)).column_attrs:
        if "number" in a.columns[0].info and a.columns[0].info.get("numbered") != "move":
            number_of(db, row, a.key)


def formatted(pattern: str, day: date, value: int, parts: dict[str, str]) -> str:
    """The number as text. Raises Refused when the series has outgrown its digits."""

    def fill(part: re.Match[str]) -> str:
        name, width = part.group(1), part.group(2)
        if name == "seq":
            digits = int(width or 1)
            if width and value >= 10**digits:
                raise Refused("编号已用完，请联系系统管理员加长流水号位数")
            return f"{value:0{digits}d}"
        dates = {"yyyy": "%Y", "yy": "%y", "MM": "%m", "dd": "%d"}
        return day.strftime(dates[name]) if name in dates else parts.get(name, "")

    return PART.sub(fill, pattern)

"""Input forms: what a call accepts, with a Chinese sentence for everything that is wrong."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model

from tejian import data
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.typed import day_of, day_text, meant


class Form(BaseModel):
    """Base of all call forms. Unknown names are dropped, so a client can set nothing that is not declared."""

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True, str_max_length=4000, populate_by_name=True)

    def __getitem__(self, name: str) -> Any:
        """A declared value by its name."""
        return getattr(self, name)


def private(**more: Any) -> Any:
    """A field that holds a secret: it is taken from the body alone, since addresses stand in logs and histories."""
    return Field(repr=False, **more)


def private_names(form: Any) -> frozenset[str]:
    """The names under which a form takes secrets."""
    fields = getattr(form, "model_fields", {})
    return frozenset(n for name, one in fields.items() if not one.repr for n in (name, one.alias) if n)


def _ids(value: Any) -> Any:
    if isinstance(value, str):
        return [part for part in value.split(",") if part]
    return value


def as_keys(value: Any) -> list[str]:
    """Keys as they are sent: a list, or texts joined by commas."""
    found = _ids(value if isinstance(value, list) or value is None else str(value)) or []
    if not all(isinstance(one, str | int) for one in found):
        raise BadInput("参数格式不正确")
    return [str(one) for one in found]


PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


def is_plain(text: str) -> bool:
    """Whether a number is written as people write an amount: 1e3 and 1_000 are none."""
    return PLAIN.fullmatch(text.strip()) is not None


def version_of(value: Any) -> int | None:
    """The number of a version; None for what is none."""
    text = str(value)
    return int(text) if text.isdecimal() and len(text) < 10 else None


Ids = Annotated[list[Annotated[str, Field(max_length=32, pattern=r"^[0-9a-zA-Z_-]+$")]], BeforeValidator(_ids)]
Id = Annotated[str, Field(max_length=32, pattern=r"^[0-9a-zA-Z_-]+$")]
Words = Annotated[list[Annotated[str, Field(max_length=200)]], BeforeValidator(_ids)]  # codes or names, by commas


def _day(value: Any) -> Any:
    return day_text(value) or None if isinstance(value, str) else value


Day = Annotated[date | None, BeforeValidator(_day)]  # in any usual form; a time behind it is dropped, blanks clear it
Version = Annotated[int | None, BeforeValidator(version_of)]


class OneId(Form):
    id: Id = Field(title="主键")


class ManyIds(Form):
    """The picked rows: several (`ids`), or one (`id`)."""

    ids: Ids = Field([], title="所选数据", validation_alias=AliasChoices("ids", "id"))


def asks(base: type[Form] = Form, /, **labels: str) -> type[Form]:
    """A form of plain texts with their labels, each '' when it was not sent, beside what `base` takes."""
    fields: dict[str, Any] = {n: (Annotated[str, Field(max_length=2000, title=t)], "") for n, t in labels.items()}
    return create_model("Asks", __base__=base, **fields)


class Known(OneId):
    """A known record, and the version of it that the sender read."""

    version: Version = Field(None, title="版本")


F = TypeVar("F", bound=BaseModel)

_SAYS: dict[str, Callable[[dict[str, Any]], str]] = {
    "missing": lambda c: "必填",
    "string_too_long": lambda c: f"最多{c['max_length']}个字",
    "string_too_short": lambda c: f"至少{c['min_length']}个字",
    "int_parsing": lambda c: "请输入整数",
    "int_from_float": lambda c: "请输入整数",
    "decimal_parsing": lambda c: "请输入数字",
    "float_parsing": lambda c: "请输入数字",
    "decimal_max_places": lambda c: f"最多{c['decimal_places']}位小数",
    "date_from_datetime_parsing": lambda c: "日期应为yyyy-MM-dd",
    "date_parsing": lambda c: "日期应为yyyy-MM-dd",
    "greater_than_equal": lambda c: f"不得小于{c['ge']}",
    "greater_than": lambda c: f"应大于{c['gt']}",
    "less_than_equal": lambda c: f"不得大于{c['le']}",
    "list_type": lambda c: "格式不正确",
    "too_long": lambda c: f"最多{c['max_length']}项",
}


def checked(form: type[F], params: Mapping[str, Any]) -> F:
    """`params` as the form, or BadInput naming the first wrong field by its label."""
    try:
        return form.model_validate(params)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False)[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        known = form.model_fields.get(name)
        label = (known.title if known else None) or name
        if first["type"] == "value_error":
            says = str(first.get("ctx", {}).get("error", "格式不正确"))
        else:
            say = _SAYS.get(first["type"])
            says = say(first.get("ctx", {})) if say else "格式不正确"
        raise BadInput(f"{label}：{says}", field=name) from None


@dataclass(frozen=True)
class Rule:
    """A field validator of the specification: a pattern and its message."""

    rule: str
    message: str
    pattern: str


@cache
def validators() -> dict[str, Rule]:
    """The validator table, the same rows that the client gets."""
    rows = (Rule(r["rule"], r["message"], r["pattern_inferred"]) for r in data.rows("validators"))
    return {r.rule: r for r in rows if r.pattern.startswith("^")}


def breaks_rule(rule: str, value: str) -> str | None:
    """The message of the named rule when `value` breaks it; an empty value passes."""
    row = validators()[rule]
    return row.message if value and not re.fullmatch(row.pattern.strip("^$"), value) else None


def matching(rule: str) -> Any:
    """A validator for a named rule; gives the text as it is meant: `Annotated[str, matching("mobile")]`."""

    def check(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        text = meant(rule, value)
        if message := breaks_rule(rule, text):
            raise ValueError(message)
        return text

    return BeforeValidator(check)


def as_date(text: str, label: str) -> date:
    """A day in a usual form (a time behind it is dropped) as a date."""
    try:
        return day_of(text)
    except ValueError:
        raise BadInput(f"{label}：日期应为yyyy-MM-dd") from None


def as_moment(text: str, label: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(f"{label}：时间应为yyyy-MM-dd HH:mm:ss") from None


def whole(params: Mapping[str, Any], name: str, default: int, low: int, high: int) -> int:
    """A whole number among the parameters, held inside its limits."""
    value = str(params.get(name) or default)
    if not value.isdecimal() or len(value) > 9:
        raise BadInput({"pageNo": "页码", "pageSize": "每页条数"}.get(name, name) + "：请输入正整数")
    return min(max(int(value), low), high)

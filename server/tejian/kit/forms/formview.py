"""One declaration per form: what the client draws is what the server checks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, get_args

from pydantic import BaseModel
from sqlalchemy.orm import Session

from tejian.kit.ground import dictionary, shapes
from tejian.kit.ground.declared import DECLARED_IN, declaring_module
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.typed import day_of, meant, narrow
from tejian.kit.ground.user import User

from .form import ManyIds, breaks_rule, checked, is_plain, version_of
from .refers import Named, Refers, of_model, refuse_foreign, refuse_moved

TYPES = set(get_args(shapes.FieldType))


@dataclass(frozen=True)
class Field:
    """An input. `dict` names the dictionary whose codes are allowed; `rule` a row of the validator table.

    A hidden one is not drawn: `default` says what is sent, with `{prop}` for the picked row and the other inputs.
    """

    name: str
    label: str
    type: str = "text"
    required: bool = False
    dict: str = ""
    options: Mapping[str, str] | None = None
    options_url: str = ""
    of_picked: bool = False  # what may be chosen depends on the rows that the form is about: their keys are sent
    unit: str = ""
    root: str = ""  # of an equipment: the classes that are offered
    rule: str = ""
    low: float | None = None
    high: float | None = None
    size: int = 200
    span: int = 8
    help: str = ""
    readonly: bool = False
    default: Any = None
    when: Mapping[str, Sequence[str]] = field(default_factory=lambda: {})  # `dict` is a field here
    missing: str = ""  # the whole sentence when it is not filled in
    wrong: str = ""  # the whole sentence when it is none of the options
    fills: str = ""  # the input that takes the label of what is chosen here
    check: Callable[[Any], str | None] | None = None  # a sentence refuses
    refers: Refers | None = None  # of an id: what it names, and with what it goes

    def __post_init__(self) -> None:
        if self.type not in TYPES:
            raise ValueError(f"field {self.name}: unknown type {self.type}")

    def config(self) -> shapes.FormField:
        out: Any = {
            "prop": self.name,
            "label": self.label,
            "type": self.type,
            "required": self.required,
            "span": self.span,
            "readonly": self.readonly,
            "maxLength": self.size,
        }
        plain = {"dict": self.dict, "unit": self.unit, "rule": self.rule, "help": self.help, "root": self.root}
        plain |= {"optionsUrl": self.options_url, "missing": self.missing, "fills": self.fills}
        out |= {k: v for k, v in plain.items() if v}
        out |= {k: v for k, v in {"min": self.low, "max": self.high, "default": self.default}.items() if v is not None}
        if self.options is not None:
            out["options"] = [{"value": k, "label": v} for k, v in self.options.items()]
        if self.of_picked:
            out["ofPicked"] = True
        if self.when:
            out["when"] = {k: list(v) for k, v in self.when.items()}
        return out  # type: ignore[no-any-return]

    def applies(self, values: Mapping[str, Any]) -> bool:
        return all(str(values.get(k, "")) in v for k, v in self.when.items())

    def read(self, value: Any, words: dictionary.Words) -> Any:
        """The value as its column takes it. Raises BadInput with the field's label."""
        if value is None or value == [] or (isinstance(value, str) and not value.strip()):
            return None
        if self.type in ("dictMulti", "selectMulti"):
            parts = value if isinstance(value, list) else str(value).split(",")
            return ",".join(self._coded(str(p), words) for p in parts if p != "")
        if isinstance(value, Mapping | list):
            raise BadInput(f"{self.label}：格式不正确", field=self.name)
        text = str(value).strip()
        if self.rule:
            text = meant(self.rule, text)
        wrong = breaks_rule(self.rule, text) if self.rule else None
        if wrong is None and len(text) > (20_000 if self.type == "html" else self.size):
            wrong = f"最多{self.size}个字"
        if wrong:
            raise BadInput(f"{self.label}：{wrong}", field=self.name)
        typed = self._typed(text, words)
        if self.check and (sentence := self.check(typed)):
            raise BadInput(f"{self.label}：{sentence}", field=self.name)
        return typed

    def _coded(self, code: str, words: dictionary.Words) -> str:
        known = self.options if self.options is not None else words.get(self.dict) if self.dict else None
        if known is not None and code not in known:
            raise BadInput(self.wrong or f"{self.label}：请从选项中选择", field=self.name)
        return code

    def _typed(self, text: str, words: dictionary.Words) -> Any:
        if self.type in ("dict", "select", "radio"):
            return self._coded(text, words)
        if self.type == "area" and words.get("AREA") and text not in words["AREA"]:
            raise BadInput(f"{self.label}：请从选项中选择", field=self.name)
        if self.type == "bool":
            return self._yes_no(text)
        if self.type == "date":
            try:
                return day_of(text)
            except ValueError:
                raise BadInput(f"{self.label}：日期应为yyyy-MM-dd", field=self.name) from None
        if self.type in ("int", "decimal", "money", "number"):
            return self._number(text)
        return text

    def _yes_no(self, text: str) -> bool:
        if text not in ("0", "1", "true", "false", "True", "False"):
            raise BadInput(f"{self.label}：请选择是或否", field=self.name)
        return text in ("1", "true", "True")

    def _number(self, text: str) -> int | Decimal:
        try:
            number = Decimal(narrow(text))
        except InvalidOperation:
            raise BadInput(f"{self.label}：请输入数字", field=self.name) from None
        if not number.is_finite() or abs(number) >= Decimal(10) ** 12:
            raise BadInput(f"{self.label}：数字超出范围", field=self.name)
        if self.type == "money" and not is_plain(text):
            raise BadInput(f"{self.label}：金额请写成普通数字，如1000.00", field=self.name)
        if self.type == "int" and number != number.to_integral_value():
            raise BadInput(f"{self.label}：请输入整数", field=self.name)
        if self.low is not None and number < Decimal(str(self.low)):
            raise BadInput(f"{self.label}：不得小于{self.low:g}{self.unit}", field=self.name)
        if self.high is not None and number > Decimal(str(self.high)):
            raise BadInput(f"{self.label}：不得大于{self.high:g}{self.unit}", field=self.name)
        if self.type == "money" and number != round(number, 2):
            raise BadInput(f"{self.label}：最多2位小数", field=self.name)
        return int(number) if self.type == "int" else number


INPUTS = {date: "date", bool: "bool", int: "int", Decimal: "decimal"}


def field_of(source: Any, **changed: Any) -> Field:
    """An input from the column of a model: label, type, size, dictionary and unit stand there."""
    column = source.property.columns[0]
    known = {"label": source.key, "dict": "", "unit": ""} | dict(column.info)
    made = Field(source.key, str(known["label"]), dict=str(known["dict"]), unit=str(known["unit"]))
    kind = "dict" if made.dict else INPUTS.get(column.type.python_type, "text")
    size = column.info.get("size") or getattr(column.type, "length", None) or made.size
    return replace(made, **{"type": kind, "size": size, **changed})


@dataclass(frozen=True)
class Input:
    """What was sent with a declared form: its values, the records that are meant, the version that the sender read."""

    values: dict[str, Any]
    ids: Sequence[str] = ()
    version: int | None = None

    @property
    def id(self) -> str:
        """The one record that is meant; '' for a new one."""
        return self.ids[0] if self.ids else ""

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


@dataclass(frozen=True)
class Group:
    title: str
    fields: Sequence[Field]


@dataclass(frozen=True)
class Table:
    """Rows that are typed in and saved with the form, each as `form` says; a new record begins with `least` rows."""

    name: str
    title: str
    form: "FormView"
    add: str
    least: int = 0
    most: int = 60
    of: Any = None  # the column of their model that names the record: they are stored and loaded with it

    def read(self, db: Session, me: User, sent: Any) -> list[dict[str, Any]]:
        """The rows that were sent, each with its `id` when it is known; what is wrong names its row."""
        rows = [] if sent in (None, "") else sent
        if not isinstance(rows, list):
            raise BadInput(f"{self.title}：格式不正确")
        if len(rows) > self.most:
            raise BadInput(f"{self.title}最多{self.most}行")
        out = []
        for n, row in enumerate(rows):
            if not isinstance(row, Mapping):
                raise BadInput(f"{self.title}：格式不正确")
            try:
                out.append(self.form.read(db, me, row) | ({"id": str(row["id"])} if row.get("id") else {}))
            except BadInput as wrong:
                field = f"{self.name}.{n}.{wrong.extra.get('field', '')}"
                raise BadInput(f"{self.title}第{n + 1}行 {wrong.message}", field=field) from None
        return out

    def config(self) -> shapes.FormTable:
        return {"prop": self.name, "title": self.title, "viewNo": self.form.no, "add": self.add, "least": self.least}


@dataclass(frozen=True)
class FormView:
    """A form screen or dialog. The form of a move is sent to the call of the move."""

    no: str
    title: str
    save_url: str
    groups: Sequence[Group]
    load_url: str = ""  # the record to mend; of a dialog about one picked row, with what it begins
    width: int = 900
    in_part: bool = False  # of a known record only what changed may be sent
    ok: str = ""  # the button that sends it
    note: str = ""  # a line above the inputs; takes {count} and what a picked row carries
    done: str = ""  # what is said afterwards; takes the same and the inputs
    tables: Sequence[Table] = ()

    @property
    def fields(self) -> list[Field]:
        return [f for g in self.groups for f in g.fields]

    def config(self) -> shapes.FormConfig:
        out: shapes.FormConfig = {
            "viewNo": self.no,
            "title": self.title,
            "loadUrl": self.load_url or None,
            "saveUrl": self.save_url,
            "width": self.width,
            "groups": [{"title": g.title, "fields": [f.config() for f in g.fields]} for g in self.groups],
            "tables": [t.config() for t in self.tables],
        }
        if self.ok:
            out["okText"] = self.ok
        if self.note:
            out["note"] = self.note
        if self.done:
            out["done"] = self.done
        return out

    def read(self, db: Session, me: User, params: Mapping[str, Any], *, partial: bool = False) -> dict[str, Any]:
        """The declared fields and tables among `params`, checked; undeclared names are dropped.

        A missing required field is refused. `partial` reads only the names that were sent.
        """
        words = dictionary.words(db, me.dict_version)
        out: dict[str, Any] = {}
        for f in self.fields:
            if f.readonly or f.type == "readonly" or (partial and f.name not in params):
                continue
            if not f.applies(params):
                out[f.name] = None
                continue
            out[f.name] = f.read(params.get(f.name), words)
            if f.required and out[f.name] is None:
                raise BadInput(f.missing or f"{f.label}：必填", field=f.name)
        refuse_foreign(db, me, self.referring(out))
        for table in self.tables:
            if not partial or table.name in params:
                out[table.name] = table.read(db, me, params.get(table.name))
        return out

    def referring(self, values: Mapping[str, Any]) -> list[Named]:
        """The inputs that name another record, with what was sent."""
        own = [(f, f.refers) for f in self.fields if f.refers]
        return [Named(f.name, f.label, r, values.get(f.name), values) for f, r in own]

    def taken(self, db: Session, me: User, params: Mapping[str, Any]) -> Input:
        """The input of a call."""
        ids = checked(ManyIds, params).ids
        values = self.read(db, me, params, partial=bool(ids) and self.in_part)
        if ids:
            refuse_moved(db, ids[0], self.referring(values))
        return Input(values, ids, version_of(params.get("version")))


Sent = type[BaseModel] | FormView
Source = Sent | Callable[[Session, User, Mapping[str, Any]], Sent]  # what a call takes


def taken(source: Source, db: Session, me: User, params: Mapping[str, Any]) -> Any:
    """What was sent, typed as the model or as the Input of the declared form; a function chooses one of them by it."""
    form = source if isinstance(source, type | FormView) else source(db, me, params)
    if not isinstance(form, type):
        return form.taken(db, me, params)
    model: BaseModel = checked(form, params)
    refuse_foreign(db, me, list(of_model(model)))
    return model


FORMS: dict[str, FormView] = {}


def dialog(
    no: str, title: str, *fields: Field, width: int = 520, ok: str = "", note: str = "", done: str = ""
) -> FormView:
    """A form without groups, sent to the call of its move."""
    return FormView(no, title, "", [Group("", fields)], width=width, ok=ok, note=note, done=done)


def why(label: str, missing: str) -> Field:
    """The reason of a move, in words."""
    return Field("reason", label, "textarea", required=True, span=24, size=500, missing=missing)


def add_form(view: FormView) -> FormView:
    if view.no in FORMS:
        raise ValueError(f"two forms share viewNo {view.no}")
    FORMS[view.no] = view
    DECLARED_IN[view.no] = declaring_module()
    return view


def form_of(view_no: str) -> FormView:
    if view_no not in FORMS:
        raise BadInput("页面配置不存在")
    return FORMS[view_no]

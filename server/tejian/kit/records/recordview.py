"""One declaration per record page: who it is, its facts, its child lists, and what may be done with it now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, get_args

from pydantic import Field as PydanticField
from sqlalchemy import inspect, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.attributes import set_committed_value

from tejian.kit.database import keys, phones
from tejian.kit.database.audit import on_day, typed
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.forms.columns import KINDS, Col, in_words, put_words
from tejian.kit.forms.form import OneId
from tejian.kit.forms.formview import Field, FormView, field_of
from tejian.kit.ground import clock, dictionary, shapes
from tejian.kit.ground.actions import MINE, Action, marked, offered
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.figures import number, remaining, tone_of
from tejian.kit.ground.permission import PERMISSIONS, require
from tejian.kit.ground.ports import Port, Ports
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Area

from .crud import named_beside, record, with_rows

place: Port[[Any, str], str] = Port("where a record stands, in words")
TONES = set(get_args(shapes.Tone))
NUMBERS = ("number", "int", "decimal", "money")
CHILDREN_AT_MOST = 500


class Shown:
    """A record while its page is made: the row, who looks, and what the declaration read beside it."""

    def __init__(self, db: Session, me: User, view: "RecordView", row: Any, note: str | None = None):
        self.db, self.me, self.view, self.row = db, me, view, row
        self.note = note  # of another day than today: what that rests on
        form = view.form if isinstance(view.form, FormView) else None
        self.values = view.values(db, me, row) if view.values else with_rows(db, form, row)
        self.more: Any = view.more(db, me, row) if view.more else None
        self.form: FormView | None = made(view.form, self)
        self._fields = {f.name: f for f in self.form.fields} if self.form else {}
        self.values |= named_beside(db, me, view.model, self._fields.values(), self.values)

    def text(self, name: str) -> str:
        """A field in words, as the page writes it: the word of a code, the unit behind a number."""
        value, word = self.values.get(name), self.values.get(name + "Name")
        if word or value in (None, ""):
            return str(word or "")
        if isinstance(moment := getattr(self.row, name, None), datetime):
            return clock.minute(moment)
        known = self._fields.get(name) or _field_of(self.view.model, name)
        if beside := named_beside(self.db, self.me, self.view.model, [known], self.values):
            self.values |= beside
            return next(iter(beside.values()))
        words: Mapping[str, str] | None = known.options
        if words is None and known.dict:
            words = dictionary.words(self.db, self.me.dict_version).get(known.dict, {})
        if words is not None:
            return str(in_words(words, str(value)))
        shown = number(value, known.type == "money") if known.type in NUMBERS else str(value)
        return f"{shown} {known.unit}".strip()

    def label(self, name: str) -> str:
        """What a field is called: on the form, else in the model."""
        return (self._fields.get(name) or _field_of(self.view.model, name)).label

    def days_to(self, name: str) -> int | None:
        """Days from today to the day or the moment of a column; negative when it has passed."""
        day: date | None = getattr(self.row, name)
        if isinstance(day, datetime):
            day = day.astimezone(clock.SHANGHAI).date()
        return (day - clock.today()).days if day else None


Said = str | Callable[[Shown], str]  # a sentence that is always the same, or made for the record


def made(value: Any, shown: Shown) -> Any:
    """What a declaration says for this record: the value itself, or what its function gives."""
    return value(shown) if callable(value) else value


@dataclass(frozen=True)
class Fact:
    """What is read first. By its name it says a field of the record; `text` says something else.

    A `link` leads to an address, or with `#key` to a tab of the same page.
    """

    name: str = ""
    label: Said = ""
    text: Said = ""
    tone: Said = ""
    dot: bool = False  # a state: a dot before the word
    note: str | Callable[[Shown], str | tuple[str, str]] = ""  # a sentence, or a sentence with its tone
    link: Said = ""
    why: Callable[[Shown], Sequence[str]] | None = None  # how the value came to be, step by step
    when: Callable[[Shown], bool] = lambda shown: True  # whether it is said at all

    def answer(self, shown: Shown) -> shapes.RecordFact:
        out: Any = {"label": made(self.label, shown) or shown.label(self.name), "dot": self.dot}
        out["text"] = made(self.text, shown) or (shown.text(self.name) if self.name else "")
        note = made(self.note, shown)
        out["note"], out["noteTone"] = note if isinstance(note, tuple) else (note, "")
        out |= {"link": made(self.link, shown), "tone": made(self.tone, shown)}
        if {out["tone"], out["noteTone"]} - TONES:
            raise ValueError(f"{shown.view.no}: fact {out['label']} has an unknown tone")
        if self.why and out["text"]:
            out["why"] = list(self.why(shown))
        return {k: v for k, v in out.items() if v or k == "text"}  # type: ignore[return-value]


def due(name: str, while_: Sequence[str]) -> Fact:
    """A day by which something must be done: what is left of it, in its colour, while the record stands at a step."""

    def days(shown: Shown) -> int | None:
        return shown.days_to(name) if shown.row.step in while_ else None

    return Fact(name, tone=lambda s: tone_of(days(s)), note=lambda s: remaining(days(s)))


@dataclass(frozen=True)
class Notice:
    """A sentence above the tabs: what must be known before reading on."""

    text: str
    tone: shapes.Tone = "ca"


def always(shown: Shown) -> bool:
    """For every record."""
    return True


@dataclass(frozen=True)
class Part:
    """A child list: its rows with what may be done to each. `form` and `delete` give 新增, 编辑 and 删除.

    Beside a column `x` a row may carry `xTone` (colour), `xNote` (what the pointer shows) and `xLink` (an address).
    Rows are changed with `permission`; a new one starts with what `owner` says and carries it when it is saved.
    """

    key: str
    title: str
    columns: Sequence[Col]
    rows: Callable[[Shown], Sequence[dict[str, Any]]]
    noun: str = ""
    empty: str = ""
    hint: Said = ""
    form: str = ""
    delete: str = ""
    permission: Said = ""
    owner: Callable[[Shown], dict[str, Any]] = field(default=lambda shown: {})
    actions: Sequence[Action] | Callable[[Shown], Sequence[Action]] = ()
    link: Callable[[Shown], tuple[str, str]] | None = None  # words and address of where more of it is
    tab: str = ""  # the key of the part under whose tab this one stands; `history` for the changes
    when: Callable[[Shown], bool] = always

    def answer(self, shown: Shown) -> shapes.RowsPart:
        actions = self.buttons(shown)
        rows = marked(shown.db, shown.me, actions, list(self.rows(shown)))
        put_words(shown.db, rows, self.columns, dictionary.words(shown.db, shown.me.dict_version))
        out: shapes.RowsPart = {
            "kind": "rows",
            "key": self.key,
            "title": self.title,
            "tab": self.tab or self.key,
            "count": len(rows),
            "noun": self.noun,
            "empty": self.empty or f"没有登记{self.noun}",
            "hint": made(self.hint, shown),
            "owner": self.owner(shown),
            "columns": [c.config() for c in self.columns],
            "rows": rows,
            "actions": [a.config() for a in offered(shown.me, actions)],
        }
        if self.link:
            text, to = self.link(shown)
            out["link"] = {"text": text, "to": to}
        return out

    def buttons(self, shown: Shown) -> list[Action]:
        """What may be done with the list and with one of its rows."""
        may = made(self.permission, shown)
        out = []
        if self.form:
            out += [Action("addPart", f"新增{self.noun}", may, kind="form", form=self.form)]
            out += [Action("editPart", "编辑", may, place="row", kind="form", needs="one", form=self.form)]
        if self.delete:
            confirm = "删除后不能恢复，变更记录仍保留"
            out += [
                Action(
                    "deletePart", "删除", may, place="row", kind="call", needs="one", url=self.delete, confirm=confirm
                )
            ]
        return [*out, *(a if a.permission else replace(a, permission=may) for a in made(self.actions, shown))]


@dataclass(frozen=True)
class Listed:
    """A declared list, held to the rows of the record."""

    key: str
    title: str
    view: str
    fixed: Callable[[Shown], dict[str, str]]
    tab: str = ""
    when: Callable[[Shown], bool] = always

    def answer(self, shown: Shown) -> shapes.ListPart:
        fixed, tab = self.fixed(shown), self.tab or self.key
        return {"kind": "list", "key": self.key, "title": self.title, "tab": tab, "viewNo": self.view, "fixed": fixed}


@dataclass(frozen=True)
class Panel:
    """Something that only a drawing of its own can show: the client has it under `name`."""

    key: str
    title: str
    name: str
    data: Callable[[Shown], Any]
    tab: str = ""
    when: Callable[[Shown], bool] = always

    def answer(self, shown: Shown) -> shapes.PanelPart:
        data, tab = self.data(shown), self.tab or self.key
        return {"kind": "panel", "key": self.key, "title": self.title, "tab": tab, "name": self.name, "data": data}


# a record that takes files: (its model, what refuses another file)
Owner = tuple[Any, Callable[[Session, User, Any], None]]
OWNERS: Ports[Owner] = Ports("records that take files")
# who has no right to files at large adds them to the records of one kind with the right of that kind
OWN_RIGHTS: Ports[str] = Ports("rights to the files of one kind of record")


@dataclass(frozen=True)
class Files:
    """The attachments of a record.

    `until` are the steps from which none is added or taken away, `refuses` says it otherwise: one of them makes the
    record an owner of files. `right` is enough to add some, without that to files at large.
    """

    owner: str
    types: Sequence[str] = ()
    title: str = "附件"
    until: Sequence[str] = ()
    noun: str = ""  # what stands before the number in the refusal
    refuses: Callable[[Session, User, Any], None] | None = None
    right: str = ""

    def bind(self, model: type[Any]) -> None:
        """Make the records of a model owners of files."""
        if self.until or self.refuses:
            OWNERS.bind(self.owner, (model, self.refuses or self._refuse))
        if self.right:
            OWN_RIGHTS.bind(self.owner, self.right)

    def _refuse(self, db: Session, me: User, row: Any) -> None:
        if row.step in self.until:
            raise Refused(f"{place(row, self.noun)}，不能再变更附件")

    def answer(self) -> shapes.RecordFiles:
        return {"owner": self.owner, "types": list(self.types), "title": self.title}


History = Callable[[Shown], Sequence[tuple[str, str, str]]]  # heading ('' for the record itself), entity, key


@dataclass(frozen=True)
class RecordView:
    """A record page. `url` is its call; `values` gives the record as JSON with names beside keys; `more` what several
    facts and parts share, read once; `refuses` says for an action why it cannot be done now.
    """

    no: str
    title: str
    permission: str
    model: type[Any]
    url: str
    heading: Callable[[Shown], str]
    row: Callable[[Session, User, str], Any] | None = None  # who else may read it than those in the model's scope
    form: FormView | Callable[[Shown], FormView] | None = None  # its groups are shown, and edited
    creates: bool = False  # without a key the page is the form of a new record
    values: Callable[[Session, User, Any], dict[str, Any]] | None = None
    more: Callable[[Session, User, Any], Any] | None = None
    name: Said = ""  # of the tab; the heading when left out
    subtitle: Said = ""
    identity: Said = ""
    picture: Said = ""  # the key of an attachment
    symbol: Said = ""  # the class whose symbol stands before the name
    facts: Sequence[Fact] = ()
    notices: Callable[[Shown], Sequence[Notice]] = field(default=lambda shown: ())
    parts: Sequence[Part | Listed | Panel] = ()
    actions: Sequence[Action] | Callable[[Shown], Sequence[Action]] = ()
    refuses: Mapping[str, Callable[[Shown], str]] = field(default_factory=dict)
    own: Callable[[Shown], bool] | None = None  # whether it waits for the person: what `mine` of its actions asks
    history: bool | History = False
    files: Files | None = None
    prints: Mapping[str, str] = field(default_factory=dict)  # print type → the words of its button
    opens: str = ""  # the part that the page opens on, its first tab; what its form says stands behind it
    any_day: bool = False  # the record itself can be read as of any day; facts and parts are those of today

    def __post_init__(self) -> None:
        keys = [p.key for p in self.parts]
        if len(set(keys)) != len(keys):
            raise ValueError(f"{self.no}: a part is named twice")
        if wrong := {p.tab for p in self.parts if p.tab} - {*keys, "history"}:
            raise ValueError(f"{self.no}: no tab {wrong}")
        if self.opens and self.opens not in keys:
            raise ValueError(f"{self.no}: no part {self.opens} to open on")
        if self.permission not in PERMISSIONS:
            raise ValueError(f"{self.no}: permission {self.permission} is not declared")
        if self.any_day and not getattr(self.model, "audited", ""):
            raise ValueError(f"{self.no}: {self.model.__name__} keeps no history")

    def config(self) -> shapes.RecordConfig:
        """What the client needs before it has a record."""
        form = self.form.no if self.creates and isinstance(self.form, FormView) else None
        return {"viewNo": self.no, "title": self.title, "url": self.url, "form": form}

    def page(self, db: Session, me: User, key: str, day: str = "", known: bool = False) -> shapes.RecordAnswer:
        """The page of one record; what the user may not see is refused like what is not there.

        Of another `day` it holds what the record was then, really or as it was `known`.
        """
        require(me, self.permission)
        row, note = self.row(db, me, key) if self.row else visible_or_refuse(db, me, self.model, key), None
        if day and self.any_day:
            values, note = on_day(db, row, day, known, born=None, what=f"个{self.title}")
            row = _copy(row, values)
        shown = Shown(db, me, self, row, note)
        now = note is None
        heading = self.heading(shown)
        return {
            "viewNo": self.no,
            "id": shown.row.id,
            "version": shown.row.version,
            "title": heading,
            "name": made(self.name, shown) or heading,
            "subtitle": made(self.subtitle, shown),
            "identity": made(self.identity, shown),
            "picture": made(self.picture, shown),
            "symbol": made(self.symbol, shown),
            "opens": self.opens,
            "anyDay": self.any_day,
            "asOf": None if now else day,
            "facts": [f.answer(shown) for f in self.facts if f.when(shown)] if now else [],
            "notices": [{"text": n.text, "tone": n.tone} for n in self._notices(shown)],
            "actions": self._actions(shown) if now else [],
            "form": shown.form.no if shown.form else None,
            "groups": shown.form.config()["groups"] if shown.form else [],
            "record": shown.values,
            "parts": [p.answer(shown) for p in self.parts if p.when(shown)] if now else [],
            "history": self._history(shown),
            "files": self.files.answer() if self.files and now else None,
        }

    def _notices(self, shown: Shown) -> Sequence[Notice]:
        if shown.note is None:
            return self.notices(shown)
        return [Notice(text) for text in ("按所选日期的档案显示，下级记录与附件请回到今天查看", shown.note) if text]

    def _actions(self, shown: Shown) -> list[shapes.Action]:
        """The buttons that fit this record; one that cannot be pressed now says why."""
        out = []
        prints = [
            Action(code, label, self.permission, kind="print", needs="one", print=code)
            for code, label in self.prints.items()
        ]
        every = [*prints, *made(self.actions, shown)]
        (values,) = marked(shown.db, shown.me, every, [shown.values | {"id": shown.row.id}])
        if self.own:
            values |= {MINE: "1" if self.own(shown) else "0"}
        for action in offered(shown.me, every):
            if all(str(values.get(k) or "") in v for k, v in action.when.items()):
                why = self.refuses[action.code](shown) if action.code in self.refuses else ""
                config = action.config()
                if why:
                    config["disabled"] = why
                out.append(config)
        return out

    def _history(self, shown: Shown) -> list[shapes.RecordHistory]:
        if not self.history:
            return []
        own = [("", self.model.__tablename__, shown.row.id)]
        told = self.history(shown) if callable(self.history) else own
        return [{"title": title, "entity": entity, "id": key} for title, entity, key in told]


def _copy(row: Any, values: Mapping[str, Any]) -> Any:
    """A record of its own, never stored, with the values that the history gives; the rest are keys of its document."""
    kinds = {a.key: a.columns[0].type.python_type for a in inspect(type(row)).column_attrs if not a.deferred}
    own = {k: typed(kinds[k], v) for k, v in values.items() if k in kinds}
    rest = {k: v for k, v in values.items() if k not in kinds}
    model: Any = type(row)
    personal = phones.names(model) & own.keys()  # the history has them hidden
    copy = type(row)(
        **{k: v for k, v in own.items() if k not in personal},
        **{k: rest for k in kinds if isinstance(getattr(row, k), Mapping)},
    )
    for name in personal:
        set_committed_value(copy, name, own[name])
    return copy


def _field_of(model: type[Any], name: str) -> Field:
    """A column as a field: label, type, dictionary and unit stand in its info."""
    return field_of(getattr(model, name)) if name in inspect(model).columns else Field(name, name)


def of(source: Any, width: int = 0, **changed: Any) -> Col:
    """A column of a child list from the column of its model. Without a width it takes what is left."""
    column = source.property.columns[0]
    known = _field_of(source.class_, source.key)
    kind = "dict" if known.dict or keys.refers(source) else KINDS.get(column.type.python_type, "text")
    label = f"{known.label}({known.unit})" if known.unit else known.label
    return replace(Col(source.key, label, source, width, kind, dict=known.dict), **changed)


def children(parent: Any, *order: Any) -> Callable[[Shown], list[dict[str, Any]]]:
    """The rows whose column `parent` names the record."""

    def rows(shown: Shown) -> list[dict[str, Any]]:
        found = select(parent.class_).where(parent == shown.row.id).order_by(*(order or [parent.class_.id]))
        return [record(row) for row in shown.db.scalars(found.limit(CHILDREN_AT_MOST))]

    return rows


RECORDS: dict[str, RecordView] = {}


class OneOnADay(OneId):
    """A record, as of which day, and in which of the two readings."""

    on: str = PydanticField("", alias="asOf", title="日期", max_length=10)
    known: str = PydanticField("", title="口径", max_length=1)


def add_record(area: Area, view: RecordView) -> RecordView:
    """Register a record page and its call."""
    if view.no in RECORDS:
        raise ValueError(f"two record pages share viewNo {view.no}")
    RECORDS[view.no] = view
    if view.files:
        view.files.bind(view.model)

    @area.call(view.url.removeprefix(area.prefix), may=view.permission, form=OneOnADay, reads=True, opens=True)
    def page(db: Session, me: User, form: OneOnADay) -> shapes.RecordAnswer:
        return view.page(db, me, form.id, form.on, form.known == "1")

    return view


def record_of(view_no: str) -> RecordView:
    """The record page of a viewNo."""
    if view_no not in RECORDS:
        raise BadInput("页面配置不存在")
    return RECORDS[view_no]

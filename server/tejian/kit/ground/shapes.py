"""What the client gets of lists, forms, moves and record pages: the shapes of their answers (docs/wire.md)."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

Row = dict[str, Any]
Said = dict[str, list[str]]  # field → the values with which something is shown
Tone = Literal["", "go", "ok", "ca", "no"]  # normal, running, finished, look at it, overdue or unqualified
ColumnType = Literal[
    "text", "code", "number", "money", "date", "datetime", "deadline", "left", "dict", "state", "bool", "way"
]
Place = Literal["toolbar", "row", "more", "batch"]
ActionKind = Literal["route", "call", "form", "move", "print", "page"]
Needs = Literal["none", "one", "many"]
Widget = Literal[
    "input", "select", "date", "dateRange", "number", "category", "area", "unit", "user", "map", "checkbox"
]
FieldType = Literal[
    "text", "textarea", "int", "decimal", "money", "number", "date", "datetime", "dict", "dictMulti", "bool", "unit",
    "user", "area", "equipment", "category", "select", "selectMulti", "radio", "tree", "password", "readonly", "html",
    "hidden",
]  # fmt: skip


class Progress(TypedDict):
    """How far a job is."""

    state: str
    stateName: str
    total: int
    passed: int
    ended: bool


class Option(TypedDict):
    """`why` it cannot be chosen now; it is shown all the same. One that is `proposed` is what an input begins with."""

    value: str
    label: str
    why: NotRequired[str]
    proposed: NotRequired[bool]


class TreeOption(Option):
    children: NotRequired[list["TreeOption"]]


class Count(TypedDict):
    """How many records a call changed."""

    count: int


# -- lists --------------------------------------------------------------------------------------------------------


class Column(TypedDict):
    prop: str
    label: str
    width: int
    type: ColumnType
    sortable: bool
    shown: bool
    align: NotRequired[Literal["right"]]
    dict: NotRequired[str]
    link: NotRequired[str]
    fixed: NotRequired[Literal["left", "right"]]


class Action(TypedDict):
    """A button of a list or of a record; of a record `disabled` says why it cannot be pressed now."""

    code: str
    label: str
    place: Place
    permission: str
    kind: ActionKind
    needs: Needs
    empty: str
    confirm: NotRequired[str]
    shortcut: NotRequired[str]
    route: NotRequired[str]
    url: NotRequired[str]
    form: NotRequired[str]
    print: NotRequired[str]
    done: NotRequired[str]
    when: NotRequired[Said]
    disabled: NotRequired[str]


class SavedView(TypedDict):
    viewId: str
    version: int
    name: str
    shared: bool
    mine: bool
    columns: list[str]
    search: Row
    sort: str


class Segment(TypedDict):
    """A part of a list that is opened by one click, and the order in which it opens."""

    code: str
    label: str
    sort: str


class TableConfig(TypedDict):
    """A list before it has rows. `late` names the column whose 1 makes a row red; `sortsAtMost` says of a list of
    millions how many rows may be left to be sorted by another column than its own."""

    viewNo: str
    title: str
    url: str
    params: dict[str, str]
    rowKey: str
    defaultSort: str
    pageSize: int
    exportable: bool
    late: str | None
    due: list[str]
    columns: list[Column]
    actions: list[Action]
    views: list[SavedView]
    segments: list[Segment]
    sortsAtMost: int | None


class SearchField(TypedDict):
    prop: str
    label: str
    widget: Widget
    quick: bool
    dict: NotRequired[str]
    placeholder: NotRequired[str]
    options: NotRequired[list[Option]]


class SearchFormConfig(TypedDict):
    viewNo: str
    fields: list[SearchField]


class Page(TypedDict):
    """One page of a list; `countCapped` says that there are more rows than were counted. `segments` are the counts of
    its parts, as far as they could be counted; `note` says how far was looked, when not to the end."""

    pageNo: int
    pageSize: int
    count: int
    countCapped: bool
    list: list[Row]
    segments: NotRequired[dict[str, int]]
    note: NotRequired[str]


# -- forms --------------------------------------------------------------------------------------------------------


class FormField(TypedDict):
    """An input. `missing` is the whole sentence when it is empty; `fills` the field that takes the chosen label.

    The options of a field that is `ofPicked` depend on the rows that were picked: their keys are sent.
    """

    prop: str
    label: str
    type: FieldType
    required: bool
    span: int
    readonly: bool
    maxLength: int
    dict: NotRequired[str]
    unit: NotRequired[str]
    rule: NotRequired[str]
    help: NotRequired[str]
    root: NotRequired[str]
    optionsUrl: NotRequired[str]
    ofPicked: NotRequired[bool]
    missing: NotRequired[str]
    fills: NotRequired[str]
    min: NotRequired[float]
    max: NotRequired[float]
    default: NotRequired[Any]
    options: NotRequired[list[Option]]
    when: NotRequired[Said]


class FormGroup(TypedDict):
    title: str
    fields: list[FormField]


class FormTable(TypedDict):
    """Rows that are typed in and saved with a form; `viewNo` is the form of a row, `least` how many a new one has."""

    prop: str
    title: str
    viewNo: str
    add: str
    least: int


class FormConfig(TypedDict):
    """A form. Its title, `note` and `done` may name `{prop}` of the picked row."""

    viewNo: str
    title: str
    loadUrl: str | None
    saveUrl: str
    width: int
    okText: NotRequired[str]
    note: NotRequired[str]
    done: NotRequired[str]
    groups: list[FormGroup]
    tables: list[FormTable]


class ValidatorRow(TypedDict):
    rule: str
    pattern: str
    message: str


# -- moves --------------------------------------------------------------------------------------------------------


class Move(TypedDict):
    """A move that leads on from where a row stands; `primary` is the one for which it waits, `back` a return."""

    name: str
    label: str
    verb: str
    done: str
    permission: str
    call: str
    batchCall: str
    form: str
    needsReason: bool
    back: bool
    primary: bool
    signed: NotRequired[bool]


class Check(TypedDict):
    """What a guard says while a form is filled in; what only warns is no reason to refuse."""

    ok: bool
    text: str
    field: NotRequired[str]
    warn: NotRequired[bool]


# -- record pages -------------------------------------------------------------------------------------------------


class RecordConfig(TypedDict):
    """A record page before there is a record; `form` is that of a new one, when the page creates one."""

    viewNo: str
    title: str
    url: str
    form: str | None


class RecordFact(TypedDict):
    label: str
    text: str
    dot: NotRequired[bool]
    note: NotRequired[str]
    noteTone: NotRequired[Tone]
    link: NotRequired[str]
    tone: NotRequired[Tone]
    why: NotRequired[list[str]]


class RecordNotice(TypedDict):
    text: str
    tone: Tone


class Link(TypedDict):
    text: str
    to: str


class RowsPart(TypedDict):
    """Child rows. Beside `x` a row may have `xName`, `xTone`, `xNote` (a title) and `xLink` (an address).

    A new row starts with `owner`; all but the names in it is sent when it is saved.
    """

    kind: Literal["rows"]
    key: str
    title: str
    tab: str
    count: int
    noun: str
    empty: str
    hint: str
    owner: Row
    columns: list[Column]
    rows: list[Row]
    actions: list[Action]
    link: NotRequired[Link]


class ListPart(TypedDict):
    """A declared list, held to the record."""

    kind: Literal["list"]
    key: str
    title: str
    tab: str
    viewNo: str
    fixed: dict[str, str]


class PanelPart(TypedDict):
    """A drawing of its own, which the client has under `name`."""

    kind: Literal["panel"]
    key: str
    title: str
    tab: str
    name: str
    data: Any


class CheckLine(TypedDict):
    """An item of a check list with its answer; one that is `proposed` says what is known and was not answered yet.
    `photo` says when a picture must show it ('', 'bad', 'always'), `pictured` that one does, `files` whose it is."""

    no: str
    part: str
    text: str
    kind: str
    unit: str
    limits: str
    options: list[str]
    basis: str
    photo: str
    files: str
    pictured: bool
    result: str
    value: str
    finding: str
    proposed: bool


class CheckState(TypedDict):
    """A check list of a record: answers are sent to `url` with the id and the version of the record."""

    id: str
    version: int
    url: str
    editable: bool
    marks: list[Option]
    items: list[CheckLine]


RecordPart = RowsPart | ListPart | PanelPart


class RecordHistory(TypedDict):
    title: str
    entity: str
    id: str


class RecordFiles(TypedDict):
    owner: str
    types: list[str]
    title: str


class RecordAnswer(TypedDict):
    """A record page: `name` is that of its tab, `picture` an attachment, `symbol` the class drawn before it.

    `opens` is the tab that stands first. With `anyDay` it can be read as of any day; `asOf` is the day of this answer
    when it is not today.
    """

    viewNo: str
    id: str
    version: int
    title: str
    name: str
    subtitle: str
    identity: str
    picture: str
    symbol: str
    opens: str
    anyDay: bool
    asOf: str | None
    facts: list[RecordFact]
    notices: list[RecordNotice]
    actions: list[Action]
    form: str | None
    groups: list[FormGroup]
    record: Row
    parts: list[RecordPart]
    history: list[RecordHistory]
    files: RecordFiles | None

"""A draft of the flow: opened from the newest version, saved whole, shown with all that its page needs."""

from collections.abc import Sequence

from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.designer import FlowEdition
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.formview import Input
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Saved, held
from tejian.system.rules.api import DRAFT, KIND_OF, STEP_NAMES, begins, last_version, named, options

from .findings import FindingRow, findings, said
from .forms import CLASSES, CheckForm, LineForm, SaveForm
from .judging import refuse_back, refuse_earlier
from .lines import EARLIER, Line, scope_words
from .process import FLOW_EDITION
from .reading import former, lines_of
from .structure import END, LANES, name, nodes

KINDS = {"roles": "角色", "depts": "部门", "groups": "用户组", "people": "人员"}


class NodeRow(TypedDict):
    """A step as the processes declare it."""

    code: str
    name: str
    lane: str
    place: int
    optional: bool
    branches: bool
    who: str
    given: bool
    leads: list[str]
    backs: list[str]
    guards: list[str]
    earlier: list[str]


class LineRow(TypedDict):
    """A row of a flow; `scope` says in words for what it is."""

    step: str
    used: bool
    limit_days: int | None
    equclass: str
    seisort: str
    testsort: str
    actors: list[str]
    leads: list[str]
    backs: list[str]
    source: str
    scope: str


class ActorOption(TypedDict):
    """Somebody that a step may be left to."""

    value: str
    label: str
    kind: str


class Checked(TypedDict):
    """What is found of rows."""

    findings: list[FindingRow]


class Drawing(Checked):
    """The page of the designer."""

    id: str
    version: int
    editionno: str
    name: str
    document: str
    effective: str
    step: str
    stepName: str
    open: bool
    base: int
    baseFrom: str
    newest: int
    lanes: list[str]
    end: str
    nodes: list[NodeRow]
    rows: list[LineRow]
    actors: list[ActorOption]
    classes: list[Option]
    categories: list[Option]
    sorts: list[Option]


class SavedDrawing(Checked):
    """What saving answers."""

    id: str
    version: int


def open_draft(db: Session, me: User, sent: Input) -> Saved:
    """Begin a draft with all rows of the newest version."""
    base = last_version(db)
    lines = former(db, base)
    edition = FlowEdition(
        editionno=take_number(db, "flowedition"),
        name=sent["name"],
        document=sent["document"] or "",
        effective=sent["effective"],
        remark=sent["remark"] or "",
        base_version=base,
        lines=[one.stored() for one in lines],
        rowcount=len(lines),
        drafter=me.name,
        drafter_id=me.id,
        createby=me.id,
    )
    FLOW_EDITION.put(db, edition, DRAFT)
    db.add(edition)
    db.flush()
    return {"id": edition.id, "version": edition.version}


def load(db: Session, me: User, key: str) -> Drawing:
    """The draft, what its steps are by declaration, and what is found of it."""
    edition = visible_or_refuse(db, me, FlowEdition, key)
    lines = lines_of(edition)
    known = dictionary.words(db, me.dict_version)
    return {
        "id": edition.id,
        "version": edition.version,
        "editionno": edition.editionno,
        "name": edition.name,
        "document": edition.document,
        "effective": str(edition.effective or ""),
        "step": edition.step,
        "stepName": FLOW_EDITION.name_of(edition.step),
        "open": edition.step == DRAFT,
        "base": edition.base_version,
        "baseFrom": str(begins(db, edition.base_version) or ""),
        "newest": last_version(db),
        "lanes": [lane for lane, _steps in LANES],
        "end": END,
        "nodes": _nodes(),
        "rows": [shown(one, known) for one in lines],
        "actors": _actors(db, lines),
        "classes": _options(known, "C601"),
        "categories": _options(known, "C603"),
        "sorts": _options(known, "C604"),
        **_checked(db, me, lines, edition.base_version),
    }


def shown(line: Line, known: dictionary.Words) -> LineRow:
    return {**line.stored(), "scope": scope_words(line, known)}  # type: ignore[typeddict-item]


def _nodes() -> list[NodeRow]:
    return [
        {
            "code": one.code,
            "name": one.name,
            "lane": one.lane,
            "place": one.place,
            "optional": one.optional,
            "branches": one.branches,
            "who": one.who,
            "given": one.given,
            "leads": list(one.leads),
            "backs": list(one.backs),
            "guards": list(one.guards),
            "earlier": list(one.earlier),
        }
        for one in nodes().values()
    ]


def _actors(db: Session, lines: Sequence[Line]) -> list[ActorOption]:
    """Who may be named, and who is named already: of those who left meanwhile the checks say so."""
    offers: list[ActorOption] = [
        {"value": EARLIER + one, "label": f"{name(one)}的经办人", "kind": "前面环节"} for one in nodes()
    ]
    for kind, title in KINDS.items():
        offers += [
            {"value": one["value"], "label": one["label"], "kind": title}
            for one in options(db, kind)  # type: ignore[arg-type]
        ]
    offered = {one["value"] for one in offers}
    left = {one for line in lines for one in line.actors} - offered
    return offers + [{"value": key, "label": label, "kind": "已停用"} for key, label in named(db, left).items()]


def _options(known: dictionary.Words, table: str) -> list[Option]:
    return [{"value": value, "label": label} for value, label in known.get(table, {}).items()]


# -- what is sent -----------------------------------------------------------------------------------------------------


def save(db: Session, me: User, form: SaveForm) -> SavedDrawing:
    """The rows of a draft as they are drawn; what is not finished may be saved, what cannot be is refused."""
    edition = held(db, me, FlowEdition, form)
    if edition.step != DRAFT:
        raise Refused(f"{edition.name}{FLOW_EDITION.name_of(edition.step)}，不能再修改")
    lines = _taken(db, form.rows, lines_of(edition))
    edition.lines = [one.stored() for one in lines]
    edition.rowcount = len(lines)
    db.flush()
    return {"id": edition.id, "version": edition.version, **_checked(db, me, lines, edition.base_version)}


def check(db: Session, me: User, form: CheckForm) -> Checked:
    """What is offers of rows that are not saved yet."""
    edition = visible_or_refuse(db, me, FlowEdition, form.id)
    return _checked(db, me, _taken(db, form.rows, lines_of(edition)), edition.base_version)


def _checked(db: Session, me: User, lines: Sequence[Line], base: int) -> Checked:
    return {"findings": said(db, me, findings(db, lines, base))}


def _taken(db: Session, rows: Sequence[LineForm], stored: Sequence[Line]) -> list[Line]:
    """Rows as they are sent, each refused that no version could hold."""
    lines = []
    known = {one["value"] for one in _actors(db, stored)}
    for row in rows:
        _refuse(row, known)
        lines.append(
            Line(
                step=row.step,
                used=row.used,
                limit_days=row.limit_days,
                equclass=",".join(sorted(set(row.equclass))),
                seisort=row.seisort,
                testsort=row.testsort,
                actors=tuple(sorted(set(row.actors))),
                leads=tuple(dict.fromkeys(row.leads)),
                backs=tuple(dict.fromkeys(row.backs)),
                source=row.source,
            )
        )
    return lines


def _refuse(row: LineForm, known: set[str]) -> None:
    if row.step not in nodes():
        raise BadInput(f"环节{row.step}没有声明，流程里只能用声明过的环节", field="step")
    title = STEP_NAMES[row.step]
    if strange := [one for one in row.leads if one not in nodes() and one != END]:
        raise BadInput(f"{title}通向的环节{strange[0]}没有声明", field="leads")
    for back in row.backs:
        if back not in nodes():
            raise BadInput(f"{title}可退回到的环节{back}没有声明", field="backs")
        if said_ := refuse_back(row.step, back):
            raise BadInput(said_, field="backs")
    if [one for one in row.actors if one not in known]:
        raise BadInput(f"{title}的办理人：请从选项中选择", field="actors")
    for earlier in (one[1:] for one in row.actors if one.startswith(EARLIER)):
        if said_ := refuse_earlier(row.step, earlier):
            raise BadInput(said_, field="actors")
    if wrong := [one for one in row.equclass if one not in CLASSES]:
        raise BadInput(f"{title}的设备种类{wrong[0]}不存在", field="equclass")
    if row.testsort and row.seisort and KIND_OF.get(row.testsort) != row.seisort:
        raise BadInput(f"{title}的检验类型：不属于所选的检验类别", field="testsort")

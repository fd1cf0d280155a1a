"""Whose data a person sees: every table with a scope, in its lists, exports, details, the palette and for writing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import pytest
import sqlalchemy as sa
from python_calamine import CalamineWorkbook
from sqlalchemy import inspect, select, update
from sqlalchemy.orm import Session

from tejian import areas, bindings
from tejian.archives.common.identifiers import make_uscc
from tejian.archives.files import service as attachments
from tejian.archives.models.files import Attachment
from tejian.kit.database import db as kit_db
from tejian.kit.database.db import Base
from tejian.kit.forms.formview import FORMS
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.kit.records.recordview import RECORDS
from tejian.kit.web.edge import CALLS
from tejian.system.models.organisations import Org
from tests import database
from tests.conftest import Caller

from .scopes import ELSEWHERE, OPEN_TO_ALL, SCOPES, Listed, Reading, is_open
from .ways import BACK
from .world import KINDS, UNIT, World, build, kind

areas.load()
bindings.bind()
MODELS = {m.class_.__name__: m.class_ for m in Base.registry.mappers}
REFUSED = "对不起，您没有此操作的权限"


@dataclass
class Made:
    """The database of these tests and the keys of its rows."""

    engine: sa.Engine
    world: World


@pytest.fixture(scope="session")
def made(application: Any) -> Iterator[Made]:
    """A database with the world in it: too much to make it anew for each test."""
    with database.copied("scopes") as at:
        engine = kit_db.open_engine(at.app, "scopes")
        with Session(engine) as db:
            world = build(db)
        yield Made(engine, world)
        engine.dispose()


@pytest.fixture(scope="session")
def engine(made: Made) -> sa.Engine:
    """What each test rolls back to."""
    return made.engine


@pytest.fixture
def world(made: Made) -> World:
    return made.world


def differs(found: dict[str, set[str]], sees: Any) -> list[str]:
    """What a person sees too much or too little."""
    wanted = expected(sees)
    return [
        f"{who} {'sees' if label in found[who] else 'misses'} {label}"
        for who in found
        for label in sorted(found[who] ^ wanted[who])
    ]


def expected(sees: Any) -> dict[str, set[str]]:
    """Kind → the labels of the rows that it sees."""
    return {k: {label for label, kinds in sees.items() if k in kinds.split()} for k in KINDS}


def crud_of(model: str, what: str) -> list[str]:
    """The calls that kit.crud made for a model."""
    out = []
    for path, call in CALLS.items():
        if call.fn.__qualname__ == f"crud.<locals>.{what}":
            held = dict(zip(call.fn.__code__.co_freevars, call.fn.__closure__ or (), strict=True))
            if held["model"].cell_contents.__name__ == model:
                out.append(path)
    return [path for path in out if CALLS[path].may not in SCOPES[model].without]


def test_every_table_with_a_scope_has_its_truth() -> None:
    scoped = {name for name, model in MODELS.items() if hasattr(model, "visible")}
    assert scoped - OPEN_TO_ALL == set(SCOPES) - {
        "EquipmentQuality",
        "RuleRow",
    }  # one has the scope of devices, one a page
    assert scoped >= OPEN_TO_ALL


def test_every_list_is_walked_or_says_where_it_is() -> None:
    walked = {one.no for scope in SCOPES.values() for one in scope.lists}
    open_lists = {
        no
        for no, view in LISTS.items()
        if view.source.column_descriptions[0]["entity"].__name__ in OPEN_TO_ALL
        if no not in ELSEWHERE
    }
    assert set(LISTS) == walked | open_lists | set(ELSEWHERE)


@pytest.mark.parametrize("name", sorted(OPEN_TO_ALL))
def test_what_is_open_hides_nothing(db: Session, name: str) -> None:
    model = MODELS[name]
    key = inspect(model).primary_key[0]
    assert set(db.scalars(select(key).where(model.visible(KINDS["own"])))) == set(db.scalars(select(key)))


@pytest.mark.parametrize("name", sorted(set(SCOPES) - {"EquipmentQuality"}))
def test_a_scope_shows_what_is_meant_and_hides_the_rest(db: Session, world: World, name: str) -> None:
    model, scope, keys = MODELS[name], SCOPES[name], world[name]
    assert set(scope.sees) == set(keys)
    key = inspect(model).primary_key[0]
    found = {}
    for who in KINDS:
        mine = set(db.scalars(select(key).where(key.in_(keys.values()), model.visible(kind(who, *scope.without)))))
        found[who] = {label for label, row in keys.items() if row in mine}
    assert differs(found, scope.sees) == []


# columns that say whose a row is
BELONGING = re.compile(r"^(orgid|org_id|cheorg(sysid)?|chedept(id)?|dept_id|areacode|createby)$|^(from|to)(org|area)$")
BELONGING_UNIT = re.compile(r"^(unit_id|useunit_id|unitsysid|(use|mai|pay)?(org|unit)sysid|contractor_id|makersysid)$")


@pytest.mark.parametrize(
    "name", sorted(n for n, s in SCOPES.items() if "foreign" in s.sees and n != "EquipmentQuality")
)
def test_what_belongs_to_nobody_is_not_for_an_account_that_belongs_nowhere(
    db: Session, world: World, name: str
) -> None:
    for other, keys in world.items():
        table, key = MODELS[other], inspect(MODELS[other]).primary_key[0]
        bare = {
            a.key: ""
            for a in inspect(table).column_attrs
            if (BELONGING.match(a.key) or BELONGING_UNIT.match(a.key)) and isinstance(a.columns[0].type, sa.String)
            if not a.columns[0].foreign_keys
        }
        may = sa.text(f"select has_table_privilege('{table.__tablename__}', 'UPDATE')")
        if bare and "foreign" in keys and db.scalar(may):  # entries are written once
            db.execute(update(table).where(key == keys["foreign"]).values(bare))
    model, key = MODELS[name], inspect(MODELS[name]).primary_key[0]
    lost = world[name]["foreign"]
    open_to = SCOPES[name].sees["foreign"].split()  # whose row it is does not matter to them
    for who, scope in {"other": "org", "dept": "dept", "area": "area", "own": "own"}.items():
        if who in open_to:
            continue
        rights = KINDS["own"].permissions - set(SCOPES[name].without)
        me = User("walk-nowhere", "无机构", scope=scope, permissions=rights)
        assert not db.scalars(select(key).where(key == lost, model.visible(me))).all(), scope


EXPORTING = ("dept", "area", "unit")  # the same query as the page: a few kinds tell
ASKING = ("all", "dept", "area", "unit", "own", "other")  # one of each sort: the scope itself is asked of all above
LISTED = [(name, one) for name, scope in SCOPES.items() for one in scope.lists]


@pytest.mark.parametrize(("name", "listed"), LISTED, ids=[one.no for _n, one in LISTED])
def test_a_list_and_its_export_show_what_is_meant_and_hide_the_rest(
    call: Caller, db: Session, world: World, name: str, listed: Listed
) -> None:
    scope, view, keys = SCOPES[name], LISTS[listed.no], world[name]
    for model, columns in listed.fits.items():
        key = inspect(MODELS[model]).primary_key[0]
        db.execute(update(MODELS[model]).where(key.in_(world[model].values())).values(**columns))
    sees = dict.fromkeys(keys, "") | dict(listed.sees if listed.sees is not None else scope.sees)
    found = {}
    for who in KINDS:
        me = kind(who, *scope.without)
        said = call(view.url, _as=me, _method="GET", pageSize=200, **view.params).json()
        assert said["isSuccess"], said["errorMsg"]
        shown = {row[view.row_key] for row in said["data"]["list"]}
        found[who] = {label for label, row in keys.items() if row in shown}
        assert said["data"]["count"] == len(said["data"]["list"]), "the page does not hold everything"
        if who not in EXPORTING:
            continue
        sheet = call("/api/layout/export", _as=me, _method="GET", viewNo=view.no)
        assert sheet.content[:4] == b"PK\x03\x04", sheet.text[:200]
        lines = CalamineWorkbook.from_filelike(BytesIO(sheet.content)).get_sheet_by_index(0).to_python()
        assert len(lines) - 1 == said["data"]["count"], who
    assert differs(found, sees) == []


SCOPED = {no for no, view in RECORDS.items() if view.model.__name__ not in OPEN_TO_ALL}


def reads() -> list[tuple[str, Reading]]:
    out = [(name, one) for name, scope in SCOPES.items() for one in scope.reads]
    known = {(name, one.path) for name, one in out}
    made = [(name, Reading(path)) for name in SCOPES for path in crud_of(name, "load")]
    made += [(view.model.__name__, Reading(view.url)) for view in RECORDS.values() if view.no in SCOPED]
    return out + [(name, one) for name, one in made if (name, one.path) not in known]


@pytest.mark.parametrize(("name", "read"), reads(), ids=[f"{n}-{r.path}" for n, r in reads()])
def test_a_detail_opens_for_who_sees_it_and_for_nobody_else(
    call: Caller, world: World, name: str, read: Reading
) -> None:
    scope, opened = SCOPES[name], {}
    for who in ASKING:
        opened[who] = set()
        for label, key in world[name].items():
            said = call(read.path, _as=kind(who, *scope.without), **{read.name: key}, **read.form)
            assert said.status_code < 500, said.text[:300]
            closed = said.status_code == 403 and said.json()["errorMsg"] == REFUSED
            if not closed:
                opened[who].add(label)
    assert differs(opened, scope.sees) == []


HIDING = sorted(no for no, v in RECORDS.items() if not is_open(v.model.__name__))


@pytest.mark.parametrize("no", HIDING)
def test_a_record_that_one_does_not_see_is_like_none(call: Caller, world: World, no: str) -> None:
    view = RECORDS[no]
    name = view.model.__name__
    seen = expected(SCOPES[name].sees)
    asked = 0
    for who in KINDS:
        me = kind(who, *SCOPES[name].without)
        missing = call(view.url, _as=me, id="0" * 32)
        for label in set(world[name]) - seen[who]:
            hidden = call(view.url, _as=me, id=world[name][label])
            assert (hidden.status_code, hidden.json()["errorMsg"]) == (403, REFUSED)
            assert answer(hidden) == answer(missing)
            asked += 1
    assert asked


def answer(said: Any) -> dict[str, Any]:
    """What was answered, but for the number of the request."""
    return {"status": said.status_code, **said.json(), "requestNo": ""}


def writes() -> list[tuple[str, Reading]]:
    out = [(name, one) for name, scope in SCOPES.items() for one in scope.writes]
    known = {(name, one.path) for name, one in out}
    for name in SCOPES:
        for what in ("save", "delete"):
            made = [(name, Reading(path, "id" if what == "save" else "ids")) for path in crud_of(name, what)]
            out += [(n, one) for n, one in made if (n, one.path) not in known]
    return out


@pytest.mark.parametrize(("name", "write"), writes(), ids=[f"{n}-{r.path}" for n, r in writes()])
def test_nobody_writes_what_he_does_not_see(call: Caller, db: Session, world: World, name: str, write: Reading) -> None:
    scope, model = SCOPES[name], MODELS[name]
    key = inspect(model).primary_key[0]
    before = db.execute(select(key, model.version).order_by(key)).all()
    closed: dict[str, set[str]] = {}
    for who in KINDS:
        hidden = set(world[name]) - expected(scope.sees)[who]
        closed[who] = set()
        for label in hidden:
            said = call(write.path, _as=kind(who, *scope.without), **{write.name: world[name][label]}, **write.form)
            if said.status_code == 403 and said.json()["errorMsg"] == REFUSED:
                closed[who].add(label)
        assert closed[who] == hidden, (who, said.text[:200])
    assert db.execute(select(key, model.version).order_by(key)).all() == before
    anybody = next((w, label) for label, kinds in scope.sees.items() for w in kinds.split())
    said = call(write.path, _as=kind(anybody[0], *scope.without), **{write.name: world[name][anybody[1]]}, **write.form)
    assert said.status_code < 500 and said.json()["errorMsg"] != REFUSED, said.text[:200]


FOUND = {
    "Equipment": ("equipment", "equcode", "basic:equpment:query"),
    "Unit": ("unit", "code", "basic:unit:query"),
    "AppMain": ("application", "appno", "inspection:apply:query"),
    "AppBuss": ("business", "seisn", "inspection:business:query"),
}


@pytest.mark.parametrize("name", sorted(FOUND))
def test_the_palette_finds_what_one_sees(call: Caller, db: Session, world: World, name: str) -> None:
    group, column, right = FOUND[name]
    model = MODELS[name]
    key = inspect(model).primary_key[0]
    found: dict[str, set[str]] = {}
    for who in KINDS:
        found[who] = set()
        for label, row in world[name].items():
            text = db.scalars(select(getattr(model, column)).where(key == row)).one()
            hits = call("/api/search/palette", _as=kind(who), q=text).json()["data"]
            asked = row if name != "AppBuss" else text
            if any(h["group"] == group and h["route"].endswith(f"={asked}") for h in hits):
                found[who].add(label)
            poor = call("/api/search/palette", _as=kind(who, right), q=text).json()["data"]
            assert group not in {h["group"] for h in poor}
    assert differs(found, SCOPES[name].sees) == []


OWNERS = {key: model.__name__ for key, (model, _refuses) in attachments.OWNERS.items()}
FILES = "/api/equipment-documents/attachments"


def test_every_record_that_shows_files_takes_some() -> None:
    shown = {view.files.owner: view.model.__name__ for view in RECORDS.values() if view.files}
    assert shown.items() <= OWNERS.items() and {"equipment", "business", "third"} <= set(OWNERS)


@pytest.mark.parametrize("owner", sorted(OWNERS))
def test_a_file_is_for_who_sees_its_record(call: Caller, db: Session, world: World, owner: str) -> None:
    scope, keys = SCOPES[OWNERS[owner]], world[OWNERS[owner]]
    content = {"size": 3, "mime": "image/png", "key": "0" * 64}
    files = {label: Attachment(attrefsysid=k, owner=owner, name=label, **content) for label, k in keys.items()}
    db.add_all(files.values())
    db.commit()
    ids = {label: file.id for label, file in files.items()}
    seen: dict[str, dict[str, set[str]]] = {}
    for who in ASKING:
        for label, key in keys.items():
            asked = {
                "findAttList": call("/a/stone/attachment/findAttList", _as=kind(who), attrefsysid=key),
                "batchDownload": call(f"{FILES}/batchDownload", _as=kind(who), attsysidList=ids[label]),
            }
            if owner == "equipment":  # the other calls judge by the same function, whose record it is
                asked["preview"] = call(f"{FILES}/preview", _as=kind(who), attsysid=ids[label])
                asked["qrcode"] = call(f"{FILES}/qrcode", _as=kind(who), owner=owner, attrefsysid=key)
            if label not in expected(scope.sees)[who]:
                asked["delete"] = call(f"{FILES}/delete", _as=kind(who), attsysid=ids[label])
            for name, said in asked.items():
                opened = seen.setdefault(name, {}).setdefault(who, set())
                if said.status_code != 403:
                    opened.add(label)
    assert not any(seen.pop("delete").values())
    for name, found in seen.items():
        assert (name, differs(found, scope.sees)) == (name, [])
    db.expire_all()
    assert not [f for f in files.values() if f.deleted]


def test_a_message_opens_for_its_reader_alone(call: Caller, world: World) -> None:
    found: dict[str, set[str]] = {who: set() for who in KINDS}
    for who in KINDS:
        for label, key in world["Message"].items():
            if call("/message/content", _as=kind(who), msg_id=key).status_code != 403:
                found[who].add(label)
    assert differs(found, SCOPES["Message"].sees) == []


# -- buttons ----------------------------------------------------------------------------------------------------------

# Buttons that stand where their work is done, for papers that the whole institute may print.
WIDER = {("jy_step_RWQR", "printRWD"), ("jy_step_BGLR", "printYSJL")}
ASKED = ("call", "form", "move", "print")
BUTTONS = [(view.no, a) for view in LISTS.values() for a in view.actions if a.kind in ASKED]
ACTIONS = [(no, a) for no, a in BUTTONS if (no, a.code) not in WIDER]
UNIT_FORM = {"name": "走查新单位", "code": make_uscc(77_000_002), "areacode": "330212", "address": "路 1 号"}
UNIT_FORM |= {"contact": "王芳", "tel": "13805748888", "usertype": "03"}
OF_UNIT = {"unit_id": UNIT, "validto": "2099-01-01", "certno": "X", "licno": "X", "issueorg": "X", "tools": "X"}
# forms that are read before the right is known: the kind of the unit decides which right that is
FILLED: dict[str, dict[str, Any]] = {
    "unit_business_list": {**UNIT_FORM, "unittype": "01"},
    "unit_inspection_list": {**UNIT_FORM, "unittype": "06"},
    "unit_superviseorg_list": {**UNIT_FORM, "unittype": "13"},
    "unit_outside_list": {**UNIT_FORM, "unittype": "14"},
    "unit_licence_list": {**OF_UNIT, "lictype": "1"},
    "unit_capability_list": {**OF_UNIT, "classes": "3000", "staff": "3"},
}
# what is sent with picked rows, when the right depends on the row: complete, for a form is read before it
SENT: dict[str, dict[str, Any]] = {
    "/api/unitbasic/cancel": {"cancelreason": "单位已不存在"},
    "/api/appmain/sendBack": BACK,
    "/api/appbuss/sendBack": BACK,
}


def institute(db: Session) -> str:
    return db.scalars(select(Org.id).where(Org.kind == "institute").order_by(Org.code)).all()[0]


FITS = {view.no: (view.source.column_descriptions[0]["entity"].__name__, {}) for view in LISTS.values()}
FITS |= {f"jy_step_{s}": ("AppBuss", {"AppBuss": {"step": s}}) for s in ("RWQR", "BGSC", "BGLR")}
FITS |= {one.no: (name, one.fits) for name, scope in SCOPES.items() for one in scope.lists}


@pytest.mark.parametrize(("no", "action"), ACTIONS, ids=[f"{no}-{a.code}-{a.kind}" for no, a in ACTIONS])
def test_what_a_button_leads_to_asks_for_the_right_of_the_button(
    call: Caller, db: Session, world: World, no: str, action: Action
) -> None:
    model, fits = FITS.get(no, ("", {}))
    for name, columns in fits.items():
        key = inspect(MODELS[name]).primary_key[0]
        db.execute(update(MODELS[name]).where(key.in_(world[name].values())).values(**columns))
    if action.kind == "print":
        path, form = "/api/common/commonPrint", {"printType": action.print}
    else:
        path, form = action.url if action.kind == "call" else FORMS[action.form].save_url, hidden(action.form)
    if CALLS[path].may != action.permission:  # what decides is the row, or what the form says
        form |= FILLED.get(no, {}) if action.code == "add" else {"cheorgsysid": institute(db)}
        form |= SENT.get(path, {})
        assert model, "this list needs rows"
    key = world.get(model, {}).get("foreign", "0" * 32)
    if action.code != "add":
        form |= {"id": key, "ids": key}
    said = call(path, _as=kind("all", action.permission), **form)
    assert (said.status_code, said.json()["errorMsg"]) == (403, REFUSED), said.text[:300]


def hidden(form: str) -> dict[str, str]:
    """What a dialog sends without showing it, such as which of the moves of a shared call is meant."""
    fields = FORMS[form].fields if form in FORMS else []
    return {f.name: f.default for f in fields if f.type == "hidden" and f.default and "{" not in f.default}


@pytest.mark.parametrize("no", sorted(SCOPED))
def test_what_a_record_offers_asks_for_the_right_of_its_button(
    call: Caller, db: Session, world: World, no: str
) -> None:
    view = RECORDS[no]
    if no == "pipeline":  # a line stands at a piping project
        devices = MODELS["Equipment"]
        db.execute(update(devices).where(devices.id.in_(world["Equipment"].values())).values(equclass="8000"))
    key = world[view.model.__name__]["foreign"]
    page = call(view.url, _as=kind("all"), id=key).json()["data"]
    own = [(a, {"id": key, "ids": key}) for a in page["actions"]]
    parts = [(a, {"id": "0" * 32, "ids": "0" * 32, **p["owner"]}) for p in page["parts"] for a in p.get("actions", [])]
    for action, form in own + parts:
        if action["kind"] not in ASKED:
            continue
        path = action.get("url") or (FORMS[action["form"]].save_url if "form" in action else "/api/common/commonPrint")
        sent = {**OF_UNIT, **hidden(action.get("form", "")), **form, "printType": action.get("print", "")}
        said = call(path, _as=kind("all", action["permission"]), **sent)
        assert (said.status_code, said.json()["errorMsg"]) == (403, REFUSED), (action, said.text[:300])


def test_papers_of_the_institute_are_not_for_enterprises(call: Caller, world: World) -> None:
    papers = {(no, a.code): a for no, a in BUTTONS if (no, a.code) in WIDER}
    assert set(papers) == WIDER
    for action in papers.values():
        form = {"printType": action.print, "ids": world["AppBuss"]["unit"]}
        said = call("/api/common/commonPrint", _as=kind("unit"), **form)
        assert (said.status_code, said.json()["errorMsg"]) == (403, REFUSED), said.text[:300]


@pytest.mark.parametrize("who", ["area", "unit"])
def test_who_is_no_staff_is_shown_only_what_he_may_do(call: Caller, who: str) -> None:
    """Staff are told who may; a supervisor or a unit is not offered the work of the institute, greyed or not."""
    for view in LISTS.values():
        may = {view.permission}
        me = replace(KINDS[who], permissions=frozenset(may))
        config = call("/api/layout/findTableConfig", _as=me, viewNo=view.no)
        told = config.json()["data"]["actions"]
        assert {one["permission"] for one in told} <= may, view.no

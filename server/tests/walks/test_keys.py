"""No page, list, file or print shows a key or a bare code of an area: words stand beside them by their declaration.

Every text column that could hold a key holds one here, and every area a code: what is shown without words is seen.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import String, inspect, select
from sqlalchemy.orm import Session

from tejian import areas, bindings
from tejian.archives.common.prints import PRINTS
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database import keys
from tejian.kit.forms.columns import Col
from tejian.kit.ground import dictionary
from tejian.kit.ground.errors import BadInput, NoPermission, Refused
from tejian.kit.lists.listview import LISTS
from tejian.kit.papers import pdf
from tejian.kit.records.recordview import RECORDS
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org
from tests.conftest import Caller
from tests.test_declarations import everything
from tests.test_records import city, rows_of

from .world import _unique

__all__ = ["city"]
areas.load()
bindings.bind()
KEY = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
# names of columns that hold keys, whether or not they say to what
KEYS = re.compile(r"(sysid|_id|[a-z]Id|orgid|deptid|createby)$|^(cheorg|chedept|fromorg|toorg)$")
AREA = "330212"
NUMBERS = {"chargesysid", "legalid", "providerid"}  # named like keys, read by people
NAMED = ("dict", "state")  # cells of which the client shows the words
# what a person reads as a number of the record, each with the reason
READ = {
    ("sys_audit_log_list", "entity_id"): "the trail is searched by the key of a record that is gone",
    ("sys_area_list", "code"): "the list of areas and their codes",
    ("sys_area_list", "parent_code"): "the same, beside the name of that area",
    ("sys_org_list", "code"): "the list of organisations and their codes",
    ("sys_param_list", "value"): "a parameter may be a code, which its label explains",
}


def holds_key(column: Col) -> bool:
    source = getattr(column.expr, "property", None)
    name = source.columns[0].key if source is not None and hasattr(source, "columns") else column.name
    return bool(keys.refers(column.expr)) or (bool(KEYS.search(name)) and name not in NUMBERS)


def shown() -> Iterator[tuple[str, Col]]:
    """Every column that somebody sees, of lists and of the child lists of record pages."""
    for no, view in LISTS.items():
        yield from ((no, c) for c in view.columns if c.label)
    for no, page in RECORDS.items():
        yield from ((f"{no}.{part.key}", c) for part in page.parts for c in getattr(part, "columns", ()) if c.label)


def test_every_column_of_keys_brings_words() -> None:
    bare = []
    for no, column in shown():
        if holds_key(column) and (no, column.name) not in READ:
            worded = column.words is not None or column.dict or keys.has_words(column.refers)
            if not worded or column.type not in NAMED:
                bare.append((no, column.name))
    assert bare == []


class Known:
    """The keys and codes that may stand on no page."""

    def __init__(self, db: Session, me: Any):
        self.areas = set(dictionary.words(db, me.dict_version)["AREA"]) - {"000000"}
        self.orgs = {o.code for o in db.scalars(select(Org))} - self.areas

    def bare(self, text: Any) -> bool:
        said = str(text or "")
        return bool(KEY.search(said)) or said in self.areas or said in self.orgs


@pytest.fixture
def known(db: Session) -> Known:
    return Known(db, everything())


@pytest.fixture
def planted(city: Session) -> Callable[[Any], Any]:
    """Puts a key into a row wherever one can stand, and the code of an area."""
    any_of = {m.__tablename__: city.scalars(select(m.id)).first() for m in (Equipment, Unit, SysUser, Org)}

    def plant(row: Any) -> Any:
        single = {*_unique(type(row).__table__), *NUMBERS}
        for a in inspect(type(row)).column_attrs:
            column = a.columns[0]
            if a.key == "id" or a.key in single or not isinstance(column.type, String) or column.foreign_keys:
                continue
            if column.info.get("dict") == "AREA":
                setattr(row, a.key, AREA)
            elif (column.type.length or 0) >= 32 and KEYS.search(a.key) and not getattr(row, a.key):
                setattr(row, a.key, any_of.get(column.info.get("refers", ""), any_of["sys_user"]))
        city.commit()
        return row

    return plant


def cells(columns: Any, rows: Any) -> Iterator[tuple[str, Any]]:
    """What stands in the cells of rows as the client writes them (web/src/views/cells.tsx)."""
    for row in rows:
        for column in columns:
            name = column["prop"]
            word = row.get(name + "Name") if column["type"] in NAMED else None
            yield name, word or row.get(name)


def facts(page: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a record page says, part by part."""
    for name in ("title", "name", "subtitle", "identity"):
        yield from ((name, word) for word in str(page[name]).split("　"))
    for fact in page["facts"]:
        yield f"fact {fact['label']}", fact["text"]
        yield f"note {fact['label']}", fact.get("note")
        yield from ((f"why {fact['label']}", step) for step in fact.get("why", ()))
    yield from (("notice", one["text"]) for one in page["notices"])
    record = page["record"]
    for group in page["groups"]:
        for field in group["fields"]:
            if field["type"] != "hidden":
                yield f"field {field['prop']}", record.get(field["prop"] + "Name") or record.get(field["prop"])
    for part in page["parts"]:
        for name, said in cells(part.get("columns", ()), part.get("rows", ())):
            yield f"{part['key']}.{name}", said


@pytest.mark.parametrize("no", sorted(RECORDS))
def test_a_record_page_shows_words(call: Caller, city: Session, planted: Any, known: Known, no: str) -> None:
    view = RECORDS[no]
    found = set()
    first, *others = rows_of(city, view)[:3]
    for row in [planted(first), *others]:
        answer = call(view.url, _as=everything(), id=row.id)
        assert answer.status_code == 200, (no, answer.text[:300])
        found |= {(where, str(said)) for where, said in facts(answer.json()["data"]) if known.bare(said)}
    assert found == set(), no


@pytest.mark.parametrize("no", sorted(LISTS))
def test_a_list_shows_words(call: Caller, city: Session, known: Known, no: str) -> None:
    view = LISTS[no]
    said = call(view.url, _as=everything(), _method="GET", pageSize=20, **view.params).json()
    assert said["isSuccess"], said["errorMsg"]
    columns = [c.config() for c in view.columns if c.label and (no, c.name) not in READ]
    assert {(n, str(v)) for n, v in cells(columns, said["data"]["list"]) if known.bare(v)} == set()


def printed() -> dict[str, set[Any]]:
    """Print type → the models of the rows from which it is printed."""
    out: dict[str, set[Any]] = {}
    for view in LISTS.values():
        for action in view.actions:
            if action.print in PRINTS and hasattr(view.key, "class_"):
                out.setdefault(action.print, set()).add(view.key.class_)
    for page in RECORDS.values():
        actions = page.actions if not callable(page.actions) else ()
        for code in [*page.prints, *(a.print for a in actions)]:
            if code in PRINTS:
                out.setdefault(code, set()).add(page.model)
    return out


def leaves(data: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """The values of the data of a document, each with its name."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from leaves(value, str(key))
    elif isinstance(data, list | tuple):
        for value in data:
            yield from leaves(value, name)
    else:
        yield name, data


def test_a_print_says_words(city: Session, planted: Any, known: Known, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    real = pdf.to_json
    monkeypatch.setattr(pdf, "to_json", lambda data: told.append(data) or real(data))
    found, made = set(), set()
    for code, models in printed().items():
        for row in [row for model in models for row in city.scalars(select(model).limit(2))]:
            told.clear()
            try:
                PRINTS[code](city, everything(), [planted(row).id])
            except (BadInput, NoPermission, Refused):
                continue
            made.add(code)
            found |= {(code, n, v) for data in told for n, v in leaves(data) if isinstance(v, str) and known.bare(v)}
    assert found == set()
    assert made >= {"DWSBQD"}

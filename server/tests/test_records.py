"""Every record page keeps its promise: it opens with a real row, and only to who may see that row."""

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian import areas, data
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.units import Unit
from tejian.demo import persons, products
from tejian.kit.forms.formview import FORMS
from tejian.kit.ground import clock
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.kit.records.recordview import RECORDS, TONES, RecordView
from tejian.kit.web.edge import CALLS
from tejian.system.models.organisations import Org
from tests.conftest import Caller
from tests.kept import Kept
from tests.test_declarations import everything
from tests.walks.scopes import is_open
from tests.walks.world import filled, parents

areas.load()
PRODUCTS = ("1000", "2000", "3000", "4000", "8000")
PATHS = {row["path"] for row in data.rows("screens")}
MOST = 10  # rows of a table that are opened


@pytest.fixture
def city(db: Session, kept: Kept) -> Session:
    """The small city with people, products, valves, vehicles and visits, as the demo data has them."""
    kept.begin(db, "city of all records", lambda: _filled_city(db))
    return db


def _filled_city(db: Session) -> Equipment:
    devices = list(db.scalars(select(Equipment).order_by(Equipment.equcode)))
    units = list(db.scalars(select(Unit).order_by(Unit.name)))
    others = {c: [u for u in units if u.ismaker] for c in PRODUCTS} | {"maintain": [u for u in units if u.ismaintain]}
    for n, lift in enumerate(d for d in devices if d.equclass == "3000"):
        unit = others["maintain"][n % 2]
        lift.maiorgsysid, lift.maiorgname = unit.id, unit.name
    products.load(db, devices, others, {o.code: o for o in db.scalars(select(Org))}, clock.today())
    project = next(d for d in devices if d.equclass == "4000")
    project.equclass = "8000"
    db.add(Pipeline(equdatasysid=project.id, pipeno="PL-1", pipename="蒸汽管", pipelevel="GC2", linestatus="1"))
    persons.people(db, clock.today(), [u for u in units if u.isuse], others, devices)
    return project


def rows_of(db: Session, view: RecordView) -> list[Any]:
    """Rows that the page is for: of all kinds where there are several."""
    model, query = view.model, select(view.model)
    if view.no == "maintenance_unit":
        query = query.where(model.ismaintain)
    if view.no == "maintenance_lift":
        query = query.where(model.equclass == "3000")
    if view.no == "qualification":
        query = query.where(model.tbl == "seisort_rules")
    if view.no == "phone_template":
        query = query.where(model.tbl == "report_layouts")
    found = list(db.scalars(query.order_by(func.md5(model.id)).limit(MOST)))
    if not found:  # a new page needs no data of its own here
        found = [filled(model, "1", parents(db, model))]
        db.add_all(found)
        db.commit()
    return found


@pytest.mark.parametrize("no", sorted(RECORDS))
def test_a_record_page_opens_and_says_what_the_client_needs(call: Caller, city: Session, no: str) -> None:
    view = RECORDS[no]
    config = call("/api/layout/findRecordConfig", _as=everything(), viewNo=no).json()["data"]
    assert config["url"] in CALLS and (config["form"] is None or config["form"] in FORMS)
    for row in rows_of(city, view):
        answer = call(config["url"], _as=everything(), id=row.id)
        assert answer.status_code == 200, (no, answer.text[:400])
        page = answer.json()["data"]
        assert (page["viewNo"], page["id"], page["version"]) == (no, row.id, row.version)
        assert page["title"] and page["name"]
        assert all(f["label"] and {f.get("tone", ""), f.get("noteTone", "")} <= TONES for f in page["facts"])
        for action in [*page["actions"], *(a for p in page["parts"] for a in p.get("actions", []))]:
            holds_action(no, action)
        for part in page["parts"]:
            holds_part(no, part)
        for one in page["history"]:
            told = call("/api/common/history", _as=everything(), entity=one["entity"], id=one["id"])
            assert told.status_code == 200, (no, one, told.text[:200])


def holds_action(no: str, action: dict[str, Any]) -> None:
    """Its permission is declared, and it leads somewhere."""
    assert action["permission"] in PERMISSIONS, (no, action)
    assert action["kind"] != "form" or action["form"] in FORMS, (no, action)
    assert action["kind"] != "call" or action["url"] in CALLS, (no, action)
    assert action["kind"] != "route" or action["route"].split("?")[0] in PATHS, (no, action)


def holds_part(no: str, part: dict[str, Any]) -> None:
    """Its columns stand in its rows, its list is declared, words stand beside codes."""
    if part["kind"] == "list":
        assert part["viewNo"] in LISTS, (no, part)
        known = {s.name for s in LISTS[part["viewNo"]].search}
        assert set(part["fixed"]) <= known, (no, part)
    for row in part.get("rows", []):
        for column in part["columns"]:
            assert column["label"] and column["prop"] in row, (no, part["key"], column)
            if column["type"] in ("dict", "state"):
                assert column["prop"] + "Name" in row, (no, part["key"], column)
        if part["actions"]:
            assert row["id"], (no, part["key"])


@pytest.mark.parametrize("no", sorted(RECORDS))
def test_a_record_page_is_closed_without_its_permission_and_for_foreign_rows(
    call: Caller, city: Session, no: str
) -> None:
    view = RECORDS[no]
    row = rows_of(city, view)[0]
    poor = User(id="poor", name="无权限", permissions=frozenset())
    for path, form in ((view.url, {"id": row.id}), ("/api/layout/findRecordConfig", {"viewNo": no})):
        said = call(path, _as=poor, **form)
        assert (said.status_code, said.json()["errorCode"]) == (403, "NO_PERMISSION"), (no, path)
    if is_open(view.model.__name__):
        return  # a page of the installation, foreign to nobody who may open it
    stranger = User(id="s", name="外人", scope="own", unit_id="elsewhere", permissions=frozenset(PERMISSIONS))
    foreign, missing = (call(view.url, _as=stranger, id=key) for key in (row.id, "0" * 32))
    assert foreign.status_code == missing.status_code == 403, (no, foreign.text[:200])
    assert foreign.json()["errorMsg"] == missing.json()["errorMsg"], no

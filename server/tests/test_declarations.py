"""Every declaration keeps its promise: lists open, sort, search and export; forms draw; calls are closed."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.orm import Session

from tejian import areas, data
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.kit.forms.formview import FORMS, Field
from tejian.kit.ground.actions import MINE
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.importing.view import IMPORTS
from tejian.kit.lists.listview import LISTS, Col, ListView, Search
from tejian.kit.lists.statview import STATS
from tejian.kit.process.steps import PROCESSES
from tejian.kit.records.recordview import RECORDS
from tejian.kit.web.calls import ROOMS
from tejian.kit.web.edge import CALLS
from tests.conftest import Caller

areas.load()

HERE = Path(__file__).parent
HARMLESS = {"date": "2026-01-05", "dateRange": "2026-01-05", "number": "3", "checkbox": "1", "map": "121,29,122,30"}
NASTY = ["1' or '1'='1 \"%_$$ \\", "²", "330212345678"]


@cache
def _source(no: str) -> str:
    return str(LISTS[no].source)


def _sorted(no: str, column: Col) -> tuple[str, int]:
    """What a sort is: lists made from one another share their rows and their columns."""
    return _source(no), id(column.expr)


@cache
def sorted_by() -> dict[tuple[str, int], str]:
    """The list that tries each sort."""
    return {_sorted(no, column): no for no in sorted(LISTS, reverse=True) for column in LISTS[no].columns}


def _searched(view: ListView, search: Search) -> tuple[str, int, bool]:
    """What a search is: lists made from one another share their rows, their fields and how these are found."""
    return _source(view.no), id(search), view.indexed is None


@cache
def searched_by() -> dict[tuple[str, int, bool], str]:
    """The list that tries what nobody should type into each field."""
    views = [LISTS[no] for no in sorted(LISTS, reverse=True)]
    return {_searched(view, search): view.no for view in views for search in view.search}


def everything(org_id: str = "") -> User:
    """Somebody who may do all there is to do."""
    return User(id="tester", name="测试", scope="all", org_id=org_id, permissions=frozenset(PERMISSIONS))


@cache
def role_rows() -> list[dict[str, str]]:
    return list(data.rows("roles"))


@pytest.fixture(params=sorted(LISTS))
def view(request: pytest.FixtureRequest) -> ListView:
    return LISTS[request.param]


def page(call: Caller, view: ListView, **form: Any) -> Any:
    answer = call(view.url, _as=everything(), _method="GET", **{**view.params, **form})
    assert answer.status_code < 500, (view.no, form, answer.text[:400])
    return answer


def test_a_list_opens_and_sorts_by_each_column_both_ways(call: Caller, view: ListView) -> None:
    config = call("/api/layout/findTableConfig", _as=everything(), viewNo=view.no).json()
    assert config["isSuccess"], (view.no, config["errorMsg"])
    assert config["data"]["url"] == view.url
    assert view.url in CALLS, f"{view.no}: {view.url} is not a call"
    for column in view.columns:
        if not column.sortable or sorted_by()[_sorted(view.no, column)] != view.no:
            continue
        for sign in ("", "-"):
            answer = page(call, view, orderBy=sign + column.name, pageSize=2)
            assert answer.status_code == 200 and answer.json()["isSuccess"], (view.no, column.name, answer.text[:300])
            parts = {"segments"} if view.segments else set()
            assert set(answer.json()["data"]) == {"pageNo", "pageSize", "count", "countCapped", "list"} | parts


def test_a_list_sorts_by_nothing_else(call: Caller, view: ListView) -> None:
    for wanted in ("(select pg_sleep(3))", "id;drop", "no_such_column", "case when 1=1 then 1 end"):
        assert page(call, view, orderBy=wanted).status_code == 422, view.no


def test_a_list_takes_each_search_field_and_no_value_breaks_it(call: Caller, view: ListView) -> None:
    drawn = call("/api/layout/findSearchFormConfig", _as=everything(), viewNo=view.no).json()["data"]["fields"]
    assert [f["prop"] for f in drawn] == [s.name for s in view.search]
    for search in view.search:
        names = [search.name + "Start", search.name + "End"] if search.pair else [search.name]
        value = HARMLESS.get(search.widget) or next(iter(search.options or {"1": ""}))
        for name in names:
            answer = page(call, view, pageSize=1, **{name: value})
            assert answer.status_code == 200, (view.no, name, value, answer.text[:300])
            for nasty in NASTY if searched_by()[_searched(view, search)] == view.no else ():
                assert page(call, view, pageSize=1, **{name: nasty}).status_code in (200, 422), (view.no, name, nasty)
    for search in view.search[:1]:  # one function measures them all
        assert page(call, view, **{search.name + ("Start" if search.pair else ""): "x" * 10_000}).status_code == 422


EXPIRY = ("detection", "boiler", "pipe", "water", "annual", "year_check")
# what most rows of such a list say, or what only few of them can say beside what they are found by
LOOKED_THROUGH = {
    ("jy_buss_all", "sentback"): "the desk asks for those that were approved this month",
    ("jy_buss_all", "unassigned"): "items without an inspector are the imported ones",
    ("maintenance_lift_list", "unvisited"): "the visits to each lift, which are looked at in the order of the list",
    ("elevator_supervision_list", "unvisited"): "the visits to each lift, which are looked at in the order of the list",
    ("online_device_list", "idle"): "the devices of one unit",
    **{
        ("stat_device_list", name): "asked by the statistics, which count by other indices, in the order of the list"
        for name in ("equclacode", "listed", "overdue", "unqualified", "watched")
    },
    ("cha_entry_list", "at"): "the order of the list",
    ("cha_invoice_list", "issued"): "the order of the list",
    **{
        ("cha_invoice_list", name): "asked by the statistics beside days of issue, in the order of the list"
        for name in ("month", "issuedby", "red")
    },
    ("lift_management_list", "unbound"): "the bindings of each lift, which are looked at in the order of the list",
    ("cha_relief_lines", "year"): "a year stands together in the order of the list",
    ("cha_relief_units", "year"): "a large part of the list",
    **{
        (f"expiry_{name}", "idle"): "nobody has most of them in hand, read in the order of the list"
        for name in ("list", *(f"{one}_list" for one in EXPIRY))
    },
    ("expiry_year_check_list", "due"): "the order of the list",
    **{
        ("cha_account_entries", name): "few entries beside the charges, read in the order of the list"
        for name in ("kind", "way", "userid", "account_id", "at", "day")
    },
    **{
        ("flow_trial_lines", name): "the lines of one trial, kept while its draft is looked at"
        for name in ("way", "step", "seisn", "trial_id")
    },
    **{
        ("cha_replay_lines", name): "the lines of one replay"
        for name in ("way", "seisn", "feecode", "equclass", "month", "payunitsysid", "replay_id")
    },
}


def test_a_field_of_a_list_of_millions_is_answered_by_an_index(db: Session) -> None:
    lacking = set()
    for no, known in LISTS.items():
        for search in known.search if known.indexed is not None else ():
            given = HARMLESS.get(search.widget) or next(iter(search.options or {"3302": ""}))
            given = {"byage": "5"}.get(search.name, given)
            asked = dict.fromkeys(search.names, given)
            if search.answer(db, asked, big=True) is None:
                lacking.add((no, search.name))
    assert lacking == set(LOOKED_THROUGH)


def test_a_column_of_report_numbers_has_room_for_a_correction(view: ListView) -> None:
    for column in view.columns:
        if column.label.endswith("报告编号") and column.type == "code":
            assert column.width == REPORT_NO_WIDTH, (view.no, column.name)


def test_a_list_exports_its_shown_columns(call: Caller, view: ListView) -> None:
    answer = call("/api/layout/export", _as=everything(), _method="GET", viewNo=view.no, pageSize="1")
    assert answer.status_code == 200, (view.no, answer.text[:300])
    assert answer.content[:4] == b"PK\x03\x04", (view.no, answer.text[:300])


def test_a_list_is_closed_without_its_permission(call: Caller, view: ListView) -> None:
    poor = User(id="poor", name="无权限", permissions=frozenset())
    for path, form in (
        (view.url, dict(view.params)),
        ("/api/layout/findTableConfig", {"viewNo": view.no}),
        ("/api/layout/export", {"viewNo": view.no}),
    ):
        answer = call(path, _as=poor, _method="GET", **form)
        assert (answer.status_code, answer.json()["errorCode"]) == (403, "NO_PERMISSION"), (view.no, path)


NUMBERS = {"int", "decimal", "number", "money"}
NONSENSE = ("NaN", "sNaN", "Infinity", "1e12", "1e30", "-1e30", "12a", "1,000")


def test_no_form_takes_a_number_that_is_none() -> None:
    taken = []
    for no, view in FORMS.items():
        for field in view.fields:
            if field.type in NUMBERS:
                wrong = (*NONSENSE, "1.005", "-0.01", "1e3", "1E2", "1_000") if field.type == "money" else NONSENSE
                taken += [(no, field.name, text) for text in wrong if not refuses(field, text)]
    assert taken == []


def refuses(field: Field, text: str) -> bool:
    try:
        field.read(text, {})
    except BadInput as said:
        return said.message.startswith(f"{field.label}：")
    return False


@pytest.mark.parametrize("no", sorted(FORMS))
def test_a_form_draws_and_names_calls_that_are_there(call: Caller, no: str) -> None:
    config = call("/api/layout/findFormConfig", _as=everything(), viewNo=no).json()["data"]
    assert config["viewNo"] == no and config["groups"]
    for url in (config["saveUrl"], config["loadUrl"]):
        assert not url or url in CALLS, (no, url)
    fields = [f for g in config["groups"] for f in g["fields"]]
    assert len({f["prop"] for f in fields}) == len(fields), f"{no}: a field stands twice"
    for f in fields:
        assert f["label"], (no, f)
        if f.get("optionsUrl"):
            assert f["optionsUrl"] in CALLS, (no, f["optionsUrl"])
        if f.get("dict"):
            assert f["dict"] in dictionaries(call), f"{no}: dictionary {f['dict']} is not there"


DICTIONARIES: set[str] = set()


def dictionaries(call: Caller) -> set[str]:
    """What dictionaries there are: asked once, because with all their words they are a long answer."""
    if not DICTIONARIES:
        DICTIONARIES.update(call("/api/common/buss/dict/findAllDictListMap", _as=everything()).json()["data"])
    return DICTIONARIES


@pytest.mark.parametrize("no", sorted(IMPORTS))
def test_an_import_belongs_to_a_list_and_offers_its_template(call: Caller, no: str) -> None:
    assert no in LISTS and any(a.code == "importRows" for a in LISTS[no].actions), no
    config = call("/api/import/config", _as=everything(), viewNo=no).json()["data"]
    labels = [c["label"] for c in config["columns"]]
    assert labels and len(set(labels)) == len(labels), no
    answer = call("/api/import/template", _as=everything(), _method="GET", viewNo=no)
    assert answer.content[:4] == b"PK\x03\x04", (no, answer.text[:300])
    poor = User(id="poor", name="无权限", permissions=frozenset())
    for path in ("config", "template", "start"):
        said = call(f"/api/import/{path}", _as=poor, viewNo=no)
        assert said.json()["errorCode"] == "NO_PERMISSION", (no, path)


@pytest.mark.parametrize("no", sorted(no for no, view in LISTS.items() if view.late))
def test_a_late_row_shows_what_it_is_late_by(no: str) -> None:
    view = LISTS[no]
    columns = {c.name: c for c in view.columns}
    due = view.due or [view.sort]
    assert all(name in columns and columns[name].label for name in due), (no, due)
    # the order of the list says why a row is late only when the earliest day stands first
    assert view.due or columns[view.sort].type in ("date", "deadline"), (no, "`due` must name the column")


def test_actions_lead_to_calls_and_forms_that_are_there() -> None:
    for view in LISTS.values():
        for action in view.actions:
            if action.kind == "call":
                assert action.url in CALLS, (view.no, action.code)
            if action.kind in ("form", "move"):
                assert action.form in FORMS, (view.no, action.code)


def test_buttons_that_follow_the_person_know_for_whom_a_row_waits() -> None:
    for view in LISTS.values():
        for action in view.actions:
            assert (MINE in action.when) == (action.whose is not None), (view.no, action.code)
    for record in RECORDS.values():
        fixed = [] if callable(record.actions) else record.actions
        assert record.own or all(a.whose for a in fixed if MINE in a.when), record.no


def test_no_list_offers_anybody_what_only_another_may_do() -> None:
    """But those of one step, all of which waits for the person."""
    of_a_step = {s.list for process in PROCESSES.values() for s in process.steps if s.list}
    seen = 0
    for view in LISTS.values():
        for action in view.actions:
            if "step" in action.when and view.url not in of_a_step and hasattr(view.key, "class_"):
                for move in moves_named(view, action.code):
                    seen += 1
                    assert move.anyone or MINE in action.when, (view.no, action.code)
    assert seen > 200


def moves_named(view: ListView, code: str) -> list[Any]:
    """The moves of the process of a list's rows behind one of its buttons."""
    own = [p for p in PROCESSES.values() if p.model is view.key.class_]
    return [m for p in own for m in p.moves if m.name == code.rpartition("_")[0]]


def test_a_button_says_what_its_move_says() -> None:
    lists = {(a.url, a.done) for view in LISTS.values() for a in view.actions if a.kind == "call"}
    moves = [m for p in PROCESSES.values() for m in p.moves if m.buttons and not m.form_no]
    said = {(m.batch_call or m.call, m.done) for m in moves}
    pressed = {url for url, _ in lists}
    assert {one for one in said if one[0] in pressed} <= lists
    assert not [one for one in said if not one[1] and one[0] in pressed]


def reviewed(name: str) -> set[str]:
    """The calls of a reviewed table."""
    lines = (HERE / name).read_text().splitlines()
    return {line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()}


# Public calls that stand in no room, each with why: what is signed or opened by a token comes from those who work with
# the platform, and the rest answers from memory.
IN_NO_ROOM = {
    **dict.fromkeys(("/a/login", "/a/resetPassword"), "hashing has a thread of its own"),
    **dict.fromkeys(("/a/loginConfig", "/a/loginKey", "/api/common/version", "/api/layout/validators"), "from memory"),
    **dict.fromkeys(("/api/iot/receive", "/api/chamain/chaMain/payCallback"), "signed"),
    "/api/smssend/smsSend/receipt": "signed",
    "/api/smssend/smsReceive/inbound": "signed",
    "/api/equipment-documents/attachments": "by a token of a quarter of an hour",
    "/api/equipment-documents/attachments/phone": "by a token of a quarter of an hour",
}


def test_what_anybody_may_call_has_a_room_of_its_own() -> None:
    outside = {c.path for c in CALLS.values() if c.public and not c.room}
    assert outside == set(IN_NO_ROOM)
    assert all(c.public for c in CALLS.values() if c.room)
    assert {c.room for c in CALLS.values() if c.room} == set(ROOMS)


def test_the_public_calls_are_the_reviewed_ones() -> None:
    assert {c.path for c in CALLS.values() if c.public} == reviewed("public_calls.txt")


def test_the_calls_for_everybody_with_a_session_are_the_reviewed_ones() -> None:
    assert {c.path for c in CALLS.values() if not c.may and not c.public} == reviewed("any_user_calls.txt")


@pytest.mark.parametrize("path", sorted(p for p, c in CALLS.items() if not c.public))
def test_a_call_without_a_session_is_answered_401(call: Caller, path: str) -> None:
    answer = call(path)
    assert (answer.status_code, answer.json()["errorCode"]) == (401, "NO_SESSION"), path
    assert answer.json()["errorMsg"] == "登录已失效，请重新登录"


@pytest.mark.parametrize("path", sorted(p for p, c in CALLS.items() if c.may))
def test_a_call_without_its_permission_is_answered_403(call: Caller, path: str) -> None:
    answer = call(path, _as=User(id="poor", name="无权限", permissions=frozenset()))
    assert (answer.status_code, answer.json()["errorCode"]) == (403, "NO_PERMISSION"), path


def used_permissions() -> set[str]:
    used = {c.may for c in CALLS.values() if c.may}
    for view in LISTS.values():
        used |= {view.permission, view.export_permission, *(a.permission for a in view.actions)} - {""}
    return used


def test_each_permission_in_use_is_granted_to_a_role() -> None:
    from tejian.system.desk.install import granted

    given = {code for row in role_rows() for code in granted(row["permissions"])}
    assert used_permissions() - given == set()


def test_the_three_administrators_share_no_duty() -> None:
    from tejian.system.accounts.roles import DUTIES
    from tejian.system.desk.install import granted

    for row in role_rows():
        assert len(set(granted(row["permissions"])) & set(DUTIES)) <= 1, row["code"]


def test_the_table_of_screens_is_true() -> None:
    """Paths and menu places stand once, and what a screen shows is declared, as what it is said to be."""
    screens = list(data.rows("screens"))
    paths, places = [r["path"] for r in screens if r["path"]], {r["menu"] for r in screens if r["menu"]}
    assert len(paths) == len(set(paths))
    assert max(map(len, places)) <= 32, "the key of a menu entry has 32 characters"
    shows = {"list": LISTS, "form": FORMS, "detail": RECORDS, "stat": STATS}
    for row in screens:
        assert not row["parent"] or row["parent"] in places, row
        assert not row["permission"] or row["permission"] in PERMISSIONS, row
        if row["view"] and not row["page"]:
            assert row["view"] in shows[row["kind"]], row
        if row["view"] in LISTS and row["menu"]:
            assert row["permission"] == LISTS[row["view"]].permission, row
        assert "held" not in row["flags"].split() or (row["view"] in LISTS and row["menu"]), row

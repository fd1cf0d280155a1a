"""The guides name only what stands on the page for the person who reads them.

A word in “” is a button, a column, a condition, a segment, a panel, a page or a word of the client; whoever is shown
the task finds it there.
"""

import fnmatch
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tejian import areas, data
from tejian.inspection.desk.desks import DESKS
from tejian.kit.ground.actions import Action
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import LISTS
from tejian.kit.records.recordview import RECORDS

areas.load()

CLIENT = Path(__file__).parents[2] / "web/src"
HEAD = ["at", "people", "needs", "guide", "task", "steps"]
LINES = [line.split(",") for line in (CLIENT / "guides/guides.csv").read_text("utf-8").splitlines()]
GUIDES = [dict(zip(HEAD, line, strict=True)) for line in LINES[1:]]
SCREENS = [r for r in data.rows("screens") if r["path"] and r["kind"] not in ("group", "menu", "redirect")]
SIDES = {"qiye": "unit", "weibao": "unit", "jiance": "unit", "jianguan": "supervision"}
SIDES |= {"xiangzhen": "supervision", "kaoshi": "supervision"}
SIDES |= {"xiangzhen": "supervision", "juzhang": "supervision"}
SIDES |= {"xiangzhen": "supervision", "jiejing": "supervision"}
SIDES |= dict.fromkeys(("sysadmin", "secadmin", "audadmin"), "admin")
QUOTED = re.compile("“([^”]+)”")


@cache
def rights(role: str) -> frozenset[str]:
    row = next(r for r in data.rows("roles") if r["code"] == role)
    return frozenset(p for pattern in row["permissions"].split(";") for p in fnmatch.filter(PERMISSIONS, pattern))


def reads(task: dict[str, str], role: str) -> bool:
    """As the client chooses: the people it is for, and one of its permissions."""
    mine = not task["people"] or SIDES.get(role, "inspection") in task["people"].split()
    return mine and (not task["needs"] or bool(rights(role) & set(task["needs"].split())))


def tasks_of(path: str) -> list[dict[str, str]]:
    def fit(task: dict[str, str]) -> int:
        ats = (at for at in task["at"].split() if at == path or (at.endswith("/") and path.startswith(at)))
        return max(map(len, ats), default=0)

    best = max(map(fit, GUIDES))
    return [t for t in GUIDES if best and fit(t) == best]


def opens(screen: dict[str, str], role: str) -> bool:
    view = LISTS.get(screen["view"]) or RECORDS.get(screen["view"])
    needed = {screen["permission"], view.permission if view else ""} - {""}
    listed = bool(screen["menu"] or view)  # other pages are parts of the work of staff
    return needed <= rights(role) and (listed or role not in SIDES)


@cache
def source(place: str) -> str:
    """What the client writes in the folder of a page."""
    return "".join(p.read_text("utf-8") for p in sorted((CLIENT / place).rglob("*.ts*")))


def declared(view: str, mine: frozenset[str]) -> Iterator[str]:
    """The words of a list or a record page for somebody."""
    if view in LISTS:
        made = LISTS[view]
        yield from (c.label for c in made.columns)
        yield from (s.label for s in made.search)
        yield from (s.label for s in made.segments)
        yield from actions(made.actions, mine)
    if view in RECORDS:
        yield from (part.title for part in RECORDS[view].parts)
        yield from (["变更记录"] if RECORDS[view].history else [])
        if not callable(RECORDS[view].actions):
            yield from actions(RECORDS[view].actions, mine)


def actions(every: Iterable[Action], mine: frozenset[str]) -> Iterator[str]:
    for action in every:
        if not action.permission or action.permission in mine:
            yield action.label


def pages(mine: frozenset[str]) -> set[str]:
    every = data.rows("screens")
    return {r["label"] or r["title"] for r in every if not r["permission"] or r["permission"] in mine}


def words_of(screen: dict[str, str], role: str) -> set[str]:
    mine = rights(role)
    said = pages(mine)
    if screen["kind"] == "desktop":
        me = User("guide", "", unit_id="u" if SIDES.get(role) == "unit" else "", permissions=mine)
        desk = DESKS.of(me)
        panels = desk.panels if desk.path == screen["path"] else []
        said |= {DESKS.panels[key].title for key in panels if DESKS.panels[key].may(me)}
    views = {screen["view"]} if screen["view"] else set()
    if screen["page"]:
        views |= {v for v in (*LISTS, *RECORDS) if f"'{v}'" in source(folder(screen))}
    for view in views:
        said |= set(declared(view, mine))
    return said


def folder(screen: dict[str, str]) -> str:
    return "screens/" + screen["page"].split("#")[0].rpartition("/")[0]


@cache
def buttons() -> frozenset[str]:
    """The labels of all declared buttons: one that the page does not offer the reader is not found in the code."""
    every = [a.label for view in LISTS.values() for a in view.actions]
    return frozenset(every)


def stands(word: str, screen: dict[str, str], said: set[str]) -> bool:
    if word in said:
        return True
    if screen["page"] and word in source(folder(screen)):
        return True
    return word not in buttons() and any(word in source(place) for place in ("views", "shell", "ui"))


def test_what_a_guide_names_stands_on_the_page_for_its_reader() -> None:
    wrong = set()
    for role in (r["code"] for r in data.rows("roles")):
        for screen in SCREENS:
            if not opens(screen, role):
                continue
            own = tasks_of(screen["path"]) + [t for t in GUIDES if t["at"] == screen["kind"]]
            said = words_of(screen, role)
            for task in own:
                if not reads(task, role):
                    continue
                missing = [w for w in QUOTED.findall(task["steps"]) if not stands(w, screen, said)]
                wrong |= {(task["guide"], task["task"], screen["path"], word, role) for word in missing}
    assert sorted(wrong) == []


def test_the_general_guide_names_pages_that_its_reader_opens() -> None:
    wrong = []
    for role in (r["code"] for r in data.rows("roles")):
        mine = rights(role)
        for task in (t for t in GUIDES if t["at"] == "general" and reads(t, role)):
            named = set(QUOTED.findall(task["steps"])) - pages(mine)
            wrong += [(task["task"], word, role) for word in named if word not in source("views")]
    assert wrong == []


def test_a_guide_asks_for_rights_that_there_are() -> None:
    needed = {code for task in GUIDES for code in task["needs"].split()}
    assert needed <= set(PERMISSIONS)
    assert {side for task in GUIDES for side in task["people"].split()} <= {*SIDES.values(), "inspection"}
    assert all(task["task"] and all(task["steps"].split("|")) for task in GUIDES)

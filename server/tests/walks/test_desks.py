"""Every desk says of each list exactly what the list says when it is opened with the conditions of the link."""

import re
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, update

from tejian import areas, data
from tejian.archives.equipment.api import SCREENS as CLASS_SCREENS
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.iot import LiftEvent, LiftIot
from tejian.inspection.desk import supervision
from tejian.inspection.desk.desks import DESKS
from tejian.inspection.desk.home import FIRST
from tejian.inspection.desk.panels import WORK
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.lists.listview import LISTS
from tejian.kit.process.steps import URGENCIES
from tests.inspection import works
from tests.links import asked_by

from .conftest import Office

areas.load()
SCREENS = {row["path"]: row for row in data.rows("screens")}
LISTS_OF = {path: row["view"] for path, row in SCREENS.items()} | {"/insBusQuery/compositeQuery": "jy_buss_all"}
# where the menu offers a class of devices
PLACES = {f"/bsArchives/equipment/{names[0]}": code for code, names in CLASS_SCREENS.items()}
LOGINS = [
    *("sysadmin", "secadmin", "audadmin", "shouli", "yewu", "ziliao", "diaodu", "jianyan1", "jiaohe", "fenxiang"),
    *("shenhe", "pizhun", "dangan", "dayin", "shoufei", "caiwu", "zhiliang", "yiqi", "zhanzhang", "jianguan", "qiye"),
    *("weibao", "jiance"),
]


def opened(office: Office, login: str, route: str, step: str = "") -> Any:
    """The list that an address opens, as the client asks for it."""
    path, _, query = route.partition("?")
    view = LISTS[LISTS_OF[path] or f"jy_step_{step}"]
    asked = {k: v for k, v in asked_by(query).items() if k not in view.params}
    known = {n for s in view.search for n in (*s.names, f"{s.name}Name")} | {"segment", "orderBy"}
    assert set(asked) <= known, (route, "the list does not know this condition")
    return office.good(login, view.url, **view.params, **asked)


@pytest.fixture
def busy(office: Office) -> Office:
    """An office with work at several steps: late, due and without a limit."""
    late, today, soon, rest = office.accepted(4)
    late.limit_at = clock.now() - timedelta(days=2)
    today.limit_at = datetime.combine(clock.today(), time(23, 59, 59), clock.SHANGHAI)
    soon.limit_at = clock.now() + timedelta(days=2)
    rest.limit_at = clock.now() + timedelta(days=10)
    office.db.commit()
    return office


@pytest.mark.parametrize("login", LOGINS)
def test_counts_of_a_desk_are_those_of_its_lists(busy: Office, login: str) -> None:
    desk = busy.good(login, "/api/home/desk")
    for panel in desk["panels"]:
        for figure in panel["figures"]:
            page = opened(busy, login, figure["route"])
            assert (figure["value"], figure["more"]) == (page["count"], page["countCapped"]), figure
        for person in panel["people"]:
            assert person["open"] == opened(busy, login, person["route"])["count"], person
            late = opened(busy, login, f"{person['route']}&late=1")["count"]
            assert person["late"] == late, person
            assert person["entering"] == opened(busy, login, person["enteringRoute"])["count"], person
        if panel["route"]:
            page = opened(busy, login, panel["route"])
            assert panel["count"] == page["count"], panel["key"]
            assert [one["id"] for one in panel["rows"]] == [one["id"] for one in page["list"]][: len(panel["rows"])]
    for tile in busy.good(login, "/api/home/todo")["steps"]:
        for part in URGENCIES:
            if tile[part] == tile["count"]:
                continue  # all of it: the list without a condition, which test_tiles opens
            route = f"{tile['route']}{'&' if '?' in tile['route'] else '?'}urgency={part}"
            assert tile[part] == opened(busy, login, route, tile["stepcode"])["count"], (tile, part)


@pytest.fixture
def watched(office: Office) -> Office:
    """Three lifts with terminals, one of them silent; somebody shut in, a fault, and one that is over."""
    lifts = office.db.scalars(select(Equipment).where(Equipment.equclass == "3000").limit(3)).all()
    now = clock.now()
    office.db.execute(delete(LiftEvent))
    office.db.execute(delete(LiftIot))
    for n, lift in enumerate(lifts):
        seen = now - timedelta(hours=5 if n == 2 else 0)
        office.db.add(LiftIot(equdatasysid=lift.id, devno=f"D{n}", source="01", lastseen=seen))
        event = {"type": "12"[n == 0], "state": "013"[n], "at": now - timedelta(minutes=9 + n)}
        event |= {"lastat": now, "eventid": f"E{n}", "source": "01", "devno": f"D{n}"}
        office.db.add(LiftEvent(equdatasysid=lift.id, **event))
    office.db.commit()
    return office


@pytest.mark.parametrize("page", ["/netHome", "/assistMng/netHome"])
def test_who_watches_the_lifts_has_them_on_one_desk(watched: Office, page: str) -> None:
    desk = watched.good("jianguan", "/api/home/desk", page=page)
    assert (desk["key"], desk["path"]) == ("net", page) and SCREENS[page]["page"]
    panels = {one["key"]: one for one in desk["panels"]}
    figures = {one["label"]: one for one in panels["net"]["figures"]}
    for one in figures.values():
        assert one["value"] == opened(watched, "jianguan", one["route"])["count"], one
    shown = {name: one["value"] for name, one in figures.items()}
    assert shown == {
        **{"接入电梯": 3, "在线": 2, "离线": 1, "困人未关闭": 1, "未关闭事件": 2, "今日事件": shown["今日事件"]},
        "正在救援": 0,
    }
    assert figures["在线"]["unit"] == "台（66.7%）"
    opens = panels["netopen"]["rows"]
    assert [one["waited"] for one in opens] == [10, 9] and panels["netopen"]["count"] == 2  # the older one first
    assert panels["netsilent"]["count"] == 1
    for key, by in (("nettrend", "day"), ("netunits", "maiorgsysid")):
        told = watched.good("jianguan", f"/api/stat/{panels[key]['stat']}", by=panels[key]["by"])
        assert panels[key]["by"] == by and told["total"]["cells"] == {"events": 3, "trapped": 1, "waiting": 2}


def test_the_desk_of_the_lifts_is_nobody_elses(watched: Office) -> None:
    for login in ("secadmin", "caiwu"):
        assert watched.good(login, "/api/home/desk", page="/netHome")["key"] != "net", login
    assert watched.good("jianguan", "/api/home/desk")["key"] == "supervision"


def test_a_dispatcher_has_tiles_of_every_urgency(busy: Office) -> None:
    [tile] = [t for t in busy.good("diaodu", "/api/home/todo")["steps"] if t["stepcode"] == "RWAP"]
    assert [tile[part] for part in URGENCIES] == [1, 1, 1, 1]


@pytest.mark.parametrize("login", ["shouli", "diaodu", "zhanzhang", "jianyan1"])
def test_devices_without_work_are_those_of_the_warning_list(busy: Office, login: str) -> None:
    for one in busy.good(login, "/api/home/todo")["due"]:
        within = f"/assistMng/equInspectMng/expiryWarning?dueStart={one['date']}&dueEnd={one['until']}"
        assert one["due"] == opened(busy, login, within)["count"], one
        assert one["left"] == opened(busy, login, f"{within}&idle=1")["count"], one


def test_a_supervisor_counts_what_the_lists_show(busy: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "_counted", {})
    scrapped, inspected, yearly = busy.db.scalars(select(Equipment).where(Equipment.equstatus == "1").limit(3))
    past = clock.today() - timedelta(days=400)
    scrapped.equstatus, scrapped.ninspdate, scrapped.unqualcode = "3", past, "1"
    inspected.inspecting, inspected.ninspdate = True, past
    yearly.ninspdate2, yearly.ndetdate = past, past
    busy.db.commit()
    desk = busy.good("jianguan", "/api/home/supervision")
    for figure in desk["figures"]:
        assert figure["value"] == opened(busy, "jianguan", figure["route"])["count"], figure
    for one in desk["areas"]:
        route = f"/bsArchives/equipment/allEquipentQuery?overdue=1&areacode={one['code']}"
        assert one["overdue"] == opened(busy, "jianguan", route)["count"], one


def test_what_waits_for_a_supervisor_is_what_the_lists_of_its_steps_hold(office: Office) -> None:
    """More than the few that are named, and what has no limit."""
    notice = works.filed(office)
    made = {c.key: getattr(notice, c.key) for c in ConstructionNotice.__mapper__.column_attrs if c.key != "id"}
    for n in range(FIRST + 2):
        again = ConstructionNotice(**made | {"notifyno": f"GZ-{n}", "limit_at": None})
        office.db.add(again)
    office.db.commit()
    desk = office.good("jianguan", "/api/home/supervision")
    assert desk["waiting"] == sum(step["count"] for step in desk["steps"]) > FIRST
    for step in desk["steps"]:
        assert step["count"] == opened(office, "jianguan", step["route"], step["stepcode"])["count"], step


@pytest.mark.parametrize("login", LOGINS)
def test_the_figures_of_a_month_are_those_of_its_lists(office: Office, login: str) -> None:
    office.approved()
    month = office.good(login, "/api/home/month")
    shown = {p["key"] for p in office.good(login, "/api/home/desk")["panels"]}
    for name in ("inspected", "issued") if "month" in shown else ():
        assert month[name] == opened(office, login, month[f"{name}Route"])["count"], (login, name)
    if "month" in shown and month["issued"]:
        assert month["passrate"] == 100 and opened(office, login, month["sentbackRoute"])["count"] == 0
        office.db.execute(update(AppBuss).where(AppBuss.approvedat.is_not(None)).values(returned=True))
        office.db.commit()
        again = office.good(login, "/api/home/month")
        assert again["passrate"] == 0
        assert opened(office, login, again["sentbackRoute"])["count"] == again["issued"]
    for one in office.good("jianguan", "/api/home/trend"):
        assert one["inspected"] == opened(office, "jianguan", one["route"])["count"], one


DESK_OF = {
    "zhanzhang": ("station", "/stationHome"),
    "qiye": ("unit", "/my"),
    "weibao": ("maintenance", WORK),
    "jiance": ("detection", WORK),
    "sysadmin": ("system", WORK),
    "secadmin": ("security", WORK),
    "audadmin": ("audit", WORK),
    "jianguan": ("supervision", "/workDesktop"),
    "diaodu": ("work", WORK),
}


@pytest.mark.parametrize("login", DESK_OF)
def test_each_kind_of_users_has_a_desk_of_its_own(office: Office, login: str) -> None:
    desk = office.good(login, "/api/home/desk")
    assert (desk["key"], desk["path"]) == DESK_OF[login]
    assert SCREENS[desk["path"]]["page"], "the page of a desk is built"


def test_nobody_has_a_panel_of_what_he_never_does(office: Office) -> None:
    def keys(login: str) -> set[str]:
        return {p["key"] for p in office.good(login, "/api/home/desk")["panels"]}

    staff = {"todo", "first", "due", "month"}
    for login in ("qiye", "weibao", "jiance", "sysadmin"):
        assert not keys(login) & staff, login
    assert not keys("dayin") & {"due", "month"} and not keys("caiwu") & {"due", "month"}
    assert not keys("yiqi") & {"due", "month"}  # what waits for him are loans and overhauls
    assert {"todo", "tools"} <= keys("yiqi") and not {"tools", "quality"} & keys("zhanzhang")
    assert {"todo", "first", "month"} <= keys("jianyan1")


def test_a_unit_sees_its_second_dates_too(office: Office) -> None:
    """A boiler whose external inspection is overdue heads the desk; a second date is in the months of the portrait."""
    unit = office.user("qiye").unit_id
    mine = select(Equipment).where(Equipment.useorgsysid == unit, Equipment.equstatus == "1", Equipment.equDel == 0)
    device, other = office.db.scalars(mine.order_by(Equipment.equcode).limit(2))
    today = clock.today()
    device.ninspdate, device.delaydate, device.ninspdate2 = today + timedelta(900), None, today - timedelta(5000)
    other.ninspdate, other.delaydate, other.ninspdate2 = today + timedelta(900), None, today + timedelta(9)
    office.db.commit()
    panels = {p["key"]: p for p in office.good("qiye", "/api/home/desk")["panels"]}
    head = office.good("qiye", panels["boxdevices"]["call"])["rows"][0]
    assert (head["id"], head["due"], head["tone"]) == (device.id, str(today - timedelta(5000)), "no")
    soon = opened(office, "qiye", next(f["route"] for f in panels["unit"]["figures"] if f["label"] == "30 日内到期"))
    assert other.id in {r["id"] for r in soon["list"]} and device.id not in {r["id"] for r in soon["list"]}
    told = office.good("yewu", "/api/statistics/portrait", role="use", id=unit)
    due = next(c for c in told["charts"] if c["key"] == "due")
    at = due["months"].index(f"{today + timedelta(9):%Y-%m}")
    rows = opened(office, "yewu", due["routes"][at])
    assert due["series"][0]["values"][at] == rows["count"] and other.id in {r["id"] for r in rows["list"]}


def test_every_desk_is_made_of_declared_panels_and_rights() -> None:
    stand = {key for desk in DESKS.desks for key in desk.panels}
    assert stand == set(DESKS.panels)
    for panel in DESKS.panels.values():
        for figure in panel.figures:
            assert figure.list in LISTS and (not figure.may or figure.may in PERMISSIONS), figure


PAGES = Path(__file__).parents[3] / "web" / "src" / "screens"


def lists_of(screen: dict[str, str]) -> set[str]:
    """The list that a screen shows, or those that its hand-made page names."""
    if screen["kind"] == "stat":  # asked for by a call of its own
        return set()
    if screen["view"]:
        return {screen["view"]}
    page = PAGES / f"{screen['page'].partition('#')[0]}.tsx"
    return set(re.findall(r'viewNo="(\w+)"', page.read_text())) if page.is_file() else set()


def leaves(nodes: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in nodes:
        if one["href"]:
            yield one
        yield from leaves(one["childList"])


@pytest.mark.parametrize("login", LOGINS)
def test_what_a_menu_offers_opens(office: Office, login: str) -> None:
    """No entry of a menu leads to «you may not»."""
    closed, walked = [], 0
    for entry in leaves(office.good(login, "/api/user/menuTree")):
        screen = SCREENS.get(entry["href"].partition("?")[0])
        for no in lists_of(screen) if screen else ():
            walked += 1
            if not office.post(login, "/api/layout/findTableConfig", viewNo=no)["isSuccess"]:
                closed.append((entry["name"], no))
    assert closed == [] and walked > 1


def offered(office: Office, login: str) -> set[str]:
    return {one["href"] for one in leaves(office.good(login, "/api/user/menuTree"))}


@pytest.mark.parametrize(("login", "column"), [("weibao", "maiorgsysid"), ("qiye", "useorgsysid")])
def test_an_enterprise_is_offered_the_classes_that_it_has(office: Office, login: str, column: str) -> None:
    """One less when its last device of a class is gone, one more when it has one again; others are offered all."""
    me = office.user(login)
    mine = office.db.scalars(select(Equipment).where(Equipment.visible(me)).order_by(Equipment.equclass)).all()
    have = {one.equclass for one in mine} & {*PLACES.values()}
    assert have and {PLACES[h] for h in offered(office, login) & PLACES.keys()} == have
    gone = min(have)
    for device in mine:
        if device.equclass == gone:
            setattr(device, column, "another unit")
    office.db.commit()
    assert {PLACES[h] for h in offered(office, login) & PLACES.keys()} == have - {gone}
    setattr(device := next(one for one in mine if one.equclass == gone), column, me.unit_id)
    office.db.commit()
    assert {PLACES[h] for h in offered(office, login) & PLACES.keys()} == have
    device.equDel = 1
    office.db.commit()
    assert {PLACES[h] for h in offered(office, login) & PLACES.keys()} == have - {gone}
    assert PLACES.keys() <= offered(office, "shouli")


@pytest.mark.parametrize("login", ["weibao", "qiye", "jiance"])
def test_no_list_of_an_enterprises_menu_that_it_may_not_fill_is_empty(office: Office, login: str) -> None:
    held = {path: row["view"] for path, row in SCREENS.items() if "held" in row["flags"].split()}
    mine = offered(office, login) & held.keys()
    counts = {path: office.good(login, LISTS[held[path]].url, **LISTS[held[path]].params)["count"] for path in mine}
    assert all(counts.values()), counts

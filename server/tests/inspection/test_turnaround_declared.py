"""Packages of a turnaround become declarations without typing again: all that are picked, or none."""

from sqlalchemy import func, select

from tejian.archives.models.units import Unit
from tejian.inspection import codes as at
from tejian.inspection.models.items import AppItem, AppMain
from tejian.inspection.models.turnaround import TurnaroundItem
from tejian.kit.ground import clock

from . import turnarounds as t
from .conftest import Office

CLERK, CALL = "shouli", f"{t.API}/declare"


def planned(office: Office, count: int = 2) -> list[TurnaroundItem]:
    """Vessels with their packages and their plan."""
    items = t.items_of(office, t.filed(office, count))
    for n, item in enumerate(items):
        form = {"id": item.id, "version": item.version, "packageno": f"WP-{n + 1:02}", "works": t.WORKS}
        office.good(t.PLANNER, f"{t.API}/package/save", **form)
        dates = {"planbegin": t.day(3 + n), "planend": t.day(6 + n)}
        office.good(t.PLANNER, f"{t.API}/item/plan", ids=item.id, **t.plan(office, **dates))
    _reachable(office)
    return [t.of(office, item.id) for item in items]


def _reachable(office: Office) -> Unit:
    unit = t.one(office, Unit, office.user(t.OWNER).unit_id)
    unit.contact, unit.mobile = unit.contact or "王敏", unit.mobile or "13900001111"
    office.db.commit()
    return unit  # type: ignore[no-any-return]


def count(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(AppMain)) or 0


def declarations(office: Office, numbers: list[str]) -> list[AppMain]:
    office.db.expire_all()
    return list(office.db.scalars(select(AppMain).where(AppMain.appno.in_(numbers)).order_by(AppMain.appno)))


def test_packages_of_a_project_become_one_declaration_that_is_handed_in(office: Office) -> None:
    items = planned(office)
    before = count(office)
    numbers = office.good(CLERK, CALL, ids=[one.id for one in items])
    assert count(office) == before + 1 and len(numbers) == 1
    (main,) = declarations(office, numbers)
    project = t.project_of(office, items[0].project_id)
    assert (main.step in at.DECLARING, main.step != at.DECLARE) == (True, True)
    assert (main.seisort, main.testsort, main.unitsysid) == ("02", items[0].testsort, project.unitsysid)
    assert str(main.plandate) == t.day(3)
    assert main.earlyreason == f"停机大修期间检验：{project.projectno} {project.name}"
    assert main.remark == f"{t.day(3)}至{t.day(6)} WP-01；{t.day(4)}至{t.day(7)} WP-02"
    devices = set(office.db.scalars(select(AppItem.equdatasysid).where(AppItem.appmain_id == main.id)))
    assert devices == {one.equdatasysid for one in items}
    assert {t.of(office, one.id).appmain_id for one in items} == {main.id}
    page = office.good(t.PLANNER, f"{t.API}/item/record", id=items[0].id)
    fact = next(one for one in page["facts"] if one["label"] == "申报单")
    assert (fact["text"], fact["link"]) == (main.appno, f"/businessPro/applyInfo?id={main.id}")


def test_what_is_declared_is_not_declared_twice_until_that_is_void(office: Office) -> None:
    first, second = planned(office)
    (number,) = office.good(CLERK, CALL, ids=first.id)
    before = count(office)
    sentence = office.refused(CLERK, CALL, ids=[first.id, second.id])
    assert sentence == f"{first.objectno}已由申报单{number}申报"
    assert count(office) == before and t.of(office, second.id).appmain_id == ""
    (main,) = declarations(office, [number])
    main.step = at.VOID
    office.db.commit()
    assert office.good(CLERK, CALL, ids=first.id) != [number]


def test_without_a_plan_or_finished_it_is_not_declared(office: Office) -> None:
    item = t.in_plan(office)
    _reachable(office)
    before = count(office)
    assert office.refused(CLERK, CALL, ids=item.id).endswith("排了计划、没有完工的才能申报")
    done = t.items_of(office, t.project_of(office, item.project_id))[0]
    done.step = "WC"
    office.db.commit()
    assert office.refused(CLERK, CALL, ids=done.id).endswith("排了计划、没有完工的才能申报")
    assert count(office) == before


def test_a_unit_that_cannot_be_called_is_told(office: Office) -> None:
    items = planned(office)
    unit = _reachable(office)
    unit.mobile = unit.tel = ""
    office.db.commit()
    before = count(office)
    assert office.refused(CLERK, CALL, ids=items[0].id) == f"{unit.name}没有联系人或电话"
    assert count(office) == before and t.of(office, items[0].id).appmain_id == ""


def test_lines_are_declared_with_their_piping(office: Office) -> None:
    made = t.lines(office, 3)
    project = t.drafted(office)
    office.good(t.PLANNER, f"{t.API}/fileLines", ids=[one.id for one in made[:2]], project_id=project.id)
    items = t.items_of(office, project)
    for item in items:
        t.packaged(office, item)
        item.step, item.planbegin, item.planend = "DK", clock.today(), clock.today()
    office.db.commit()
    _reachable(office)
    numbers = office.good(CLERK, CALL, ids=[one.id for one in items])
    (main,) = declarations(office, numbers)
    (item,) = office.db.scalars(select(AppItem).where(AppItem.appmain_id == main.id))
    assert item.equdatasysid == made[0].equdatasysid
    assert item.lineids == sorted(one.id for one in made[:2])


def test_who_is_of_another_institute_or_has_no_right_declares_nothing(office: Office) -> None:
    items = planned(office)
    before = count(office)
    assert office.refused(t.PLANNER, CALL, ids=items[0].id) == "对不起，您没有此操作的权限"
    assert office.refused("qiye", CALL, ids=items[0].id)
    items[0].cheorg = "elsewhere"
    office.db.commit()
    assert office.refused(CLERK, CALL, ids=items[0].id) == f"{items[0].objectno}不由本机构检验，不能申报"
    assert count(office) == before


def test_the_curve_counts_each_day_what_should_be_and_what_is_finished(office: Office) -> None:
    item = t.finished(office)
    project = t.project_of(office, item.project_id)
    page = office.good(t.PLANNER, f"{t.API}/project/record", id=project.id)
    curve = next(part for part in page["parts"] if part["key"] == "curve")["data"]
    assert (curve["days"][0], curve["days"][-1], curve["filed"]) == (str(project.begins), str(project.ends), 2)
    planned_by = dict(zip(curve["days"], curve["planned"], strict=True))
    finished_by = dict(zip(curve["days"], curve["finished"], strict=True))
    assert (planned_by[t.day(4)], planned_by[t.day(5)]) == (0, 1)
    assert (finished_by[t.day(-2)], finished_by[t.day(-1)], finished_by[t.day(0)]) == (0, 1, 1)
    assert finished_by[t.day(1)] is None

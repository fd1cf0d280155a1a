"""Maintenance visits: who enters them, what they must say, and the interval between two of them."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.ledgers.maintenance import rules
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.maintenance import Maintenance
from tejian.kit.ground import clock

from .conftest import Archive

BASE = "/api/maintenance"


def my_lift(archive: Archive) -> Equipment:
    unit = archive.office.user("weibao").unit_id
    return archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid == unit)


def visit(archive: Archive, lift: Equipment, days_ago: int = 1, maitype: str = "01", **more: Any) -> dict[str, Any]:
    start = archive.office.good("weibao", f"{BASE}/start", equdatasysid=lift.id, maitype=maitype)
    day = clock.today() - timedelta(days=days_ago)
    items = [{"no": i["no"], "result": "√"} for i in start["items"]]
    form = {"equdatasysid": lift.id, "maitype": maitype, "starttime": f"{day} 09:00:00", "endtime": f"{day} 10:30:00"}
    return form | {"persons": "张三、李四", "signed": "1", "signedby": "王芳", "score": "95", "items": items} | more


def visits(archive: Archive) -> list[Maintenance]:
    return list(archive.db.scalars(select(Maintenance).order_by(Maintenance.visitday)))


def test_a_visit_has_the_items_of_its_type(archive: Archive) -> None:
    lift = my_lift(archive)
    counts = {}
    for kind in ("01", "02", "03", "04", "05"):
        items = archive.office.good("weibao", f"{BASE}/start", equdatasysid=lift.id, maitype=kind)["items"]
        counts[kind] = len(items)
    assert counts == {"01": 31, "02": 44, "03": 59, "04": 76, "05": 0}
    archive.office.good("weibao", f"{BASE}/save", **visit(archive, lift))
    row = visits(archive)[0]
    assert (row.maiorgsysid, row.persons, row.signed, row.score) == (lift.maiorgsysid, "张三、李四", True, 95)
    assert (len(row.items), row.faults, row.prevday, row.limitdays, row.overdue) == (31, 0, None, 15, False)
    begun = archive.office.good("weibao", f"{BASE}/start", equdatasysid=lift.id, maitype="01")
    assert (begun["persons"], begun["last"]) == ("张三、李四", str(row.visitday))


def test_the_interval_is_judged_and_follows_a_late_entry(archive: Archive) -> None:
    lift = my_lift(archive)
    for days in (40, 10):
        archive.office.good("weibao", f"{BASE}/save", **visit(archive, lift, days))
    last = visits(archive)[-1]
    assert (last.intervaldays, last.limitdays, last.overdue) == (30, 15, True)
    found = archive.get("weibao", f"{BASE}/findList", overdue="1").json()["data"]["list"]
    assert [(r["id"], r["isOverdue"]) for r in found] == [(last.id, "1")]
    archive.office.good("weibao", f"{BASE}/save", **visit(archive, lift, 25))
    last = visits(archive)[-1]
    assert (last.intervaldays, last.overdue) == (15, False)
    panel = archive.office.good("weibao", f"{BASE}/ofLift", id=lift.id)
    (told,), (part,) = panel["notices"], panel["parts"]
    assert told["text"].endswith("距今 10 天（规定 15 天内）") and told["tone"] == ""
    assert [a["code"] for a in part["actions"]] == ["maintenanceAdd", "maintenanceView"]
    assert [r["intervaldays"] for r in part["rows"]] == ["15", "15", "首次"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"persons": "张三"}, "维保人员：不少于2人"),
        ({"persons": "张三、张三"}, "维保人员：不少于2人"),
        ({"endtime": "2026-01-01 00:00:00"}, "结束时间：应晚于开始时间"),
        ({"signed": "1", "signedby": ""}, "签字人：必填"),
        ({"score": "101"}, "使用单位评分：不得大于100分"),
        ({"items": []}, "维保项目“机房、滑轮间环境”：请填写结果"),
        ({"maitype": "99"}, "维保类型：请从选项中选择"),
    ],
)
def test_a_wrong_visit_is_named_and_nothing_is_stored(archive: Archive, change: dict[str, Any], sentence: str) -> None:
    said = archive.office.post("weibao", f"{BASE}/save", **visit(archive, my_lift(archive), **change))
    assert (said["status"], said["errorMsg"]) == (422, sentence)
    assert visits(archive) == []


def test_a_fault_says_what_it_was_and_nothing_lies_in_the_future(archive: Archive) -> None:
    lift = my_lift(archive)
    form = visit(archive, lift)
    form["items"][3]["result"] = "×"
    said = archive.office.refused("weibao", f"{BASE}/save", **form)
    assert said == "维保项目“制动器各销轴部位”：有问题时写明情况与处理"
    form["items"][3]["note"] = "缺油，已润滑"
    archive.office.good("weibao", f"{BASE}/save", **form)
    assert visits(archive)[0].faults == 1
    again = archive.office.refused("weibao", f"{BASE}/save", **form | {"remark": "again"})
    assert again == "这台电梯在该开始时间已有维保记录"
    future = archive.office.refused("weibao", f"{BASE}/save", **visit(archive, lift, -1))
    assert future == "结束时间：不得晚于现在"
    assert len(visits(archive)) == 1


def test_a_maintenance_unit_enters_and_sees_only_its_own_lifts(archive: Archive) -> None:
    mine = my_lift(archive)
    other = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid != mine.maiorgsysid)
    form = visit(archive, mine) | {"equdatasysid": other.id}
    assert archive.office.post("weibao", f"{BASE}/save", **form)["status"] == 403
    archive.office.good("yewu", f"{BASE}/save", **form)
    assert archive.get("weibao", f"{BASE}/findList").json()["data"]["count"] == 0
    assert archive.office.post("weibao", f"{BASE}/load", id=visits(archive)[0].id)["status"] == 403
    assert archive.office.post("weibao", f"{BASE}/save", **form | {"id": visits(archive)[0].id})["status"] == 403
    for login in ("qiye", "jianyan1"):
        assert archive.office.post(login, f"{BASE}/save", **visit(archive, mine))["status"] == 403
    assert archive.db.scalar(select(func.count()).select_from(Maintenance)) == 1


def test_intervals() -> None:
    table = [rules.Interval("02", 92, ("02", "03")), rules.Interval("01", 15, ("01", "02", "03"))]
    day = date(2026, 6, 30)
    before = [(date(2026, 3, 1), "02"), (date(2026, 6, 20), "01")]
    assert rules.gap_of(day, "01", before, table) == rules.Gap(date(2026, 6, 20), 10, 15, False)
    assert rules.gap_of(day, "02", before, table) == rules.Gap(date(2026, 3, 1), 121, 92, True)
    assert rules.gap_of(day, "05", before, table) == rules.Gap(None, None, None, False)
    assert rules.types_in("02", ["01", "02", "03"]) == ["01", "02"]


def test_the_page_of_a_maintenance_unit_counts_its_lifts_people_and_months(archive: Archive) -> None:
    mine = archive.office.user("weibao").unit_id
    lift = my_lift(archive)
    for days in (40, 20):
        archive.office.good("weibao", f"{BASE}/save", **visit(archive, lift, days))
    page = archive.office.good("yewu", f"{BASE}/ofUnit", id=mine)
    told = {fact["label"]: fact for fact in page["facts"]}
    lifts = archive.db.scalars(select(Equipment).where(Equipment.maiorgsysid == mine)).all()
    assert (told["在保电梯"]["text"], told["在保电梯"]["note"]) == (str(len(lifts)), f"在用 {len(lifts)}")
    late = told["维保超期"]
    assert (late["text"], late["tone"], late["note"]) == ("1", "no", f"另有 {len(lifts) - 1} 台没有维保记录")
    staff = told["持T证维保人员"]
    assert (staff["text"], staff["tone"], staff["note"]) == ("0", "ca", "应配 1 人（每人不超过 40 台）")
    assert page["identity"].endswith("没有自行检测能力登记")
    parts = {part["key"]: part for part in page["parts"]}
    assert parts["contracts"]["rows"] == [] and len(months := parts["visits"]["data"]) == 12
    assert (sum(m["visits"] for m in months), sum(m["late"] for m in months)) == (2, 1)
    assert "legalid" not in page["record"]
    rows = archive.get("yewu", f"{BASE}/findLiftList", maiorgsysid=mine, unvisited="1").json()["data"]["list"]
    assert [(r["id"], r["since"], r["limit"], r["visitsName"]) for r in rows] == [(lift.id, 20, 15, "超期")]
    archive.office.good("weibao", f"{BASE}/save", **visit(archive, lift, 2))
    page = archive.office.good("yewu", f"{BASE}/ofUnit", id=mine)
    assert [f["text"] for f in page["facts"] if f["label"] == "维保超期"] == ["0"]
    rows = archive.get("yewu", f"{BASE}/findLiftList", maiorgsysid=mine, pageSize="200").json()["data"]["list"]
    assert {(r["id"] == lift.id, r["visitsName"]) for r in rows} == {(True, "按期"), (False, "无记录")}


def test_a_maintenance_unit_sees_only_its_own_page(archive: Archive) -> None:
    mine = archive.office.user("weibao").unit_id
    assert archive.office.good("weibao", f"{BASE}/ofUnit", id=mine)["id"] == mine
    other = archive.first(Equipment.equclass == "3000", Equipment.maiorgsysid != mine)
    assert archive.office.post("weibao", f"{BASE}/ofUnit", id=other.maiorgsysid)["status"] == 403
    assert archive.office.refused("yewu", f"{BASE}/ofUnit", id=other.useorgsysid).endswith("不是维保单位")


@pytest.mark.parametrize(("days_ago", "soon", "late"), [(11, 0, 0), (12, 1, 0), (15, 1, 0), (16, 0, 1)])
def test_a_maintainer_sees_which_lifts_are_to_be_visited(archive: Archive, days_ago: int, soon: int, late: int) -> None:
    lift = my_lift(archive)
    lift.equstatus = "1"
    archive.office.good("weibao", f"{BASE}/save", **visit(archive, lift, days_ago))
    for condition, count in (("visitsoon", soon), ("unvisited", late)):
        asked = {"maiorgsysid": lift.maiorgsysid, condition: "1"}
        assert archive.office.good("weibao", f"{BASE}/findLiftList", **asked)["count"] == count, condition

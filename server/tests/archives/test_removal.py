"""Deleting with a trace, and bringing back."""

import pytest
from sqlalchemy import select

from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.models.merging import Trace
from tejian.archives.models.units import Unit

from .conftest import Archive

BASE = "/api/eqdbase/eqdBasic"
RESTORE = "/api/archives/trace/restore"


def trace_of(archive: Archive, row_id: str) -> Trace:
    return archive.db.scalars(select(Trace).where(Trace.object_id == row_id)).one()


def test_a_deleted_device_is_traced_and_comes_back(archive: Archive) -> None:
    lift = archive.added()
    form = {"type": "3000", "ids": lift.id, "reason": "录入错误"}
    assert archive.office.good("yewu", f"{BASE}/delete", **form) == {"count": 1}
    assert archive.one(lift.id).equDel == 1
    assert archive.codes("yewu", codes=lift.equcode) == []
    rows = archive.get("yewu", "/api/archives/trace/findEquList").json()["data"]["list"]
    assert [(r["code"], r["howName"], r["reason"], r["open"]) for r in rows] == [
        (lift.equcode, "删除", "录入错误", "1")
    ]
    shown = archive.office.good("yewu", "/api/archives/trace/detail", id=rows[0]["id"])
    assert next(f for f in shown["fields"] if f["prop"] == "equcode")["values"][lift.id] == lift.equcode
    archive.office.good("zhiliang", RESTORE, ids=rows[0]["id"])
    assert archive.codes("yewu", codes=lift.equcode) == [lift.equcode]
    trace = trace_of(archive, lift.id)
    assert (trace.state, trace.back_by) == ("1", archive.office.user("zhiliang").name)
    assert [h["action"] for h in archive.history("yewu", "equipment", lift.id)] == ["修改", "修改", "新增"]


@pytest.mark.parametrize("name", ["delete", "noCheckDelete"])
def test_a_device_with_open_business_stays(archive: Archive, name: str) -> None:
    item = archive.office.accepted()[0]
    form = {"type": "3000", "ids": item.equdatasysid, "reason": "录入错误", "isDirectly": "1"}
    assert archive.office.refused("yewu", f"{BASE}/{name}", **form) == "该设备存在在办业务，不能操作"
    assert archive.one(item.equdatasysid).equDel == 0
    assert archive.db.scalars(select(Trace)).all() == []


def test_a_device_on_a_draft_declaration_stays(archive: Archive) -> None:
    lift = archive.office.lifts()[0]
    archive.office.good("shouli", "/api/appmain/saveAppMain", **archive.office.form([lift]))
    form = {"type": "3000", "ids": lift.id, "reason": "录入错误", "isDirectly": "1"}
    assert archive.office.refused("yewu", f"{BASE}/delete", **form) == "该设备存在在办业务，不能操作"


def test_a_registered_device_is_only_deleted_without_the_check(archive: Archive) -> None:
    lift = archive.office.lifts()[0]
    form = {"type": "3000", "ids": lift.id, "reason": "录入错误"}
    said = archive.office.refused("yewu", f"{BASE}/delete", **form)
    assert said.endswith("已登记且未注销，不能删除，请先办理注销，重复的档案请合并")
    assert archive.one(lift.id).equDel == 0
    archive.office.good("yewu", f"{BASE}/noCheckDelete", **form)
    assert archive.one(lift.id).equDel == 1


def test_refused_deletions_delete_nothing(archive: Archive) -> None:
    lift = archive.added()
    form = {"type": "3000", "ids": lift.id, "reason": "录入错误"}
    for login, change, status in (
        ("shouli", {}, 403),
        ("jianguan", {}, 403),
        ("yewu", {"reason": ""}, 422),
        ("yewu", {"ids": [lift.id, "0" * 32]}, 403),
        ("yewu", {"type": "4000"}, 200),
    ):
        said = archive.office.post(login, f"{BASE}/delete", **(form | change))
        assert (said["status"], said["isSuccess"]) == (status, False), said
    assert archive.one(lift.id).equDel == 0
    assert archive.db.scalars(select(Trace)).all() == []


def test_a_device_does_not_come_back_beside_its_double(archive: Archive) -> None:
    lift = archive.added()
    archive.office.good("yewu", f"{BASE}/delete", type="3000", ids=lift.id, reason="录入错误")
    again = archive.added(prono="26T90009")
    trace = trace_of(archive, lift.id).id
    said = archive.office.refused("yewu", RESTORE, ids=trace)
    assert said.startswith(f"设备代码{lift.equcode}已有档案") and said.endswith("不能恢复")
    again.equcode = make_equipment_code("3110", "33901", 2025, 9009)
    again.prono = lift.prono
    archive.db.commit()
    assert archive.office.refused("yewu", RESTORE, ids=trace).startswith("出厂编号或应急识别码与现有设备")
    assert archive.one(lift.id).equDel == 1
    assert archive.office.post("jianguan", RESTORE, ids=trace)["status"] == 403
    again.prono = "26T90010"
    archive.db.commit()
    archive.office.good("yewu", RESTORE, ids=trace)
    assert archive.office.refused("yewu", RESTORE, ids=trace) == "该记录不是未恢复的删除，不能恢复"


def test_a_unit_is_deleted_with_a_reason_and_comes_back_unless_its_code_lives(archive: Archive) -> None:
    made = archive.office.good("shouli", "/api/unitbasic/save", **archive.unit_form())
    form = {"type": "unit", "ids": made["id"], "reason": "重复建档"}
    assert archive.office.post("shouli", f"{BASE}/delete", **form)["status"] == 403
    archive.office.good("yewu", f"{BASE}/delete", **form)
    assert archive.unit(made["id"]).unitDel == 1
    rows = archive.get("yewu", "/api/archives/trace/findUnitList").json()["data"]["list"]
    assert [(r["name"], r["reason"]) for r in rows] == [(made["name"], "重复建档")]
    again = archive.office.good("shouli", "/api/unitbasic/save", **archive.unit_form())
    assert "已有档案" in archive.office.refused("yewu", RESTORE, ids=rows[0]["id"])
    archive.office.good("yewu", f"{BASE}/delete", type="unit", ids=again["id"], reason="重复建档")
    archive.office.good("yewu", RESTORE, ids=rows[0]["id"])
    assert archive.unit(made["id"]).unitDel == 0


def test_a_unit_with_devices_stays(archive: Archive) -> None:
    owner = archive.unit(archive.office.lifts()[0].useorgsysid)
    said = archive.office.refused("yewu", f"{BASE}/delete", type="unit", ids=owner.id, reason="重复建档")
    assert said == f"{owner.name}名下有设备，不能删除"
    assert archive.db.scalars(select(Unit.unitDel).where(Unit.id == owner.id)).one() == 0

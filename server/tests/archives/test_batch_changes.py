"""One change for many devices: shown before, done on all or on none, with its trail on each."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.system.models.organisations import Org

from .conftest import Archive

BASE = "/api/eqdbase/eqdBasic"


def lifts(archive: Archive, count: int = 3) -> list[Equipment]:
    query = select(Equipment).where(Equipment.equclacode == "3110").order_by(Equipment.equcode)
    return list(archive.db.scalars(query))[:count]


def picked(devices: list[Equipment]) -> list[dict[str, Any]]:
    return [{"id": e.id, "version": e.version} for e in devices]


def versions(archive: Archive, devices: list[Equipment]) -> list[int]:
    return [archive.one(e.id).version for e in devices]


def test_the_fields_of_a_batch_hold_no_numbers_and_nothing_locked(archive: Archive) -> None:
    fields = archive.office.good("yewu", f"{BASE}/batchFields", ids=[e.id for e in lifts(archive)])
    names = {f["prop"] for f in fields}
    assert {"buildname", "useman", "maiorgsysid", "controltype"} <= names
    assert not names & {"equcode", "prono", "usecertno", "equclacode", "equstatus", "ninspdate", "id", "equDel"}
    assert next(f["type"] for f in fields if f["prop"] == "maiorgsysid") == "unit"


def test_a_preview_shows_old_and_new_of_each_device_and_changes_nothing(archive: Archive) -> None:
    devices = lifts(archive)
    archive.one(devices[0].id).buildname = "甬江花园"
    archive.db.commit()
    before = versions(archive, devices)
    said = archive.office.good(
        "yewu", f"{BASE}/batchPreview", ids=[e.id for e in devices], values={"buildname": "甬江花园", "useman": "王芳"}
    )
    told = {row["id"]: {c["prop"]: (c["old"], c["new"]) for c in row["changes"]} for row in said}
    assert "buildname" not in told[devices[0].id], "an equal value is no change"
    assert told[devices[1].id]["buildname"] == (devices[1].buildname, "甬江花园")
    assert told[devices[1].id]["useman"] == (devices[1].useman, "王芳")
    assert {row["refusal"] for row in said} == {""}
    assert versions(archive, devices) == before


def test_a_preview_names_the_device_that_is_not_mine(archive: Archive) -> None:
    devices = lifts(archive)
    archive.one(devices[2].id).cheorgsysid = "elsewhere"
    archive.db.commit()
    said = archive.office.good("yewu", f"{BASE}/batchPreview", ids=[e.id for e in devices], values={"useman": "王芳"})
    assert [r["refusal"] for r in said if r["id"] == devices[2].id] == ["对不起，您没有此操作的权限"]


def test_a_batch_changes_all_with_a_trail_on_each(archive: Archive) -> None:
    devices = lifts(archive)
    unit = archive.units(Unit.ismaintain)[1]
    done = archive.office.good(
        "yewu",
        f"{BASE}/batchUpdate",
        rows=picked(devices),
        values={"useman": "王芳", "maiorgsysid": unit.id, "controltype": "07"},
    )
    assert done == {"count": 3}
    requests = set()
    for e in devices:
        now = archive.one(e.id)
        assert (now.useman, now.maiorgname, now.params["controltype"]) == ("王芳", unit.name, "07")
        newest = archive.history("yewu", "equipment", e.id)[0]
        assert {"useman", "controltype"} <= {f["prop"] for f in newest["fields"]}
        requests.add(newest["requestNo"])
    assert len(requests) == 1


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"equcode": "31103390120259999"}, "设备代码：不能批量修改"),
        ({"equstatus": "7"}, "设备状态：不能批量修改"),
        ({"ninspdate": "2030-01-01"}, "下次检验日期：不能批量修改"),
        ({"controltype": "ZZ"}, "控制方式：请从选项中选择"),
        ({"useplace": " "}, "设备使用地点：必填"),
        ({"prodate": "2999-01-01"}, "投入使用日期：不得早于制造日期（2999-01-01）"),
        ({}, "请选择要修改的项目"),
    ],
)
def test_a_wrong_value_changes_no_device(archive: Archive, values: dict[str, str], sentence: str) -> None:
    devices = lifts(archive)
    before = versions(archive, devices)
    said = archive.office.refused("yewu", f"{BASE}/batchUpdate", rows=picked(devices), values=values)
    assert said.endswith(sentence)
    assert versions(archive, devices) == before


def test_one_stale_or_foreign_device_refuses_the_batch(archive: Archive) -> None:
    devices = lifts(archive)
    rows = picked(devices)
    rows[1]["version"] -= 1
    before = versions(archive, devices)
    said = archive.office.post("yewu", f"{BASE}/batchUpdate", rows=rows, values={"useman": "王芳"})
    assert (said["status"], said["errorCode"]) == (409, "STALE")
    assert said["errorMsg"].startswith(f"{devices[1].equname} {devices[1].equcode}：数据已被")
    foreign = [*picked(devices), {"id": "0" * 32, "version": 1}]
    assert archive.office.post("yewu", f"{BASE}/batchUpdate", rows=foreign, values={"useman": "王芳"})["status"] == 403
    assert (
        archive.office.post("shouli", f"{BASE}/batchUpdate", rows=picked(devices), values={"useman": "王芳"})["status"]
        == 403
    )
    assert versions(archive, devices) == before


def test_two_classes_are_not_changed_together(archive: Archive) -> None:
    rows = [archive.first(Equipment.equclass == c) for c in ("3000", "4000")]
    said = archive.office.refused("yewu", f"{BASE}/batchUpdate", rows=picked(rows), values={"useman": "王芳"})
    assert said == "只能批量修改同一种类的设备"


# -- the four calls of the contract -----------------------------------------------------------------------------------


def test_the_four_single_changes(archive: Archive) -> None:
    devices = lifts(archive)
    ids = [e.id for e in devices]
    maintainer = archive.units(Unit.ismaintain)[1]
    archive.office.good("yewu", f"{BASE}/updateMaiorg", ids=ids, maiorgsysid=maintainer.id)
    archive.office.good("yewu", f"{BASE}/updateSsdegree", ids=ids, ssdegree="A")
    archive.office.good("yewu", f"{BASE}/updateExiimpgro", ids=ids, exiimpgro="3")
    for e in devices:
        now = archive.one(e.id)
        assert (now.maiorgname, now.ssdegree, now.exiimpgro) == (maintainer.name, "A", "3")
        changed = [{f["prop"] for f in h["fields"]} for h in archive.history("yewu", "equipment", e.id)[:3]]
        assert {"exiimpgro"} in changed and {"ssdegree"} in changed
    other = Org(name="宁波市第二特种设备检验所", code="330200-T2", kind="institute")
    archive.db.add(other)
    archive.db.commit()
    archive.office.good("yewu", f"{BASE}/updateCheorg", ids=ids, id=other.id)
    assert {archive.one(i).cheorgsysname for i in ids} == {other.name}
    assert archive.office.post("yewu", f"{BASE}/updateSsdegree", ids=ids, ssdegree="B")["status"] == 403


def test_refusals_of_the_four_single_changes_store_nothing(archive: Archive) -> None:
    devices = lifts(archive)
    ids = [e.id for e in devices]
    owner = archive.units(~Unit.ismaintain)[0]
    before = versions(archive, devices)
    for name, form, sentence in (
        ("updateMaiorg", {"maiorgsysid": owner.id}, f"{owner.name}不是正常状态的维保单位"),
        ("updateMaiorg", {"maiorgsysid": "0" * 32}, "对不起，您没有此操作的权限"),
        ("updateSsdegree", {"ssdegree": "X"}, "监管等级：请选择重点监管、一般监管或正常监管；安全状况等级由检验确定"),
        ("updateExiimpgro", {"exiimpgro": "77"}, "重点监控(重点场所)标记：请从选项中选择"),
        ("updateCheorg", {"id": owner.id}, "检验机构：请从选项中选择"),
    ):
        assert archive.office.refused("yewu", f"{BASE}/{name}", ids=ids, **form) == sentence
    good = {"updateSsdegree": {"ssdegree": "A"}, "updateExiimpgro": {"exiimpgro": "3"}}
    good |= {"updateMaiorg": {"maiorgsysid": archive.units(Unit.ismaintain)[1].id}}
    good |= {"updateCheorg": {"id": devices[0].cheorgsysid}}
    for name, form in good.items():
        assert archive.office.post("shouli", f"{BASE}/{name}", ids=ids, **form)["status"] == 403, name
        assert archive.office.post("yewu", f"{BASE}/{name}", ids=[*ids, "0" * 32], **form)["status"] == 403, name
    assert versions(archive, devices) == before


def test_an_institute_is_not_changed_in_the_middle_of_an_inspection(archive: Archive) -> None:
    item = archive.office.accepted()[0]
    other = Org(name="宁波市第二特种设备检验所", code="330200-T2", kind="institute")
    archive.db.add(other)
    archive.db.commit()
    said = archive.office.refused("yewu", f"{BASE}/updateCheorg", ids=item.equdatasysid, id=other.id)
    assert said.endswith("存在在办业务，不能更换检验机构")
    assert archive.one(item.equdatasysid).cheorgsysid != other.id


def test_the_degree_of_supervision_is_none_of_safety(archive: Archive) -> None:
    path = "/api/eqdbase/eqdBasic/updateSsdegree"
    lift, vessel = archive.first(Equipment.equclass == "3000"), archive.first(Equipment.equclass == "2000")
    vessel.ssdegree = "3"
    archive.db.commit()

    def sent(code: str, row: Equipment) -> dict[str, Any]:
        return archive.office.post("yewu", path, ssdegree=code, ids=[row.id])

    assert sent("A", lift)["isSuccess"]
    assert "安全状况等级由检验确定" in sent("3", lift)["errorMsg"]
    assert "的安全状况等级为3级，由检验确定，不能改为监管等级" in sent("A", vessel)["errorMsg"]
    assert (archive.one(lift.id).ssdegree, archive.one(vessel.id).ssdegree) == ("A", "3")

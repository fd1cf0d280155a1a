"""The refinery group: bulk registration is all or nothing, and checks by the site team move the yearly date."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import PipeChange, Pipeline
from tejian.archives.models.refinery import SiteInspection
from tejian.archives.models.units import Unit
from tejian.kit.ground import clock

from .conftest import Archive
from .test_piping import line_form, project

BASE = "/api/refinery"


@pytest.fixture
def unit(archive: Archive) -> Unit:
    """The enterprise of `qiye`, marked as petrochemical."""
    row = archive.unit(archive.office.user("qiye").unit_id)
    row.unittype = "01,15"
    archive.db.flush()
    return row


def vessel(archive: Archive, number: str = "V1", **more: Any) -> dict[str, str]:
    maker = archive.units(Unit.ismaker)[0].name
    row = {"equinnerno": "V-101", "equname": "缓冲罐", "equclacode": "第一类压力容器", "model": "C-10"}
    row |= {"prono": number, "porgname": maker, "prodate": "2020-05-01", "useplace": "乙烯装置", "vesselclass": "Ⅰ类"}
    return row | more


def pipe(number: str = "PL-1", **more: str) -> dict[str, str]:
    row = {"pipeno": number, "pipename": "进料线", "pipelevel": "gc2", "nominaldia": "150", "pipelength": "30"}
    return row | {"designpress": "1.6", "workpress": "1.2", "medium": "乙烯"} | more


def vessels(archive: Archive, unit: Unit) -> list[Equipment]:
    query = select(Equipment).where(Equipment.useorgsysid == unit.id, Equipment.equclass == "2000")
    return list(archive.db.scalars(query.where(Equipment.regstatus == "0").order_by(Equipment.prono)))


def count(archive: Archive, model: Any) -> int:
    return archive.db.scalar(select(func.count()).select_from(model)) or 0


def test_all_rows_or_none(archive: Archive, unit: Unit) -> None:
    bad = [
        vessel(archive),
        vessel(archive, "V1"),
        vessel(archive, "V3", porgname="没有的厂"),
        vessel(archive, "V4", model=""),
    ]
    found = archive.office.good("yewu", f"{BASE}/checkContainers", useorgsysid=unit.id, rows=bad)
    assert [(f["row"], f["prop"], f["sentence"]) for f in found["faults"]] == [
        (1, "prono", "出厂编号：V1 在粘贴的数据中重复"),
        (2, "porgname", "制造单位：单位档案中没有“没有的厂”"),
        (3, "model", "型号(规格)：必填"),
    ]
    said = archive.office.post("yewu", f"{BASE}/registerContainers", useorgsysid=unit.id, rows=bad)
    assert said["status"] == 422 and said["errorMsg"].startswith("3 行有问题，全部未登记：第2行 出厂编号：V1")
    assert vessels(archive, unit) == [] and len(said["faults"]) == 3
    good = [vessel(archive), vessel(archive, "V2", equclacode="2150")]
    archive.office.good("yewu", f"{BASE}/registerContainers", useorgsysid=unit.id, rows=good)
    made = vessels(archive, unit)
    assert [(e.prono, e.equclacode, e.areacode) for e in made] == [
        ("V1", "2170", unit.areacode),
        ("V2", "2150", unit.areacode),
    ]
    shown = archive.get("yewu", f"{BASE}/findUnregistered").json()["data"]["list"]
    assert {r["id"] for r in shown} == {e.id for e in made}
    again = archive.office.post("yewu", f"{BASE}/registerContainers", useorgsysid=unit.id, rows=[vessel(archive, "V2")])
    assert "重复" in again["errorMsg"] and len(vessels(archive, unit)) == 2


def test_the_ledger_names_its_columns(archive: Archive) -> None:
    said = {k: archive.office.good("yewu", f"{BASE}/columns", kind=k) for k in ("container", "pipeline")}
    vessel = {c["prop"]: (c["label"], c["unit"]) for c in said["container"]}
    assert vessel["equinnerno"] == ("位号", "")
    assert vessel["designpress_shell"] == ("设计压力(壳程/筒体)", "MPa")
    assert [c["prop"] for c in said["pipeline"]][:3] == ["pipeno", "pipename", "pipelevel"]


def test_only_petrochemical_units_are_in_the_group(archive: Archive, unit: Unit) -> None:
    other = archive.units(Unit.id != unit.id, Unit.isuse)[0]
    said = archive.office.refused("yewu", f"{BASE}/registerContainers", useorgsysid=other.id, rows=[vessel(archive)])
    assert said == f"使用单位：{other.name}不是重点石化企业"
    shown = archive.get("yewu", f"{BASE}/findDevices", pageSize=200).json()["data"]["list"]
    assert {r["useorgsysid"] for r in shown} <= {unit.id}


def test_lines_are_added_to_a_project_together(archive: Archive, unit: Unit) -> None:
    key = project(archive).id
    bad = [pipe(), pipe("PL-1"), pipe("PL-3", workpress="9")]
    found = archive.office.good("yewu", f"{BASE}/checkPipelines", equdatasysid=key, rows=bad)
    assert [(f["row"], f["prop"]) for f in found["faults"]] == [(1, "pipeno"), (2, "workpress")]
    assert archive.office.post("yewu", f"{BASE}/registerPipelines", equdatasysid=key, rows=bad)["status"] == 422
    assert count(archive, Pipeline) == 0
    archive.office.good("jianyan1", f"{BASE}/registerPipelines", equdatasysid=key, rows=[pipe(), pipe("PL-2")])
    assert count(archive, Pipeline) == 2 and archive.one(key).params["pipetotallen"] == "60"
    archive.one(key).regstatus = "1"
    said = archive.office.good("jianyan1", f"{BASE}/registerPipelines", equdatasysid=key, rows=[pipe("PL-9")])
    assert (said["pending"], count(archive, Pipeline), count(archive, PipeChange)) == (1, 2, 1)


def test_a_yearly_check_moves_the_yearly_date(archive: Archive, unit: Unit) -> None:
    key = project(archive).id
    line = archive.office.good("yewu", "/api/eqdbase/eqdBasic/addGx", **line_form(key))["id"]
    form = {
        "id": line,
        "kind": "1",
        "checkdate": str(clock.today()),
        "result": "1",
        "orgname": "装置",
        "checkman": "王强",
    }
    url = f"{BASE}/savePipelineInspection"
    assert archive.office.refused("jianyan1", url, **form) == "下次检查日期：年度检查合格时必填"
    assert archive.office.refused("jianyan1", url, **form | {"result": "3"}) == "发现的问题：结论不是合格时必填"
    assert archive.office.refused("jianyan1", url, **form | {"kind": "2"}) == "实测最小壁厚：必填"
    assert count(archive, SiteInspection) == 0
    archive.office.good("jianyan1", url, **form, nextdate="2199-01-01")
    row = archive.db.scalars(select(Pipeline).where(Pipeline.id == line)).one()
    assert str(row.nyearcheckdate) == "2199-01-01" and row.ninspdate is None
    archive.office.good("jianyan1", url, **form | {"checkdate": "2020-01-01"}, nextdate="2021-01-01")
    row = archive.db.scalars(select(Pipeline).where(Pipeline.id == line)).one()
    assert str(row.nyearcheckdate) == "2199-01-01"
    shown = archive.get("zhiliang", f"{BASE}/findPipelineInspections").json()["data"]["list"]
    assert [r["pipeno"] for r in shown] == ["PL-001", "PL-001"]


def test_a_vessel_is_checked_and_found(archive: Archive, unit: Unit) -> None:
    made = archive.office.good("yewu", f"{BASE}/registerContainers", useorgsysid=unit.id, rows=[vessel(archive)])
    key = made["ids"][0]
    targets = archive.office.good("yewu", f"{BASE}/findTargets", kind="vessel", name="V-10")
    assert [t["value"] for t in targets] == [key]
    form = {
        "id": key,
        "kind": "1",
        "checkdate": str(clock.today()),
        "result": "1",
        "orgname": "装置",
        "checkman": "王强",
    }
    archive.office.good("yewu", f"{BASE}/saveContainerInspection", **form, nextdate="2199-01-01")
    assert str(archive.one(key).ninspdate2) == "2199-01-01"
    shown = archive.get("yewu", f"{BASE}/findContainerInspections").json()["data"]["list"]
    assert [(r["equinnerno"], r["resultName"]) for r in shown] == [("V-101", "合格")]


def test_supervision_reads_and_writes_nothing(archive: Archive, unit: Unit) -> None:
    for login in ("zhiliang", "jianguan", "qiye"):
        for call in ("registerContainers", "registerPipelines", "saveContainerInspection", "savePipelineInspection"):
            assert archive.office.post(login, f"{BASE}/{call}", rows=[vessel(archive)])["status"] == 403
    foreign = {"equdatasysid": "0" * 32, "id": "0" * 32, "useorgsysid": "0" * 32, "rows": [pipe()]}
    foreign |= {"kind": "1", "checkdate": "2026-01-05", "result": "1", "nextdate": "2199-01-01"}
    foreign |= {"orgname": "装置", "checkman": "王强"}
    for call in ("registerContainers", "registerPipelines", "saveContainerInspection", "savePipelineInspection"):
        assert archive.office.post("yewu", f"{BASE}/{call}", **foreign)["status"] == 403
    assert vessels(archive, unit) == [] and count(archive, SiteInspection) == 0


def test_inspections_of_refinery_devices_are_listed(archive: Archive, unit: Unit) -> None:
    main = archive.office.accepted(1)[0]
    assert archive.get("yewu", f"{BASE}/findInspections").json()["data"]["count"] in (0, 1)
    archive.unit(main.unitsysid).unittype = "01,15"
    rows = archive.get("yewu", f"{BASE}/findInspections").json()["data"]["list"]
    assert main.seisn in {r["seisn"] for r in rows}

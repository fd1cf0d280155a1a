"""Old records that lack facts come as 待完善: identified, listed, not declarable, completed by saving them."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.demo import oldrecords
from tejian.inspection import codes as at
from tejian.inspection.flow import declaring_guards as guards
from tejian.kit.ground import clock

from .conftest import Archive
from .test_import import Import, book

GAPS: dict[str, Any] = {"*制造日期": None, "*型号(规格)": None}


@pytest.fixture
def imports(archive: Archive) -> Import:
    return Import(archive)


def sent(imports: Import, *rows: dict[str, Any], mode: str = "drafts") -> dict[str, Any]:
    return imports.send(book(list(rows), imports.head()), mode)


def draft(imports: Import, number: str = "IMP00001") -> Equipment:
    query = select(Equipment).where(Equipment.prono == number)
    return imports.db.scalars(query.execution_options(populate_existing=True)).one()


def queue(imports: Import) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = imports.office.good("dangan", "/api/eqdbase/eqdBasic/findIncomplete")["list"]
    return rows


def test_rows_that_only_lack_facts_are_counted_and_taken_when_asked(imports: Import) -> None:
    rows = [imports.lift(1, **GAPS), imports.lift(2), imports.lift(3, **{"额定速度（m/s）": 99, "*型号(规格)": None})]
    checked = sent(imports, *rows, mode="check")
    assert (checked["good"], checked["bad"], checked["drafts"]) == (1, 2, 1)
    assert checked["message"].endswith("（其中1行只缺必填项，可作为待完善档案导入）")
    assert {(f["row"], f["label"]) for f in checked["faults"] if f["sentence"] == "必填"} == {
        (2, "制造日期"),
        (2, "型号(规格)"),
        (4, "型号(规格)"),
    }
    done = imports.send(b"", "drafts", runId=checked["id"])
    assert (done["written"], done["bad"]) == (2, 1)
    assert done["message"] == "已导入2行（其中1行待完善），1行未导入"
    assert draft(imports, "IMP00002").lacking is None
    assert {one["field"]: one["sentence"] for one in draft(imports).lacking or []} == {
        "prodate": "必填",
        "model": "必填",
    }


def test_without_being_asked_none_is_taken(imports: Import) -> None:
    assert sent(imports, imports.lift(1, **GAPS), imports.lift(2), mode="valid")["written"] == 1
    assert sent(imports, imports.lift(3, **GAPS), mode="all")["state"] == "refused"
    assert queue(imports) == []


def test_what_identifies_no_device_is_refused(imports: Import) -> None:
    nameless = imports.lift(1, **GAPS) | {"设备代码": None, "*出厂编号(产品编号)": None}
    done = sent(imports, nameless)
    assert done["state"] == "refused"
    said = [f["sentence"] for f in done["faults"] if not f["label"]]
    assert said == ["缺必填项，也没有能认定是哪一台的编号：设备代码、注册代码、使用登记证编号，或出厂编号与使用单位"]
    kindless = sent(imports, imports.lift(1, **{"*设备类别（品种）": None}))
    assert [(f["label"], f["sentence"]) for f in kindless["faults"]] == [("设备类别（品种）", "必填")]


def test_the_same_incomplete_device_does_not_come_twice(imports: Import) -> None:
    row = imports.lift(1, **GAPS) | {"设备代码": None, "*制造单位名称": None}
    by_code = imports.lift(2, **GAPS, 注册代码="31103302032010080025") | {"设备代码": None, "*出厂编号(产品编号)": None}
    assert sent(imports, row, by_code)["written"] == 2
    again = sent(imports, row, by_code)
    assert again["state"] == "refused"
    assert all("与已有设备重复" in f["sentence"] for f in again["faults"] if f["sentence"] != "必填")
    assert {f["label"] for f in again["faults"] if "重复" in f["sentence"]} == {"出厂编号(产品编号)", "注册代码"}


def test_the_queue_names_what_is_missing_and_the_device_waits_for_it(imports: Import) -> None:
    sent(imports, imports.lift(1, **GAPS), imports.lift(2))
    rows = queue(imports)
    assert [(r["prono"], r["missing"]) for r in rows] == [("IMP00001", "型号(规格)、制造日期")]
    row = draft(imports)
    said = guards.not_declarable(row, at.PERIODIC)
    assert said == "档案待完善（缺型号(规格)、制造日期），补全后才能申报"
    assert "待完善" not in (guards.not_declarable(draft(imports, "IMP00002"), at.PERIODIC) or "")


def test_saving_completes_it_step_by_step(imports: Import) -> None:
    sent(imports, imports.lift(1, **GAPS))
    office, row = imports.office, draft(imports)
    save = "/api/eqdbase/eqdBasic/editEqm"
    office.good("dangan", save, id=row.id, version=row.version, model="MAX-V")
    detail = office.good("dangan", "/api/eqdbase/eqdBasic/getEqdBasicInfo", id=row.id)
    assert [one["field"] for one in detail["lacking"]] == ["prodate"]
    wrong = office.post("dangan", save, id=row.id, version=detail["version"], prodate="2099-01-01")
    assert wrong["errorMsg"] == "制造日期：不得晚于今天"
    office.good("dangan", save, id=row.id, version=detail["version"], prodate="2020-03-01")
    done = draft(imports)
    assert done.lacking is None and queue(imports) == []
    emptied = office.post("dangan", save, id=row.id, version=done.version, model=" ")
    assert emptied["errorMsg"] == "型号(规格)：必填"


def test_a_registered_one_takes_what_it_never_had(imports: Import) -> None:
    sent(imports, imports.lift(1, **GAPS, 使用登记证编号="梯11浙B99011(20)"))
    office, row = imports.office, draft(imports)
    assert row.regstatus == "1"
    said = office.post("dangan", "/api/eqdbase/eqdBasic/editEqm", id=row.id, version=row.version, prono="ANDERS")
    assert "登记后锁定" in said["errorMsg"]
    sent_now = {"prodate": "2020-03-01", "model": "MAX-V"}
    office.good("dangan", "/api/eqdbase/eqdBasic/editEqm", id=row.id, version=row.version, **sent_now)
    assert draft(imports).lacking is None


def test_the_demo_city_has_old_records_to_complete(archive: Archive) -> None:
    office = archive.office
    units = archive.units(Unit.usertype != "") * 2
    keepers = archive.units(Unit.ismaintain)
    oldrecords.load(office.db, office.user("dangan"), units, keepers, clock.today())
    office.db.commit()
    rows = office.good("dangan", "/api/eqdbase/eqdBasic/findIncomplete", pageSize=50)["list"]
    assert len(rows) == oldrecords.ROWS
    assert all("制造单位" in row["missing"] for row in rows) and any("型号" in row["missing"] for row in rows)
    assert {row["ninspdate"] for row in rows} >= {str(clock.today() + timedelta(days=oldrecords.SOON))}
    brought = office.db.scalars(select(Equipment).where(Equipment.id.in_([row["id"] for row in rows]))).all()
    assert {one.maiorgname for one in brought} <= {one.name for one in keepers}  # each has who looks after it

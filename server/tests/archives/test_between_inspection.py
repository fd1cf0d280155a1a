"""Where archives and inspection meet: lines at approval, parts of a declaration, 自行检测, changing the institute."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.authorizations import InspAuthorization
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product, ProductDevice
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.records import approval
from tejian.inspection.records.reading import values_of
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months
from tejian.system.models.organisations import Org

from .conftest import Archive
from .test_piping import add, line, project

PERIODIC = "0212"
DETECTION = "/api/eqd3000tpm/eqd3000tpm"
DAY = date(2026, 3, 10)


def declared(archive: Archive, device: Equipment, **more: Any) -> AppMain:
    unit = archive.unit(device.useorgsysid)
    rows = [{"equdatasysid": device.id} | more]
    form = {"seisort": "02", "testsort": PERIODIC, "unitsysid": unit.id, "equipment": rows, "reportget": "03"}
    form |= {"inscontactname": "胡斌", "INSCONTACTTEL": "13805741234"}
    saved = archive.office.good("shouli", "/api/appmain/saveAppMain", **form)
    return archive.office.main(saved["main"]["id"])


def piping(archive: Archive) -> tuple[Equipment, list[str]]:
    """A project with three lines in use of different levels, and one that is stopped."""
    row = project(archive, registered=True)
    facts = [("GC2", "1", "1"), ("GC3", "1", "1"), ("GC2", "3", "1"), ("GC2", "1", "2")]
    made = []
    for n, (level, degree, status) in enumerate(facts):
        key = add(archive, row.id, pipeno=f"PL-{n}", pipelevel=level, linestatus=status)["id"]
        line(archive, key).ssdegree = degree
        made.append(key)
    archive.db.commit()
    return archive.one(row.id), made


def inspected(archive: Archive, main: AppMain, **more: Any) -> AppBuss:
    """The item of a declaration with its record filled, as it stands before the approval."""
    item = archive.db.scalars(select(AppItem).where(AppItem.appmain_id == main.id)).one()
    device = archive.one(item.equdatasysid)
    row = AppBuss(appmain_id=main.id, appitem_id=item.id, appno=main.appno, seisn="GD1", equdatasysid=device.id)
    row.step, row.status, row.equclass, row.equclacode = "BGPZ", "40", "8000", device.equclacode
    row.seisort, row.testsort, row.cheorg, row.reportno, row.inspdate = "02", PERIODIC, main.cheorg, "GDDD26001", DAY
    archive.db.add(row)
    archive.db.flush()
    values = {"inspdate": DAY, "conclusion": "8012", "equipment": values_of(device), "template": "GD-DJ"}
    values |= {"facts": {"worstline": "3", "pressfailed": "0"}, "results": {str(n): {"r": "√"} for n in range(1, 28)}}
    archive.db.add(OriginalRecord(appbuss_id=row.id, **values | more))
    archive.db.commit()
    approval.update_equipment(archive.db, row)
    archive.db.commit()
    archive.db.expire_all()
    return row


def dates(archive: Archive, keys: list[str]) -> list[date | None]:
    return [line(archive, k).ninspdate for k in keys]


def test_an_approval_writes_each_line_in_use_by_its_own_rule_and_the_project_takes_the_earliest(
    archive: Archive,
) -> None:
    device, keys = piping(archive)
    row = inspected(archive, declared(archive, device))
    six, nine, three = (add_months(DAY, m) for m in (72, 108, 36))
    assert dates(archive, keys) == [six, nine, three, None]
    done = line(archive, keys[0])
    assert (done.inspdate, done.insresult, done.insreportno) == (DAY, "8012", "GDDD26001")
    assert line(archive, keys[3]).inspdate is None
    assert (archive.one(device.id).ninspdate, archive.one(device.id).insreportno) == (three, "GDDD26001")
    assert archive.office.item(row.id).nextdate == three


def test_a_declaration_that_names_lines_is_about_those(archive: Archive) -> None:
    device, keys = piping(archive)
    line(archive, keys[2]).ninspdate = date(2026, 12, 1)
    archive.db.commit()
    main = declared(archive, device, lineids=[keys[0], keys[1]])
    row = inspected(archive, main, conclusion="8011", facts={"worstline": "1", "pressfailed": "0"})
    assert dates(archive, keys) == [add_months(DAY, 72), add_months(DAY, 108), date(2026, 12, 1), None]
    assert archive.one(device.id).ninspdate == date(2026, 12, 1)  # of the line that was not inspected
    assert archive.office.item(row.id).nextdate == add_months(DAY, 72)  # the report is about its own lines


def test_a_worse_degree_than_the_archive_knows_holds_for_every_line(archive: Archive) -> None:
    device, keys = piping(archive)
    main = declared(archive, device, lineids=[keys[0], keys[1]])
    row = inspected(archive, main)  # a line of degree 3: which of the two, the record cannot say yet
    assert dates(archive, keys) == [add_months(DAY, 36), add_months(DAY, 36), None, None]
    assert archive.office.item(row.id).nextdate == add_months(DAY, 36)


def test_a_shorter_date_of_the_inspector_holds_for_the_lines(archive: Archive) -> None:
    device, keys = piping(archive)
    chosen = add_months(DAY, 48)
    inspected(archive, declared(archive, device), nextdate=chosen)
    assert dates(archive, keys) == [chosen, chosen, add_months(DAY, 36), None]


def test_an_unqualified_result_moves_no_date_of_a_line(archive: Archive) -> None:
    device, keys = piping(archive)
    inspected(archive, declared(archive, device), conclusion="8013", unqualcode="8013")
    assert dates(archive, keys) == [None] * 4
    assert [line(archive, k).insresult for k in keys] == ["8013", "8013", "8013", ""]


def test_lines_of_another_project_cannot_be_named_and_what_is_named_stays(archive: Archive) -> None:
    device, keys = piping(archive)
    other = project(archive, projname="丙烯装置", useplace="镇海 2 号")
    foreign = add(archive, other.id, pipeno="X-1")["id"]
    form = {"seisort": "02", "testsort": PERIODIC, "unitsysid": device.useorgsysid, "reportget": "03"}
    rows = [{"equdatasysid": device.id, "lineids": [keys[0], foreign]}]
    said = archive.office.refused("shouli", "/api/appmain/saveAppMain", **form, equipment=rows)
    assert said == "管线：所选管线不属于该装置"
    assert archive.db.scalars(select(AppItem)).all() == []
    main = declared(archive, device, lineids=[keys[0]])
    again = {"id": main.id, "version": main.version, "equipment": [{"equdatasysid": device.id}]}
    archive.office.good("shouli", "/api/appmain/saveAppMain", **form, **again)
    assert archive.db.scalars(select(AppItem)).one().lineids == [keys[0]]


def test_a_declaration_shows_its_lines_valves_and_products(archive: Archive) -> None:
    device, keys = piping(archive)
    main = declared(archive, device, lineids=[keys[1]])
    org = archive.office.user("shouli").org_id
    archive.db.add(SafetyValve(valveno="AF-1", hostequid=device.id, cheorgsysid=org, areacode="330211"))
    archive.db.add(SafetyValve(valveno="AF-2", hostequid="elsewhere", cheorgsysid=org, areacode="330211"))
    for n, (appno, whose) in enumerate([(main.appno, org), ("", org), (main.appno, "other"), ("", org)]):
        row = Product(equclass="8000", compname=f"产品{n}", appno=appno, cheorgsysid=whose)
        archive.db.add(row)
        archive.db.flush()
        if n == 1:
            archive.db.add(ProductDevice(product_id=row.id, prono="1", equdatasysid=device.id))
    archive.db.commit()
    told = archive.office.good("shouli", "/api/appmain/getAppMainPipelineDetail", id=main.id)
    assert [(p["equdatasysid"], p["lineids"]) for p in told] == [(device.id, [keys[1]])]
    assert [(x["pipeno"], x["inspected"]) for x in told[0]["lines"]] == [
        *(("PL-0", False), ("PL-1", True), ("PL-2", False), ("PL-3", False))
    ]
    valves = archive.office.good("shouli", "/api/appmain/getAppMainSamValveDetail", id=main.id)
    assert [v["valveno"] for v in valves] == ["AF-1"]
    products = archive.office.good("shouli", "/api/appmain/getAppMainProDetail", id=main.id)
    assert [p["compname"] for p in products] == ["产品0", "产品1"]
    for name in ("Pipeline", "SamValve", "Pro"):
        path = f"/api/appmain/getAppMain{name}Detail"
        assert archive.office.post("shouli", path, id="0" * 32)["status"] == 403
        assert archive.office.post("jianguan", path, id=main.id)["status"] == 403


# -- 自行检测 --------------------------------------------------------------------------------------------------------


def lift(archive: Archive) -> Equipment:
    return archive.first(Equipment.equclass == "3000", Equipment.equstatus == "1", Equipment.insdate.is_(None))


def test_a_detection_is_proposed_and_then_written_with_its_dates(archive: Archive) -> None:
    row, day = lift(archive), clock.today() - timedelta(days=3)
    before = archive.office.good("yewu", f"{DETECTION}/getDetectionBaseInfo", id=row.id)
    assert (before["insdate"], before["equcode"], before["version"]) == (None, row.equcode, row.version)
    told = archive.office.good("yewu", f"{DETECTION}/getDetectionNextDate", id=row.id, insdate=str(day))
    assert told["insdate"] == str(day) and told["steps"]["ndetdate"]
    assert archive.one(row.id).insdate is None
    form = {"id": row.id, "version": row.version, "insdate": str(day)}
    after = archive.office.good("yewu", f"{DETECTION}/updateDetectionBaseInfo", **form)
    assert (after["insdate"], after["ndetdate"]) == (str(day), told["ndetdate"])
    changed = archive.history("yewu", "equipment", row.id)[0]
    assert changed["since"] == str(day) and "insdate" in {f["prop"] for f in changed["fields"]}


def test_a_wrong_detection_is_refused_and_nothing_is_stored(archive: Archive) -> None:
    row = lift(archive)
    row.insdate = clock.today() - timedelta(days=5)
    archive.db.commit()
    row, today = archive.one(row.id), clock.today()
    path, good = f"{DETECTION}/updateDetectionBaseInfo", {"id": row.id, "version": row.version}
    assert row.prodate is not None
    cases = {
        "检测日期：不得晚于今天": today + timedelta(days=1),
        f"检测日期：早于制造日期{row.prodate}": row.prodate - timedelta(days=1),
        f"检测日期早于已登记的最近检测日期{row.insdate}，请核对": today - timedelta(days=6),
    }
    for sentence, day in cases.items():
        assert archive.office.refused("yewu", path, **good, insdate=str(day)) == sentence
    stale = good | {"version": row.version - 1}
    assert archive.office.post("yewu", path, **stale, insdate=str(today))["status"] == 409
    assert archive.office.post("shouli", path, **good, insdate=str(today))["status"] == 403
    assert archive.office.post("yewu", path, id="0" * 32, insdate=str(today))["status"] == 403
    crane = archive.first(Equipment.equclass == "4000")
    assert archive.office.refused("yewu", path, id=crane.id, insdate=str(today)) == "只有电梯有自行检测信息"
    assert archive.one(row.id).version == row.version


# -- the institute ---------------------------------------------------------------------------------------------------


@pytest.fixture
def rival(archive: Archive) -> Org:
    """Another institute with its unit in the archive."""
    org = Org(name="宁波市第二特种设备检验所", code="330200-T2", kind="institute")
    archive.db.add(org)
    archive.db.flush()
    archive.db.add(Unit(name=org.name, unittype="06", orgsysid=org.id, isuse=False, areacode="330200"))
    archive.db.commit()
    return org


def granted(archive: Archive, rival: Org, **more: Any) -> None:
    unit = archive.db.scalars(select(Unit).where(Unit.orgsysid == rival.id)).one()
    today = clock.today()
    form: dict[str, Any] = {"classes": "4000", "areacode": "", "datefrom": today, "dateto": today} | more
    archive.db.add(InspAuthorization(unit_id=unit.id, **form))
    archive.db.commit()


@pytest.mark.parametrize(
    ("more", "allowed"),
    [
        (None, True),  # nothing was ever granted: an institute that inspects by law
        ({}, False),  # for cranes only
        ({"classes": "3000"}, True),
        ({"classes": ""}, True),
        ({"classes": "3000", "areacode": "440100"}, False),
        ({"classes": "3000", "revoked": date(2026, 1, 1)}, False),
        ({"classes": "3000", "useunit_id": "somebody else"}, False),
    ],
)
def test_an_institute_takes_over_what_it_is_authorised_for(
    archive: Archive, rival: Org, more: dict[str, Any] | None, allowed: bool
) -> None:
    device = archive.first(Equipment.equclass == "3000")
    if more is not None:
        granted(archive, rival, **more)
    said = archive.office.post("yewu", "/api/eqdbase/eqdBasic/updateCheorg", ids=device.id, id=rival.id)
    assert said["isSuccess"] is allowed, said["errorMsg"]
    if not allowed:
        assert said["errorMsg"] == f"{rival.name}没有{device.equname} {device.equcode}的检验授权"
    assert (archive.one(device.id).cheorgsysid == rival.id) is allowed


def test_one_device_without_authorisation_keeps_all_where_they_are(archive: Archive, rival: Org) -> None:
    ids = [e.id for e in archive.db.scalars(select(Equipment).where(Equipment.equclass == "3000").limit(3))]
    owner = archive.one(ids[0]).useorgsysid
    granted(archive, rival, classes="3000", useunit_id=owner)
    others = select(Equipment).where(Equipment.equclass == "3000", Equipment.useorgsysid != owner)
    ids = [ids[0], archive.db.scalars(others.limit(1)).one().id]
    before = {archive.one(i).cheorgsysid for i in ids}
    said = archive.office.refused("yewu", "/api/eqdbase/eqdBasic/updateCheorg", ids=ids, id=rival.id)
    assert said.endswith("的检验授权")
    assert {archive.one(i).cheorgsysid for i in ids} == before

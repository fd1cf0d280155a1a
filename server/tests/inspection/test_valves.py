"""Safety valves from their declaration to the released report, the label and the charge: they stand in no archive of
devices."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve, ValveCalibration
from tejian.exchange.models import Transfer
from tejian.inspection.models.hazards import Hazard
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.instruments.models import Instrument
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock

from .conftest import Office
from .papers import text_of
from .test_lists_and_prints import printed

SAVE = "/api/appbuss/saveRecord"
CELLS = {"set1": "1.000", "set2": "1.010", "set3": "1.000", "reseat": "0.930", "seal": "0.900", "leak": "5"}
CELLS |= {"lift": "8.00", "first": "合格", "result": "合格", "calmedium": "01"}


def vessel(office: Office) -> Equipment:
    query = select(Equipment).where(Equipment.equclass == "2000", Equipment.equstatus == "1").order_by(Equipment.id)
    return office.db.scalars(query.limit(1)).one()


def valves(office: Office, count: int = 1, host: Equipment | None = None) -> list[SafetyValve]:
    """Valves of the ledger that hang on a vessel, or on another device."""
    if host is None:
        host = vessel(office)
        host.params = {**host.params, "designpress_shell": "1.6", "designpress_tube": "0.8"}
    made = [
        SafetyValve(
            valveno=f"AF-2026-{n:03}",
            valvemodel="A42Y-16C",
            valvetype="01",
            nominaldia=Decimal(25),
            setpress=Decimal("1.0"),
            medium="空气",
            hostequid=host.id,
            hostequname=host.equname,
            hostequclass=host.equclass,
            installpos="12号罐顶部",
            useorgsysid=host.useorgsysid,
            useorgname=host.useorgname,
            areacode=host.areacode,
            cheorgsysid=office.user("shouli").org_id,
            status="1",
            params={},
        )
        for n in range(1, count + 1)
    ]
    office.db.add_all(made)
    office.db.commit()
    return made


def form(rows: list[SafetyValve], **more: Any) -> dict[str, Any]:
    own = {"seisort": "04", "testsort": "0401", "unitsysid": rows[0].useorgsysid, "reportget": "03"}
    own |= {"inscontactname": "胡斌", "INSCONTACTTEL": "13805741234"}
    return own | {"equipment": [{"samvalveid": one.id} for one in rows]} | more


def accepted(office: Office, rows: list[SafetyValve], **more: Any) -> list[AppBuss]:
    made = office.good("shouli", "/api/appmain/saveAppMain", **form(rows, **more))["main"]["id"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=made)
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=made)
    return list(office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == made).order_by(AppBuss.seisn)))


def plan(office: Office, **more: Any) -> dict[str, Any]:
    """Two people who may calibrate; the benches of the laboratory."""
    bench = office.db.scalars(select(Instrument.id).where(Instrument.name.like("安全阀校验台%"))).all()
    people = {"scinspector": office.user("jianyan3").id, "inspectors": office.user("jianyan6").id}
    boxes = office.plan()["instruments"]
    return office.plan(**people) | {"instruments": [*bench, *boxes]} | more


def built(office: Office, host: Equipment | None = None) -> tuple[AppBuss, SafetyValve]:
    (valve,) = valves(office, host=host)
    (item,) = accepted(office, [valve])
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **plan(office))
    office.good("jianyan3", "/api/appmain/taskConfirmCommit", ids=item.id, contacted="值班", safetybriefed="1")
    office.good("jianyan3", "/api/appbuss/buildReport", ids=item.id)
    return office.item(item.id), valve


def filled(office: Office, item: AppBuss, failed: tuple[str, ...] = (), **cells: str) -> dict[str, Any]:
    """The record of a valve with its table; `cells` differ from those of a valve that passes."""
    screen = office.good("jianyan3", "/api/appbuss/getItem", id=item.id)
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    (begun,) = record.measures["valves"]["rows"]
    marks = {} if failed else {"sealno": f"QF{item.seisn[-4:]}", "labelno": f"BP{item.seisn[-4:]}"}
    table = {"params": {}, "rows": [begun | CELLS | marks | cells]}
    bad = {"r": "×", "n": "不符合说明"}
    sealed = {"r": "—", "n": "不合格，不铅封、不挂牌"} if failed else {"r": "√"}
    good = {one["item_no"]: sealed if one["item_no"] in ("11", "12") else {"r": "√"} for one in screen["items"]}
    results = [
        {"seq": one["seq"], **(bad if one["item_no"] in failed else good[one["item_no"]])} for one in screen["items"]
    ]
    sites = {"temperature": "20", "medium": "空气", "benchpress": "1.6", "gaugeclass": "0.4"}
    own = {"inspdate": str(clock.today()), "results": results, "tables": {"valves": table}, "conditions": sites}
    return office.named("jianyan3", item, office.good("jianyan3", SAVE, id=item.id, **own))


def submitted(office: Office, item: AppBuss, saved: dict[str, Any], **more: Any) -> None:
    own = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
    office.good("jianyan3", "/api/appbuss/submitRecord", id=item.id, **own | more)


def approve(office: Office, item: AppBuss) -> None:
    for login, path in (
        ("jiaohe", "verifyReport"),
        ("shenhe", "auditReport"),
        ("pizhun", "approveReport"),
    ):
        office.good(login, f"/api/appbuss/{path}", ids=item.id, reasons={})


def calibrations(office: Office, valve: SafetyValve) -> list[ValveCalibration]:
    query = select(ValveCalibration).where(ValveCalibration.samvalveid == valve.id)
    return list(office.db.scalars(query.order_by(ValveCalibration.createtime)))


def test_a_unit_chooses_among_its_valves_and_sees_what_each_costs(office: Office) -> None:
    (valve,) = valves(office)
    asked = {"unitsysid": valve.useorgsysid, "seisort": "04", "testsort": "0401"}
    rows = office.good("shouli", "/api/appmain/findUnitEquipment", **asked)
    mine = next(one for one in rows if one["equdatasysid"] == valve.id)
    assert (mine["equclacode"], mine["equname"], mine["equcode"]) == ("7310", "安全阀", "AF-2026-001")
    assert (mine["fee"], mine["why"]) == ("60.00", "")
    rows = office.good("shouli", "/api/appmain/findUnitEquipment", **asked | {"seisort": "02", "testsort": "0205"})
    assert valve.id not in {one["equdatasysid"] for one in rows}


def test_a_valve_is_calibrated_and_its_ledger_knows_it(office: Office) -> None:
    item, valve = built(office)
    assert (item.equclass, item.equclacode, item.equname, item.seisn[:2]) == ("7310", "7310", "安全阀", "AQ")
    assert item.reportno[:4] == "NBFD"
    saved = filled(office, item)
    assert saved["proposal"]["code"] == "7011"
    submitted(office, item, saved)
    approve(office, item)
    item = office.item(item.id)
    due = clock.add_months(clock.today(), 12)
    assert (item.step, item.conclusion, item.nextdate) == ("BGDY", "7011", due)
    (made,) = calibrations(office, valve)
    assert (made.calresult, made.calreportno, made.caldate, made.nextcaldate) == (
        *("7011", item.reportno),
        *(clock.today(), due),
    )
    assert (made.actualset, made.sealpress, made.leakrate, made.calmode) == (
        *(Decimal("1.0033"), Decimal("0.9"), Decimal(5)),
        "01",
    )
    assert (made.sealno, made.calman) == (f"QF{item.seisn[-4:]}", item.scinspectorname)
    valve = office.db.scalars(select(SafetyValve).where(SafetyValve.id == valve.id)).one()
    assert (valve.nextcaldate, valve.calreportno, valve.labelno) == (due, item.reportno, made.labelno)
    report = office.db.scalars(select(Report).where(Report.reportno == item.reportno)).one()
    words = text_of(files.read_checked(report.key))
    assert "AF-2026-001" in words and "A42Y-16C" in words and "1.003" in words and item.reportno in words
    shown = {"reportno": report.reportno, "code": report.verifycode}
    told = office.call("/api/public/verifyReport", **shown).json()["data"]
    assert (told["equname"], told["equcode"], told["ninspdate"], told["heading"]) == (
        *("安全阀", "AF-2026-001"),
        *(due.isoformat(), "报告真实有效"),
    )
    assert "7310" not in [told["equname"], told["conclusion"], told["title"]]
    taken = {"id": made.id}
    assert office.refused("shouli", "/api/samvalve/removeCalibration", **taken) == (
        f"该次校验由报告{item.reportno}写入，不能撤销，请办理报告更正"
    )
    assert calibrations(office, valve) == [made]
    sent = office.db.scalars(select(Transfer).where(Transfer.reportno == item.reportno)).one()
    assert (sent.content["equclass"], sent.content["equcode"]) == ("7310", "AF-2026-001")


def test_a_valve_that_fails_keeps_its_next_date_and_leaves_a_hazard(office: Office) -> None:
    item, valve = built(office)
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    before = clock.today() - timedelta(days=3)
    valve.nextcaldate, record.equipment = before, {**record.equipment, "nextcaldate": str(before)}
    office.db.commit()
    bad = {"set1": "1.100", "set2": "1.110", "set3": "1.100", "first": "不合格", "result": "不合格"}
    saved = filled(office, item, ("4", "6"), **bad)
    assert saved["proposal"]["code"] == "7012"
    submitted(office, item, saved, problems="第4项、第6项：整定压力偏差超过3%，弹簧失效，报废")
    approve(office, item)
    item = office.item(item.id)
    assert (item.conclusion, item.unqualcode, item.nextdate) == ("7012", "7012", None)
    (made,) = calibrations(office, valve)
    assert (made.calresult, made.nextcaldate) == ("7012", None)
    valve = office.db.scalars(select(SafetyValve).where(SafetyValve.id == valve.id)).one()
    assert (valve.nextcaldate, valve.calresult) == (before, "7012")
    assert office.db.scalar(select(func.count()).where(Hazard.appbuss_id == item.id)) == 1


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (
            {"set1": "1.040", "set2": "1.040", "set3": "1.040"},
            "阀AF-2026-001整定压力偏差0.04MPa超过允许值，结果不能为合格",
        ),
        ({"set3": ""}, "阀AF-2026-001三次整定压力不全或重复性超差"),
        ({"seal": "0.800"}, "阀AF-2026-001密封试验压力或泄漏率不符合要求"),
        ({"sealno": ""}, "阀AF-2026-001铅封号或标牌号缺失或与其他阀重复"),
        ({"first": "不合格"}, "阀AF-2026-001首次不合格，须记录维修并重新校验，结论为维修后合格"),
        ({"valveno": "AF-9"}, "申报1只，校验0只，数量不符"),
        ({"setpress": "1.700"}, "阀AF-2026-001整定压力1.7MPa高于安装设备的设计压力1.6MPa"),
    ],
)
def test_a_record_that_cannot_be_true_is_not_submitted(office: Office, cells: dict[str, str], sentence: str) -> None:
    item, valve = built(office)
    saved = filled(office, item, **cells)
    own = {"version": saved["version"], "conclusion": "7011"}
    office.refused("jianyan3", "/api/appbuss/submitRecord", id=item.id, **own)
    said = office.good("jianyan3", "/api/appbuss/getItem", id=item.id)["findings"]
    assert sentence in {one["text"] for one in said if one["level"] == "error"}
    assert (office.item(item.id).step, calibrations(office, valve)) == ("BGLR", [])


def test_only_who_may_calibrate_is_sent(office: Office) -> None:
    (valve,) = valves(office)
    (item,) = accepted(office, [valve])
    said = office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan())
    assert "F" in said
    assert office.item(item.id).step == "RWAP"


def test_what_is_wrong_with_a_declaration_of_valves(office: Office) -> None:
    (valve,) = valves(office)
    foreign = office.db.scalars(select(Unit.id).where(Unit.id != valve.useorgsysid, Unit.enabled)).first()
    save = "/api/appmain/saveAppMain"
    assert "安全阀不属于受检单位" in office.refused("shouli", save, **form([valve], unitsysid=foreign))
    both = [{"samvalveid": valve.id, "equdatasysid": vessel(office).id}]
    assert office.refused("shouli", save, **form([valve], equipment=both)) == "设备：请从受检单位的设备中选择"
    said = office.refused("shouli", save, **form([valve], seisort="01", testsort="0101"))
    assert said.endswith("该检验的对象是产品台账的产品，请从中选择")
    assert "不能" in office.refused("shouli", save, **form([valve], seisort="02", testsort="0205"))
    twice = [{"samvalveid": valve.id}, {"samvalveid": valve.id}]
    assert office.refused("shouli", save, **form([valve], equipment=twice)) == "同一台设备不能重复选择"
    assert office.db.scalar(select(func.count()).where(AppItem.equdatasysid == valve.id)) == 0
    accepted(office, [valve])
    busy = office.good("shouli", save, **form([valve]))["main"]["id"]
    assert "未办结的同类业务" in office.refused("shouli", "/api/appmain/submitAppMain", ids=busy)


def test_a_scrapped_valve_is_not_calibrated(office: Office) -> None:
    (valve,) = valves(office)
    valve.status = "5"
    office.db.commit()
    made = office.good("shouli", "/api/appmain/saveAppMain", **form([valve]))["main"]["id"]
    said = office.refused("shouli", "/api/appmain/submitAppMain", ids=made)
    assert "不能申报" in said
    assert office.db.scalars(select(AppMain).where(AppMain.id == made)).one().step == "YWSB"


def test_thirty_valves_of_one_declaration_two_of_which_fail(office: Office) -> None:
    rows = valves(office, 30)
    items = accepted(office, rows)
    assert len({one.seisn for one in items}) == 30
    assert {one.fee for one in items} == {Decimal("60.00")}
    assert sorted(one.equcode for one in items) == sorted(one.valveno for one in rows)
    ids = [one.id for one in items]
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=ids, **plan(office))
    office.good("jianyan3", "/api/appmain/taskConfirmCommit", ids=ids, contacted="值班", safetybriefed="1")
    office.good("jianyan3", "/api/appbuss/buildReport", ids=ids)
    before = {one.id: one.nextcaldate for one in rows}
    for n, item in enumerate(items):
        if n in (4, 20):
            saved = filled(office, item, ("7",), leak="60", first="不合格", result="不合格")
            submitted(office, item, saved, problems="第7项泄漏率超过允许值，密封面损伤，报废")
        else:
            submitted(office, item, filled(office, item))
        approve(office, item)
    failed = {items[4].equdatasysid, items[20].equdatasysid}
    due = clock.add_months(clock.today(), 12)
    now = office.db.scalars(select(SafetyValve).where(SafetyValve.id.in_([one.id for one in rows]))).all()
    assert {(one.calresult, one.nextcaldate) for one in now if one.id not in failed} == {("7011", due)}
    kept = {("7012", before[one]) for one in failed}
    assert {(one.calresult, one.nextcaldate) for one in now if one.id in failed} == kept
    assert len({one.labelno for one in now if one.id not in failed}) == 28
    numbers = select(func.count()).where(Report.appbuss_id.in_(ids))
    assert office.db.scalar(numbers) == 30


def test_a_valve_is_found_by_its_number_at_every_step(office: Office) -> None:
    (item,) = accepted(office, valves(office))
    for path, key in (("/api/appbuss/findList", item.id), ("/api/businesspro/appmain/findList", item.appmain_id)):
        rows = office.good("diaodu" if key == item.id else "shouli", path, codes="af-2026-001")["list"]
        assert [one["id"] for one in rows] == [key]
        rows = office.good("diaodu" if key == item.id else "shouli", path, codes="af-2026-009")["list"]
        assert rows == []


def test_the_correction_of_a_report_writes_its_own_calibration_anew(office: Office) -> None:
    item, valve = built(office)
    submitted(office, item, filled(office, item))
    approve(office, item)
    number = office.item(item.id).reportno
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=2)
    docs = {"archivedocs": "01,02", "archivebox": "A-1", "archivepages": 18}
    office.good("dangan", "/api/appbuss/archiveReport", ids=item.id, **docs)
    office.good("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    office.good("shouli", "/api/appbuss/releaseReport", ids=item.id, releaseway="03", receiver="胡斌")
    why = {"kind": "02", "content": "铅封号有误", "reason": "录入有误"}
    key = office.good("yewu", "/api/reportChange/save", reportno=number, **why)["id"]
    office.good("yewu", "/api/reportChange/submit", ids=key)
    office.good("zhiliang", "/api/reportChange/agree", ids=key, opinion="属实")
    office.good("pizhun", "/api/reportChange/approve", ids=key, opinion="同意")
    saved = filled(office, item, sealno="QF-NEU")
    submitted(office, item, saved)
    approve(office, item)
    (made,) = calibrations(office, valve)
    assert (made.sealno, made.calreportno) == ("QF-NEU", f"{number}-G1")
    assert made.nextcaldate == clock.add_months(clock.today(), 12)


def test_the_valve_of_a_boiler_is_set_above_its_rated_pressure(office: Office) -> None:
    boiler = office.db.scalars(select(Equipment).where(Equipment.equclass == "1000").order_by(Equipment.id)).first()
    assert boiler is not None
    boiler.params = {**boiler.params, "ratedpress": "0.95"}
    item, _ = built(office, host=boiler)
    filled(office, item)
    said = office.good("jianyan3", "/api/appbuss/getItem", id=item.id)["findings"]
    assert not [one for one in said if one["check"] == "AF04"]


def test_valves_that_are_received_get_labels_with_numbers_of_their_own(office: Office) -> None:
    items = accepted(office, valves(office, 3))
    main = office.db.scalars(select(AppMain).where(AppMain.id == items[0].appmain_id)).one()
    paper = text_of(printed(office, "shouli", "SYBQ", [main.id]).content)
    assert [paper.count(f"{main.appno}-0{n}") for n in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert all(one.equname and f"AF-2026-00{n}" in paper for n, one in enumerate(items, 1))
    lift = office.declared()
    said = printed(office, "shouli", "SYBQ", [main.id, lift.id]).json()
    assert said["errorMsg"] == f"{lift.appno}不是安全阀校验的申报单，没有收样标签"
    assert printed(office, "jianyan1", "SYBQ", [main.id]).json()["isSuccess"] is False

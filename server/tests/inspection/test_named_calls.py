"""Calls that the specification names and shows little of: print of correction requests, groups, detection units."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.archives.units.models import DetectionCapability, Unit
from tejian.inspection.reissue.models import ReportChange
from tejian.kit import clock
from tests.walks.ways import WAYS, change

from .conftest import Office
from .papers import text_of

PRINT, ASK = "/api/alterapply/alterApplyPrint", "/api/alterapply/alterApplyAskForPrint"


def test_a_request_is_printed_once_it_was_submitted(office: Office) -> None:
    row: ReportChange = change(office)
    said = office.good("zhiliang", ASK, ids=row.id)
    sentence = f"报告{row.reportno}的更正申请尚未提交，不能打印"
    assert said == [{"id": row.id, "changeno": "", "reportno": row.reportno, "printable": False, "why": sentence}]
    assert office.refused("zhiliang", PRINT, ids=row.id) == sentence
    WAYS["report_change", "submit"].go(office, row)
    assert office.good("zhiliang", ASK, reportnor=row.reportno.lower())[0]["printable"]
    office.call.user = office.user("zhiliang")
    office.db.commit()
    paper = text_of(office.call.client.post(PRINT, data={"reportnor": row.reportno}).content)
    assert row.reportno in paper and row.reason in paper


def test_requests_of_others_are_not_printed(office: Office) -> None:
    row = change(office)
    item = office.item(row.appbuss_id)
    item.cheorg = item.chedept = "elsewhere"
    item.inspectors, item.createby = [], ""
    office.db.commit()
    for path in (PRINT, ASK):
        for asked in ({"ids": row.id}, {"reportnor": row.reportno}):
            assert office.post("zhiliang", path, **asked)["status"] == 403, path
    assert office.post("dayin", PRINT, ids=row.id)["status"] == 403


def test_nothing_picked_is_said(office: Office) -> None:
    for path in (PRINT, ASK):
        assert office.refused("zhiliang", path) == "未选择数据，无法进行正常操作"


def test_the_list_of_groups_is_that_of_the_own_institute(office: Office) -> None:
    asked: dict[str, Any] = {"equclass": "3000", "testsort": "0211"}
    found = office.good("shouli", "/api/inmmain/getList", **asked)
    assert found == office.good("shouli", "/api/appmain/findInmGroup", **asked)
    assert office.post("audadmin", "/api/inmmain/getList", **asked)["status"] == 403


def test_detection_units_are_those_that_may_detect_today(office: Office) -> None:
    path = "/api/detuser/findOrgnameList"
    unit = office.db.scalars(
        select(Unit).where(Unit.ismaintain, Unit.enabled, Unit.orgkind == "b").order_by(Unit.id)
    ).first()
    assert unit is not None
    able = office.db.scalars(select(DetectionCapability).where(DetectionCapability.unit_id == unit.id)).first()
    if able is None:
        able = DetectionCapability(unit_id=unit.id, classes="3000")
        office.db.add(able)
    able.state, able.validto = "1", clock.today()
    office.db.commit()
    assert unit.id in {one["id"] for one in office.good("shouli", path, orgname=unit.name)}
    able.validto = clock.today() - timedelta(days=1)
    office.db.commit()
    assert unit.id not in {one["id"] for one in office.good("shouli", path, orgname=unit.name)}

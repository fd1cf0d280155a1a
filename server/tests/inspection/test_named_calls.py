"""Calls that the specification names and shows little of: print of correction requests, groups, detection units."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.units import DetectionCapability, Unit
from tejian.inspection.models.reissue import ReportChange
from tejian.kit.ground import clock
from tests.walks.ways import WAYS, change

from .conftest import Office
from .papers import text_of
from .test_moves import reviewed

HANDLE = "/api/appbuss/submitAssHandle"
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


OUTCOMES: list[tuple[dict[str, str], tuple[str, str, str]]] = [
    ({"result": "pass"}, ("YWSL", "10", "")),
    ({"result": "supplement", "reason": "缺自检报告", "supplementdue": "2099-01-01"}, ("YWSB", "13", "资料不齐")),
    ({"result": "refuse", "reason": "不在受理范围"}, ("REFUSED", "82", "不予受理")),
]


@pytest.mark.parametrize("by_number", [False, True])
@pytest.mark.parametrize(("sent", "stands"), OUTCOMES)
def test_an_assessment_handled_is_the_review_of_the_materials(
    office: Office, sent: dict[str, str], stands: tuple[str, str, str], by_number: bool
) -> None:
    main = reviewed(office)
    named = {"appno": main.appno} if by_number else {"ids": main.id}
    papers = {"materials": office.papers(main)} if sent["result"] == "pass" else {}
    office.good("ziliao", HANDLE, **named, version=main.version, **sent, **papers)
    main = office.main(main.id)
    assert (main.step, main.status, main.backReason) == stands


def test_an_assessment_is_not_handled_where_the_review_is_refused(office: Office) -> None:
    main = reviewed(office)
    passed = {"ids": main.id, "result": "pass", "materials": office.papers(main)}
    assert "没有此操作的权限" in office.refused("shouli", HANDLE, **passed)
    assert office.refused("ziliao", HANDLE, ids=main.id) == "审查结果：必填"
    late = {"result": "supplement", "reason": "缺自检报告", "supplementdue": "2020-01-01"}
    assert office.refused("ziliao", HANDLE, ids=main.id, **late) == "补正期限2020-01-01已过"
    lacking = office.papers(main)
    lacking[0]["state"] = "0"
    assert "不能判为符合" in office.refused("ziliao", HANDLE, ids=main.id, result="pass", materials=lacking)
    assert office.post("ziliao", HANDLE, **passed, version=main.version - 1)["status"] == 409
    main = office.main(main.id)
    assert (main.step, main.backReason, main.materials) == ("CLFS", "", [])
    main.step = "YWSL"
    office.db.commit()
    assert office.post("ziliao", HANDLE, **passed, version=main.version)["status"] == 409


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

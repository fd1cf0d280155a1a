"""Records of others: batches with a foreign id, scope from parameters, prints, exports, drafts (B05 B07 B11 B13)."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database.flowlog import FlowLog
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

from .conftest import Office

VOID = {"reasonId": "01", "reasonLabel": "重复申报", "detailDesc": "重复申报"}
BACK = {"reasonId": "02", "reasonLabel": "数据错误", "detailDesc": "请改数据"}
# call → (account, what it needs beside ids, the state the own record must be in)
BATCHES: list[tuple[str, str, dict[str, Any], str]] = [
    ("/api/appmain/submitAppMain", "shouli", {}, "saved"),
    ("/api/appmain/deleteAppMain", "shouli", {}, "saved"),
    ("/api/appmain/cancelAppMain", "shouli", {}, "saved"),
    ("/api/appmain/voidSbdj", "shouli", VOID, "declared"),
    ("/api/appmain/submitAppMainAccept", "shouli", {}, "declared"),
    ("/api/appmain/batchSubmitAppMainAccept", "shouli", {}, "declared"),
    ("/api/appmain/saveAppMainAccept", "shouli", {}, "declared"),
    ("/api/appmain/sendBack", "shouli", BACK, "declared"),
    ("/api/appmain/taskSchedBatchCommit", "diaodu", {"plan": True}, "accepted"),
    ("/api/appmain/voidRwap", "diaodu", VOID, "accepted"),
    ("/api/appbuss/cancelAppBuss", "diaodu", {"reasonLabel": "设备停用或拆除"}, "accepted"),
    ("/api/appmain/taskConfirmCommit", "jianyan1", {"safetybriefed": "1"}, "arranged"),
    ("/api/appbuss/buildReport", "jianyan1", {}, "confirmed"),
    ("/api/appbuss/saveReportPrintInfo", "dayin", {"copies": "1"}, "approved"),
]


def state(office: Office) -> list[Any]:
    """Everything about steps that the database holds."""
    office.db.expire_all()
    mains = office.db.execute(select(AppMain.id, AppMain.step, AppMain.version).order_by(AppMain.id)).all()
    items = office.db.execute(select(AppBuss.id, AppBuss.step, AppBuss.version).order_by(AppBuss.id)).all()
    return [*mains, *items, office.db.scalar(select(func.count()).select_from(FlowLog))]


def own(office: Office, wanted: str) -> str:
    if wanted == "saved":
        form = office.form(office.lifts())
        return str(office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]["id"])
    if wanted in ("declared", "approved"):
        return str(getattr(office, wanted)().id)
    return str(getattr(office, wanted)()[0].id)


def foreign(office: Office, kind: str) -> str:
    """A record of another institute, of the same kind and in a fitting step."""
    other = office.db.scalars(select(Org.id).where(Org.code == "330200-SJ")).one()
    main = AppMain(step="YWSL", status="10", appdate=office.lifts()[0].createtime.date(), cheorg=other, appno="SB-X")
    office.db.add(main)
    office.db.flush()
    if kind == "main":
        return main.id
    lift = office.lifts()[0]
    item = AppBuss(appmain_id=main.id, equdatasysid=lift.id, seisn="X-1", step="RWAP", cheorg=other)
    office.db.add(item)
    office.db.flush()
    return item.id


@pytest.mark.parametrize(("path", "login", "form", "wanted"), BATCHES, ids=[b[0].rsplit("/", 1)[1] for b in BATCHES])
def test_one_foreign_id_refuses_the_whole_batch(
    office: Office, path: str, login: str, form: dict[str, Any], wanted: str
) -> None:
    mine = own(office, wanted)
    theirs = foreign(office, "main" if wanted in ("saved", "declared") else "item")
    sent = office.plan() if form.get("plan") else form
    before = state(office)
    for ids in ([mine, theirs], [theirs], [mine, "0" * 32], [mine, "1) or (1=1"]):
        said = office.post(login, path, ids=ids, **sent)
        assert said["status"] in (403, 422), (ids, said)
        assert state(office) == before
    said = office.post(login, path, ids=mine, **sent)
    assert said["isSuccess"], said["errorMsg"]  # so the refusals were about the foreign id


SCOPE = {"user": "x", "userId": "x", "userUnitId": "x", "userOrgId": "x", "orgId": "x", "orgCode": "330200-SJ"}
SCOPE |= {"tenant-id": "1", "cheorg": "x", "scope": "all", "dataScope": "or 1=1", "me": "x", "createby": "x"}


def test_whose_data_it_is_comes_from_the_session_alone(office: Office) -> None:
    other = office.db.scalars(select(Org.id).where(Org.code == "330200-SJ")).one()
    path = "/api/eqd3000tpm/eqd3000tpm/findListBy3000"
    for login in ("qiye", "jianyan1", "jianguan", "shouli"):
        plain = office.good(login, path, pageSize=200)
        sent = {k: (other if v == "x" else v) for k, v in SCOPE.items()}
        assert office.good(login, path, pageSize=200, **sent) == plain, login
        office.call.user = office.user(login)
        headers = {f"X-{k}": v for k, v in sent.items()} | {
            "tenant-id": "1",
            "mock-user": "1",
            "Authorization": "test1",
        }
        assert office.call.client.post(path, data={"pageSize": "200"}, headers=headers).json()["data"] == plain
        office.call.user = None


def test_a_new_declaration_is_of_who_makes_it(office: Office) -> None:
    other = office.db.scalars(select(Org.id).where(Org.code == "330200-SJ")).one()
    form = office.form(office.lifts(), cheorg=other, createby="x", acceptby="x", submitted="2020-01-01", appno="SB1")
    main = office.main(office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]["id"])
    me = office.user("shouli")
    assert (main.cheorg, main.createby, main.acceptby, main.submitted) == (me.org_id, me.id, "", None)
    assert main.appno != "SB1"


def test_a_department_or_reviewer_of_elsewhere_is_refused(office: Office) -> None:
    """Identity and department taken from a parameter (CVE-2026-9580)."""
    bureau = office.db.scalars(select(Org.id).where(Org.code == "330200-SJ-01")).one()
    main = office.declared()
    dept = main.chedept
    for path in ("/api/appmain/submitAppMainAccept", "/api/appmain/saveAppMainAccept"):
        assert office.post("shouli", path, ids=main.id, chedept=bureau)["status"] == 422
    form = {"id": main.id, "chedept": bureau, "reason": "单位转办"}
    assert office.post("shouli", "/api/appmain/refer", **form)["status"] == 422
    main = office.main(main.id)
    assert (main.step, main.chedept) == ("YWSL", dept)
    main.step = "SCFP"
    spy = office.db.scalars(select(SysUser.id).where(SysUser.login == "jianguan")).one()
    for wrong in ({"chedept": bureau}, {"chedept": dept, "reviewer": spy}):
        assert office.post("yewu", "/api/appmain/reviewAssign", ids=main.id, **wrong)["status"] == 422
    main = office.main(main.id)
    assert (main.step, main.chedept, main.reviewer) == ("SCFP", dept, "")


def test_an_enterprise_sees_the_issued_report_and_nothing_before_it(office: Office) -> None:
    item = office.entered()
    item.unitsysid = office.user("qiye").unit_id
    for path in ("/api/appbuss/getItem", "/api/appbuss/getAudit", "/api/appbuss/reportDraft"):
        assert office.post("qiye", path, id=item.id)["status"] == 403, path
    for kind in ("YSJL", "RWD"):
        said = office.post("qiye", "/api/common/commonPrint", printType=kind, ids=item.id)
        assert said["status"] == 403, kind
    said = office.post("qiye", "/api/appbuss/reportFile", id=item.id)
    assert said["errorMsg"] == "报告尚未签发"
    assert office.post("weibao", "/api/appbuss/reportFile", id=item.id)["status"] == 403


def test_an_enterprise_does_not_read_what_the_steps_say_to_each_other(office: Office) -> None:
    item = office.entered()
    office.main(item.appmain_id).unitsysid = item.unitsysid = office.user("qiye").unit_id
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id, opinion="数据已与原始记录核对")
    asked = "/api/businesspro/common/getFlowLog"
    inside = office.good("jiaohe", asked, appno=item.appno)["rows"]
    outside = office.good("qiye", asked, appno=item.appno)["rows"]
    assert inside[-1]["opinion"] == "数据已与原始记录核对"
    assert [r["moveLabel"] for r in outside] == [r["moveLabel"] for r in inside]
    assert {r["opinion"] for r in outside if r["seisn"]} == {""}


def test_an_enterprise_account_is_told_of_no_other_people(office: Office) -> None:
    assert office.good("qiye", "/api/businesspro/common/queryBusinessUser") == []
    assert office.good("weibao", "/api/businesspro/common/queryBusinessUser", name="罗") == []
    assert office.good("qiye", "/api/businesspro/common/queryBusinessGroup") == []


def test_prints_and_exports_follow_the_list(office: Office) -> None:
    theirs = foreign(office, "main")
    for kind in ("SBDDY", "SBDDY3", "SBHZD"):
        assert office.post("shouli", "/api/common/commonPrint", printType=kind, ids=theirs)["status"] == 403
    item = (
        foreign(office, "item") if not office.db.scalars(select(AppMain).where(AppMain.appno == "SB-X")).all() else ""
    )
    for kind in ("RWD", "YSJL", "REPORT"):
        said = office.post("shouli", "/api/common/commonPrint", printType=kind, ids=item or "0" * 32)
        assert said["status"] == 403
    for login, view in (("yiqi", "eqd_elevator_list"), ("diaodu", "eqd_elevator_list"), ("qiye", "unit_business_list")):
        assert office.post(login, "/api/layout/export", viewNo=view)["status"] == 403, (login, view)


def test_a_flow_log_of_a_foreign_declaration_is_closed(office: Office) -> None:
    foreign(office, "item")
    for asked in ({"appno": "SB-X"}, {"seisn": "X-1"}, {"appno": "nothing"}):
        assert office.post("shouli", "/api/businesspro/common/getFlowLog", **asked)["status"] == 403
    for path in ("/api/appmain/autoWithdraw", "/api/appmain/valiIsRegisterByAppno"):
        assert office.post("shouli", path, appno="SB-X", seisn="")["status"] == 403

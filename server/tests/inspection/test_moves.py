"""What follows from the declared moves: calls that several share, versions, moves that stay, wrong declarations."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection.flow.business import BUSINESS
from tejian.inspection.flow.declaration import DECLARATION
from tejian.inspection.models.items import AppMain
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.forms.formview import FORMS
from tejian.kit.process.steps import Move, Process, Step, anybody, nobody
from tejian.kit.web.edge import CALLS
from tejian.system.accounts.api import account
from tejian.system.models.accounts import SysUser

from .conftest import Office

REASON = {"reasonId": "15", "reasonLabel": "资料不齐", "detailDesc": "缺检验报告"}


def reviewed(office: Office) -> AppMain:
    """A declaration whose materials are looked at."""
    main = office.declared()
    main.step = at.MATERIAL
    office.db.commit()
    return main


def test_the_result_of_a_review_chooses_the_move(office: Office) -> None:
    main = reviewed(office)
    call = "/api/appmain/materialReviewDeal"
    assert office.refused("ziliao", call, ids=main.id) == "审查结果：必填"
    assert office.refused("ziliao", call, ids=main.id, result="later") == "审查结果：请从选项中选择"
    assert office.refused("ziliao", call, ids=main.id, result="supplement") == "缺少的资料或理由：必填"
    form = {"result": "supplement", "reason": "缺自检报告", "supplementdue": "2020-01-01"}
    assert office.refused("ziliao", call, ids=main.id, **form) == "补正期限2020-01-01已过"
    office.good("ziliao", call, ids=main.id, **form | {"supplementdue": "2099-01-01"})
    main = office.main(main.id)
    assert (main.step, main.status) == (at.DECLARE, at.SUPPLEMENT)
    assert (main.backReason, main.backDescription, main.backStep) == ("资料不齐", "缺自检报告", at.MATERIAL)


def test_a_refused_application_is_closed_and_a_passed_one_goes_on(office: Office) -> None:
    main = reviewed(office)
    form = {"result": "pass", "materials": office.papers(main)}
    office.good("ziliao", "/api/appmain/materialReviewDeal", ids=main.id, **form)
    main = office.main(main.id)
    assert main.step == at.ACCEPT
    main.step = at.MATERIAL
    office.good("ziliao", "/api/appmain/materialReviewDeal", ids=main.id, result="refuse", reason="不在受理范围")
    main = office.main(main.id)
    assert (main.step, main.status, main.backReason) == (at.REFUSED, "82", "不予受理")


def test_the_step_of_the_first_row_chooses_among_the_returns(office: Office) -> None:
    main = office.declared()
    main.step = at.ASSIGN
    office.db.commit()
    office.good("yewu", "/api/appmain/sendBack", ids=main.id, **REASON)
    main = office.main(main.id)
    assert (main.step, main.backStep) == (at.DECLARE, at.ASSIGN)
    said = office.post("yewu", "/api/appmain/sendBack", ids=main.id, **REASON, again="1")
    assert (said["status"], said["errorMsg"]) == (409, f"{main.appno}当前环节不能退回")


def test_a_withdrawal_takes_a_number_or_a_pick_of_either_process(office: Office) -> None:
    main = office.declared()
    office.good("shouli", "/api/appmain/autoWithdraw", appno=main.appno)
    main = office.main(main.id)
    assert main.step == at.DECLARE
    main.step = at.VOID
    office.db.commit()
    item = office.entered()
    office.good("jianyan1", "/api/appmain/autoWithdraw", ids=item.id)
    assert office.item(item.id).step == at.ENTER
    assert office.post("jianyan1", "/api/appmain/autoWithdraw", seisn="DT0")["status"] == 403
    item.step = at.RELEASE
    said = office.refused("jianyan1", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert said == f"{item.seisn}当前环节为报告发放，不能撤回"


def test_a_version_that_is_no_longer_the_newest_is_refused(office: Office) -> None:
    item = office.entered()
    said = office.post("jiaohe", "/api/appbuss/verifyReport", ids=item.id, version=item.version - 1)
    assert (said["status"], said["errorCode"]) == (409, "STALE")
    assert office.item(item.id).step == at.VERIFY
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id, version=item.version)


def test_referring_changes_the_department_and_nothing_else(office: Office) -> None:
    main = office.declared()
    before, last = main.chedept, main.last_by
    depts = office.good("yewu", "/api/businesspro/common/getOfficeListByUser")
    other = next(d["value"] for d in depts if d["value"] != before and d["type"] in ("dept", "station"))
    assert office.refused("yewu", "/api/appmain/refer", id=main.id, chedept=before, reason="现场核实过") == "已在该部门"
    assert office.refused("yewu", "/api/appmain/refer", id=main.id, chedept=other) == "转办原因：必填"
    office.good("yewu", "/api/appmain/refer", id=main.id, chedept=other, reason="单位迁址")
    main = office.main(main.id)
    assert (main.step, main.chedept, main.last_by) == (at.ACCEPT, other, last)
    log = office.db.scalars(select(FlowLog).where(FlowLog.subject_id == main.id, FlowLog.move == "refer")).one()
    assert (log.from_step, log.to_step, log.reason) == (at.ACCEPT, at.ACCEPT, "单位迁址")


def test_arrears_are_allowed_after_approval_alone(office: Office) -> None:
    item = office.audited()
    call = "/api/appbuss/allowArrears"
    assert office.refused("yewu", call, ids=item.id, reason="合同月结") == f"{item.seisn}尚未批准，不能办理欠费发放"
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    office.good("yewu", call, ids=item.id, reason="合同月结")
    item = office.item(item.id)
    assert (item.step, item.arrearsby, item.arrearsreason) == (at.PRINT, "徐海燕", "合同月结")


def test_a_page_is_offered_the_moves_of_its_step(office: Office) -> None:
    item = office.entered()
    head = office.good("jiaohe", "/api/appbuss/getItem", id=item.id)["head"]
    assert [m["name"] for m in head["moves"]] == ["verify", "verify_back", "sign", "withdraw"]
    verify, back, *_ = head["moves"]
    assert (verify["primary"], verify["verb"], verify["call"]) == (True, "确认", "/api/appbuss/verifyReport")
    assert (back["back"], back["form"]) == (True, "jy_form_verify_back")
    assert (head["page"], head["list"]) == ("/businessPro/reportConfirmInfo?id={id}", "/businessPro/reportConfirm")


@pytest.mark.parametrize("process", [DECLARATION, BUSINESS], ids=["declaration", "business"])
def test_every_move_has_a_call_and_every_dialog_is_known(process: Process) -> None:
    for m in process.moves:
        assert (m.call or m.within) in CALLS, m.name
        assert not m.form_no or FORMS[m.form_no].save_url == m.call, m.name


GO = Move("go", "办", ["A"], "B", "inspection:apply:save", call="/api/go")


def small(steps: list[Step] | None = None, moves: list[Move] | None = None, **more: Any) -> Process:
    """A process of two steps, right unless something is said."""
    steps = steps or [Step("A", "甲", anybody, route="/a"), Step("B", "乙", nobody)]
    return Process("small", "小", AppMain, steps, moves or [GO], **{"start": "A", "ends": ["B"], **more})


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("is on no page", {"steps": [Step("A", "甲", anybody), Step("B", "乙", nobody)]}),
        ("no move leads to", {"moves": [replace(GO, to="A")], "ends": ["A", "B"]}),
        ("no way out", {"ends": []}),
        ("who can do nothing", {"moves": [replace(GO, anyone=True)]}),
        ("unknown step", {"moves": [replace(GO, to="C")]}),
        ("is not declared", {"moves": [replace(GO, may="no:such")]}),
        ("by which one call", {"moves": [replace(GO, call="")]}),
        ("by which one call", {"moves": [replace(GO, within="/api/more")]}),
        ("needs choices", {"moves": [replace(GO, to=lambda d: "B")]}),
        ("declared twice", {"moves": [GO, GO]}),
    ],
)
def test_a_wrong_declaration_stops_the_start_up(said: str, wrong: dict[str, Any]) -> None:
    small()
    with pytest.raises(ValueError, match=said):
        small(**wrong)


def test_a_persons_own_scope_takes_the_place_of_that_of_the_roles(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = office.declared()
    person = office.user("jianyan10")
    assert person.dept_id not in ("", main.chedept)

    def seen_with(scope: str) -> int:
        row = office.db.scalars(select(SysUser).where(SysUser.login == "jianyan10")).one()
        form = {"id": row.id, "version": str(row.version), "role_ids": row.role_ids, "scope": scope}
        office.good("secadmin", "/api/system/user/grant", **form)
        monkeypatch.setitem(office.actors.users, "jianyan10", account(office.db, person.id))
        count: int = office.good("jianyan10", "/api/businesspro/appmain/findList", appno=main.appno)["count"]
        return count

    assert [seen_with(scope) for scope in ("", "org", "dept", "own", "")] == [0, 1, 0, 0, 0]

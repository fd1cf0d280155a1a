"""Returns, withdrawals, voids and the end of an inspection: where things may go, and what they leave behind."""

import pytest
from sqlalchemy import func, select

from tejian.inspection.flow.business import BUSINESS
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.database.flowlog import FlowLog

from .conftest import Office

VOID = {"reasonId": "07", "reasonLabel": "用户要求取消", "detailDesc": "单位来函取消"}
# the return matrix: step → where its returns may go
MATRIX = {
    "RWAP": {"YWSL"},
    "RWQR": {"RWAP"},
    "BGSC": {"RWAP", "RWQR"},
    "BGLR": {"BGSC"},
    "BGQR": {"BGLR"},
    "BGSH_FX": {"RWAP", "BGSC", "BGLR"},
    "BGSH": {"RWAP", "BGSC", "BGLR"},
    "BGSP": {"BGLR", "BGSH"},
}


def test_the_declared_returns_are_the_matrix() -> None:
    found: dict[str, set[str]] = {}
    for move in BUSINESS.moves:
        if move.label == "退回":
            for frm in move.frm:
                found.setdefault(frm, set()).update(move.choices)
    assert found == MATRIX


def test_nothing_is_returned_after_approval(office: Office) -> None:
    item = office.approved()
    said = office.refused("dayin", "/api/appbuss/sendBack", ids=item.id, toStep="BGLR", detailDesc="现场核实过")
    assert said == "报告打印环节不能退回，请走报告更正"


def test_a_declaration_goes_back_to_the_counter_with_its_reason(office: Office) -> None:
    main = office.declared()
    form = {"reasonId": "15", "reasonLabel": "资料不齐", "detailDesc": "缺上次检验报告"}
    office.good("shouli", "/api/appmain/sendBack", ids=main.id, **form)
    main = office.main(main.id)
    assert (main.step, main.status) == ("YWSB", "13")
    assert (main.backReason, main.backDescription, main.backDutyTask) == ("资料不齐", "缺上次检验报告", "YWSB")
    page = office.good("shouli", "/api/businesspro/appmain/findList", appno=main.appno)
    row = page["list"][0]
    assert (row["backReason"], row["backDutyTaskName"]) == ("资料不齐", "业务申报")
    office.good("shouli", "/api/appmain/submitAppMain", ids=main.id)
    assert office.main(main.id).backReason == ""


def test_an_item_returned_from_arrangement_is_accepted_again_under_its_number(office: Office) -> None:
    item = office.accepted()[0]
    form = {"toStep": "YWSL", "reasonId": "16", "reasonLabel": "安排冲突", "detailDesc": "单位要求改期"}
    office.good("diaodu", "/api/appbuss/sendBack", ids=item.id, **form)
    assert office.item(item.id).step == "YWSL"
    main = office.main(item.appmain_id)
    assert (main.step, main.status) == ("YWSL", "10")
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)
    again = office.item(item.id)
    assert (again.step, again.seisn) == ("RWAP", item.seisn)
    assert office.db.scalar(select(func.count()).where(AppBuss.appmain_id == main.id)) == 1


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "作废原因不能为空"),
        ({"reasonId": "07", "reasonLabel": "用户要求取消"}, "详细说明不能为空"),
    ],
)
def test_the_void_form_is_checked(office: Office, form: dict[str, str], sentence: str) -> None:
    main = office.declared()
    assert office.refused("yewu", "/api/appmain/voidSbdj", ids=main.id, **form) == sentence
    assert office.main(main.id).step == "YWSL"


def test_voiding_without_a_pick(office: Office) -> None:
    assert office.refused("yewu", "/api/appmain/voidSbdj", **VOID) == "请选择作废数据"


def test_a_void_takes_the_items_with_it_and_frees_the_device(office: Office) -> None:
    item = office.arranged()[0]
    office.good("yewu", "/api/appmain/voidSbdj", ids=item.appmain_id, **VOID)
    assert (office.main(item.appmain_id).status, office.item(item.id).status) == ("80", "80")
    last = office.db.scalars(
        select(FlowLog).where(FlowLog.subject_id == item.id).order_by(FlowLog.id.desc()).limit(1)
    ).one()
    assert (last.move_label, last.from_step, last.to_step) == ("作废", "RWQR", "VOID")
    again = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts()))["main"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=again["id"])


def test_a_paid_declaration_cannot_be_voided(office: Office) -> None:
    main = office.declared()
    main.chargestate = "4"
    assert office.refused("yewu", "/api/appmain/voidSbdj", ids=main.id, **VOID) == "已缴费数据不允许作废，请先办理退费"


def test_an_approved_report_keeps_its_declaration(office: Office) -> None:
    item = office.approved()
    said = office.refused("yewu", "/api/appmain/voidSbdj", ids=item.appmain_id, **VOID)
    assert said == f"业务{item.seisn}的报告已批准，不能作废"


def test_a_foreign_id_refuses_the_whole_batch(office: Office) -> None:
    main = office.declared()
    said = office.post("yewu", "/api/appmain/voidSbdj", ids=[main.id, "0" * 32], **VOID)
    assert said["status"] == 403
    assert office.main(main.id).step == "YWSL"


def test_a_voided_declaration_cannot_be_revived(office: Office) -> None:
    main = office.declared()
    office.good("yewu", "/api/appmain/voidSbdj", ids=main.id, **VOID)
    assert office.post("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)["status"] == 409
    assert office.main(main.id).status == "80"


def test_a_voided_task_goes_back_with_its_mark(office: Office) -> None:
    item = office.arranged()[0]
    office.good("diaodu", "/api/appmain/voidRwap", ids=item.id, **VOID)
    item = office.item(item.id)
    assert (item.step, item.inspectors) == ("YWSL", [])
    assert "用户要求取消" in item.taskvoided


def test_only_unsubmitted_sheets_are_deleted(office: Office) -> None:
    main = office.declared()
    said = office.refused("shouli", "/api/appmain/deleteAppMain", ids=main.id)
    assert said == f"{main.appno}已提交过，只能作废，不能删除"
    saved = office.good("shouli", "/api/appmain/saveAppMain", **office.form(office.lifts(2)[1:]))["main"]
    office.good("shouli", "/api/appmain/deleteAppMain", ids=saved["id"])
    assert office.db.scalars(select(AppMain).where(AppMain.id == saved["id"])).first() is None


def test_one_withdraws_what_nobody_has_opened(office: Office) -> None:
    item = office.entered()
    office.good("jianyan1", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert office.item(item.id).step == "BGLR"


def test_an_opened_item_is_not_withdrawn(office: Office) -> None:
    item = office.entered()
    office.good("jiaohe", "/api/appbuss/open", id=item.id)
    said = office.refused("jianyan1", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert said == "方志强已打开处理，不能撤回"
    assert office.item(item.id).step == "BGQR"


def test_what_one_step_opened_is_not_opened_at_the_next(office: Office) -> None:
    item = office.entered()
    office.good("jiaohe", "/api/appbuss/open", id=item.id)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    assert (office.item(item.id).step, office.item(item.id).opened_by) == ("BGSH", "")
    office.good("jiaohe", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert (office.item(item.id).step, office.item(item.id).opened_by) == ("BGQR", "")


def test_nobody_withdraws_for_another(office: Office) -> None:
    item = office.entered()
    said = office.refused("jiaohe", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert said == "只能撤回本人最后提交的业务"


def test_the_end_of_an_inspection_is_asked_for_and_agreed(office: Office) -> None:
    item = office.built()
    form = {"reasonLabel": "现场不具备检验条件", "detailDesc": "井道进水"}
    office.good("jianyan1", "/api/appbuss/cancelAppBuss", ids=item.id, **form)
    assert office.item(item.id).step == "finish_inspect"
    office.good("yewu", "/api/appbuss/agreeEnd", ids=item.id)
    item = office.item(item.id)
    assert (item.step, item.status) == ("ENDED", "90")
    assert office.main(item.appmain_id).status == "90"


def test_a_refused_end_goes_back_where_it_stood(office: Office) -> None:
    item = office.built()
    office.good("jianyan1", "/api/appbuss/cancelAppBuss", ids=item.id, reasonLabel="使用单位取消")
    office.good("yewu", "/api/appbuss/refuseEnd", ids=item.id, detailDesc="应完成检验")
    assert office.item(item.id).step == "BGLR"


def test_a_withdrawal_goes_back_where_the_item_came_from(office: Office) -> None:
    item = office.in_parts()
    office.good("fenxiang", "/api/appbuss/auditReportFx", ids=item.id)
    assert office.item(item.id).step == "BGSH"
    office.good("fenxiang", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert office.item(item.id).step == "BGSH_FX"


def test_what_was_returned_is_not_withdrawn(office: Office) -> None:
    item = office.in_parts()
    form = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "现场核实过"}
    office.good("fenxiang", "/api/appbuss/sendBack", ids=item.id, **form)
    said = office.refused("fenxiang", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert said == "该业务是退回来的，不能撤回"


def standing(office: Office, login: str, path: str, key: str) -> str:
    """What the head of a page says, without the moment with which it begins."""
    page = office.good(login, path, id=key)
    said = page.get("head", page)["standing"]
    return said and f"{said['tone']} {said['text'][17:]}"


DECLARED, ITEM = "/api/appmain/getDetailAppMain", "/api/appbuss/getItem"


def test_a_returned_declaration_says_by_whom_and_why_until_it_is_handed_in_again(office: Office) -> None:
    main = office.declared()
    assert standing(office, "shouli", DECLARED, main.id) is None
    form = {"reasonId": "15", "reasonLabel": "资料不齐", "detailDesc": "缺上次检验报告"}
    office.good("shouli", "/api/appmain/sendBack", ids=main.id, **form)
    assert standing(office, "shouli", DECLARED, main.id) == "ca 由周晓琳退回申报：资料不齐 缺上次检验报告"
    office.good("shouli", "/api/appmain/submitAppMain", ids=main.id)
    assert standing(office, "shouli", DECLARED, main.id) is None


def test_a_void_stands_at_the_head_of_the_declaration_and_of_its_items(office: Office) -> None:
    item = office.accepted()[0]
    office.good("yewu", "/api/appmain/voidSbdj", ids=item.appmain_id, **VOID)
    said = "no 由徐海燕作废：用户要求取消 单位来函取消"
    assert standing(office, "yewu", DECLARED, item.appmain_id) == said
    assert standing(office, "yewu", ITEM, item.id) == said


def test_the_record_says_why_it_came_back(office: Office) -> None:
    item = office.entered()
    form = {"toStep": "BGLR", "reasonId": "16", "reasonLabel": "数据有误", "detailDesc": "第 12 项缺测量值"}
    office.good("jiaohe", "/api/appbuss/sendBack", ids=item.id, **form)
    assert standing(office, "jianyan1", ITEM, item.id) == "ca 由方志强退回：数据有误 第 12 项缺测量值"


def test_what_was_withdrawn_says_so(office: Office) -> None:
    item = office.arranged()[0]
    office.good("diaodu", "/api/appmain/autoWithdraw", seisn=item.seisn)
    assert standing(office, "diaodu", ITEM, item.id) == "ca 由俞卫东自主撤回"


BACK = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "见各项要求"}


def marked(office: Office, item: AppBuss) -> list[tuple[int, str, str, str]]:
    """What the page of the entry says at the items that a return named."""
    findings = office.good("jianyan1", ITEM, id=item.id)["findings"]
    return [(f["seq"], f["level"], f["text"], f["key"]) for f in findings if f["check"] == "RETURN"]


def test_a_returned_report_says_at_its_items_what_is_to_be_changed(office: Office) -> None:
    item = office.in_parts()
    marks = [{"seq": 3, "text": "与照片不符，请复核"}, {"seq": 5, "text": "说明过于简单"}]
    office.good("fenxiang", "/api/appbuss/sendBack", ids=item.id, **BACK, marks=marks)
    said = "退回时叶晓东要求：与照片不符，请复核", "退回时叶晓东要求：说明过于简单"
    assert office.item(item.id).backDescription == "见各项要求\n第3项：与照片不符，请复核\n第5项：说明过于简单"
    assert marked(office, item) == [
        (3, "warn", f"{said[0]}（没有改动）", "RETURN_3"),
        (5, "warn", f"{said[1]}（没有改动）", "RETURN_5"),
    ]
    assert said[0] in office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert office.item(item.id).step == "BGLR"
    note = {"seq": 3, "r": "√", "n": "已到现场复核"}
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, results=[note])
    assert [(seq, level) for seq, level, *_ in marked(office, item)] == [(3, "info"), (5, "warn")]
    assert said[1] in office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, reasons={"RETURN_5": "说明已足够，照片可证"})
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    office.good("fenxiang", "/api/appbuss/sendBack", ids=item.id, **BACK)  # a new return asks for what it says itself
    assert marked(office, item) == []


@pytest.mark.parametrize(
    ("marks", "sentence"),
    [
        ([{"seq": 99, "text": "请复核"}], "第99项不在原始记录中"),
        ([{"seq": 3, "text": "请复核"}, {"seq": 3, "text": "再复核"}], "第3项标记了两次"),
        ([{"seq": 3, "text": ""}], "要改的项目第1行 请写明要改什么"),
        ([{"seq": 3.5, "text": "请复核"}], "要改的项目第1行 项目序号：请输入整数"),
        ([{"seq": -1, "text": "请复核"}], "要改的项目第1行 项目序号：不得小于1"),
        ([{"seq": 3, "text": "改" * 201}], "要改的项目第1行 要改什么：最多200个字"),
        (["3"], "要改的项目：格式不正确"),
    ],
)
def test_a_return_marks_only_items_of_the_record(office: Office, marks: list[object], sentence: str) -> None:
    item = office.in_parts()
    assert office.refused("fenxiang", "/api/appbuss/sendBack", ids=item.id, **BACK, marks=marks) == sentence
    assert (office.item(item.id).step, office.item(item.id).backDescription) == ("BGSH_FX", "")


def test_items_are_marked_report_by_report(office: Office) -> None:
    both = [one.id for one in office.confirmed(2)]
    for key in both:
        office.good("jianyan1", "/api/appbuss/buildReport", ids=key)
        saved = office.filled(office.item(key))
        form = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
        office.good("jianyan1", "/api/appbuss/submitRecord", id=key, **form)
    marks = [{"seq": 3, "text": "请复核"}]
    said = office.refused("jiaohe", "/api/appbuss/sendBack", ids=both, **BACK, marks=marks)
    assert said == "要改的项目须逐份标记，请一次退回一份报告"
    assert [office.item(key).step for key in both] == ["BGQR", "BGQR"]
    office.good("jiaohe", "/api/appbuss/sendBack", ids=both, **BACK)

"""One lift from declaration to release: what every step writes, and what it refuses."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.inspection.models.reports import OriginalRecord, Report
from tejian.kit.database.audit import AuditLog, SecurityLog
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.files import blobs as files
from tejian.kit.ground import clock
from tejian.kit.seals import signing
from tejian.messages.models import Message, Sms
from tejian.system.models.accounts import SysUser
from tejian.system.models.organisations import Org

from .conftest import Office
from .test_conclusions import Sort, device


def test_a_saved_declaration_has_its_number_and_reads_names_from_the_archive(office: Office) -> None:
    lift = office.lifts()[0]
    data = office.good("shouli", "/api/appmain/saveAppMain", **office.form([lift], unitname="别的名称"))
    main = data["main"]
    assert main["appno"] == f"SB{clock.today():%Y%m%d}0001"
    assert main["unitname"] == lift.useorgname
    assert (main["step"], main["status"], main["equcount"]) == ("YWSB", "00", 1)
    assert main["equclacode"] == "3110"
    item = data["equipment"][0]
    assert item["equcode"] == lift.equcode
    floors = lift.params["elefloornumber"]
    assert item["fee"] == f"{min(1200, 400 + 20 * max(0, floors - 5)):.2f}"
    assert main["feepreview"] == item["fee"]


def test_numbers_of_a_day_follow_each_other(office: Office) -> None:
    lifts = office.lifts(3)
    numbers = [office.good("shouli", "/api/appmain/saveAppMain", **office.form([e]))["main"]["appno"] for e in lifts]
    assert [n[-4:] for n in numbers] == ["0001", "0002", "0003"]


def test_submission_moves_the_declaration_and_tells_the_unit(office: Office) -> None:
    main = office.declared()
    assert (main.step, main.status) == ("YWSL", "10")
    sms = office.db.scalars(select(Sms).where(Sms.datacode == main.appno)).one()
    assert (sms.receiver, sms.template) == ("13805741234", "SBDJ")
    assert main.appno in sms.content
    moves = office.db.scalars(select(FlowLog.move_label).where(FlowLog.parent_no == main.appno).order_by(FlowLog.id))
    assert list(moves) == ["申报登记", "提交申报"]


def test_a_device_with_open_business_cannot_be_declared_again(office: Office) -> None:
    main = office.declared()
    lift = office.lifts()[0]
    saved = office.good("shouli", "/api/appmain/saveAppMain", **office.form([lift]))["main"]
    said = office.refused("shouli", "/api/appmain/submitAppMain", ids=saved["id"])
    assert said == f"{lift.equcode}：该设备存在未办结的同类业务（{main.appno}）"
    assert office.main(saved["id"]).step == "YWSB"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"INSCONTACTTEL": "11812345678"}, "联系电话：请输入有效的手机号或者座机号"),
        ({"testsort": "0201"}, "该设备类别不能申报此检验类别"),
        ({"reportget": "09"}, "报告领取方式：格式不正确"),
        ({"isurgent": "1"}, "加急须写明原因"),
        ({"plandate": "2026-13-01"}, "期望检验日期：日期应为yyyy-MM-dd"),
        ({"remark": "长" * 501}, "备注：最多500个字"),
        ({"equipment": [{"equdatasysid": "x" * 32}]}, "设备：所选数据不存在，或不在您的数据范围内"),
        ({"unitsysid": "0" * 32}, "受检单位：所选数据不存在，或不在您的数据范围内"),
    ],
)
def test_wrong_input_gets_a_sentence_and_stores_nothing(office: Office, wrong: dict[str, Any], sentence: str) -> None:
    before = office.db.scalar(select(func.count()).select_from(AppMain))
    said = office.refused("shouli", "/api/appmain/saveAppMain", **{**office.form(office.lifts()), **wrong})
    assert sentence in said
    assert office.db.scalar(select(func.count()).select_from(AppMain)) == before


def test_extra_fields_are_ignored(office: Office) -> None:
    form = office.form(office.lifts(), status="70", step="DONE", createby="x", feepreview="0.01", chargestate="4")
    main = office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]
    assert (main["step"], main["status"], main["chargestate"]) == ("YWSB", "00", "")
    assert main["feepreview"] != "0.01"


def test_a_stale_save_is_refused_with_who_and_when(office: Office) -> None:
    form = office.form(office.lifts())
    main = office.good("shouli", "/api/appmain/saveAppMain", **form)["main"]
    again = {**form, "id": main["id"], "version": main["version"], "remark": "一"}
    office.good("yewu", "/api/appmain/saveAppMain", **again)
    said = office.post("shouli", "/api/appmain/saveAppMain", **{**again, "remark": "二"})
    assert (said["status"], said["errorCode"], said["who"]) == (409, "STALE", "徐海燕")
    assert office.main(main["id"]).remark == "一"


def test_acceptance_makes_an_item_for_every_device(office: Office) -> None:
    items = office.accepted(2)
    year = clock.today().year
    assert [i.seisn for i in items] == [f"DT{year}000001", f"DT{year}000002"]
    assert {i.step for i in items} == {"RWAP"}
    assert {i.status for i in items} == {"30"}
    main = office.main(items[0].appmain_id)
    assert (main.step, main.status, main.acceptby) == ("RUN", "30", "周晓琳")
    assert items[0].limit_at is not None


def test_an_acceptance_is_done_once(office: Office) -> None:
    main = office.declared()
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=main.id)
    said = office.post("yewu", "/api/appmain/submitAppMainAccept", ids=main.id)
    assert said["status"] == 409
    assert "该业务已由周晓琳于" in said["errorMsg"]
    assert office.db.scalar(select(func.count()).where(AppBuss.appmain_id == main.id)) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"inspectors": ""}, "主检和协检至少2人"),
        ({"instruments": ""}, "请选择工具箱，或单独选择仪器"),
        ({"plandate": "2020-01-02"}, "安排日期2020-01-02已过，请改期"),
    ],
)
def test_arrangement_guards(office: Office, change: dict[str, Any], sentence: str) -> None:
    item = office.accepted()[0]
    said = office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan(**change))
    assert sentence in said
    assert office.item(item.id).step == "RWAP"


def test_an_unqualified_inspector_is_refused(office: Office) -> None:
    item = office.accepted()[0]
    plan = office.plan(inspectors=office.user("jianyan3").id)
    said = office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **plan)
    assert said.startswith("孙浩没有机电类定期检验所需的资格") or "孙浩没有" in said


def test_a_main_inspector_can_do_the_steps_that_are_his(office: Office) -> None:
    item, auditor = office.accepted()[0], office.user("jiaohe")
    detail = office.good("diaodu", "/api/appmain/taskSchedDetail", ids=item.id)
    (offered,) = [one for one in detail["people"] if one["id"] == auditor.id]
    sentence = "方志强没有任务确认、报告生成、报告录入的权限，不能任主检"
    assert (offered["why"], offered["mainwhy"]) == ("", sentence)
    plan = office.plan(scinspector=auditor.id, inspectors=office.user("jianyan2").id)
    assert office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **plan) == sentence
    assert (office.item(item.id).step, office.item(item.id).scinspector) == ("RWAP", "")
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan(inspectors=auditor.id))


def test_a_missing_signature_is_said_where_people_are_chosen(office: Office) -> None:
    item = office.accepted()[0]
    second = office.db.scalars(select(SysUser).where(SysUser.login == "jianyan2")).one()
    second.signature = ""
    office.db.commit()
    said = "林志远没有电子签名，不能在报告上签字，请质量管理员在“用户管理”的“签名”中采集"
    detail = office.good("diaodu", "/api/appmain/taskSchedDetail", ids=item.id)
    assert {one["name"]: (one["why"], one["mainwhy"]) for one in detail["people"]}["林志远"] == (said, said)
    checks = office.good("diaodu", "/api/appmain/taskSchedCheck", ids=item.id, **office.plan())
    assert [one["text"] for one in checks if not one["ok"]] == [said]
    assert office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan()) == said
    assert office.item(item.id).step == "RWAP"


def test_what_its_people_lack_stands_at_the_head_of_the_page_of_a_record(office: Office) -> None:
    built = office.built()
    second = office.db.scalars(select(SysUser).where(SysUser.login == "jianyan2")).one()
    said = "林志远没有电子签名，不能在报告上签字，请质量管理员在“用户管理”的“签名”中采集"
    assert office.good("jianyan1", "/api/appbuss/getItem", id=built.id)["head"]["lacking"] == []
    second.signature = ""
    office.db.commit()
    assert office.good("jianyan1", "/api/appbuss/getItem", id=built.id)["head"]["lacking"] == [said]


def test_an_expired_instrument_is_refused(office: Office) -> None:
    from tejian.instruments.models import Instrument

    item = office.accepted()[0]
    gone = office.db.scalars(select(Instrument.id).where(Instrument.boxno == "6 号")).all()
    said = office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan(instruments=list(gone)))
    assert "声级计NB-06-05检定有效期至" in said


def test_an_arrangement_that_is_being_filled_in_is_judged_and_not_written(office: Office) -> None:
    item = office.accepted()[0]
    before = (item.version, item.plandate, item.inspectors, item.instruments)
    said = office.good("diaodu", "/api/appmain/taskSchedCheck", ids=item.id, **office.plan(inspectors=""))
    assert [(one["ok"], one["text"]) for one in said] == [
        (False, f"{item.seisn}：主检和协检至少2人"),
        (True, "主检、协检的资格在安排日期有效"),
        (True, "主检、协检当日不请假、外出"),
        (True, "主检、协检已备电子签名"),
        (True, "主检能办理后面的环节"),
        (True, "流程配置没有把主检的环节指定给别人"),
        (True, "审核、批准另有其人"),
        (True, "流程配置指定的办理人中有人能办"),
        (True, "安排日期是工作日"),
        (True, "仪器在检定有效期内"),
    ]
    office.db.expire_all()
    item = office.item(item.id)
    assert (item.version, item.plandate, item.inspectors, item.instruments) == before


def test_arrangement_writes_people_and_tells_them(office: Office) -> None:
    item = office.item(office.arranged()[0].id)
    assert (item.step, item.scinspectorname, item.inspectornames) == ("RWQR", "陈立峰", "陈立峰、林志远")
    assert item.taskno == f"RW{clock.today():%y%m%d}001"
    told = office.db.scalars(select(Message.user_id).where(Message.kind == "任务安排")).all()
    assert set(told) == {office.user("jianyan1").id, office.user("jianyan2").id}


def test_only_the_main_inspector_confirms(office: Office) -> None:
    item = office.arranged()[0]
    said = office.refused("jianyan2", "/api/appmain/taskConfirmCommit", ids=item.id, safetybriefed="1")
    assert said == "所选数据不在您的待办范围内"
    said = office.refused("jianyan1", "/api/appmain/taskConfirmCommit", ids=item.id)
    assert "请确认安全交底" in said


def test_building_takes_the_report_number_and_prefills_by_rule(office: Office) -> None:
    item = office.built()
    assert item.reportno == f"NBTD{clock.today().year}00001"
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    assert record.template == "DT-DJ"
    filled = {seq for seq, got in record.results.items() if got.get("r") == "—"}
    assert {"5", "14", "15", "16", "24"} <= filled  # seven years old: the items for lifts over 15 years


def test_an_incomplete_record_cannot_be_submitted(office: Office) -> None:
    item = office.built()
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert "没有完整的原始记录，不能编制报告；没有确认本次实际使用的检验仪器；" in said
    assert office.item(item.id).step == "BGLR"


def test_values_outside_the_limit_do_not_pass_as_conforming(office: Office) -> None:
    item = office.built()
    office.filled(item)
    row = {"seq": 31, "r": "√", "v": {"balancefactor": "0.51"}}
    form = {"results": [row], "tables": {"balance": {"empty": "1"}}, "conclusion": "1031"}
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, **form)
    found = [f["text"] for f in saved["findings"] if f["seq"] == 31 and f["level"] == "error"]
    assert found == ["第31项实测值0.51超出要求0.40～0.50，结果不能为“√”"]
    assert "0.51" in office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)


def test_conditions_are_measured_and_can_be_cleared(office: Office) -> None:
    item = office.built()

    def saved(**conditions: str) -> tuple[dict[str, str], list[str]]:
        said = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conditions=conditions)
        record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
        return record.conditions, [f["text"] for f in said["findings"] if f["item_no"] == "" and "温度" in f["text"]]

    whole = {"temperature": "18", "humidity": "56", "voltage": "381", "voltdev": "1.5", "noisebg": "50"}
    assert saved(**whole) == (whole, [])
    kept, said = saved(**whole | {"temperature": " "})
    assert kept == {name: text for name, text in whole.items() if name != "temperature"}
    assert said == ["检验条件没有填写：机房（现场）温度"]
    assert saved(other="1")[1] == ["检验条件没有填写：机房（现场）温度、电源电压偏差、相对湿度（最湿月）、背景噪声"]
    assert saved(**whole | {"temperature": "46"})[1] == [
        "机房（现场）温度 46℃ 超出 5～40 ℃：不检，另约；已检的在备注说明"
    ]
    form = {"id": item.id, "conditions": {"temperature": "热"}}
    assert office.refused("jianyan1", "/api/appbuss/saveRecord", **form) == "机房（现场）温度：请输入数字"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"seq": 99, "r": "√"}, "检验项目不在模板中"),
        ({"seq": 1, "r": "好"}, "结果只能是 √ × — △"),
        ({"seq": 31, "r": "√", "v": {"balancefactor": "abc"}}, "测量值请输入数字"),
        ({"seq": 31, "r": "√", "v": {"password": "1"}}, "没有测量值password"),
        ({"seq": 31, "r": "√", "v": {"balancefactor": "NaN"}}, "测量值请输入数字"),
    ],
)
def test_wrong_entries_are_refused(office: Office, row: dict[str, Any], sentence: str) -> None:
    item = office.built()
    assert sentence in office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, results=[row])


def test_the_next_date_may_not_be_later_than_the_rule(office: Office) -> None:
    item = office.built()
    saved = office.filled(item)
    rule = saved["next"]["lines"]
    due = next(x["value"] for x in rule if x["field"] == "ninspdate")
    later = f"{int(due[:4]) + 1}{due[4:]}"
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conclusion="1031", nextdate=later)
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    assert f"下次检验日期不得晚于规则计算日期{due}" in said


def test_who_wrote_a_report_may_not_confirm_audit_or_approve_it(office: Office) -> None:
    item = office.entered()
    assert item.enteredby == office.user("jianyan1").id
    office.refused("jianyan1", "/api/appbuss/verifyReport", ids=item.id)
    assert office.item(item.id).step == "BGQR"


def test_the_second_inspector_may_confirm_what_the_main_one_wrote(office: Office) -> None:
    item = office.entered()
    office.good("jianyan2", "/api/appbuss/verifyReport", ids=item.id)
    assert (office.item(item.id).step, office.item(item.id).verifiedby) == ("BGSH", office.user("jianyan2").id)


def test_who_inspected_with_others_neither_audits_nor_approves(office: Office) -> None:
    item = office.verified()
    row = office.item(item.id)
    row.inspectors = [*row.inspectors, office.user("shenhe").id, office.user("pizhun").id]
    office.db.commit()
    for login, call, step, sentence in (
        ("shenhe", "/api/appbuss/auditReport", "BGSH", "报告由您编制或由您检验，不能由您审核"),
        ("pizhun", "/api/appbuss/approveReport", "BGSP", "报告的检验、编制、审核、批准不能是同一人"),
    ):
        office.item(item.id).step = step
        office.db.commit()
        assert office.refused(login, call, ids=item.id, opinion="同意，情况已经核实") == sentence
        row = office.item(item.id)
        assert (row.step, row.auditedby, row.approvedby) == (step, "", "")
        assert office.good(login, "/api/appbuss/getItem", id=item.id)["head"]["mine"] is False


def test_the_only_ones_who_can_audit_or_approve_say_so_in_the_arrangement(office: Office) -> None:
    item = office.accepted()[0]
    people = office.good("diaodu", "/api/appmain/taskSchedDetail", ids=item.id)["people"]
    said = {one["name"]: one["why"] for one in people}
    only = "能{}报告的只有{}，参加检验后报告无人{}，请换人"
    assert said["王建国"] == only.format("审核", "王建国", "审核")
    assert said["胡建军"] == only.format("批准", "胡建军", "批准")
    assert said["林志远"] == said["方志强"] == said["叶晓东"] == ""  # who may audit a part is not the only one
    plan = office.plan(inspectors=[office.user("jianyan2").id, office.user("shenhe").id])
    assert office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **plan) == said["王建国"]
    assert office.item(item.id).inspectors == []


def test_audit_and_approval_are_one_at_a_time(office: Office) -> None:
    first = office.in_parts()
    said = office.refused("fenxiang", "/api/appbuss/auditReportFx", ids=[first.id, "0" * 32])
    assert said == "该操作一次只能处理一条数据"


def test_a_return_needs_a_category_and_marks_the_row(office: Office) -> None:
    item = office.in_parts()
    said = office.refused("fenxiang", "/api/appbuss/sendBack", ids=item.id, detailDesc="请复核数据")
    assert said == "请选择差错类别"
    form = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "第 31 项请复核"}
    office.good("fenxiang", "/api/appbuss/sendBack", ids=item.id, **form)
    item = office.item(item.id)
    assert (item.step, item.status) == ("BGLR", "40")
    assert (item.backReason, item.backDescription, item.backStep) == ("数据记录错误", "第 31 项请复核", "BGSH_FX")
    told = office.db.scalars(select(Message.title).where(Message.kind == "报告退回")).one()
    assert "由叶晓东退回报告录入：数据记录错误" in told


def test_a_return_goes_only_where_the_matrix_allows(office: Office) -> None:
    item = office.in_parts()
    form = {"toStep": "YWSL", "reasonId": "02", "reasonLabel": "x", "detailDesc": "现场核实过"}
    assert office.refused("fenxiang", "/api/appbuss/sendBack", ids=item.id, **form) == "不能退回到该环节"


def test_approval_updates_the_archive_and_keeps_why(office: Office) -> None:
    item = office.approved()
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    year = clock.today().year + 2  # year 7 done, year 9 is next
    assert lift.ninspdate is not None
    assert (lift.ninspdate.year, lift.ninspdate.month) == (year, clock.today().month)
    assert (lift.inspdate, lift.insresult, lift.insreportno) == (clock.today(), "1031", item.reportno)
    line = next(x for x in lift.nextexplain["lines"] if x["field"] == "ninspdate")
    assert "第 9 年" in " ".join(line["steps"])
    assert line["clause"]
    change = office.db.scalars(
        select(AuditLog)
        .where(AuditLog.entity == "equipment", AuditLog.entity_id == lift.id)
        .order_by(AuditLog.id.desc())
    ).first()
    assert change is not None
    assert change.changes["ninspdate"][1] == lift.ninspdate.isoformat()
    assert change.user_name == "胡建军"


def test_the_report_is_signed_hashed_and_verifiable(office: Office) -> None:
    item = office.approved()
    report = office.db.scalars(select(Report).where(Report.appbuss_id == item.id)).one()
    content = files.read_checked(report.key)
    assert signing.sha256(content) == report.key
    assert report.pages == len(PdfReader(BytesIO(content)).pages)
    from tejian import settings

    authority = settings.current().data_dir / "seal" / "330200-TJ" / "ca.pem"
    proof = signing.verify_signature(content, authority)
    assert proof["valid"], proof
    said = office.post("shouli", "/api/public/verifyReport", reportno=report.reportno, code=report.verifycode)
    assert said["data"]["digest"] == report.key
    assert said["data"]["valid"] is True
    assert "胡斌" not in str(said["data"])


def test_guessing_a_report_is_counted_and_stopped(office: Office) -> None:
    for n in range(20):
        assert office.refused("shouli", "/api/public/verifyReport", reportno=f"NBTD2026{n:05d}", code="AAAA") == (
            "报告编号或验证码不正确"
        )
    said = office.post("shouli", "/api/public/verifyReport", reportno="NBTD202600001", code="AAAA")
    assert said["status"] == 429


def test_an_unqualified_report_moves_no_date_and_tells_the_supervision(office: Office) -> None:
    item = office.built()
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    before = lift.ninspdate
    office.filled(item, n12="×")
    office.noticed(item)
    form = {"conclusion": "1032", "problems": "制动器失效，停止使用"}
    form["rectifydue"] = str(clock.today() + timedelta(days=14))
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, **form)
    assert saved["proposal"]["code"] == "1032"
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    for login, path in (
        ("jiaohe", "verifyReport"),
        ("shenhe", "auditReport"),
        ("pizhun", "approveReport"),
    ):
        office.good(login, f"/api/appbuss/{path}", ids=item.id)
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    assert (lift.ninspdate, lift.unqualcode, lift.insresult) == (before, "1032", "1032")
    told = office.db.scalars(select(Message.user_id).where(Message.kind == "不合格报告")).all()
    area = ("jianguan", "jianguan2", "juzhang")  # whoever supervises it
    assert set(told) == {office.user(login).id for login in area}


def test_release_needs_payment_or_approved_arrears(office: Office) -> None:
    item = office.archived()
    assert item.archiveno == f"{clock.today().year}-000001"
    out = {"releaseway": "03", "receiver": "胡斌"}
    said = office.refused("shouli", "/api/appbuss/releaseReport", ids=item.id, **out)
    assert said == f"{item.seisn}未缴费，发放须先缴费或经科长批准欠费发放"
    assert office.post("shouli", "/api/appbuss/allowArrears", ids=item.id, reason="现场核实过")["status"] == 403
    office.good("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    office.good("shouli", "/api/appbuss/releaseReport", ids=item.id, **out)
    item = office.item(item.id)
    assert (item.step, item.status, item.arrearsby) == ("DONE", "70", "徐海燕")
    assert office.main(item.appmain_id).status == "70"
    noted = office.db.scalars(select(SecurityLog.target).where(SecurityLog.kind == "欠费发放")).all()
    assert noted == [item.seisn]


def test_without_the_right_nothing_happens_and_it_is_noted(office: Office) -> None:
    main = office.declared()
    said = office.post("jianyan1", "/api/appmain/submitAppMainAccept", ids=main.id)
    assert (said["status"], said["errorCode"]) == (403, "NO_PERMISSION")
    assert office.main(main.id).step == "YWSL"
    noted = office.db.scalars(select(SecurityLog.detail).where(SecurityLog.kind == "越权访问")).all()
    assert noted == ["inspection:accept:handle"]


def test_devices_of_a_station_are_inspected_by_it(office: Office) -> None:
    device = office.lifts()[0]
    stations = office.db.scalars(select(Org).where(Org.kind == "station", Org.classes.contains("3000"))).all()
    device.chedeptid = stations[-1].id
    office.db.commit()
    assert office.declared().chedept == stations[-1].id


def test_who_inspects_an_item_of_another_department_finds_its_declaration(office: Office) -> None:
    me = office.user("jianyan1")
    stations = office.db.scalars(select(Org).where(Org.kind == "station", Org.id != me.dept_id)).all()
    device = office.lifts()[0]
    device.chedeptid = stations[0].id
    office.db.commit()
    item = office.accepted()[0]
    assert (office.main(item.appmain_id).takers, item.chedept) == ([], stations[0].id)
    assert me.scope in ("own", "dept")
    assert "权限" in office.refused("jianyan1", "/api/appmain/getDetailAppMain", id=item.appmain_id)
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan())
    main = office.main(item.appmain_id)
    assert main.takers == sorted([me.id, office.user("jianyan2").id])
    assert office.good("jianyan1", "/api/appmain/getDetailAppMain", id=main.id)["main"]["appno"] == main.appno
    listed = office.good("jianyan1", "/api/businesspro/appmain/findList", appno=main.appno)["list"]
    assert [one["appno"] for one in listed] == [main.appno]


def test_the_box_of_the_last_device_of_the_class_is_proposed(office: Office) -> None:
    first = office.arranged()[0]
    detail = "/api/appmain/taskSchedDetail"
    lift, crane = office.lifts(2)[1], device(office, Sort("4110", "02", "0211", "1041", "1042"))
    for one, expected in ((lift, first.instruments), (crane, [])):
        made = office.good("shouli", "/api/appmain/saveAppMain", **office.form([one]))["main"]["id"]
        office.good("shouli", "/api/appmain/submitAppMain", ids=made)
        office.good("shouli", "/api/appmain/submitAppMainAccept", ids=made)
        item = office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == made)).one()
        assert office.good("diaodu", detail, ids=item.id)["suggested"]["instruments"] == expected

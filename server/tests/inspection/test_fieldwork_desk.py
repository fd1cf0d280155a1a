"""What is settled at the desk of the work in the field: conflicts, held and refused operations, terminals, versions."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.models.fieldwork import RecordConflict, Terminal
from tejian.inspection.models.mobile import AppVersion, HeldJob, OpFailure, RecordSubmit, TaskGuide
from tejian.kit.ground import clock
from tejian.messages.models import Message

from .conftest import SAVE, Office
from .phones import disputed, held, one, phones, record

MOBILE, DECIDE = "/api/mobilePlat", "/api/pda/decide"


# -- conflicts ----------------------------------------------------------------------------------------------------


def test_the_main_inspector_decides(office: Office) -> None:
    item, seq, conflict = disputed(office)
    reason = {"reason": "复测间隙 0.5 mm，在限值内"}
    [line] = office.good("jianyan1", "/api/pda/conflicts")
    assert (line["mine"], line["theirs"], line["by"], line["decides"]) == ("×", "√", office.user("jianyan1").name, True)
    assert office.good("jianyan2", "/api/pda/conflicts", record=conflict.record_id)[0]["decides"] is False
    assert "主检" in office.refused(
        "jianyan2", DECIDE, id=conflict.id, version=conflict.version, choice="theirs", **reason
    )
    assert office.refused("jianyan1", DECIDE, id=conflict.id, version=conflict.version, choice="theirs") != ""
    assert office.refused("jianyan1", DECIDE, id=conflict.id, version=conflict.version, **reason) == "请选择裁定的值"
    assert one(office, RecordConflict).step == "DC"
    office.good("jianyan1", DECIDE, id=conflict.id, version=conflict.version, choice="theirs", **reason)
    done = one(office, RecordConflict)
    assert (done.step, done.value, done.valueshown, done.reason) == ("CD", "√", "√", reason["reason"])
    assert (done.decidedby, done.mine, done.theirs) == (office.user("jianyan1").id, "×", "√")
    assert record(office, item).results[seq]["r"] == "√"
    assert office.good("jianyan1", "/api/pda/conflicts") == []


def test_another_value_may_be_decided_when_it_fits(office: Office) -> None:
    item, seq, conflict = disputed(office)
    sent = {"id": conflict.id, "version": conflict.version, "choice": "other", "reason": "两人一起复测"}
    assert office.refused("jianyan1", DECIDE, **sent) == "请填写裁定的值"
    assert "结果只能是" in office.refused("jianyan1", DECIDE, value="好", **sent)
    assert record(office, item).results[seq]["r"] == "×"
    office.good("jianyan1", DECIDE, value="△", **sent)
    assert record(office, item).results[seq]["r"] == "△"


def test_a_conflict_ends_with_its_record(office: Office) -> None:
    item, _, conflict = disputed(office)
    sent = {"id": conflict.id, "version": conflict.version, "reason": "任务重新确认", "choice": "mine"}
    back = {"reasonId": "15", "reasonLabel": "其他", "detailDesc": "任务须重新确认"}
    office.good("jianyan1", "/api/appbuss/sendBack", ids=item.id, toStep="BGSC", **back)
    assert "主检" in office.refused("jianyan1", DECIDE, **sent)
    office.good("jianyan1", "/api/appbuss/sendBack", ids=item.id, toStep="RWQR", **back)
    assert one(office, RecordConflict).step == "ZF"


# -- what was not written -----------------------------------------------------------------------------------------


def test_held_operations_are_written_when_the_record_comes_back(office: Office) -> None:
    item, _, job = held(office)
    assert (job.step, job.operations, job.why) == (
        "DZ",
        1,
        "问题及处理意见、备注未写入：业务当前环节为报告确认，不能录入",
    )
    chief = "yewu"
    said = office.refused(chief, f"{MOBILE}/conveobj/apply", id=job.id, version=job.version)
    assert said == "该业务现在不在报告录入环节，不能套用；可移交到同一设备的其他业务，或归档"
    back = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "请补充备注"}
    office.good("jiaohe", "/api/appbuss/sendBack", ids=item.id, **back)
    page = office.good(chief, f"{MOBILE}/conveobj/record", id=job.id)
    ops = next(part for part in page["parts"] if part["key"] == "ops")["rows"]
    assert [(row["shown"], row["state"]) for row in ops] == [("迟到的话", "held")]
    office.good(chief, f"{MOBILE}/conveobj/apply", id=job.id, version=job.version)
    done = one(office, HeldJob)
    assert (done.step, done.outcome, done.target) == ("TY", "写入1条，冲突0条，未写入0条", item.seisn)
    assert record(office, item).remark == "迟到的话"


def test_held_operations_are_filed_with_a_reason(office: Office) -> None:
    _, _, job = held(office)
    call = f"{MOBILE}/conveobj/file"
    assert office.refused("yewu", call, id=job.id, version=job.version) == "请填写原因"
    assert office.post("jianyan2", call, id=job.id, version=job.version, reason="不再需要")["status"] == 403
    office.good("yewu", call, id=job.id, version=job.version, reason="备注已在电脑上写明")
    assert (one(office, HeldJob).step, one(office, HeldJob).outcome) == ("GD", "备注已在电脑上写明")


def test_held_operations_go_to_no_other_device(office: Office) -> None:
    item, _, job = held(office)
    sent = {"id": job.id, "version": job.version}
    said = office.refused("yewu", f"{MOBILE}/conveobj/pass", target="NONE", **sent)
    assert said == "没有您可见的业务NONE"
    said = office.refused("yewu", f"{MOBILE}/conveobj/pass", target=item.seisn, **sent)
    assert said == f"业务{item.seisn}不是同一设备的另一件业务"
    assert one(office, HeldJob).step == "DZ"


def test_a_refused_operation_goes_back_and_is_answered(office: Office) -> None:
    _, _, _ = held(office)
    failure = one(office, OpFailure)
    assert (failure.message, failure.valueshown, failure.step) == ("任务安排不能在终端上修改", "1", "DC")
    sent = {"id": failure.id, "version": failure.version}
    office.good("yewu", f"{MOBILE}/checkFail/return", reason="请说明为什么修改任务安排", **sent)
    told = office.db.scalars(select(Message.user_id).where(Message.kind == "移动端校验失败")).one()
    assert told == office.user("jianyan2").id
    failure = one(office, OpFailure)
    sent = {"id": failure.id, "version": failure.version, "answer": "误触，不用补录"}
    assert office.refused("jianyan1", f"{MOBILE}/checkFail/reply", **sent) != ""
    office.good("jianyan2", f"{MOBILE}/checkFail/reply", **sent)
    failure = one(office, OpFailure)
    assert (failure.step, failure.answer, failure.handler_id) == ("XF", "误触，不用补录", office.user("jianyan2").id)


# -- terminals, versions, guides ----------------------------------------------------------------------------------


def test_a_lost_phone_is_given_nothing_and_wipes_itself(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key = record(office, item).id
    phone.good("pack")
    terminal = one(office, Terminal)
    sent = {"id": terminal.id, "version": terminal.version}
    assert office.post("jianyan1", f"{MOBILE}/terminal/lose", reason="手机遗失在现场", **sent)["status"] == 403
    office.good("sysadmin", f"{MOBILE}/terminal/lose", reason="手机遗失在现场", **sent)
    said = phone.good("hello")
    assert said["wipe"] is True and said["blocked"].startswith("本终端已挂失停用") and said["newest"] == ""
    for path, form in (("pack", {}), ("ops", {"ops": [phone.op(key, "remark", "冒用")]})):
        assert phone.refused(path, **form).startswith("本终端已挂失停用")
    assert record(office, item).remark == ""
    terminal = one(office, Terminal)
    assert (terminal.step, terminal.blockreason) == ("GS", "手机遗失在现场")
    sent = {"id": terminal.id, "version": terminal.version}
    phone.good("hello")  # a contact does not overtake who is about to let it in again
    office.good("sysadmin", f"{MOBILE}/terminal/restore", reason="已找回并核对本人", **sent)
    assert phone.good("hello")["wipe"] is False and one(office, Terminal).blockreason == ""


def version(office: Office, number: str, **more: Any) -> dict[str, Any]:
    office.good("sysadmin", f"{MOBILE}/version/save", appno=number, notes=f"{number} 的说明", **more)
    row = office.db.scalars(select(AppVersion).where(AppVersion.appno == number)).one()
    return {"id": row.id, "version": row.version}


def test_a_version_is_staged_published_and_taken_back(office: Office) -> None:
    phone, _ = phones(office)
    first = version(office, "1.9.0")
    assert phone.good("hello")["newest"] == ""
    office.good("sysadmin", f"{MOBILE}/version/stage", share=100, **first)
    office.good("sysadmin", f"{MOBILE}/version/publish", **current(office, "1.9.0"))
    office.good("sysadmin", f"{MOBILE}/version/stage", share=100, **version(office, "1.10.0", least="1.5.0"))
    said = phone.good("hello")
    assert (said["newest"], said["notes"], said["minimum"], said["forced"]) == (
        "1.10.0",
        "1.10.0 的说明",
        "1.5.0",
        True,
    )
    assert phone.good("hello", app="1.6.0")["forced"] is False
    office.good("sysadmin", f"{MOBILE}/version/rollback", reason="照片上传失败", **current(office, "1.10.0"))
    said = phone.good("hello")
    assert (said["newest"], said["minimum"], said["forced"]) == ("1.9.0", "", False)


def current(office: Office, number: str) -> dict[str, Any]:
    row = office.db.scalars(select(AppVersion).where(AppVersion.appno == number)).one()
    return {"id": row.id, "version": row.version}


def test_a_station_gets_a_version_before_the_others(office: Office) -> None:
    phone, _ = phones(office)
    mine = office.user("jianyan1").dept_id
    foreign = office.user("shouli").dept_id or office.user("shouli").org_id
    office.good("sysadmin", f"{MOBILE}/version/stage", share=100, station=mine, **version(office, "2.0.0"))
    assert phone.good("hello")["newest"] == "2.0.0"
    if foreign not in (mine, office.user("jianyan1").org_id):
        office.good("sysadmin", f"{MOBILE}/version/stage", share=100, station=foreign, **version(office, "2.1.0"))
        assert phone.good("hello")["newest"] == "2.0.0"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"appno": "neu"}, "版本号：应如 1.4.0"),
        ({"appno": "1.0.0", "least": "x"}, "最低可用版本：应如 1.4.0"),
    ],
)
def test_a_version_has_a_number(office: Office, sent: dict[str, str], said: str) -> None:
    assert office.refused("sysadmin", f"{MOBILE}/version/save", notes="说明", **sent) == said
    assert office.db.scalars(select(AppVersion)).all() == []


def test_a_version_may_not_shut_itself_out(office: Office) -> None:
    sent = version(office, "1.0.0", least="2.0.0")
    said = office.refused("sysadmin", f"{MOBILE}/version/stage", share=10, **sent)
    assert said == "最低可用版本2.0.0高于本版本1.0.0，终端将无法使用"


def test_guides_come_with_the_pack(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    today = str(clock.today())
    guide = {"guidestep": "2", "validfrom": today, "content": "进入轿顶前先按下急停", "must": "1", "seq": 1}
    office.good("zhiliang", f"{MOBILE}/guide/save", title="进轿顶", equclass=item.equclass, **guide)
    office.good("zhiliang", f"{MOBILE}/guide/save", title="别的设备", equclass="1000", **guide)
    office.good(
        "zhiliang",
        f"{MOBILE}/guide/save",
        title="已失效",
        **(guide | {"validfrom": "2020-01-01"}),
        validto="2020-12-31",
    )
    said = office.refused("zhiliang", f"{MOBILE}/guide/save", title="倒置", **guide, validto="2020-01-01")
    assert said == "失效日期不得早于生效日期"
    [job] = phone.good("pack")["jobs"]
    [one_] = job["job"]["guide"]
    assert (one_["title"], one_["step"], one_["must"]) == ("进轿顶", "进场", True)


def guided(office: Office, item: Any, title: str = "进轿顶", **more: Any) -> TaskGuide:
    sent = {"guidestep": "2", "validfrom": str(clock.today()), "content": "进入轿顶前先按下急停", "must": "1", "seq": 1}
    office.good("zhiliang", f"{MOBILE}/guide/save", title=title, equclass=item.equclass, **sent | more)
    return office.db.scalars(select(TaskGuide).where(TaskGuide.title == title)).one()


def test_a_record_is_handed_in_when_the_guides_were_confirmed(office: Office) -> None:
    """The confirmation of another person, of another text and of another record counts for nothing."""
    item = office.built()
    guide = guided(office, item)
    guided(office, item, "不必确认", must="0")
    mine, other = phones(office)
    saved = office.filled(item)
    key = record(office, item).id
    office.good("jianyan1", SAVE, id=item.id, conclusion=saved["proposal"]["code"])
    office.good("jianyan1", SAVE, **office.answered("jianyan1", SAVE, {"id": item.id}))
    [job] = mine.good("pack")["jobs"]
    told = next(one for one in job["job"]["guide"] if one["id"] == guide.id)
    assert told["confirmed"] is False
    value = {"at": mine.now(), "read": told["read"]}
    path = f"guide.{guide.id}"

    def refused() -> str:
        return mine.refused("submit", record=key, version=record(office, item).version)

    assert refused() == "还有1条任务指引没有确认：进轿顶"
    before = record(office, item).version
    assert other.write(key, path, value)["state"] == "taken"
    assert refused() == "还有1条任务指引没有确认：进轿顶"
    for wrong, said in (
        ({**value, "read": "0" * 16}, "任务指引“进轿顶”已修改，请同步后重新阅读并确认"),
        ("1", "任务指引的确认须有时间和所读的内容"),
        ({**value, "more": "x" * 9}, "任务指引的确认须有时间和所读的内容"),
    ):
        answer = mine.write(key, path, wrong)
        assert (answer["state"], answer["message"]) == ("refused", said)
    assert mine.write(key, "guide.nothing", value)["message"] == "没有这条任务指引"
    assert refused() == "还有1条任务指引没有确认：进轿顶"
    assert mine.write(key, path, value)["state"] == "taken"
    assert record(office, item).version == before  # it is no part of the record
    [job] = mine.good("pack")["jobs"]
    assert next(one for one in job["job"]["guide"] if one["id"] == guide.id)["confirmed"] is True
    office.good("zhiliang", f"{MOBILE}/guide/save", id=guide.id, version=guide.version, content="进入轿顶前先断电")
    assert refused() == "还有1条任务指引没有确认：进轿顶"
    [job] = mine.good("pack")["jobs"]
    told = next(one for one in job["job"]["guide"] if one["id"] == guide.id)
    assert told["confirmed"] is False
    assert mine.write(key, path, {"at": mine.now(), "read": told["read"]})["state"] == "taken"
    mine.good("submit", record=key, version=record(office, item).version)
    page = office.good("jianyan1", f"{MOBILE}/recSubmit/record", id=one(office, RecordSubmit).id)
    rows = {part["key"]: part["rows"] for part in page["parts"]}
    assert [(x["title"], x["user_name"], x["current"]) for x in rows["guides"]] == [
        ("进轿顶", office.user("jianyan2").name, "旧文字"),
        ("进轿顶", office.user("jianyan1").name, "旧文字"),
        ("进轿顶", office.user("jianyan1").name, "现行文字"),
    ]
    assert {x["words"] for x in rows["ops"] if x["state"] == "taken"} == {"任务指引 进轿顶"}
    assert {x["shown"] for x in rows["ops"] if x["state"] == "taken"} == {"已阅读并确认"}


def test_a_guide_of_another_institute_is_none(office: Office) -> None:
    item = office.built()
    guide = guided(office, item)
    guide.orgid = "other"
    office.db.commit()
    mine, _ = phones(office)
    sent = {"at": mine.now(), "read": "0" * 16}
    answer = mine.write(record(office, item).id, f"guide.{guide.id}", sent)
    assert (answer["state"], answer["message"]) == ("refused", "没有这条任务指引")


def test_who_handed_in_by_which_phone_is_kept(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    saved = office.filled(item)
    key = record(office, item).id
    other.write(key, "remark", "协检说明")
    office.good("jianyan1", SAVE, id=item.id, conclusion=saved["proposal"]["code"])
    office.good("jianyan1", SAVE, **office.answered("jianyan1", SAVE, {"id": item.id}))
    mine.good("submit", record=key, version=record(office, item).version)
    row = one(office, RecordSubmit)
    assert (row.user_id, row.app, row.operations, row.people) == (office.user("jianyan1").id, "1.0.0", 1, 1)
    assert row.delay == 0 and row.recordversion == record(office, item).version
    for call in ("recSubmit", "examApprove"):
        assert office.good("jianyan1", f"{MOBILE}/{call}/find")["list"][0]["reportno"] == row.reportno
        assert office.good("jianyan2", f"{MOBILE}/{call}/find")["list"] == []
        assert len(office.good("yewu", f"{MOBILE}/{call}/find")["list"]) == 1
    page = office.good("jianyan1", f"{MOBILE}/recSubmit/record", id=row.id)
    assert [x["shown"] for x in page["parts"][0]["rows"]] == ["协检说明"]

"""What a phone is given, and how what two phones write becomes one record; every refusal stores nothing of it."""

import hashlib
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import func, select

from tejian.archives.models.files import Attachment
from tejian.inspection.models.fieldwork import RecordConflict, RecordOp, Terminal, TerminalDay
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.ground import clock
from tests.archives.samples import picture

from .conftest import SAVE, Office
from .phones import Phone, phones

ITEM = "/api/appbuss/getItem"
OF_PACK = 16  # statements of a pack that its jobs share


def record(office: Office, item: AppBuss) -> OriginalRecord:
    return office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()


def ops(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(RecordOp)) or 0


def conflicts(office: Office) -> list[RecordConflict]:
    return list(office.db.scalars(select(RecordConflict).order_by(RecordConflict.createtime)))


def free_item(office: Office, item: AppBuss) -> str:
    """An item of the record with nothing in it."""
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    return str(next(one["seq"] for one in screen["items"] if not one["result"]))


# -- hello and the pack -------------------------------------------------------------------------------------------


def test_a_phone_is_known_from_its_first_word_on(office: Office) -> None:
    phone, _ = phones(office)
    phone.skew = 7200
    said = phone.good("hello")
    assert said["blocked"] == "" and said["wipe"] is False and said["last"] == 0
    phone.good("hello")
    terminal = office.db.scalars(select(Terminal)).one()
    assert (terminal.user_id, terminal.name, terminal.app) == (office.user("jianyan1").id, "jianyan1的手机", "1.0.0")
    assert 7190 <= terminal.clockoff <= 7210
    day = office.db.scalars(select(TerminalDay)).one()
    assert (day.contacts, day.operations, day.day) == (2, 0, clock.today())


@pytest.mark.parametrize(
    "form", [{"device": "x"}, {"device": "a/../../b-------"}, {"app": "1 0"}, {"clock": "gestern"}]
)
def test_a_wrong_phone_is_refused(office: Office, form: dict[str, str]) -> None:
    phones(office)[0].refused("hello", **form)
    assert office.db.scalar(select(func.count()).select_from(Terminal)) == 0


def test_who_may_not_record_has_no_phone_here(office: Office) -> None:
    assert Phone(office, "shouli", "phone-of-counter").post("hello")["status"] == 403


def test_a_pack_holds_the_own_jobs_of_these_days(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    pack = mine.good("pack")
    [line] = pack["jobs"]
    job = line["job"]
    assert (line["id"], line["same"], pack["gone"]) == (item.id, False, [])
    stored = record(office, item)
    assert (job["record"], job["version"], job["main"]) == (stored.id, stored.version, True)
    assert (job["equcode"], job["unit"], job["plandate"]) == (item.equcode, item.unitname, str(clock.today()))
    assert job["contact"] == "胡斌 138****1234" and job["entry"]["head"]["contact"]["tel"] == "138****1234"
    desk = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert [one["seq"] for one in job["entry"]["items"]] == [one["seq"] for one in desk["items"]]
    assert "results.*.r" in job["editable"] and "tables.*" in job["editable"] and "instruments" in job["editable"]
    assert job["device"]["设备代码"] == item.equcode
    assert not other.good("pack")["jobs"][0]["job"]["main"]
    again = mine.good("pack", have={item.id: line["digest"], "gone-job": "x"})
    assert again["jobs"] == [{"id": item.id, "digest": line["digest"], "same": True, "job": None}]
    assert again["digest"] == pack["digest"]
    assert again["gone"] == [{"id": "gone-job", "why": "任务已改派他人或已取消"}]


def test_a_pack_holds_nothing_of_others(office: Office) -> None:
    office.built()
    phone = Phone(office, "jianyan3", "phone-of-third-3") if "jianyan3" in office.actors.users else None
    if phone:
        assert phone.good("pack")["jobs"] == []


def test_a_pack_costs_no_more_than_its_pages(office: Office) -> None:
    items = office.confirmed(3)
    office.good("jianyan1", "/api/appbuss/buildReport", ids=[one.id for one in items])
    phone, _ = phones(office)
    phone.good("pack")  # what is made once is made
    pages = statements(office, lambda: [office.good("jianyan1", ITEM, id=one.id) for one in items])
    assert statements(office, lambda: phone.good("pack")) <= pages + OF_PACK


def statements(office: Office, work: Callable[[], Any]) -> int:
    """How many statements something sends to the database."""
    count: list[str] = []

    def note(*event: Any) -> None:
        count.append(event[2])

    engine = office.db.get_bind()
    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        work()
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)
    return len(count)


def test_what_changed_is_sent_again(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    [line] = phone.good("pack")["jobs"]
    office.good("jianyan1", SAVE, id=item.id, remark="已到场")
    [again] = phone.good("pack", have={item.id: line["digest"]})["jobs"]
    assert again["same"] is False and again["job"]["entry"]["record"]["remark"] == "已到场"


# -- operations ---------------------------------------------------------------------------------------------------


def test_operations_are_written_as_the_desk_writes(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    stored, seq = record(office, item), free_item(office, item)
    version = stored.version
    answers = phone.send(
        phone.op(stored.id, f"results.{seq}.r", "×"),
        phone.op(stored.id, f"results.{seq}.n", "制动器间隙过大"),
        phone.op(stored.id, "inspdate", str(clock.today())),
        phone.op(stored.id, "problems", "调整制动器"),
        phone.op(stored.id, "instruments", item.instruments[:2]),
        phone.op(stored.id, "presence.in", {"at": phone.now(), "lat": 29.86, "lon": 121.54, "accuracy": 12}),
    )
    assert [one["state"] for one in answers] == ["taken", "taken", "same", "taken", "taken", "taken"]
    now = record(office, item)
    assert now.results[seq] == {"r": "×", "n": "制动器间隙过大"}
    assert (now.inspdate, now.problems) == (clock.today(), "调整制动器")
    assert [one["id"] for one in now.instruments] == item.instruments[:2]
    assert now.version == version + 1 == answers[0]["version"]
    assert ops(office) == 6


def test_what_was_answered_once_is_answered_again(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key, seq = record(office, item).id, free_item(office, item)
    op = phone.op(key, f"results.{seq}.r", "√")
    first = phone.send(op)
    version = record(office, item).version
    assert phone.send(op) == first
    assert record(office, item).version == version and ops(office) == 1
    [other] = phone.send(op | {"value": "×"})
    assert (other["state"], other["message"]) == ("refused", "序号已用于另一条操作")
    assert record(office, item).results[seq]["r"] == "√" and ops(office) == 1


def test_nothing_behind_a_gap_is_stored(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key, seq = record(office, item).id, free_item(office, item)
    one, two, three = (phone.op(key, "remark", text) for text in ("甲", "乙", "丙"))
    said = phone.good("ops", ops=[three, one])
    assert [(a["state"], a["message"]) for a in said["answers"]] == [("refused", "前面还有未收到的操作"), ("taken", "")]
    assert said["last"] == 1 and ops(office) == 1 and record(office, item).remark == "甲"
    said = phone.good("ops", ops=[two | {"base": "甲"}, three | {"base": "乙"}])
    assert said["last"] == 3 and record(office, item).remark == "丙"
    assert seq


def test_each_operation_is_judged_by_itself(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key, seq = record(office, item).id, free_item(office, item)
    bad: dict[str, Any] = {
        f"results.{seq}.r": "好",
        f"results.{seq}.v.nothing": "1",
        f"results.{seq}.m": "ja",
        "results.999.r": "√",
        "conditions.nothing": "1",
        "facts.nothing": "1",
        "tables.nothing.a.b": "1",
        "inspdate": "2026-13-45",
        "problems": {"a": 1},
        "remark": "字" * 400_000,
        "instruments": "abc",
        "buss.plandate": "2026-01-01",
        "eq.model": "X",
        "corrections.model": "X",
        "whatever": "1",
        "presence.in": {"at": phone.now()},
        "presence.out": {"at": phone.now(), "lat": 29.8, "lon": 121.5, "code": "1234567890"},
    }
    sent = [phone.op(key, path, value) for path, value in bad.items()]
    sent.insert(3, phone.op(key, "remark", "好的"))
    for n, one in enumerate(sent, 1):
        one["seq"] = n
    answers = {one["seq"]: one for one in phone.send(*sent)}
    said = {one["path"]: answers[one["seq"]] for one in sent if one["value"] != "好的"}
    assert {one["state"] for one in said.values()} == {"refused"}
    assert all(one["message"] for one in said.values())
    assert said["buss.plandate"]["message"] == "任务安排不能在终端上修改"
    assert said["remark"]["message"] == "内容过长，一项最多20 KB"
    assert said["whatever"]["message"] == "没有这个填写位置：whatever"
    assert answers[4]["state"] == "taken"
    now = record(office, item)
    assert now.remark == "好的" and now.results.get(seq, {}).get("r", "") == "" and now.inspdate
    assert ops(office) == len(sent)


def test_more_than_a_call_takes_is_left_for_the_next(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key = record(office, item).id
    sent = [phone.op(key, "remark", f"第{n}次", f"第{n - 1}次" if n else "") for n in range(10_000)]
    started = time.monotonic()
    said = phone.good("ops", ops=sent)
    assert time.monotonic() - started < 20
    assert said["last"] == 500 and record(office, item).remark == "第499次" and ops(office) == 500
    assert {one["message"] for one in said["answers"][500:]} == {"一次最多500条操作，请分批上传"}


def test_foreign_and_forged_operations_are_refused(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key = record(office, item).id
    other = Phone(office, "shenhe", "phone-of-auditor")
    office.actors.users["shenhe"] = office.user("jianyan1").__class__(
        **{**office.user("shenhe").__dict__, "permissions": office.user("jianyan1").permissions}
    )
    answer = other.write(key, "remark", "别人的")
    assert (answer["state"], answer["message"]) == ("refused", "没有这份原始记录，或不是您的任务")
    forged = phone.write(key, "remark", "冒名", user=office.user("jianyan2").id)
    assert (forged["state"], forged["message"]) == ("refused", "操作人与登录人不是同一人")
    assert phone.write("no-such-record", "remark", "没有")["state"] == "refused"
    assert record(office, item).remark == ""


# -- two people on one record -------------------------------------------------------------------------------------


def test_the_worse_result_works_until_the_conflict_is_decided(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    key, seq = record(office, item).id, free_item(office, item)
    path = f"results.{seq}.r"
    assert other.write(key, path, "√")["state"] == "taken"
    answer = mine.write(key, path, "×")
    assert (answer["state"], answer["value"]) == ("conflict", "×")
    assert record(office, item).results[seq]["r"] == "×"
    [one] = conflicts(office)
    assert (one.mine, one.theirs, one.working, one.step) == ("×", "√", "×", "DC")
    assert (one.mine_id, one.theirs_id, one.main_id) == (
        office.user("jianyan1").id,
        office.user("jianyan2").id,
        office.user("jianyan1").id,
    )
    assert other.write(key, path, "×", "√")["state"] == "taken"  # he agrees
    assert conflicts(office)[0].step == "YZ" and record(office, item).results[seq]["r"] == "×"


def test_the_order_of_arrival_does_not_decide_a_result(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    key, seq = record(office, item).id, free_item(office, item)
    assert mine.write(key, f"results.{seq}.r", "×")["state"] == "taken"
    answer = other.write(key, f"results.{seq}.r", "√")
    assert (answer["state"], answer["value"]) == ("conflict", "×")
    assert record(office, item).results[seq]["r"] == "×"


def test_texts_of_both_are_kept(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    key = record(office, item).id
    names = office.user("jianyan1").name, office.user("jianyan2").name
    assert mine.write(key, "problems", "门锁松动")["state"] == "taken"
    answer = other.write(key, "problems", "缆绳磨损")
    whole = f"{names[0]}：门锁松动\n{names[1]}：缆绳磨损"
    assert (answer["state"], answer["value"]) == ("merged", whole)
    assert mine.write(key, "problems", "门锁松动，已紧固", "门锁松动")["state"] == "merged"
    assert record(office, item).problems == f"{names[0]}：门锁松动，已紧固\n{names[1]}：缆绳磨损"


def test_instruments_of_both_are_kept(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    key, box = record(office, item).id, list(item.instruments)
    assert mine.write(key, "instruments", box[:1])["state"] == "taken"
    answer = other.write(key, "instruments", box[1:2])
    assert (answer["state"], answer["value"]) == ("merged", box[:2])
    answer = other.write(key, "instruments", box[2:3], box[:1])  # it takes off what the other has used
    assert answer["state"] == "conflict" and set(answer["value"]) == set(box[:3])


def test_a_value_is_never_written_over_unseen(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    key = record(office, item).id
    office.good("jianyan1", SAVE, id=item.id, remark="电脑上写的", inspdate=str(clock.today()))
    day = str(clock.today())
    answer = other.write(key, "inspdate", "2026-01-02", "2026-01-01")
    assert (answer["state"], answer["value"]) == ("conflict", day)
    assert str(record(office, item).inspdate) == day
    [one] = conflicts(office)
    assert (one.mine, one.theirs, one.theirs_id, one.theirs_name) == (
        "2026-01-02",
        day,
        "",
        office.user("jianyan1").name,
    )
    assert mine.write(key, "remark", "电脑上写的", "")["state"] == "same"


def test_a_note_that_goes_with_its_fault_is_named(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key, seq = record(office, item).id, free_item(office, item)
    phone.send(phone.op(key, f"results.{seq}.r", "×"), phone.op(key, f"results.{seq}.n", "松动"))
    answer = phone.write(key, f"results.{seq}.r", "√", "×")
    assert (answer["state"], answer["message"]) == ("taken", "结果改为√，原说明“松动”不再保留")
    assert record(office, item).results[seq] == {"r": "√"}


# -- what became of the job meanwhile -----------------------------------------------------------------------------


def test_a_job_that_was_handed_in_keeps_its_operations(office: Office) -> None:
    item = office.built()
    _, other = phones(office)
    other.good("pack")
    saved = office.filled(item)
    office.good(
        "jianyan1",
        "/api/appbuss/submitRecord",
        id=item.id,
        version=saved["version"],
        conclusion=saved["proposal"]["code"],
    )
    before = record(office, item).version
    answer = other.write(record(office, item).id, "remark", "迟到的话")
    assert (answer["state"], answer["message"]) == (
        "held",
        "问题及处理意见、备注未写入：业务当前环节为报告确认，不能录入",
    )
    assert record(office, item).version == before
    op = office.db.scalars(select(RecordOp)).one()
    assert (op.state, op.value, op.appbuss_id) == ("held", "迟到的话", item.id)


def test_a_record_that_was_taken_back_keeps_its_operations(office: Office) -> None:
    item = office.built()
    mine, _ = phones(office)
    mine.good("pack")
    key = record(office, item).id
    for step in ("BGSC", "RWQR"):
        back = {"toStep": step, "reasonId": "15", "reasonLabel": "其他", "detailDesc": "任务须重新确认"}
        office.good("jianyan1", "/api/appbuss/sendBack", ids=item.id, **back)
    assert office.db.scalars(select(OriginalRecord).where(OriginalRecord.id == key)).first() is None
    answer = mine.write(key, "remark", "写过的话")
    assert answer["state"] == "held"
    assert answer["message"] == "问题及处理意见、备注未写入：任务已退回，原始记录已作废重建"
    op = office.db.scalars(select(RecordOp)).one()
    assert (op.value, op.appbuss_id, op.record_id) == ("写过的话", item.id, key)


# -- pictures and handing in --------------------------------------------------------------------------------------


def send_photo(phone: Phone, key: str, content: bytes, **more: Any) -> Any:
    office = phone.office
    office.call.user = office.user(phone.login)
    form = {"device": phone.device, "app": "1.0.0", "record": key, "digest": hashlib.sha256(content).hexdigest()}
    try:
        answer = office.call.client.post(
            "/api/pda/photo", data=form | more, files={"file": ("site.jpg", content, "image/jpeg")}
        )
    finally:
        office.call.user = None
    office.db.expire_all()
    return answer.json()


def photos(office: Office, item: AppBuss) -> list[Attachment]:
    return list(office.db.scalars(select(Attachment).where(Attachment.attrefsysid == item.id)))


def test_a_picture_is_kept_once(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key, seq, content = record(office, item).id, free_item(office, item), picture()
    first, again = (send_photo(phone, key, content, item=seq) for _ in range(2))
    assert first["isSuccess"] and again["isSuccess"], (first, again)
    first, again = first["data"], again["data"]
    assert (first["same"], again["same"], again["attsysid"]) == (False, True, first["attsysid"])
    [kept] = photos(office, item)
    assert (kept.item, kept.owner, kept.by_name) == (seq, "business", office.user("jianyan1").name)


def test_a_picture_that_is_none_or_came_broken_is_refused(office: Office) -> None:
    item = office.built()
    phone, _ = phones(office)
    key = record(office, item).id
    said = send_photo(phone, key, b"no picture at all")
    assert not said["isSuccess"] and "只能上传图片" in said["errorMsg"]
    said = send_photo(phone, key, picture(), digest="0" * 64)
    assert said["errorMsg"] == "照片在传输中损坏，摘要不一致，请重新上传"
    assert photos(office, item) == []


def test_a_record_is_handed_in_from_the_phone_unless_a_conflict_is_open(office: Office) -> None:
    item = office.built()
    mine, other = phones(office)
    saved = office.filled(item)
    stored = record(office, item)
    answer = mine.write(stored.id, "conclusion", saved["proposal"]["code"])
    assert answer["state"] == "taken"
    assert other.write(stored.id, "conclusion", "1032", saved["proposal"]["code"])["state"] == "refused"
    assert other.write(stored.id, "inspdate", str(clock.today() - timedelta(days=1)))["state"] == "conflict"
    version = record(office, item).version
    said = mine.refused("submit", record=stored.id, version=version)
    assert "本记录还有1处录入冲突没有裁定，请在冲突箱中处理" in said
    assert office.item(item.id).step == "BGLR"
    assert "已被" in mine.refused("submit", record=stored.id, version=version - 1)
    mine.write(stored.id, "remark", "现场完成")
    for one in conflicts(office):
        one.step = "CD"
    office.db.commit()
    reasons = office.answered("jianyan1", "/api/appbuss/saveRecord", {"id": item.id})
    office.good("jianyan1", SAVE, **reasons)
    done = mine.good("submit", record=stored.id, version=record(office, item).version)
    assert (done["step"], office.item(item.id).step) == ("BGQR", "BGQR")

"""Corrections of archives: from a draft to the archive, with every way to be refused."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.care.correction.process import CORRECTION
from tejian.archives.models.correction import Correction
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.files import Attachment
from tejian.archives.permissions import CORRECT_QUERY
from tejian.kit.forms.formview import field_of
from tejian.kit.ground import clock
from tejian.kit.process.moves import buttons, course, state
from tejian.kit.records.recordview import RecordView, Shown

from .conftest import Archive

BASE = "/api/correct"
DETAIL = "/api/eqd3000tpm/eqd3000tpm/getDetailBy3000"


def registered(archive: Archive) -> Equipment:
    return archive.office.lifts()[0]


def draft(archive: Archive, lift: Equipment, login: str = "yewu", proof: bool = True, **values: str) -> str:
    form = {"entity": "equipment", "objectId": lift.id, "reason": "铭牌核对有误", "values": values}
    made = archive.office.good(login, f"{BASE}/save", **form)
    if proof:
        archive.db.add(
            Attachment(attrefsysid=made["id"], owner="correction", name="铭牌", size=9, mime="image/jpeg", key="0" * 64)
        )
        archive.db.commit()
    return str(made["id"])


def submitted(archive: Archive, lift: Equipment, **values: str) -> str:
    made = draft(archive, lift, **values)
    archive.office.good("yewu", f"{BASE}/submit", ids=made)
    return made


def one(archive: Archive, row_id: str) -> Correction:
    return archive.db.scalars(select(Correction).where(Correction.id == row_id)).one()


def test_what_may_be_corrected_comes_with_the_value_the_server_reads(archive: Archive) -> None:
    lift = registered(archive)
    said = archive.office.good("yewu", f"{BASE}/correctable", entity="equipment", id=lift.id)
    fields = {f["prop"]: f for f in said["fields"]}
    assert fields["prono"]["old"] == lift.prono and fields["prono"]["group"] == "身份"
    assert fields["ninspdate"]["old"] == str(lift.ninspdate) and fields["ninspdate"]["group"] == "检验记录"
    assert fields["useorgsysid"]["oldShown"] == lift.useorgname
    assert {"longitude", "latitude", "insresult"} <= set(fields) and "remark" not in fields


def test_a_correction_goes_from_draft_over_audit_into_the_archive(archive: Archive) -> None:
    lift = registered(archive)
    old = lift.prono
    made = draft(archive, lift, prono="26T77777", ninspdate="2027-05-01")
    assert one(archive, made).step == "DRAFT" and one(archive, made).corrno == ""
    number = archive.office.good("yewu", f"{BASE}/submit", ids=made)[0]["corrno"]
    assert number == f"GZ{clock.today():%Y%m%d}0001"
    waiting = archive.get("zhiliang", f"{BASE}/auditList").json()["data"]["list"]
    assert [r["corrno"] for r in waiting] == [number]
    assert archive.get("yewu", f"{BASE}/auditList", _x="1").status_code == 403
    archive.office.good("zhiliang", f"{BASE}/agree", ids=made, opinion="核对无误")
    now, row = archive.one(lift.id), one(archive, made)
    assert (now.prono, str(now.ninspdate)) == ("26T77777", "2027-05-01")
    assert (row.step, row.opinion, row.auditor) == ("DONE", "核对无误", archive.office.user("zhiliang").name)
    newest = archive.history("yewu", "equipment", lift.id)[0]
    assert newest["cause"] == number
    told = {f["prop"]: f["new"] for f in newest["fields"]}
    assert told["prono"] == "26T77777" and told["ninspdate"] == "2027-05-01"
    shown = archive.office.good("yewu", f"{BASE}/detail", id=made)
    assert [s["label"] for s in shown["log"]] == ["提交", "同意更正"]
    assert {x["field"]: (x["old"], x["new"]) for x in shown["lines"]}["prono"] == (old, "26T77777")


def test_a_unit_is_corrected_and_its_devices_follow(archive: Archive) -> None:
    unit = archive.unit(registered(archive).useorgsysid)
    form = {"entity": "unit", "objectId": unit.id, "reason": "单位更名", "values": {"name": "宁波更正物业有限公司"}}
    made = archive.office.good("yewu", f"{BASE}/save", **form)["id"]
    archive.db.add(Attachment(attrefsysid=made, owner="correction", name="a", size=1, mime="image/png", key="0" * 64))
    archive.office.good("yewu", f"{BASE}/submit", ids=made)
    archive.office.good("zhiliang", f"{BASE}/agree", ids=made)
    assert archive.unit(unit.id).name == "宁波更正物业有限公司"
    assert registered(archive).useorgname == "宁波更正物业有限公司"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "请填写要更正的项目"),
        ({"remark": "x"}, "remark：不是可以更正的项目"),
        ({"equDel": "1"}, "equDel：不是可以更正的项目"),
        ({"ninspdate": "morgen"}, "下次检验日期：日期应为yyyy-MM-dd"),
        ({"insresult": "ZZ"}, "最近检验结论：请从选项中选择"),
        ({"inspdate": "2999-01-01"}, "最近检验日期：不得晚于今天"),
        ({"equclacode": "4110"}, "设备类别：不能更正为其他种类"),
        ({"equcode": "123"}, "设备代码：设备代码应为17位或18位"),
        ({"areacode": "999999"}, "设备所在区划：请从选项中选择"),
        ({"prono": "SAME"}, "出厂编号(产品编号)：新值与原值相同"),
    ],
)
def test_a_wrong_draft_is_not_stored(archive: Archive, values: dict[str, str], sentence: str) -> None:
    lift = registered(archive)
    sent = {k: lift.prono if v == "SAME" else v for k, v in values.items()}
    form = {"entity": "equipment", "objectId": lift.id, "reason": "铭牌核对有误", "values": sent}
    said = archive.office.refused("yewu", f"{BASE}/save", **form)
    assert said == sentence
    assert archive.db.scalars(select(Correction)).all() == []


def test_an_inspection_is_postponed_by_the_months_that_are_allowed_and_for_pressure_alone(archive: Archive) -> None:
    lift, vessel = registered(archive), archive.first(Equipment.equclass == "2000", Equipment.ninspdate.is_not(None))
    vessel.ninspdate = lift.ninspdate = date(2026, 11, 30)
    archive.db.commit()
    form = {"entity": "equipment", "reason": "停车检修推迟", "values": {"delaydate": "2026-12-30"}}
    said = archive.office.refused("yewu", f"{BASE}/save", objectId=lift.id, **form)
    assert said == "批准延期检验至：只有承压类设备可以延期检验"
    for until, fault in (
        ("2027-03-01", "最多延期3个月，不得晚于2027-02-28"),
        ("2026-11-30", "应晚于下次检验日期（2026-11-30）"),
    ):
        form["values"] = {"delaydate": until}
        assert archive.office.refused("yewu", f"{BASE}/save", objectId=vessel.id, **form) == f"批准延期检验至：{fault}"
    assert archive.db.scalar(select(func.count()).select_from(Correction)) == 0
    form["values"] = {"delaydate": "2027-02-28"}
    archive.office.good("yewu", f"{BASE}/save", objectId=vessel.id, **form)


def test_a_number_of_another_device_is_refused_already_in_the_draft(archive: Archive) -> None:
    lift, other = archive.office.lifts(2)
    form = {"entity": "equipment", "objectId": lift.id, "reason": "现场核实过", "values": {"equcode": other.equcode}}
    assert archive.office.refused("yewu", f"{BASE}/save", **form).startswith("设备代码与已有设备重复")


def test_who_may_not_apply_or_sees_not_the_record_is_refused(archive: Archive) -> None:
    lift = registered(archive)
    form = {"entity": "equipment", "objectId": lift.id, "reason": "现场核实过", "values": {"prono": "26T77777"}}
    assert archive.office.post("dayin", f"{BASE}/save", **form)["status"] == 403
    assert archive.office.post("yewu", f"{BASE}/save", **(form | {"objectId": "0" * 32}))["status"] == 403
    assert archive.office.post("yewu", f"{BASE}/save", **(form | {"entity": "sys_user"}))["status"] == 422
    assert archive.office.post("yewu", f"{BASE}/save", **(form | {"reason": ""}))["status"] == 422
    assert archive.db.scalars(select(Correction)).all() == []


def test_a_submission_needs_its_proof_and_no_open_business(archive: Archive) -> None:
    lift = registered(archive)
    bare = draft(archive, lift, proof=False, prono="26T77777")
    assert archive.office.refused("yewu", f"{BASE}/submit", ids=bare) == "请上传更正依据（附件）"
    item = archive.office.accepted()[0]
    busy = draft(archive, archive.one(item.equdatasysid), prono="26T77778")
    said = archive.office.refused("yewu", f"{BASE}/submit", ids=busy)
    assert said == f"该设备存在在办业务（{item.seisn}），不能更正"
    assert {one(archive, r).step for r in (bare, busy)} == {"DRAFT"}


def test_nobody_audits_the_own_request_and_only_auditors_do(archive: Archive) -> None:
    lift = registered(archive)
    made = draft(archive, lift, "zhiliang", prono="26T77777")
    archive.office.good("zhiliang", f"{BASE}/submit", ids=made)
    assert archive.office.refused("zhiliang", f"{BASE}/agree", ids=made) == "不能审核自己提交或发现的更正申请"
    assert (
        archive.office.refused("zhiliang", f"{BASE}/reject", ids=made, reason="现场核实过")
        == "不能审核自己提交或发现的更正申请"
    )
    assert archive.office.post("yewu", f"{BASE}/agree", ids=made)["status"] == 403
    assert archive.one(lift.id).prono == lift.prono and one(archive, made).step == "AUDIT"
    assert archive.office.post("zhiliang", f"{BASE}/agree", ids="0" * 32)["status"] == 403


def test_a_value_that_changed_meanwhile_is_not_overwritten(archive: Archive) -> None:
    lift = registered(archive)
    made = submitted(archive, lift, prono="26T77777")
    archive.one(lift.id).prono = "26T55555"
    archive.db.commit()
    said = archive.office.refused("zhiliang", f"{BASE}/agree", ids=made)
    assert said == "出厂编号(产品编号)在申请后已变为「26T55555」，请退回重新申请"
    assert archive.one(lift.id).prono == "26T55555"
    shown = archive.office.good("zhiliang", f"{BASE}/detail", id=made)
    assert [(x["nowShown"], x["moved"]) for x in shown["lines"]] == [("26T55555", True)]


def test_a_rejection_needs_a_reason_and_the_request_can_come_again(archive: Archive) -> None:
    lift = registered(archive)
    made = submitted(archive, lift, prono="26T77777")
    assert archive.office.refused("zhiliang", f"{BASE}/reject", ids=made) == "请填写原因"
    archive.office.good("zhiliang", f"{BASE}/reject", ids=made, reason="照片不清楚")
    row = one(archive, made)
    assert (row.step, row.opinion) == ("BACK", "照片不清楚")
    number = row.corrno
    form = {"id": made, "version": row.version, "reason": "重拍铭牌", "values": {"prono": "26T77779"}}
    archive.office.good("yewu", f"{BASE}/save", **form)
    assert archive.office.post("yewu", f"{BASE}/save", **form)["status"] == 409
    archive.office.good("yewu", f"{BASE}/submit", ids=made)
    assert one(archive, made).corrno == number, "a request keeps its number"
    assert archive.office.post("zhiliang", f"{BASE}/save", **form)["isSuccess"] is False


def test_withdrawing_and_voiding_are_for_the_applicant(archive: Archive) -> None:
    lift = registered(archive)
    made = submitted(archive, lift, prono="26T77777")
    assert archive.office.refused("zhiliang", f"{BASE}/withdraw", ids=made) == "只有申请人可以撤回"
    archive.office.good("yewu", f"{BASE}/withdraw", ids=made)
    assert archive.office.post("zhiliang", f"{BASE}/void", ids=made)["isSuccess"] is False
    archive.office.good("yewu", f"{BASE}/void", ids=made)
    assert one(archive, made).step == "VOID"
    assert archive.office.refused("yewu", f"{BASE}/submit", ids=made).endswith("请刷新后重试")


def test_an_enterprise_asks_for_its_own_device_and_the_institute_audits(archive: Archive) -> None:
    lift = archive.first(Equipment.useorgsysid == archive.office.user("qiye").unit_id)
    made = draft(archive, lift, "qiye", prono="26T77777")
    archive.office.good("qiye", f"{BASE}/submit", ids=made)
    archive.office.good("zhiliang", f"{BASE}/agree", ids=made)
    assert archive.one(lift.id).prono == "26T77777"
    other = registered(archive)
    if other.useorgsysid != lift.useorgsysid:
        form = {"entity": "equipment", "objectId": other.id, "reason": "现场核实过", "values": {"prono": "1"}}
        assert archive.office.post("qiye", f"{BASE}/save", **form)["status"] == 403


def test_the_place_on_the_map_is_marked_by_a_correction(archive: Archive) -> None:
    lift = registered(archive)
    made = submitted(archive, lift, longitude="121.544321", latitude="29.868765")
    archive.office.good("zhiliang", f"{BASE}/agree", ids=made)
    now = archive.one(lift.id)
    assert (str(now.longitude), str(now.latitude)) == ("121.544321", "29.868765")


def test_a_corrected_value_never_held_but_was_known(archive: Archive) -> None:
    """The wrong date stood in the archive for some days; it never was so in the world."""
    start = clock.now() - timedelta(days=40)
    with clock.at(start):
        lift = archive.added(model="对的")
    with clock.at(start + timedelta(days=10)):
        form = {"id": lift.id, "version": 1, "model": "错的"}
        archive.office.good("dangan", "/api/eqdbase/eqdBasic/editEqm", **form)
    with clock.at(start + timedelta(days=30)):
        made = submitted(archive, archive.one(lift.id), model="真的")
        archive.office.good("zhiliang", f"{BASE}/agree", ids=made)

    def on(days: int, known: str) -> Any:
        day = (start + timedelta(days=days)).date().isoformat()
        data = archive.office.good("yewu", DETAIL, id=lift.id, asOf=day, known=known)
        return next(f["shown"] for g in data["groups"] for f in g["fields"] if f["prop"] == "model")

    assert [on(d, "1") for d in (5, 20, 35)] == ["对的", "错的", "真的"], "what the archive said"
    assert [on(d, "0") for d in (5, 20, 35)] == ["对的", "真的", "真的"], "what was really so"


def test_a_process_gives_its_buttons_and_its_course_to_a_page(archive: Archive) -> None:
    found = {b.label: (b.url, dict(b.when)) for b in buttons(CORRECTION)}
    assert found == {
        "撤回": ("/api/correct/withdraw", {"step": ("AUDIT",)}),
        "作废": ("/api/correct/void", {"step": ("DRAFT", "BACK"), "mine": ("1",)}),
    }
    row = one(archive, submitted(archive, registered(archive), prono="26T77777"))
    view = RecordView("course", "更正", CORRECT_QUERY, Correction, "", heading=lambda s: s.row.title)
    shown = Shown(archive.db, archive.office.user("yewu"), view, row)
    assert state(CORRECTION).answer(shown) == {"label": "当前环节", "dot": True, "text": "待审", "tone": "ca"}
    part = course(CORRECTION).answer(shown)
    assert [(r["move_label"], r["from_stepName"], r["to_stepName"]) for r in part["rows"]] == [("提交", "草稿", "待审")]
    assert [c["label"] for c in part["columns"]][:2] == ["办理时间", "办理"]
    opinion = field_of(Correction.opinion, required=True)
    assert (opinion.name, opinion.label, opinion.type, opinion.size) == ("opinion", "审核意见", "text", 500)
    assert (field_of(Correction.equclass).type, field_of(Correction.equclass).dict) == ("dict", "C601")

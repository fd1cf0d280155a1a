"""监督检查: two officers plan, look, sign; what they found is mended, confirmed by others, and closed."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.supervision.defects.api import DEFECT
from tejian.supervision.models.checks import SupervisionCheck
from tejian.supervision.models.defects import Defect
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of

from . import checks
from .checks import API, GRAVE, PLAIN, PROBLEM, SIGNED, STOPS

__all__ = ["office"]


def paper(office: Office, kind: str, key: str) -> str:
    office.call.user = office.user("jianguan")
    answer = office.call.client.post("/api/common/commonPrint", data={"printType": kind, "ids": key})
    office.call.user = None
    return text_of(answer.content)


def test_from_the_plan_to_the_end(office: Office) -> None:
    row = checks.told(office, GRAVE, PLAIN)
    assert (row.step, row.checkno) == ("ZG", f"JC{clock.today():%Y%m%d}0001")
    assert row.orderno == f"ZL{clock.today():%Y}0001"
    found = checks.problems_of(office, row.id)
    grave, plain = found[GRAVE], found[PLAIN]
    assert (grave.level, grave.clause, grave.handling, grave.step) == ("4", "5.6.3", "03", "0")
    assert (plain.level, plain.clause, plain.handling) == ("2", "", "01")
    assert (plain.deadline, plain.basis) == (clock.today(), "")  # its row was not seen: its basis is not cited
    assert [one["state"] for one in page_rows(office, row.id)] == ["待整改", "待整改"]
    for one in (grave, plain):
        checks.mended(office, one.id)
    assert office.refused("jianguan", f"{API}/close", id=row.id).startswith("该业务已由")
    office.good("jianguan", f"{API}/again", id=row.id, outcome="现场复查，均已更换")
    assert office.refused("jianguan", f"{API}/close", id=row.id).endswith("等2项尚未关闭，不能办结")
    office.good("jianguan", f"{PROBLEM}/confirm", id=grave.id)
    assert office.refused("jianguan", f"{PROBLEM}/second", id=grave.id).startswith("重大问题须由")
    office.good("jianguan2", f"{PROBLEM}/second", id=grave.id)
    assert office.refused("jianguan", f"{PROBLEM}/close", id=grave.id) == "该隐患尚有未解除的停止使用，不能关闭"
    office.good("jianguan", f"{PROBLEM}/lift", id=grave.id)
    office.good("jianguan", f"{PROBLEM}/close", id=grave.id)
    office.good("jianguan2", f"{PROBLEM}/confirm", id=plain.id)
    office.good("jianguan", f"{PROBLEM}/close", id=plain.id)
    office.good("jianguan", f"{API}/close", id=row.id)
    assert checks.check_of(office, row.id).step == "BJ"
    words = paper(office, "AQJCJL", row.id)
    assert row.checkno in words and "不符合2项" in words and "胡斌" in words and "施建平" in words
    words = paper(office, "AQJCZL", row.id)
    assert row.orderno in words and grave.content in words and row.unitname in words and "停止使用" in words
    assert "现场复查，均已更换" in paper(office, "AQFCJL", row.id) and grave.defectno in paper(office, "AQFCJL", row.id)


def page_rows(office: Office, key: str, login: str = "jianguan") -> list[dict[str, str]]:
    parts = office.good(login, f"{API}/record", id=key)["parts"]
    return list(next(one for one in parts if one["key"] == "problems")["rows"])


def test_a_check_without_a_finding_is_closed_by_the_second_signature(office: Office) -> None:
    row = checks.checked(office)
    office.good("jianguan", f"{API}/found", id=row.id)
    office.good("jianguan2", f"{API}/sign", id=row.id, **SIGNED)
    assert office.refused("jianguan2", f"{API}/countersign", id=row.id) == "检查记录须由另一名检查人员复签"
    office.good("jianguan", f"{API}/countersign", id=row.id)
    row = checks.check_of(office, row.id)
    assert (row.step, row.orderno, row.closed) == ("BJ", "", clock.today())
    assert office.refused("jianguan", "/api/common/commonPrint", printType="AQJCZL", ids=row.id).endswith(
        "没有下达监察指令书"
    )


def test_a_refused_signature_needs_its_reason_and_two_witnesses(office: Office) -> None:
    row = checks.checked(office)
    office.good("jianguan", f"{API}/found", id=row.id)
    no = {"summary": "属实", "signway": "2", "refusal": "对结论有异议"}
    assert office.refused("jianguan", f"{API}/sign", id=row.id, **no) == "见证人：必填"
    said = office.refused("jianguan", f"{API}/sign", id=row.id, **no, witnesses="张三")
    assert said == "单位拒绝签字的，应有两名见证人"
    assert checks.check_of(office, row.id).step == "QZ"
    office.good("jianguan", f"{API}/sign", id=row.id, **no, witnesses="张三、李四")
    office.good("jianguan2", f"{API}/countersign", id=row.id)
    assert "见证人：张三、李四" in paper(office, "AQJCJL", row.id)


def test_a_town_finds_and_the_bureau_decides(office: Office) -> None:
    row = checks.told(office, STOPS, PLAIN, by="town")
    assert (row.town, row.orderno, row.areacode) == ("Y", "", checks.STREET)
    found = checks.problems_of(office, row.id)
    assert {found[STOPS].step, found[PLAIN].step} == {"5", "0"}
    stop = found[STOPS].id
    order = {"level": "4", "handling": "03", "deadline": checks.TODAY, "demand": "停止使用，修复后经确认恢复"}
    assert office.post("xiangzhen", f"{PROBLEM}/takeOver", id=stop, **order)["status"] == 403
    assert office.post("xiangzhen", f"{PROBLEM}/case", id=stop, act="03", reason="仍在使用")["status"] == 403
    office.good("jianguan", f"{PROBLEM}/takeOver", id=stop, **order)
    taken = checks.problems_of(office, row.id)[STOPS]
    assert (taken.step, taken.org_id, taken.stops) == ("0", office.user("jianguan").org_id, True)
    plain = found[PLAIN].id
    office.good("xiangzhen", f"{PROBLEM}/passOn", id=plain, reason="单位拒不整改")
    assert checks.problems_of(office, row.id)[PLAIN].step == "5"
    texts = {one["no"] for one in office.good("xiangzhen", f"{API}/checkList", id=row.id)["items"]}
    assert "S-COMMON-01" in texts and "S-COMMON-07" not in texts  # the short list


def test_a_town_looks_at_devices_of_its_own_area_alone(office: Office) -> None:
    own = Equipment.useorgsysid == office.user("qiye").unit_id, Equipment.equclass != "3000"
    device = office.db.scalars(select(Equipment).where(*own).order_by(Equipment.id)).first()
    assert device is not None
    device.areacode = "330203001"
    office.db.commit()
    with pytest.raises(AssertionError, match="设备：所选数据不存在，或不在您的数据范围内"):
        checks.planned(office, "town", equipment=[{"equdatasysid": device.id}])
    assert office.db.scalar(select(func.count()).select_from(SupervisionCheck)) == 0


def lines(office: Office, row: SupervisionCheck) -> dict[str, dict[str, str]]:
    return {one["no"]: one for one in office.good("jianguan", f"{API}/checkList", id=row.id)["items"]}


def test_what_the_platform_knows_is_filled_in_and_what_it_cannot_say_is_looked_at(office: Office) -> None:
    device = checks.lifts_of(office)[0]
    device.ninspdate, device.equstatus, device.unqualcode = clock.today() - timedelta(days=1), "1", ""
    device.inspecting, device.delaydate, device.ninspdate2 = False, None, None
    office.db.commit()
    row = checks.planned(office)
    late = lines(office, row)["S-COMMON-02"]
    assert (late["result"], late["finding"]) == ("×", f"超期未检1台：{device.equcode}")
    assert late["proposed"] and lines(office, row)["S-COMMON-04"]["value"] == "需现场核对"
    assert "未核对原文" in lines(office, row)["S-COMMON-15"]["basis"]
    device = office.db.scalars(select(Equipment).where(Equipment.id == device.id)).one()
    device.ninspdate = clock.today()
    office.db.commit()
    good = lines(office, row)["S-COMMON-02"]
    assert (good["result"], good["value"], good["finding"]) == ("√", "平台核对无异常", "")


def test_a_draft_problem_is_written_by_its_officers_until_it_is_told(office: Office) -> None:
    row = checks.checked(office, PLAIN)
    office.good("jianguan", f"{API}/found", id=row.id)
    key = checks.problems_of(office, row.id)[PLAIN].id
    assert office.post("qiye", f"{PROBLEM}/record", id=key)["status"] == 403
    values = {"content": "轿内报警无人应答", "level": "3", "handling": "02", "deadline": checks.TODAY, "demand": "修复"}
    past = values | {"deadline": str(clock.today() - timedelta(days=1))}
    assert office.refused("jianguan", f"{PROBLEM}/save", id=key, **past).endswith("已过")
    other = office.db.scalars(
        select(Equipment.id).where(Equipment.useorgsysid != office.user("qiye").unit_id).limit(1)
    ).one()
    said = office.refused("jianguan", f"{PROBLEM}/save", id=key, **values, equdatasysid=other)
    assert said == "设备：请选择被检查单位的设备"
    office.good("jianguan", f"{PROBLEM}/save", id=key, **values, equdatasysid=checks.lifts_of(office)[0].id)
    office.good("jianguan", f"{API}/resume", id=row.id, reason="还要再看一遍机房")
    assert checks.problems_of(office, row.id) == {}
    office.good("jianguan", f"{API}/found", id=row.id)
    office.good("jianguan", f"{API}/sign", id=row.id, **SIGNED)
    office.good("jianguan2", f"{API}/countersign", id=row.id)
    key = checks.problems_of(office, row.id)[PLAIN].id
    assert office.refused("jianguan", f"{PROBLEM}/save", id=key, **values).endswith("待整改，不能再修改")


def test_a_deadline_is_extended_once_and_before_its_end(office: Office) -> None:
    one = checks.problem(office)
    later = {"newdeadline": str(clock.today() + timedelta(days=9)), "reason": "配件须从厂家调运"}
    office.good("jianguan", f"{PROBLEM}/extend", id=one.id, **later)
    row = office.db.scalars(select(Defect).where(Defect.id == one.id)).one()
    assert row.deadline == clock.today() + timedelta(days=9) and row.limit_at is not None
    assert row.limit_at.astimezone(clock.SHANGHAI).date() == row.deadline
    said = office.refused("jianguan", f"{PROBLEM}/extend", id=one.id, **later)
    assert said.startswith(f"{row.defectno}已于{checks.TODAY}延期一次，不能再延期")


def test_a_unit_sees_its_own_and_no_plan(office: Office) -> None:
    row = checks.planned(office)
    assert office.post("qiye", f"{API}/record", id=row.id)["status"] == 403
    row = checks.told(office)
    assert office.good("qiye", f"{API}/record", id=row.id)["title"].startswith("监督检查 JC")
    assert len(office.good("qiye", f"{PROBLEM}/findList")["list"]) == 2
    assert office.post("weibao", f"{API}/record", id=row.id)["status"] == 403


def test_one_officer_is_not_two(office: Office) -> None:
    one = office.user("jianguan").id
    with pytest.raises(AssertionError, match="检查人员应为两人"):
        checks.planned(office, second_id=one)
    foreign = office.db.scalars(
        select(Equipment.id).where(Equipment.useorgsysid != office.user("qiye").unit_id)
    ).first()
    with pytest.raises(AssertionError, match="不是被检查单位的设备"):
        checks.planned(office, equipment=[{"equdatasysid": foreign}])


def test_a_hung_problem_is_told_to_its_unit_and_closes_after_it_was_taken_down(office: Office) -> None:
    one = checks.hung(office)
    told = select(Message.user_id).where(Message.title == f"{one.defectno} {one.unitname}：挂牌督办，期限2099-01-05")
    assert {office.user("qiye").id, office.user("jianguan").id} <= set(office.db.scalars(told))
    office.good("jianguan", f"{checks.PROBLEM}/lift", id=one.id)
    said = f"{one.defectno}正在挂牌督办，摘牌以后才能关闭"
    assert office.refused("jianguan", f"{checks.PROBLEM}/close", id=one.id) == said
    [row] = office.good("juzhang", f"{checks.PROBLEM}/findList", segment="listed")["list"]
    assert row["id"] == one.id
    office.good("juzhang", f"{checks.PROBLEM}/takeDown", id=one.id)
    office.good("jianguan", f"{checks.PROBLEM}/close", id=one.id)
    assert checks.problem_of(office, one.id).step == "6"


def _offered(office: Office, login: str, key: str) -> set[str]:
    """The moves of a problem that its page offers somebody, and its row in the list the same ones."""
    page = office.good(login, f"{PROBLEM}/record", id=key)
    on_page = {one["code"].partition("_")[0] for one in page["actions"]} & set(DEFECT.by_name)
    [row] = [one for one in office.good(login, f"{PROBLEM}/findList", pageSize=200)["list"] if one["id"] == key]
    config = office.good(login, "/api/layout/findTableConfig", viewNo="supervision_defect_list")
    fitting = {
        one["code"].partition("_")[0]
        for one in config["actions"]
        if all(str(row.get(name) or "") in values for name, values in one.get("when", {}).items())
    }
    assert fitting & set(DEFECT.by_name) == on_page
    return on_page


def test_the_buttons_of_a_problem_follow_the_person(office: Office) -> None:
    one = checks.told_back(office)
    assert _offered(office, "qiye", one.id) == set()
    assert _offered(office, "jianguan", one.id) == {"confirm", "back", "lift", "case"}
    one.answerer_id = office.user("jianguan").id
    office.db.commit()
    assert _offered(office, "jianguan", one.id) == {"lift", "case"}
    assert _offered(office, "jianguan2", one.id) == {"confirm", "back", "lift", "case"}
    assert _offered(office, "juzhang", one.id) == {"hang"}

"""A serious report from its draft to its end: what its declarations cannot say."""

from datetime import timedelta

from sqlalchemy import func, select

from tejian.inspection.models.hazards import Hazard
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.supervision.models.defects import Defect
from tejian.supervision.models.serious import SeriousReport
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of
from tests.walks.ways import STAGES, hazard_registered

from .serious import API, ORDER, SAID, drafted, report_of

__all__ = ["office"]


def test_three_persons_stand_for_it_and_the_bureau_answers(office: Office) -> None:
    row = STAGES["serious_report", "FK"](office)
    office.good("jianyan1", f"{API}/close", ids=row.id)
    page = office.good("jianguan", f"{API}/record", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    assert page["title"] == f"重大问题报告 ZD{clock.today():%Y}0001"
    people = [office.user(one).name for one in ("jianyan1", "zhiliang", "pizhun")]
    assert [facts[one] for one in ("起草人", "审核人", "批准人")] == people
    assert (facts["当前环节"], facts["处理情况"]) == ("已关闭", "已责令停用并约谈")
    office.call.user = office.user("jianguan")
    paper = office.call.client.post("/api/common/commonPrint", data={"printType": "ZDWTBG", "ids": row.id})
    words = text_of(paper.content)
    assert row.seriousno in words and SAID["problem"] in words and people[1] in words


def test_the_bureau_sees_nothing_before_it_is_sent_and_is_told_then(office: Office) -> None:
    row = STAGES["serious_report", "BS"](office)
    assert office.post("jianguan", f"{API}/record", id=row.id)["status"] == 403
    office.good("jianyan1", f"{API}/send", id=row.id)
    assert office.good("jianguan", f"{API}/record", id=row.id)["id"] == row.id
    told = select(Message.user_id).where(Message.title == f"{row.seriousno} {row.unitname}：已报送")
    assert office.user("jianguan").id in set(office.db.scalars(told))


def test_the_clock_runs_from_the_discovery(office: Office) -> None:
    late = clock.today() - timedelta(days=3)
    row = drafted(office, found=str(late))
    assert row.limit_at is not None
    assert row.limit_at.astimezone(clock.SHANGHAI).date() == late + timedelta(days=1)
    found = f"发现日期：{clock.today() + timedelta(days=1)}不得晚于今天"
    assert office.refused("jianyan1", f"{API}/save", id=row.id, found=str(clock.today() + timedelta(days=1))) == found
    for login, move in (("jianyan1", "submit"), ("zhiliang", "audit"), ("pizhun", "approve")):
        office.good(login, f"{API}/{move}", ids=row.id)
    said = f"{late}发现，应于{late + timedelta(days=1)}以前报送，迟报须写明原因"
    assert office.refused("jianyan1", f"{API}/send", id=row.id) == said
    office.good("jianyan1", f"{API}/send", id=row.id, latereason="现场处置期间无法联系单位负责人")
    row = report_of(office, row.id)
    assert row.limit_at is not None
    assert row.limit_at.astimezone(clock.SHANGHAI).date() == clock.today() + timedelta(days=15)


def test_what_the_bureau_orders_is_a_problem_with_a_number_of_its_own(office: Office) -> None:
    row = STAGES["serious_report", "QS"](office)
    office.good("jianguan", f"{API}/order", id=row.id, **ORDER)
    [one] = office.db.scalars(select(Defect).where(Defect.source_id == row.id))
    assert (one.step, one.unitname, one.content, one.sourceno) == ("0", row.unitname, SAID["problem"], row.seriousno)
    assert (one.level, one.handling, one.demand, str(one.deadline)) == tuple(
        ORDER[name] for name in ("level", "handling", "demand", "deadline")
    )
    said = f"已责令整改，问题编号{one.defectno}"
    assert office.refused("jianguan", f"{API}/order", id=row.id, **ORDER) == said
    page = office.good("jianguan", f"{API}/record", id=row.id)
    [part] = [part for part in page["parts"] if part["key"] == "orders"]
    assert [line["defectno"] for line in part["rows"]] == [one.defectno]


def test_one_is_drawn_up_from_a_hazard_once(office: Office) -> None:
    hazard: Hazard = hazard_registered(office)
    said = {"sourcekind": "3", "sourceno": hazard.hazno}
    row = report_of(office, office.good("yewu", f"{API}/drawUp", **said)["id"])
    assert (row.equdatasysid, row.unitname, row.problem) == (hazard.equdatasysid, hazard.unitname, hazard.content)
    assert (row.found, row.toorg) == (hazard.registered, office.user("jianguan").org_id)
    again = f"{hazard.hazno}已有重大问题报告（草稿），不能重复起草"
    assert office.refused("yewu", f"{API}/drawUp", **said) == again
    unknown = office.refused("yewu", f"{API}/drawUp", sourcekind="1", sourceno="没有")
    assert unknown == "编号：没有您可见的编号为没有的记录"
    assert office.db.scalar(select(func.count()).select_from(SeriousReport)) == 1

"""日管控、周排查、月调度: only what is wrong is typed, a week is composed of its days, what is late says why."""

from datetime import timedelta

from sqlalchemy import func, select

from tejian.archives.models.persons import PersonCert
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.supervision.models.duties import DutyRecord
from tejian.supervision.models.warnings import UnitWarning
from tests.inspection.conftest import Office, office
from tests.inspection.papers import text_of

from . import duties
from .duties import API

__all__ = ["office"]
TODAY = clock.today()


def valid(office: Office) -> None:
    for cert in office.db.scalars(select(PersonCert)):
        cert.validto = TODAY + timedelta(days=300)
    office.db.commit()


def test_a_day_without_a_finding_is_handed_in_as_it_began(office: Office) -> None:
    valid(office)
    row = duties.handed(office)
    assert (row.step, row.wrong, row.firstday, row.lastday) == ("YT", 0, TODAY, TODAY)
    page = office.good("jianguan", f"{API}/record", id=row.id)
    facts = {one["label"]: one["text"] for one in page["facts"]}
    assert (facts["异常"], facts["填写人"]) == ("零风险", "胡斌")
    office.call.user = office.user("qiye")
    answer = office.call.client.post("/api/common/commonPrint", data={"printType": "LZJL", "ids": row.id})
    office.call.user = None
    words = text_of(answer.content)
    assert "每日电梯安全检查记录" in words and "零风险报告" in words
    said = office.refused("qiye", f"{API}/save", period="D", equclass="3000", firstday=str(TODAY))
    assert said == f"{TODAY}的日管控已有记录，不能再填"
    assert office.db.scalar(select(func.count()).select_from(DutyRecord)) == 1


def test_an_exception_is_typed_and_counted(office: Office) -> None:
    valid(office)
    row = duties.begun(office)
    state = office.good("qiye", f"{API}/checkList", id=row.id)
    wrong = next(one["no"] for one in state["items"] if one["kind"] == "mark" and not one["photo"])
    office.good("qiye", f"{API}/answer", id=row.id, version=str(state["version"]), items=[{"no": wrong, "result": "×"}])
    assert office.refused("qiye", f"{API}/submit", id=row.id) == f"第{wrong}项不符合，请写明问题"
    state = office.good("qiye", f"{API}/checkList", id=row.id)
    bad = [{"no": wrong, "result": "×", "finding": "门区照明不亮"}]
    office.good("qiye", f"{API}/answer", id=row.id, version=str(state["version"]), items=bad)
    office.good("qiye", f"{API}/submit", id=row.id)
    assert duties.record_of(office, row.id).wrong == 1
    assert office.refused("qiye", f"{API}/answer", id=row.id, version="9", items=bad) != ""


def test_what_is_late_says_why_and_nothing_is_written_ahead(office: Office) -> None:
    past, ahead = str(TODAY - timedelta(days=1)), str(TODAY + timedelta(days=1))
    form = {"period": "D", "equclass": "3000"}
    assert office.refused("qiye", f"{API}/save", **form, firstday=past) == "补录原因：必填"
    assert office.refused("qiye", f"{API}/save", **form, firstday=ahead) == "日期：不能提前填写"
    said = office.refused("qiye", f"{API}/save", period="D", equclass="9000", firstday=str(TODAY))
    assert said == "设备种类：本单位没有这类设备"
    assert office.refused("jianguan", f"{API}/save", **form, firstday=str(TODAY)) != ""
    row = duties.begun(office, firstday=past, latereason="安全员请假，次日补")
    assert (str(row.firstday), row.latereason) == (past, "安全员请假，次日补")
    moved = office.refused("qiye", f"{API}/save", id=row.id, firstday=str(TODAY))
    assert moved == "类别、设备种类和日期不能改，请删除后重新填写"


def test_a_week_is_composed_of_its_days(office: Office) -> None:
    valid(office)
    duties.handed(office)
    row = duties.begun(office, period="W")
    assert (row.firstday.weekday(), (row.lastday - row.firstday).days) == (0, 6)
    items = office.good("qiye", f"{API}/checkList", id=row.id)["items"]
    words = next(one["value"] for one in items if one["no"] == "COMMON-W-01")
    assert words == "应查7日，已查1日，其中补录0日，异常0项"


def test_the_third_day_that_lacks_is_told_to_the_bureau(office: Office) -> None:
    valid(office)
    day = TODAY - timedelta(days=4)
    duties.handed(office, firstday=str(day), latereason="开始使用平台")
    owed = (3, 0)
    for made_up in ("", str(TODAY - timedelta(days=1))):
        if made_up:
            duties.handed(office, firstday=made_up, latereason="补昨日")
        jobs.run("supervision.warnings", {})
        office.db.expire_all()
        unit = office.user("qiye").unit_id
        found = office.db.scalars(select(UnitWarning.duties).where(UnitWarning.unitsysid == unit)).first()
        assert (found or 0) == owed[bool(made_up)]

"""Examination bodies and supervisors: what may be examined until when, and whose 监察证 counts."""

from datetime import timedelta

from sqlalchemy import func, select

from tejian.persons.bodies.api import monitor_numbers
from tejian.persons.models.bodies import ExamBody, ExamBodyItem, MonitorCert
from tests.inspection.conftest import Office, office

from . import people as p
from .people import BODY, TODAY

__all__ = ["office"]
MONITOR = "/api/personMng/monitor"


def test_a_body_examines_its_items_until_their_day_and_not_when_it_is_suspended(office: Office) -> None:
    body = p.a_body(office)
    row = p.drafted(office)
    line = office.db.scalars(select(ExamBodyItem).where(ExamBodyItem.item == "N1")).one()
    line.validto = TODAY - timedelta(days=1)
    office.db.commit()
    refused = "王小明：所选考试机构不能考叉车司机，或已过有效期"
    assert office.refused("qiye", "/api/personMng/preapply/submit", ids=row.id) == refused
    line = office.db.scalars(select(ExamBodyItem).where(ExamBodyItem.item == "N1")).one()
    line.validto = TODAY
    office.db.commit()
    body = office.db.scalars(select(ExamBody)).one()
    office.good("jianguan", f"{BODY}/save", id=body.id, version=str(body.version), held="1")
    assert office.refused("qiye", "/api/personMng/preapply/submit", ids=row.id) == refused
    body = office.db.scalars(select(ExamBody)).one()
    office.good("jianguan", f"{BODY}/save", id=body.id, version=str(body.version), held=" ")
    body = office.db.scalars(select(ExamBody)).one()
    assert (body.held, body.validto > TODAY) == ("", True)
    office.good("qiye", "/api/personMng/preapply/submit", ids=row.id)


def test_a_body_stands_once_and_an_item_once(office: Office) -> None:
    body = p.a_body(office)
    form = {"name": "另一中心", "org_id": body.org_id, "address": "路1号", "areacode": "330200"}
    form |= {"validto": str(TODAY)}
    assert office.refused("jianguan", f"{BODY}/save", **form) == "该机构已登记为考试机构"
    twice = [{"item": "N1", "validto": str(TODAY)}] * 2
    said = office.refused("jianguan", f"{BODY}/save", id=body.id, version=str(body.version), items=twice)
    assert said == "可考项目：同一项目只填一行"
    assert office.db.scalar(select(func.count()).select_from(ExamBodyItem)) == 4
    p.drafted(office)
    said = office.refused("jianguan", f"{BODY}/delete", ids=body.id)
    assert said == "宁波市特种设备作业人员考试中心已有考试申请，不能删除，可以停用"
    assert office.post("kaoshi", f"{BODY}/save", **form)["status"] == 403


def test_a_supervisor_has_one_certificate_of_a_number_and_it_counts_while_it_runs(office: Office) -> None:
    me = office.user("juzhang")
    form = {"user_id": me.id, "certno": "浙监察330200-036", "areacode": "330200", "issueorg": "浙江省市场监督管理局"}
    form |= {"issued": str(TODAY - timedelta(days=30)), "validto": str(TODAY)}
    key = office.good("jianguan", f"{MONITOR}/save", **form)["id"]
    assert office.refused("jianguan", f"{MONITOR}/save", **form) == "监察证编号浙监察330200-036已登记"
    wrong = form | {"certno": "浙监察330200-037", "issued": str(TODAY)}
    said = office.refused("jianguan", f"{MONITOR}/save", **wrong)
    assert said == f"有效期至：须晚于发证日期（{TODAY}）"
    row = office.db.scalars(select(MonitorCert).where(MonitorCert.id == key)).one()
    assert row.org_id == me.org_id
    assert monitor_numbers(office.db, [me.id], TODAY) == {me.id: "浙监察330200-036"}
    assert monitor_numbers(office.db, [me.id], TODAY + timedelta(days=1)) == {}
    office.good("jianguan", f"{MONITOR}/save", id=key, version=str(row.version), held="1")
    assert monitor_numbers(office.db, [me.id], TODAY) == {}

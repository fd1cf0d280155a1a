"""A unit asks for an issued report once more: audited and approved by the institute, or declined with a reason."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reissue import ReportChange
from tejian.inspection.models.reports import Report
from tejian.messages.models import Message

from .conftest import Office
from .test_reissue import released, report

ASK = "/api/reportChange/ask"
WORDS = {"copies": "2", "use": "1", "reason": "搬迁办公室时遗失"}


def of_unit(office: Office) -> AppBuss:
    """A released report of the enterprise of `qiye`."""
    item = released(office)
    item.unitsysid = office.main(item.appmain_id).unitsysid = office.user("qiye").unit_id
    office.db.commit()
    return office.item(item.id)


def asked(office: Office, item: AppBuss, **more: str) -> ReportChange:
    key = office.good("qiye", ASK, ids=item.id, **WORDS | more)["id"]
    return office.db.scalars(select(ReportChange).where(ReportChange.id == key)).one()


def count(office: Office) -> int:
    office.db.expire_all()
    return office.db.scalar(select(func.count()).select_from(ReportChange)) or 0


def numbers(office: Office, login: str, name: str) -> list[str]:
    return [one["changeno"] for one in office.good(login, f"/api/reportChange/{name}")["list"]]


def told(office: Office, login: str) -> list[str]:
    query = select(Message.title).where(Message.user_id == office.user(login).id, Message.kind == "报告更正")
    return list(office.db.scalars(query.order_by(Message.createtime)))


def test_a_unit_asks_for_its_report_once_more_and_it_is_issued(office: Office) -> None:
    item = of_unit(office)
    change = asked(office, item)
    assert (change.step, change.way, change.copies) == ("AUDIT", "UNIT", 2)
    assert (change.content, change.applicant) == ("补发2份，用途：原件遗失", office.user("qiye").name)
    for login, name in (("qiye", "subsidyOwnList"), ("zhiliang", "subsidyList"), ("zhiliang", "dealList")):
        assert numbers(office, login, name) == [change.changeno]
    office.good("zhiliang", "/api/reportChange/agree", ids=change.id, opinion="属实")
    office.good("pizhun", "/api/reportChange/approve", ids=change.id, opinion="同意")
    office.db.expire_all()
    new = report(office, f"{item.reportno}-B1")
    assert (change.step, change.newno, new.state) == ("DONE", new.reportno, "有效")
    assert report(office, item.reportno).state == "有效"
    assert told(office, "qiye")[-1] == f"{change.changeno} {item.reportno} 已完成"


@pytest.mark.parametrize("refuser", ["zhiliang", "pizhun"])
def test_what_the_institute_declines_ends_with_its_reason(office: Office, refuser: str) -> None:
    item = of_unit(office)
    change = asked(office, item)
    if refuser == "pizhun":
        office.good("zhiliang", "/api/reportChange/agree", ids=change.id, opinion="属实")
    path = "/api/reportChange/" + ("reject" if refuser == "zhiliang" else "refuse")
    office.good(refuser, path, ids=change.id, reason="原件未遗失，档案中有领取记录")
    office.db.expire_all()
    assert (change.step, change.newno) == ("VOID", "")
    assert told(office, "qiye")[-1].endswith("不予补发：原件未遗失，档案中有领取记录")
    reports = select(func.count()).select_from(Report).where(Report.appbuss_id == item.id)
    assert office.db.scalar(reports) == 1
    assert asked(office, item).step == "AUDIT"  # it may ask anew


def test_only_an_own_released_report_is_asked_for_once_at_a_time(office: Office) -> None:
    item = of_unit(office)

    def refused(login: str, **more: Any) -> str:
        said = office.refused(login, ASK, **{"ids": item.id, **WORDS, **more})
        assert count(office) == before
        return said

    before = 0
    assert refused("qiye", copies="0") == "份数：不得小于1"
    assert refused("qiye", copies="11") == "份数：不得大于10"
    assert refused("qiye", use="7") == "用途：请从选项中选择"
    assert refused("qiye", reason="") == "说明：必填"
    assert refused("yewu") == "对不起，您没有此操作的权限"
    item.step = "BGDY"
    office.db.commit()
    assert refused("qiye") == f"{item.seisn}的报告尚未发放，请联系检验机构领取"
    item.step = "DONE"
    office.db.commit()
    first = asked(office, item)
    before = 1
    assert refused("qiye") == f"报告{item.reportno}有在办的更正申请{first.changeno}，请先办结"
    item.unitsysid = "0" * 32
    office.db.commit()
    refused("qiye")  # of another unit
    assert numbers(office, "qiye", "subsidyOwnList") == []

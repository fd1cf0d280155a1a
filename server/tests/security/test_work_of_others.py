"""Work that waits for somebody else: a colleague sees it and may not do it; what was decided keeps its number."""

from typing import Any

from sqlalchemy import select

from tejian.inspection.models.reports import OriginalRecord
from tejian.kit.database.audit import SecurityLog

from .conftest import Office


def kept(office: Office, item: Any) -> tuple[Any, ...]:
    office.db.expire_all()
    row = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    return row.version, row.results, row.problems, row.conclusion


def test_a_record_is_saved_by_the_inspectors_of_the_task_alone(office: Office) -> None:
    """jianyan5 is of the same department, holds the right and sees the item; the task names two others."""
    item = office.built()
    assert office.user("jianyan5").dept_id == item.chedept or office.good(
        "jianyan5", "/api/appbuss/getItem", id=item.id
    )
    before = kept(office, item)
    refusals = {"saveRecord": "该报告不由您录入", "submitRecord": "所选数据不在您的待办范围内"}
    for path, sentence in refusals.items():
        said = office.post("jianyan5", f"/api/appbuss/{path}", id=item.id, problems="改了", conclusion="1031")
        assert (said["status"], said["errorMsg"]) == (403, sentence), path
        assert kept(office, item) == before
    office.good("jianyan2", "/api/appbuss/saveRecord", id=item.id, problems="协检补充")
    assert kept(office, item)[2] == "协检补充"


def test_credit_is_given_to_approved_reports_alone(office: Office) -> None:
    item = office.audited()
    said = office.refused("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    assert said == f"{item.seisn}尚未批准，不能办理欠费发放"
    item = office.item(item.id)
    assert (item.step, item.arrearsby, item.arrearsreason) == ("BGSP", "", "")
    assert office.db.scalars(select(SecurityLog.id).where(SecurityLog.kind == "欠费发放")).all() == []
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    office.good("yewu", "/api/appbuss/allowArrears", ids=item.id, reason="合同月结")
    assert office.item(item.id).arrearsby == "徐海燕"


def test_a_report_that_is_built_again_keeps_its_number(office: Office) -> None:
    item = office.built()
    number = item.reportno
    back = {"toStep": "BGSC", "reasonId": "02", "reasonLabel": "模板不对", "detailDesc": "重新生成"}
    office.good("jianyan1", "/api/appbuss/sendBack", ids=item.id, **back)
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    assert office.item(item.id).reportno == number
    other = office.item(item.id)
    assert (other.step, other.seisn) == ("BGLR", item.seisn)

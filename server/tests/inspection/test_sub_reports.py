"""Sub-reports are audited by themselves, by somebody qualified, before the report that they belong to."""

from typing import Any

from sqlalchemy import delete, func, select

from tejian.inspection.records.models import CheckRun
from tejian.kit.flowlog import FlowLog
from tejian.system.accounts.models import StaffQual
from tejian.system.rules.models import FlowConf
from tejian.system.settings.cache import bump

from .conftest import Office
from .test_conclusions import record

FX = "/api/appbuss/auditReportFx"


def steps(office: Office, item: Any) -> list[str]:
    query = select(FlowLog.to_step).where(FlowLog.subject_id == item.id, FlowLog.move.in_(("verify", "audit_fx")))
    return list(office.db.scalars(query.order_by(FlowLog.id)))


def test_a_report_without_a_sub_report_goes_straight_to_its_audit(office: Office) -> None:
    item = office.verified()
    assert (item.step, item.status, item.fxauditedby) == ("BGSH", "50", "")
    assert steps(office, item) == ["BGSH"]
    said = office.refused("fenxiang", FX, ids=item.id, opinion="同意")
    assert said and office.item(item.id).step == "BGSH"


def test_a_report_with_a_sub_report_is_audited_in_its_part_first(office: Office) -> None:
    item = office.in_parts()
    assert item.step == "BGSH_FX"
    office.refused("shenhe", "/api/appbuss/auditReport", ids=item.id)
    assert office.item(item.id).step == "BGSH_FX"
    office.good("fenxiang", FX, ids=item.id)
    item = office.item(item.id)
    assert (item.step, item.fxauditedby) == ("BGSH", office.user("fenxiang").id)
    assert steps(office, item) == ["BGSH_FX", "BGSH"]


def test_the_sub_report_that_a_return_takes_out_is_not_waited_for(office: Office) -> None:
    item = office.in_parts()
    form = {"toStep": "BGLR", "reasonId": "02", "reasonLabel": "数据记录错误", "detailDesc": "没有分项报告"}
    office.good("fenxiang", "/api/appbuss/sendBack", ids=item.id, **form)
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, tables={"subs": {"empty": "1"}})
    assert "subs" not in record(office, item).measures
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    assert office.item(item.id).step == "BGSH"


def test_who_audits_a_part_is_qualified_for_the_class(office: Office) -> None:
    item = office.in_parts()
    office.db.execute(delete(StaffQual).where(StaffQual.user_id == office.user("fenxiang").id))
    office.db.commit()
    runs = select(func.count()).select_from(CheckRun).where(CheckRun.appbuss_id == item.id)
    before = office.db.scalar(runs)
    said = office.refused("fenxiang", FX, ids=item.id, opinion="同意，情况已经核实")
    assert said.startswith("叶晓东没有定期检验所需的资格")
    item = office.item(item.id)
    assert (item.step, item.fxauditedby, office.db.scalar(runs)) == ("BGSH_FX", "", before)


def test_where_the_flow_does_without_the_step_a_sub_report_goes_on(office: Office) -> None:
    for one in office.db.scalars(select(FlowConf).where(FlowConf.step == "BGSH_FX")):
        one.used = False
    office.db.commit()
    bump(office.db, "flow")
    office.db.commit()
    assert office.in_parts().step == "BGSH"

"""A correction from 不合格 to 合格: the hazard of the wrong report is withdrawn, and who was told of it hears so."""

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.kit.database.flowlog import FlowLog
from tejian.kit.ground import clock
from tejian.messages.models import Message

from .conftest import Office
from .retested import audited, corrected, registered
from .test_again import failed
from .test_hazards import only

DOCS = {"archivedocs": "01,02", "archivebox": "A-1", "archivepages": 18}


def approved(office: Office, item: AppBuss) -> AppBuss:
    corrected(office, item)
    said = office.refused("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    wrong = "记录已不是不符合第12、29项；请先作废通知书，仍有不符合的按记录重新开具"
    assert f"检验意见通知书的问题与记录不一致：{wrong}" in said
    audited(office, item)
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    return office.item(item.id)


def test_a_hazard_that_waits_is_withdrawn_and_the_report_is_archived(office: Office) -> None:
    item = failed(office)
    assert only(office).step == "NEW"
    wrong = item.reportno
    item = approved(office, item)
    row = only(office)
    reason = f"报告{wrong}已由{item.reportno}更正，检验结论不再是不合格"
    assert (row.step, row.closedate, item.unqualcode) == ("GONE", clock.today(), "")
    log = office.db.scalars(select(FlowLog).where(FlowLog.subject_id == row.id, FlowLog.move == "drop")).one()
    assert (log.reason, log.to_step) == (reason, "GONE")
    assert office.db.scalars(select(Message).where(Message.kind == "隐患撤销")).all() == []
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    assert lift.unqualcode == ""
    office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=1)
    office.good("dangan", "/api/appbuss/archiveReport", ids=item.id, **DOCS)
    assert office.item(item.id).step == "BGFF"


def test_a_hazard_that_the_supervision_knows_is_withdrawn_there_too(office: Office) -> None:
    item = office.item(registered(office).appbuss_id)
    wrong = item.reportno
    item = approved(office, item)
    row = only(office)
    assert row.step == "GONE"
    sent = office.db.scalars(select(Message).where(Message.kind == "隐患撤销")).all()
    told = sent[0]
    assert {one.user_id for one in sent} == {office.user(one).id for one in ("jianguan", "jianguan2", "juzhang")}
    reason = f"报告{wrong}已由{item.reportno}更正，检验结论不再是不合格"
    assert told.title == f"{row.hazno} {row.unitname} {row.equname}{row.equcode} 隐患已撤销：{reason}"

"""LIMS数据传输: a sample from its drawing to the result in the record, and what a changed or withdrawn one undoes."""

from typing import Any

from sqlalchemy import func, select

from tejian.inspection.models.laboratory import LabEvent, LabFinding, LabSample
from tejian.inspection.records import api as records
from tejian.messages.models import Message
from tests.inspection import samples
from tests.inspection.samples import ALL, API

from .conftest import SUBMIT, Office


def count(office: Office, model: Any) -> int:
    return office.db.scalar(select(func.count()).select_from(model)) or 0


def messages(office: Office, login: str) -> list[str]:
    query = select(Message.title).where(Message.user_id == office.user(login).id).order_by(Message.id.desc())
    return list(office.db.scalars(query))


def test_a_sample_goes_its_way_and_its_result_is_taken_over(office: Office) -> None:
    row = samples.sent(office)
    assert (row.sampleno[:2], row.step, row.sender_id) == ("YP", "SJ", office.user("jianyan1").id)
    steps = []
    for n, kind in enumerate(ALL):
        steps.append(samples.told(office, row, kind, begin=n).step)
    assert steps == ["JS", "JC", "CJ", "SH"]
    assert (row.labno, row.edition, row.outcome, row.values) == ("L1", 1, "符合", list(samples.RESULT))
    assert f"{row.sampleno} {row.unitname} 炉水的化验结果已审核，请取回" in messages(office, "jianyan2")
    office.good("jianyan1", f"{API}/take", id=row.id)
    page = office.good("jianyan1", f"{API}/record", id=row.id)
    assert next(part["rows"] for part in page["parts"] if part["key"] == "values")[0]["value"] == "0.02"
    assert [one["became"] for one in next(part["rows"] for part in page["parts"] if part["key"] == "events")] == [
        *("实验室已接收", "检测中", "待审核结果", "结果已审核")
    ]


def test_what_is_said_again_is_the_same_and_what_comes_too_early_is_kept_and_changes_nothing(office: Office) -> None:
    row = samples.sent(office)
    assert samples.told(office, row, *ALL).step == "SH"
    assert samples.told(office, row, *ALL).edition == 1
    assert count(office, LabEvent) == 4
    early = samples.sent(office, office.item(row.appbuss_id))
    assert samples.told(office, early, "reviewed").step == "SJ"
    assert office.db.scalars(select(LabEvent.became).where(LabEvent.sample_id == early.id)).all() == [
        "样品当前为已送检，未采用"
    ]


def test_a_report_waits_for_its_samples(office: Office) -> None:
    item = office.built()
    saved = office.filled(item)
    row = samples.drawn(office, item)
    submit = {"id": item.id, "version": saved["version"], "conclusion": saved["proposal"]["code"]}
    said = f"样品{row.sampleno}（第8项{row.itemname}）%s，化验结果审核以前不能提交报告"
    assert said % "待送检" in office.refused("jianyan1", SUBMIT, **submit)
    office.good("jianyan1", f"{API}/send", id=row.id)
    office.db.refresh(row)
    assert said % "已送检" in office.refused("jianyan1", SUBMIT, **submit)
    samples.told(office, row, *ALL[:3])
    assert said % "待审核结果" in office.refused("jianyan1", SUBMIT, **submit)
    assert office.item(item.id).step == "BGLR"
    samples.told(office, row, "reviewed", begin=3)
    asked = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["findings"]
    assert [one["text"] for one in asked if "还没有取回" in one["text"]] == [
        f"样品{row.sampleno}（第8项{row.itemname}）第1版化验结果还没有取回，请核对记录后取回"
    ]
    office.good("jianyan1", f"{API}/take", id=row.id)
    office.good("jianyan1", SUBMIT, **submit)
    assert office.item(item.id).step == "BGQR"


def test_a_sample_that_is_dropped_is_not_waited_for(office: Office) -> None:
    item = office.built()
    saved = office.filled(item)
    row = samples.sent(office, item)
    assert "请填写原因" in office.refused("jianyan1", f"{API}/drop", id=row.id)
    office.good("jianyan1", f"{API}/drop", id=row.id, reason="样品在途中破损")
    assert samples.told(office, row, *ALL).step == "QX"
    office.good("jianyan1", SUBMIT, id=item.id, version=saved["version"], conclusion=saved["proposal"]["code"])
    assert office.item(item.id).step == "BGQR"


def test_a_result_that_does_not_suit_is_not_dropped(office: Office) -> None:
    row = samples.sent(office, office.built())
    samples.told(office, row, *ALL[:3])
    said = office.refused("jianyan1", f"{API}/drop", id=row.id, reason="样品在途中破损")
    assert said == "实验室已给出结果，不能取消样品"
    office.db.refresh(row)
    assert row.step == "CJ"


def submitted(office: Office) -> LabSample:
    """A sample whose result stands in a record that was handed in and verified."""
    item = office.built()
    row = samples.taken(office, item)
    saved = office.filled(item)
    office.good("jianyan1", SUBMIT, id=item.id, version=saved["version"], conclusion=saved["proposal"]["code"])
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    assert office.item(item.id).step == "BGSH"
    return row


def test_a_changed_result_sends_the_report_back_to_its_entry(office: Office) -> None:
    row = submitted(office)
    samples.told(office, row, "result", reason="更正计算错误", begin=4)
    item = office.item(row.appbuss_id)
    office.db.refresh(item)
    assert (row.step, row.edition, item.step, item.returned) == ("CJ", 2, "BGLR", True)
    why = f"样品{row.sampleno}的化验结果被实验室更改为第2版（更正计算错误）"
    assert (item.backReason, item.backDescription) == ("数据记录错误", why)
    # those of the inspectors stand until the record says something else, as after every return
    assert {one.role for one in records.standing(office.db, item)} == {"检验"}
    assert any(f"退回报告录入：{item.backReason}" in one for one in messages(office, "jianyan1"))
    assert count(office, LabFinding) == 0
    saved = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    form = {"id": item.id, "version": saved["version"], "conclusion": item.conclusion}
    assert "待审核结果，化验结果审核以前不能提交报告" in office.refused("jianyan1", SUBMIT, **form)


def test_a_withdrawn_result_sends_the_report_back_too(office: Office) -> None:
    row = submitted(office)
    samples.told(office, row, "withdrawn", reason="平行样超差", begin=4)
    item = office.item(row.appbuss_id)
    office.db.refresh(item)
    assert (row.step, row.outcome, row.values, item.step) == ("CH", "", [], "BGLR")
    events = select(LabEvent.became).where(LabEvent.sample_id == row.id).order_by(LabEvent.at.desc())
    assert office.db.scalars(events).first() == f"{item.seisn}退回报告录入"


def test_while_the_record_is_with_its_inspectors_they_are_told(office: Office) -> None:
    row = samples.taken(office)
    samples.told(office, row, "withdrawn", reason="平行样超差", begin=4)
    item = office.item(row.appbuss_id)
    assert (row.step, item.step) == ("CH", "BGLR")
    assert f"{item.seisn} 样品{row.sampleno}的化验结果被实验室撤回（平行样超差）" in messages(office, "jianyan2")


def test_behind_an_approved_report_quality_gets_a_finding_that_names_it(office: Office) -> None:
    finding = samples.behind(office)
    item = office.item(finding.appbuss_id)
    what = f"样品{office.db.get_one(LabSample, finding.sample_id).sampleno}的化验结果被实验室撤回（平行样超差）"
    assert (finding.step, finding.reportno, finding.what) == ("DC", item.reportno, what)
    assert item.step in ("BGDY", "BGGD"), "an issued report goes another way than back"
    assert f"报告{item.reportno}已批准，{what}，请核查" in messages(office, "zhiliang")
    listed = office.good("zhiliang", f"{API}/finding/findList", segment="open")["list"]
    assert [one["reportno"] for one in listed] == [item.reportno]
    judge = {"id": finding.id, "verdict": "2", "opinion": ""}
    assert "核查说明" in office.refused("zhiliang", f"{API}/finding/judge", **judge)
    assert "没有此操作的权限" in office.refused("jianyan1", f"{API}/finding/judge", **judge | {"opinion": "已核对"})
    office.db.refresh(finding)
    assert (finding.step, finding.verdict) == ("DC", "")
    office.good("zhiliang", f"{API}/finding/judge", **judge | {"opinion": "结论依据该项，办理更正"})
    office.db.refresh(finding)
    assert (finding.step, finding.verdict, finding.judge_id) == ("HC", "2", office.user("zhiliang").id)


def test_bad_samples_are_refused_and_nothing_is_stored(office: Office) -> None:
    item = office.built()
    samples.laboratory(office)
    for more, said in (
        ({"seisn": "JY0"}, "业务流水号：没有您可见的业务JY0"),
        ({"itemseq": "998"}, f"检验项目序号：{item.seisn}的记录没有第998项"),
        ({"drawnday": "2099-01-01"}, "采样日期：不能晚于今天"),
        ({"asked": "、"}, "检测项目：请填写要检测的项目"),
        ({"name": ""}, "样品名称"),
    ):
        assert said in office.refused("jianyan1", f"{API}/save", **samples.form(item, **more)), more
    assert "没有此操作的权限" in office.refused("shoufei", f"{API}/save", **samples.form(item))
    assert count(office, LabSample) == 0
    item.step = "BGQR"
    office.db.commit()
    said = office.refused("jianyan1", f"{API}/save", **samples.form(item))
    assert said == f"业务流水号：{item.seisn}不在报告录入中，不能登记样品"
    assert count(office, LabSample) == 0


def test_a_unit_sees_no_samples(office: Office) -> None:
    samples.drawn(office)
    assert "没有此操作的权限" in office.refused("qiye", f"{API}/findList")

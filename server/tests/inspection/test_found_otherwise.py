"""What the inspector finds otherwise than the archive: the report goes by it, the archive by a correction."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.models.correction import Correction
from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.messages.models import Message

from .conftest import Office
from .test_conclusions import Sort, approve, built, record, save
from .test_later import written_anew
from .test_reissue import report

SAVE = "/api/appbuss/saveRecord"
PLATE = {"value": "1150", "reason": "铭牌为1150 kg"}


def lift_of(office: Office, item: AppBuss) -> Equipment:
    return office.db.get_one(Equipment, item.equdatasysid)


def known(office: Office, item: AppBuss, **values: str) -> None:
    """What the archive states from the start."""
    office.db.expire_all()
    lift, kept = lift_of(office, item), record(office, item)
    lift.params = {**lift.params, **values}
    kept.equipment = {**kept.equipment, **values}
    office.db.commit()


def entered(office: Office) -> AppBuss:
    item = office.built()
    known(office, item, ratedload="1000")
    return item


def proposals(office: Office, item: AppBuss) -> list[Correction]:
    office.db.expire_all()
    query = select(Correction).where(Correction.appbuss_id == item.id).order_by(Correction.id)
    return list(office.db.scalars(query))


def issued(office: Office, **found: Any) -> AppBuss:
    item = entered(office)
    save(office, item, corrections=found or {"ratedload": PLATE})
    office.filled(item)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, conclusion="1031")
    approve(office, item)
    return office.item(item.id)


def released(office: Office, item: AppBuss) -> None:
    """The item is finished: only then may its device be corrected."""
    row = office.item(item.id)
    row.step = "DONE"
    office.db.commit()


def test_the_entry_lists_what_may_be_found_otherwise_and_no_locked_field(office: Office) -> None:
    item = entered(office)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    shown = {one["prop"]: one for one in screen["parameters"]}
    assert (shown["ratedload"]["old"], shown["ratedload"]["unit"]) == ("1000", "kg")
    assert {"runvelocity", "elestadenumber", "controltype"} <= set(shown)
    assert not {"equcode", "prono", "model", "useorgsysid", "maiorgsysid", "nextbraketestdate"} & set(shown)


def test_what_was_found_is_kept_with_its_ground_and_taken_back(office: Office) -> None:
    item = entered(office)
    saved = save(office, item, corrections={"ratedload": PLATE, "elestadenumber": {"value": "9", "reason": "现场核实"}})
    assert saved["corrections"] == {"ratedload": PLATE, "elestadenumber": {"value": 9, "reason": "现场核实"}}
    assert lift_of(office, item).params["ratedload"] == "1000", "the archive stays as it is"
    saved = save(office, item, corrections={"elestadenumber": {"value": " "}})
    assert saved["corrections"] == record(office, item).corrections == {"ratedload": PLATE}


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        ({"ratedload": {"value": "viel", "reason": "铭牌"}}, "额定载重量：请输入数字"),
        ({"ratedload": {"value": "9999999", "reason": "铭牌"}}, "额定载重量：不得大于20000kg"),
        ({"controltype": {"value": "ZZ", "reason": "铭牌"}}, "控制方式：请从选项中选择"),
        ({"elestadenumber": {"value": "3.5", "reason": "铭牌"}}, "站数：请输入整数"),
        ({"ratedload": {"value": "1000.0", "reason": "铭牌"}}, "额定载重量：与档案的值相同，不用更正"),
        ({"ratedload": {"value": "1150"}}, "额定载重量：请写明依据（2至200个字），如铭牌、实测"),
        ({"prono": {"value": "26T1", "reason": "铭牌"}}, "不是可以更正的设备参数"),
        ({"equstatus": {"value": "2", "reason": "铭牌"}}, "不是可以更正的设备参数"),
    ],
)
def test_what_the_archive_refuses_is_refused_here_and_nothing_is_stored(
    office: Office, found: dict[str, Any], sentence: str
) -> None:
    item = entered(office)
    before = record(office, item).version
    said = office.refused("jianyan1", SAVE, id=item.id, corrections=found, remark="另一处")
    assert said == sentence
    office.db.expire_all()
    kept = record(office, item)
    assert (kept.corrections, kept.remark, kept.version) == ({}, "", before)


def test_only_whom_the_record_waits_for_states_it_and_only_while_it_is_entered(office: Office) -> None:
    item = entered(office)
    form = {"id": item.id, "corrections": {"ratedload": PLATE}}
    assert office.post("jianyan5", SAVE, **form)["status"] == 403
    office.filled(item)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, conclusion="1031")
    said = office.refused("jianyan1", SAVE, **form)
    assert said == f"{item.seisn}当前环节为报告确认，不能录入"
    assert record(office, item).corrections == {}


def test_limits_go_by_what_was_found(office: Office) -> None:
    """The braking distances of a lift hang on its rated speed: with another one other limits hold."""
    item = built(office, Sort("3110", "02", "0211", "", ""))
    known(office, item, runvelocity="1.0")
    first = limits_of(office, item)
    save(office, item, corrections={"runvelocity": {"value": "2.5", "reason": "铭牌为2.5 m/s"}})
    assert limits_of(office, item) != first
    save(office, item, corrections={"runvelocity": {"value": " "}})
    assert limits_of(office, item) == first


def limits_of(office: Office, item: AppBuss) -> dict[str, list[str]]:
    items = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["items"]
    return {one["item_no"]: [measure["limit"] for measure in one["measures"]] for one in items}


def test_the_entry_tells_the_fee_by_what_was_found_where_it_differs(office: Office) -> None:
    item = office.built()
    known(office, item, elefloornumber=12, elestadenumber=12, ratedload="1000")
    floors = {"value": "14", "reason": "轿内按钮实数"}
    said = save(office, item, corrections={"elefloornumber": floors, "ratedload": PLATE})["findings"]
    fee = "层数更正后应收费用由540.00元变为580.00元，请通知收费"
    assert [one["text"] for one in said if one["check"] == "M03"] == [fee]
    said = save(office, item, corrections={"elefloornumber": {"value": " "}})["findings"]
    assert [one["text"] for one in said if one["check"] == "M03"] == []


def test_the_report_states_what_was_found_and_that_the_archive_differs(office: Office) -> None:
    item = issued(office)
    said = report(office, item.reportno).content
    assert said["equipment"]["ratedload"] == "1150"
    assert "额定载重量为现场核实值1150kg（档案值1000kg，更正申请中）" in said["remark"]


def test_approval_writes_no_parameter_and_proposes_a_correction(office: Office) -> None:
    item = issued(office)
    assert lift_of(office, item).params["ratedload"] == "1000"
    (draft,) = proposals(office, item)
    assert (draft.step, draft.object_id, draft.reportno) == ("DRAFT", item.equdatasysid, item.reportno)
    assert [(one["field"], one["old"], one["new"]) for one in draft.lines] == [("ratedload", "1000", "1150")]
    who = office.user("jianyan1")
    assert (draft.finder, draft.applicant, draft.orgid) == (who.id, who.name, office.user("dangan").org_id)
    assert draft.reason == f"报告{item.reportno}，检验人员{who.name}现场核实。额定载重量：铭牌为1150 kg"
    listed = {login: correct_list(office, login) for login in ("dangan", "jianyan1", "shouli", "yewu")}
    assert listed == {"dangan": [draft.id], "jianyan1": [], "shouli": [], "yewu": [draft.id]}
    told = office.db.scalars(select(Message.user_id).where(Message.title.startswith(f"报告{item.reportno}提出更正")))
    assert set(told) == {office.user(one).id for one in ("dangan", "yewu")}


def correct_list(office: Office, login: str) -> list[str]:
    rows = office.good(login, "/api/correct/applyList", pageSize=200)["list"]
    return [one["id"] for one in rows if one["step"] == "DRAFT"]


def test_who_keeps_the_archives_submits_it_and_another_audits_it(office: Office) -> None:
    item = issued(office)
    (draft,) = proposals(office, item)
    said = office.refused("dangan", "/api/correct/submit", ids=draft.id)
    assert said == f"该设备存在在办业务（{item.seisn}），不能更正"
    released(office, item)
    assert office.post("jianyan1", "/api/correct/submit", ids=draft.id)["status"] == 403
    office.good("dangan", "/api/correct/submit", ids=draft.id)
    (draft,) = proposals(office, item)
    assert (draft.step, draft.createby, draft.applicant) == (
        "AUDIT",
        office.user("dangan").id,
        office.user("dangan").name,
    )
    office.good("zhiliang", "/api/correct/agree", ids=draft.id, opinion="与报告一致")
    office.db.expire_all()
    assert lift_of(office, item).params["ratedload"] == "1150"
    assert proposals(office, item)[0].step == "DONE"


def test_who_found_it_does_not_audit_it(office: Office) -> None:
    item = issued(office)
    released(office, item)
    (draft,) = proposals(office, item)
    office.good("dangan", "/api/correct/submit", ids=draft.id)
    proposals(office, item)[0].finder = office.user("zhiliang").id
    office.db.commit()
    said = office.post("zhiliang", "/api/correct/agree", ids=draft.id)
    assert (said["status"], said["errorMsg"]) == (403, "不能审核自己提交或发现的更正申请")
    assert lift_of(office, item).params["ratedload"] == "1000"


def test_a_record_that_finds_nothing_proposes_nothing(office: Office) -> None:
    item = office.built()
    office.filled(item)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, conclusion="1031")
    approve(office, item)
    assert proposals(office, item) == []


@pytest.mark.parametrize(
    ("anew", "steps"),
    [
        ({"value": "1250", "reason": "铭牌重看为1250 kg"}, ["VOID", "DRAFT"]),
        ({"value": " "}, ["VOID"]),
    ],
)
def test_a_corrected_report_renews_or_withdraws_what_the_old_one_proposed(
    office: Office, anew: dict[str, str], steps: list[str]
) -> None:
    item = built(office, Sort("4110", "02", "0211", "1041", ""))
    known(office, item, hookauxcap="10")
    save(office, item, corrections={"hookauxcap": {"value": "5", "reason": "铭牌为5 t"}})
    office.filled(item)
    save(office, item, conclusion="1041")
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    released(office, item)
    (old,) = proposals(office, item)
    anew = anew | ({"value": "8"} if anew["value"].strip() else {})
    number = written_anew(office, item, corrections={"hookauxcap": anew})
    made = proposals(office, item)
    assert [one.step for one in made] == steps and made[0].id == old.id
    assert [one.reportno for one in made[1:]] == [number][: len(steps) - 1]
    assert [line["new"] for one in made[1:] for line in one.lines] == ["8"][: len(steps) - 1]


def test_values_that_the_archive_learnt_meanwhile_are_no_correction(office: Office) -> None:
    item = entered(office)
    save(office, item, corrections={"ratedload": PLATE})
    lift = lift_of(office, item)
    lift.params = {**lift.params, "ratedload": "1150.0"}
    office.db.commit()
    saved = save(office, item, refresh="1")
    assert saved["corrections"] == {}

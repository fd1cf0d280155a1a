"""Templates as phones draw them: order, photo duty and words come from the version that the record began with."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.models.fieldwork import PackJob
from tejian.inspection.models.mobile import HeldJob
from tejian.inspection.models.templates import TemplateRow
from tejian.system.rules.api import RuleRow
from tests.archives.samples import picture

from .conftest import SAVE, Office
from .phones import held_job, phones, record
from .templates import CALLS, LIFT, WHY, Templates
from .test_fieldwork import send_photo

PAGE, FIND = "/api/mobilePlat/template/record", "/api/mobilePlat/template/find"
PHONE = "report_item_phone"


def packed(office: Office) -> dict[str, Any]:
    [line] = phones(office)[0].good("pack")["jobs"]
    template: dict[str, Any] = line["job"]["template"]
    return template


def phone_row(templates: Templates, version: Any, number: str) -> TemplateRow:
    return next(one for one in templates.rows(version, PHONE) if one.data["item_no"] == number)


def with_duty(office: Office, photo: str = "always", number: str = "A1.1.4") -> Any:
    """A version in force from today, of which one item wants a photo, stands elsewhere and has other words."""
    templates = Templates(office)
    version = templates.opened(effective=0)
    row = phone_row(templates, version, number)
    templates.saved(row, photo=photo, spot="门厅", turn="1", phrases="证件不在现场| 复印件模糊")
    return templates.published(templates.version(version.id))


def findings(office: Office, item: Any) -> dict[str, str]:
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    return {one["check"]: one["text"] for one in screen["findings"]}


def test_a_pack_has_the_template_as_the_phone_draws_it(office: Office) -> None:
    item = office.built()
    template = packed(office)
    assert (template["code"], template["edition"], template["photo"]) == (LIFT, 1, {})
    assert [one["name"] for one in template["spots"]] == [
        "资料",
        "机房与控制柜",
        "轿顶与井道",
        "轿厢与层站",
        "底坑",
        "试验",
    ]
    assert template["spots"][1]["items"] == [2, 5, 6, 7, 8, 9, 11, 12, 13, 33, 34]
    assert sorted(seq for one in template["spots"] for seq in one["items"]) == list(range(1, 44))
    assert template["phrases"]["10"] == ["对讲不通", "应急电源失效"]
    given = office.db.scalars(select(PackJob).where(PackJob.appbuss_id == item.id)).one()
    assert (given.template, given.edition) == (LIFT, 1)


def test_a_record_keeps_the_version_it_began_with_and_the_next_one_takes_the_new(office: Office) -> None:
    old, item = office.confirmed(2)
    office.good("jianyan1", "/api/appbuss/buildReport", ids=old.id)

    def jobs_on_phone() -> dict[str, Any]:
        return {one["id"]: one["job"]["template"] for one in phones(office)[0].good("pack")["jobs"]}

    before = jobs_on_phone()
    assert before[item.id] is None
    with_duty(office)
    assert jobs_on_phone() == before
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    jobs = jobs_on_phone()
    assert jobs[old.id] == before[old.id]
    new = jobs[item.id]
    assert (new["edition"], new["photo"], new["phrases"]["1"]) == (2, {"1": "always"}, ["证件不在现场", "复印件模糊"])
    assert new["spots"][0] == {"name": "门厅", "items": [1]}


def test_an_item_that_wants_a_photo_is_not_handed_in_without(office: Office) -> None:
    with_duty(office)
    item = office.built()
    phone, _ = phones(office)
    saved = office.filled(item)
    key = record(office, item).id
    office.good("jianyan1", SAVE, id=item.id, conclusion=saved["proposal"]["code"])
    office.good("jianyan1", SAVE, **office.answered("jianyan1", SAVE, {"id": item.id}))
    words = "第1项使用资料须有照片，尚未上传"
    assert findings(office, item)["X34"] == words
    assert words in phone.refused("submit", record=key, version=record(office, item).version)
    assert office.item(item.id).step == "BGLR"
    sent = send_photo(phone, key, picture(), item="1")
    assert sent["isSuccess"], sent
    assert "X34" not in findings(office, item)
    phone.good("submit", record=key, version=record(office, item).version)
    assert office.item(item.id).step == "BGQR"


def test_a_photo_of_faults_is_asked_of_faults_alone(office: Office) -> None:
    with_duty(office, "fault")
    item = office.built()
    phone, _ = phones(office)
    key = record(office, item).id
    phone.write(key, "results.1.r", "√")
    assert not {"X16", "X34"} & set(findings(office, item))
    phone.write(key, "results.1.r", "×", "√")
    found = findings(office, item)
    assert found["X34"] == "第1项使用资料须有照片，尚未上传"
    assert "X16" not in found  # said once


def test_operations_of_an_older_template_are_told_of(office: Office) -> None:
    """Written by the pack of the first version, applied to a record that was made anew with the second."""
    job = held_job(office)
    assert (job.template, job.edition, job.written_id) == (LIFT, 1, "")
    row = office.item(job.appbuss_id)
    stored = record(office, row)
    stored.template_version = 2
    office.db.commit()
    assert "X24" not in findings(office, row)
    office.good("yewu", "/api/mobilePlat/conveobj/apply", ids=job.id)
    applied = office.db.scalars(select(HeldJob).where(HeldJob.id == job.id)).one()
    assert applied.written_id == stored.id
    said = findings(office, row)["X24"]
    assert said == "移动端使用的模板版本DT-DJ 第1版与记录的版本DT-DJ 第2版不同，请逐项核对"


def test_the_page_shows_the_preview_the_versions_and_the_packs_that_hold_the_old(office: Office) -> None:
    item = office.built()
    phones(office)[0].good("pack")
    listed = {one["template"]: one for one in office.good("zhiliang", FIND, pageSize=50)["list"]}
    assert (listed[LIFT]["items"], listed[LIFT]["placed"], listed[LIFT]["photos"], listed[LIFT]["phrases"]) == (
        43,
        43,
        0,
        21,
    )
    key = listed[LIFT]["id"]
    page = office.good("zhiliang", PAGE, id=key)
    parts = {one["key"]: one for one in page["parts"]}
    drawn = parts["preview"]["data"]
    assert (drawn["title"], drawn["under"], drawn["spots"][0]["name"]) == (LIFT, "第1版　43项", "资料")
    buffer = next(one for spot in drawn["spots"] for one in spot["items"] if one["seq"] == 31)
    assert "0.4～0.5" in buffer["measures"][0]
    assert [one["held"] for one in parts["packs"]["rows"]] == ["现行版"]
    version = with_duty(office)
    page = office.good("zhiliang", PAGE, id=key)
    parts = {one["key"]: one for one in page["parts"]}
    assert [(one["held"], one["edition"]) for one in parts["packs"]["rows"]] == [("旧版", 1)]
    assert parts["packs"]["rows"][0]["reportno"] == (item.reportno or item.seisn)
    facts = {one["label"]: one for one in page["facts"]}
    assert facts["任务包"]["note"] == "1 份是旧版，办完为止仍用旧版"
    assert facts["须拍照"]["text"] == "1 项"
    assert parts["preview"]["data"]["spots"][0]["name"] == "门厅"
    assert [one["templateno"] for one in parts["versions"]["rows"]] == [version.templateno]
    assert office.good("zhiliang", FIND, pageSize=50)["list"][0]["id"]
    item_rule = office.db.scalars(select(RuleRow.id).where(RuleRow.tbl == "report_items").limit(1)).first()
    assert office.refused("zhiliang", PAGE, id=item_rule) == "请在模板管理的列表中选择模板"


def test_a_draft_is_previewed_before_it_is_handed_in(office: Office) -> None:
    templates = Templates(office)
    version = templates.opened()
    templates.saved(phone_row(templates, version, "A1.1.4"), spot="门厅", photo="fault")
    page = office.good("zhiliang", f"{CALLS}/record", id=version.id)
    drawn = next(one for one in page["parts"] if one["key"] == "preview")["data"]
    first = drawn["spots"][0]
    assert (first["name"], first["items"][0]["photo"]) == ("门厅", "fault")
    changed = next(one for one in page["parts"] if one["key"] == "changes")["rows"]
    assert [(one["part"], one["cell"], one["after"]) for one in changed] == [
        ("移动端录入", "现场位置", "门厅"),
        ("移动端录入", "照片要求", "不符合时须拍照"),
    ]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"turn": "一"}, "次序应为整数"),
        ({"photo": "often"}, ""),
        ({"phrases": "|".join("一二三四五六七八九")}, "常用说明最多8条，每条最多60个字"),
        ({"phrases": "长" * 61}, "常用说明最多8条，每条最多60个字"),
    ],
)
def test_a_wrong_row_of_the_phone_is_refused(office: Office, cells: dict[str, str], said: str) -> None:
    templates = Templates(office)
    version = templates.opened()
    row = phone_row(templates, version, "A1.1.4")
    before = dict(row.data)
    sent = {"id": row.id, "version": row.version, "version_id": version.id, **row.data, **WHY, **cells}
    assert said in office.refused("zhiliang", f"{CALLS}/{PHONE}/save", **sent)
    assert phone_row(templates, version, "A1.1.4").data == before


def test_a_phone_item_stands_once_and_in_the_list_of_items(office: Office) -> None:
    templates = Templates(office)
    version = templates.opened()
    again = {"spot": "", "turn": "", "photo": "", "phrases": ""}
    for number, words in (("A1.1.4", "移动端录入的项目A1.1.4重复"), ("A9.9", "移动端录入的项目A9.9不在检验项目中")):
        made = office.good("zhiliang", f"{CALLS}/{PHONE}/save", version_id=version.id, item_no=number, **again, **WHY)
        assert words in office.refused("zhiliang", f"{CALLS}/submit", ids=version.id)
        assert templates.version(version.id).step == "DRAFT"
        templates.removed(office.db.get_one(TemplateRow, made["id"]))

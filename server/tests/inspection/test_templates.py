"""A template of reports: drafted, changed row by row, tried on records, published by another, withdrawn."""

from typing import Any

import pytest
from sqlalchemy import select

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.templates import TemplateTrialLine, TemplateVersion
from tejian.inspection.records import book
from tejian.inspection.templates.judging import faults
from tejian.inspection.templates.parts import PARTS
from tejian.inspection.templates.ruling import ruling
from tejian.kit.ground import clock
from tests.inspection.conftest import Office
from tests.inspection.templates import CALLS, LIFT, WHY, Templates, day


@pytest.fixture
def templates(office: Office) -> Templates:
    return Templates(office)


ITEM = {"item_no": "A9.9", "content": "新项目", "key_item": "N", "value_type": "check"}


def page(templates: Templates, version: TemplateVersion, login: str = "zhiliang") -> Any:
    return templates.office.good(login, f"{CALLS}/record", id=version.id)


def part(templates: Templates, version: TemplateVersion, key: str) -> Any:
    return next(one for one in page(templates, version)["parts"] if one["key"] == key)


def test_every_template_in_force_fits_together(office: Office) -> None:
    """What the platform is delivered with can be drafted and handed in."""
    known = book.layouts(office.db)
    assert len(known) >= 30
    for template in known:
        rows: dict[str, list[Any]] = {}
        for one in ruling(office.db, template, clock.today()):
            rows.setdefault(one.tbl, []).append(one.data)
        assert list(faults(rows)) == [], template


def test_a_draft_has_every_part_and_differs_in_nothing(templates: Templates) -> None:
    version = templates.opened()
    shown = page(templates, version)
    parts = {one["key"]: one for one in shown["parts"]}
    assert set(PARTS) <= set(parts)
    assert parts["changes"]["rows"] == []
    assert len(parts["report_items"]["rows"]) == 43
    for table in ("report_item_limits", "report_tables", "report_conditions", "conclusion_rules", "report_layouts"):
        assert parts[table]["rows"], table
    assert "与现行模板没有差异" in templates.office.refused("zhiliang", f"{CALLS}/submit", ids=version.id)


def test_differences_name_the_cell_and_who_changed_it(templates: Templates) -> None:
    version = templates.opened()
    first, second = templates.rows(version)[:2]
    templates.saved(first, content="使用资料与档案")
    templates.removed(second)
    templates.office.good("zhiliang", f"{CALLS}/report_items/save", version_id=version.id, **ITEM, **WHY)
    rows = part(templates, version, "changes")["rows"]
    told = {(one["kind"], one["row"], one["cell"], one["before"], one["after"], one["changedby"]) for one in rows}
    assert ("变更", f"{first.data['item_no']} 使用资料与档案", "项目", "使用资料", "使用资料与档案", "冯国平") in told
    assert ("取消", f"{second.data['item_no']} {second.data['content']}", "整行", "", "", "冯国平") in told
    assert ("新增", "A9.9 新项目", "整行", "", "", "冯国平") in told
    numbers = [one.data["seq"] for one in templates.rows(version) if not one.gone]
    assert numbers == [str(n) for n in range(1, 44)]
    templates.office.good("zhiliang", f"{CALLS}/row/restore", ids=second.id)
    assert not any(one["kind"] == "取消" for one in part(templates, version, "changes")["rows"])


def test_items_move_up_and_down(templates: Templates) -> None:
    version = templates.opened()
    first, second = templates.rows(version)[:2]
    assert templates.office.refused("zhiliang", f"{CALLS}/row/up", ids=first.id) == "已经是第一项"
    templates.office.good("zhiliang", f"{CALLS}/row/down", ids=first.id)
    assert [one.id for one in templates.rows(version)[:2]] == [second.id, first.id]
    assert [one.data["seq"] for one in templates.rows(version)[:3]] == ["1", "2", "3"]


def test_published_by_another_from_its_day(templates: Templates) -> None:
    before = templates.rules()
    version = templates.submitted()
    said = templates.office.refused("zhiliang", f"{CALLS}/publish", ids=version.id)
    assert "没有此操作的权限" in said
    templates.office.good("pizhun", f"{CALLS}/publish", ids=version.id)
    version = templates.version(version.id)
    assert (version.step, version.edition, version.publisher) == ("PUBLISHED", 2, "胡建军")
    first = templates.rows(version)[0].data["item_no"]
    own = [one for one in templates.rules() if one[0] == first]
    assert [one[2:4] for one in own] == [(None, day(10)), (day(10), None)]
    assert own[1][4] == f"{WHY['clause']}（冯国平）"
    assert len(templates.rules()) == len(before) + 1  # only what is changed begins anew
    changed = "使用登记证、维保合同和应急救援制度齐全有效"
    db = templates.office.db
    today, later = (book.items_of(db, (LIFT,), on)[0]["requirement_summary"] for on in (day(9), day(10)))
    assert (today == changed, later == changed) == (False, True)
    templates.office.good("pizhun", f"{CALLS}/withdraw", ids=version.id, reason="文件有误")
    assert templates.rules() == before


def test_a_record_in_hand_keeps_its_version(office: Office) -> None:
    templates = Templates(office)
    old = office.built()
    version = templates.published(effective=0)
    new = "使用登记证、维保合同和应急救援制度齐全有效"

    def summary(item: AppBuss) -> str:
        return str(office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["items"][0]["requirement"])

    assert summary(office.item(old.id)) != new
    assert office.item(old.id).templateday < clock.today()
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == old.id)).one()
    assert record.template_version == 1
    assert version.edition == 2


def test_a_new_record_takes_the_version_of_its_day(office: Office) -> None:
    templates = Templates(office)
    item = office.confirmed()[0]
    templates.published(effective=0)
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    first = book.items_of(office.db, (LIFT,), office.item(item.id).templateday)[0]
    assert first["requirement_summary"] == "使用登记证、维保合同和应急救援制度齐全有效"
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    assert record.template_version == 2


def test_a_shared_conclusion_goes_on_for_the_others(templates: Templates) -> None:
    version = templates.opened()
    shared = next(one for one in templates.rows(version, "conclusion_rules") if "," in one.data["templates"])
    others = [one for one in shared.data["templates"].split(",") if one != LIFT]
    templates.saved(shared, text="另有说明")
    templates.published(templates.version(version.id))
    rules = [
        one for one in book.conclusions(templates.office.db, day(10)) if one.ruleid.startswith(shared.data["ruleid"])
    ]
    told = {one.ruleid: list(one.templates) for one in rules}
    assert told == {shared.data["ruleid"]: others, f"{shared.data['ruleid']}.{LIFT}": [LIFT]}


def test_a_trial_counts_what_would_change_and_stores_nothing_of_it(office: Office) -> None:
    templates = Templates(office)
    item = office.entered()
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    version = templates.opened()
    untouched = templates.tried(version)
    assert (untouched.state, untouched.total >= 1, untouched.conclusions, untouched.findings) == ("done", True, 0, 0)
    before = (record.version, record.results)
    for rule in templates.rows(version, "conclusion_rules"):
        if rule.data["code"] == record.conclusion:
            templates.saved(rule, code="1033", text="试改结论")
    trial = templates.tried(version)
    assert (trial.state, trial.conclusions) == ("done", trial.total)
    line = office.db.scalars(select(TemplateTrialLine).where(TemplateTrialLine.trial_id == trial.id)).first()
    assert line is not None and (line.before, line.after, line.way) == (record.conclusion, "1033", "conclusion")
    office.db.refresh(record)
    assert (record.version, record.results) == before
    listed = office.good("zhiliang", f"{CALLS}/trial/findLines", trial_id=trial.id)["list"]
    assert len(listed) == trial.total


def test_moving_an_item_changes_nothing_in_a_trial(office: Office) -> None:
    templates = Templates(office)
    item = office.entered()
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    version = templates.opened()
    found = record.results  # of two neighbours of which one was measured: under each other's number they are wrong
    at = next(n for n in range(1, len(found)) if bool(found[str(n)].get("v")) != bool(found[str(n + 1)].get("v")))
    templates.office.good("zhiliang", f"{CALLS}/row/down", ids=templates.rows(version)[at - 1].id)
    trial = templates.tried(version)
    assert (trial.state, trial.conclusions, trial.findings, trial.left) == ("done", 0, 0, 0)


def test_what_is_not_a_draft_is_not_changed(templates: Templates) -> None:
    version = templates.submitted()
    row = templates.rows(version)[0]
    before = templates.counts()
    form = {"id": row.id, "version": row.version, "version_id": version.id, **row.data, **WHY}
    said = templates.office.refused("zhiliang", f"{CALLS}/report_items/save", **form | ITEM)
    assert said == "2027 版待发布，不能再修改"
    assert "不能再修改" in templates.office.refused("zhiliang", f"{CALLS}/row/up", ids=row.id)
    assert templates.counts() == before


def test_wrong_rows_are_refused_and_nothing_is_stored(templates: Templates) -> None:
    version = templates.opened()
    limit = templates.rows(version, "report_item_limits")[0]
    before = templates.counts()
    form = {"id": limit.id, "version": limit.version, "version_id": version.id, **limit.data, **WHY}
    said = templates.office.refused("zhiliang", f"{CALLS}/report_item_limits/save", **form | {"expr": "1 +"})
    assert said.startswith("规则无法使用")
    said = templates.office.refused("zhiliang", f"{CALLS}/report_items/save", **form | ITEM)
    assert said == "该行不属于这个表"
    said = templates.office.refused(
        "zhiliang", f"{CALLS}/record_fields/save", version_id=version.id, name="x", label="x", **WHY
    )
    assert "不能在一个模板中新增" in said
    assert templates.counts() == before

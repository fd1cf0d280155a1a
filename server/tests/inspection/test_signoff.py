"""业主签认: the owner signs what is finished or disagrees; a disagreement is replied to and closed by the owner."""

from typing import Any

from sqlalchemy import func, select

from tejian.inspection.models.signoff import OwnerDissent, OwnerSheet, OwnerSheetLine

from . import turnarounds as t
from .conftest import Office

AGREE, DISAGREE = t.AGREE, t.DISAGREE


def count(office: Office, model: Any) -> int:
    return office.db.scalar(select(func.count()).select_from(model)) or 0


def test_the_owner_signs_what_is_finished(office: Office) -> None:
    row = t.sheet(office)
    assert office.good(t.OWNER, f"{AGREE}/findList")["count"] == 0  # a draft is the institute's
    office.good(t.PLANNER, f"{AGREE}/send", id=row.id)
    line = office.db.scalars(select(OwnerSheetLine).where(OwnerSheetLine.sheet_id == row.id)).one()
    assert (line.amounts, line.result, str(line.finished)) == ("射线40张；超声测厚120.5点", "1", t.day(-1))
    assert office.post(t.PLANNER, f"{AGREE}/sign", id=row.id)["status"] == 403
    office.good(t.OWNER, f"{AGREE}/sign", id=row.id, opinion="数量属实")
    row = t.sheet_of(office, row.id)
    assert (row.step, row.signer_id, row.opinion) == ("TY", office.user(t.OWNER).id, "数量属实")
    assert t.of(office, line.item_id).agreed == t.clock.today()
    said = office.refused(t.INSPECTOR, f"{t.API}/item/rework", ids=line.item_id, reason="补拍两张")
    assert said.endswith(f"已在签认单{row.sheetno}上，不能返工")
    said = office.refused(t.PLANNER, f"{AGREE}/make", ids=line.item_id, **t.TITLE)
    assert said.endswith(f"已在签认单{row.sheetno}上") and count(office, OwnerSheet) == 1


def test_what_the_owner_refuses_is_replied_to_and_closed_by_the_owner(office: Office) -> None:
    row = t.sent(office)
    item = office.db.scalars(select(OwnerSheetLine.item_id).where(OwnerSheetLine.sheet_id == row.id)).one()
    office.good(t.OWNER, f"{AGREE}/refuse", id=row.id, topic="4", due=t.day(3), reason="射线张数少两张")
    assert t.sheet_of(office, row.id).step == "BT"
    wrong = office.db.scalars(select(OwnerDissent)).one()
    assert (wrong.step, wrong.sheet_id, wrong.content, wrong.topic) == ("YF", row.id, "射线张数少两张", "4")
    said = office.refused(t.PLANNER, f"{AGREE}/make", ids=item, **t.TITLE)
    assert said.endswith(f"的不符合项{wrong.dissentno}没有关闭，不能签认")
    assert office.post(t.OWNER, f"{DISAGREE}/reply", id=wrong.id, reply="已补拍")["status"] == 403
    office.good(t.PLANNER, f"{DISAGREE}/reply", id=wrong.id, reply="已补拍两张，底片合格")
    assert office.post(t.PLANNER, f"{DISAGREE}/close", id=wrong.id)["status"] == 403
    office.good(t.OWNER, f"{DISAGREE}/reject", id=wrong.id, reason="底片没有交来")
    assert (t.dissent_of(office, wrong.id).step, t.dissent_of(office, wrong.id).reason) == ("YF", "底片没有交来")
    office.good(t.PLANNER, f"{DISAGREE}/reply", id=wrong.id, reply="底片已交")
    office.good(t.OWNER, f"{DISAGREE}/close", id=wrong.id)
    wrong = t.dissent_of(office, wrong.id)
    assert (wrong.step, wrong.reply, wrong.closer_id) == ("GB", "底片已交", office.user(t.OWNER).id)
    office.good(t.PLANNER, f"{AGREE}/make", ids=item, **t.TITLE)
    assert count(office, OwnerSheet) == 2


def test_a_project_is_not_closed_over_an_open_disagreement(office: Office) -> None:
    project = t.ended(office)
    item = t.items_of(office, project)[0]
    form = {**t.DISSENT, "item_id": item.id, "due": t.day(3)}
    wrong = office.good(t.OWNER, f"{DISAGREE}/make", **form)["id"]
    assert t.dissent_of(office, wrong).project_id == project.id
    assert office.good(t.PLANNER, f"{DISAGREE}/findList")["count"] == 0  # a draft is the owner's
    close = f"{t.API}/project/close"
    assert office.refused(t.PLANNER, close, id=project.id) == "还有1项业主不符合项没有关闭"
    office.good(t.OWNER, f"{DISAGREE}/send", id=wrong)
    assert "还有1项" in office.refused(t.PLANNER, close, id=project.id)
    office.good(t.PLANNER, f"{DISAGREE}/reply", id=wrong, reply="已更正点位图")
    office.good(t.OWNER, f"{DISAGREE}/close", id=wrong)
    office.good(t.PLANNER, close, id=project.id)
    assert t.project_of(office, project.id).step == "GB"
    form = {**t.DISSENT, "project_id": project.id, "due": t.day(3)}
    assert "已关闭，不能再提出不符合项" in office.refused(t.OWNER, f"{DISAGREE}/save", **form)
    assert count(office, OwnerDissent) == 1


def test_what_is_not_finished_or_of_another_project_is_on_no_sheet(office: Office) -> None:
    item = t.begun(office)
    make = f"{AGREE}/make"
    assert office.refused(t.PLANNER, make, ids=item.id, **t.TITLE) == f"{item.objectno}还没有完工，不能签认"
    other = t.drafted(office, name="管线大修")
    ids = [line.id for line in t.lines(office)]
    office.good(t.PLANNER, f"{t.API}/fileLines", ids=ids, project_id=other.id)
    line = t.items_of(office, other)[0]
    said = office.refused(t.PLANNER, make, ids=[item.id, line.id], **t.TITLE)
    assert said == "一张签认单只能有一个大修项目的设备"
    office.refused(t.PLANNER, make, ids=[item.id, "nothing"], **t.TITLE)
    assert count(office, OwnerSheet) == 0


def test_only_the_owner_disagrees_and_not_after_the_day(office: Office) -> None:
    project = t.filed(office)
    form = {**t.DISSENT, "project_id": project.id, "due": t.day(-1)}
    assert office.refused(t.OWNER, f"{DISAGREE}/save", **form) == f"答复期限{t.day(-1)}已过"
    assert office.post(t.PLANNER, f"{DISAGREE}/save", **form)["status"] == 403
    project.unitsysid = "another"
    office.db.commit()
    office.refused(t.OWNER, f"{DISAGREE}/save", **form | {"due": t.day(1)})
    assert count(office, OwnerDissent) == 0


def test_the_page_of_a_device_shows_its_sheets_and_its_disagreements(office: Office) -> None:
    row = t.sent(office)
    item = office.db.scalars(select(OwnerSheetLine.item_id).where(OwnerSheetLine.sheet_id == row.id)).one()
    page = office.good(t.OWNER, f"{t.API}/item/record", id=item)
    assert {"works", "sheets", "dissents"} <= {part["key"] for part in page["parts"]}
    assert [one["id"] for one in office.good(t.OWNER, f"{AGREE}/findList", item_id=item)["list"]] == [row.id]
    lines = next(p for p in office.good(t.OWNER, f"{AGREE}/record", id=row.id)["parts"] if p["key"] == "lines")
    assert lines["rows"][0]["amounts"] == "射线40张；超声测厚120.5点"

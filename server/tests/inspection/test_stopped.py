"""A stopped device is declared as what it is inspected for, the inspection before restart, at every door."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.ground import clock

from .conftest import Office
from .online import CONFIRM, DECLARE, application, head, own
from .test_conclusions import SORTS, built, device, qualified, record, save
from .test_declaring_by_excel import HEAD, book
from .test_declaring_by_excel import send as send_file
from .test_onsite import DECLARE as ON_SITE
from .test_onsite import form as body

CRANE = next(one for one in SORTS if one.kind == "4110")
UNSAID = "设备已停用，只能申报为“停用后重新检验”"
RUNS = "设备不是停用状态，不能申报为“停用后重新检验”"
FLAG = "停用后重新检验"


def stopped(office: Office, made: Equipment) -> Equipment:
    made.equstatus = "2"
    office.db.commit()
    return made


def count(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(AppMain)) or 0


def counter(office: Office, made: Equipment, **more: Any) -> str:
    """A declaration as the counter hands it in: why not, or ''."""
    saved = office.good("shouli", "/api/appmain/saveAppMain", **office.form([made], **more))
    said = office.post("shouli", "/api/appmain/submitAppMain", ids=saved["main"]["id"])
    return "" if said["isSuccess"] else str(said["errorMsg"])


def test_the_counter_declares_it_as_that_alone(office: Office) -> None:
    lift = stopped(office, office.lifts()[0])
    assert UNSAID in counter(office, lift)
    assert "不是定期检验" in counter(office, lift, seisort="03", testsort="0304", afterstop="1")
    assert counter(office, lift, afterstop="1") == ""


def test_a_device_in_use_is_not_declared_as_stopped(office: Office) -> None:
    assert RUNS in counter(office, office.lifts()[0], afterstop="1")


def test_a_stopped_device_owes_no_detection(office: Office) -> None:
    lift = stopped(office, office.lifts()[0])
    unit = {"unitsysid": lift.useorgsysid}
    rows = office.good("shouli", "/api/appmain/findUnitEquipment", **unit, seisort="07", testsort="0701")
    mine = next(one for one in rows if one["equdatasysid"] == lift.id)
    assert "设备已停用，只能申报定期检验" in mine["why"]
    rows = office.good("shouli", "/api/appmain/findUnitEquipment", **unit, seisort="02", testsort="0211")
    mine = next(one for one in rows if one["equdatasysid"] == lift.id)
    assert (mine["why"], mine["state"], mine["stopped"]) == ("", "停用", True)


def test_a_batch_leaves_it_to_be_declared_by_itself(office: Office) -> None:
    lift, before = stopped(office, office.lifts()[0]), count(office)
    said = office.refused("shouli", "/api/expiry/declare", ids=[lift.id], datefield="ninspdate", earlyreason="随同")
    assert UNSAID in said and count(office) == before


def test_a_unit_declares_it_on_line_as_that_alone(office: Office) -> None:
    lift = stopped(office, own(office)[0])
    said = office.refused("qiye", DECLARE, ids=[lift.id], **head())
    assert UNSAID in said
    number = office.good("qiye", DECLARE, ids=[lift.id], **head(afterstop="1"))[0]
    office.good("shouli", CONFIRM, ids=application(office, number).id)
    main = office.db.scalars(select(AppMain).where(AppMain.id == application(office, number).appmain_id)).one()
    assert main.afterstop


def test_a_file_says_it_in_its_row(office: Office) -> None:
    lift = stopped(office, office.lifts()[0])
    heads = [*HEAD.values(), FLAG]
    row = {HEAD["code"]: lift.equcode, HEAD["testsort"]: "0211"}
    assert send_file(office, book([row], heads))["bad"] == 1
    done = send_file(office, book([row | {FLAG: "是"}], heads))
    assert (done["state"], done["written"]) == ("done", 1), done
    assert office.db.scalars(select(AppMain).order_by(AppMain.appno.desc()).limit(1)).one().afterstop


def test_it_is_declared_on_site_as_that_alone(office: Office) -> None:
    lift = stopped(office, office.lifts()[0])
    assert UNSAID in office.refused("jianyan1", ON_SITE, **body([lift]))
    office.good("jianyan1", ON_SITE, **body([lift], afterstop="1"))


def restarted(office: Office) -> AppBuss:
    """A record of a stopped crane."""
    made = stopped(office, device(office, CRANE))
    more = {"seisort": "02", "testsort": "0211", "afterstop": "1"}
    saved = office.good("shouli", "/api/appmain/saveAppMain", **office.form([made], **more))
    office.good("shouli", "/api/appmain/submitAppMain", ids=saved["main"]["id"])
    office.good("shouli", "/api/appmain/submitAppMainAccept", ids=saved["main"]["id"])
    item = office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == saved["main"]["id"])).one()
    qualified(office, item)
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan())
    office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=item.id, contacted="值班", safetybriefed="1")
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    return office.item(item.id)


def test_the_box_in_the_record_is_what_was_declared(office: Office) -> None:
    item = restarted(office)
    assert record(office, item).facts["afterstop"] == "1"
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    assert next(one["declared"] for one in screen["facts"] if one["name"] == "afterstop")
    said = office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, facts={"afterstop": "0"})
    assert said == "停用后重新启用前的检验：申报为停用后重新检验，不能改为否"
    save(office, item, facts={"afterstop": "1"})


def test_no_inspector_makes_a_restart_of_a_machine_that_runs(office: Office) -> None:
    item = built(office, CRANE)
    said = office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, facts={"afterstop": "1"})
    assert said == "停用后重新启用前的检验：申报不是停用后重新检验，不能选"
    assert "afterstop" not in record(office, item).facts


@pytest.mark.parametrize(("begun", "ended"), [("09:30", "11:05"), ("09:30", "")])
def test_a_record_says_when_the_inspection_began_and_ended(office: Office, begun: str, ended: str) -> None:
    item = built(office, CRANE)
    save(office, item, begunat=begun, endedat=ended)
    assert (record(office, item).begunat, record(office, item).endedat) == (begun, ended)


def test_an_inspection_does_not_end_before_it_began(office: Office) -> None:
    item = built(office, CRANE)
    call = "/api/appbuss/saveRecord"
    said = office.refused("jianyan1", call, id=item.id, begunat="11:00", endedat="09:30")
    assert said == "结束时间09:30早于开始时间11:00"
    office.refused("jianyan1", call, id=item.id, begunat="25:00")
    assert record(office, item).begunat == ""


def test_a_device_that_was_stopped_far_before_its_date_needs_no_other_reason(office: Office) -> None:
    lift = stopped(office, office.lifts()[0])
    lift.ninspdate = clock.today() + timedelta(days=300)
    office.db.commit()
    assert counter(office, lift, afterstop="1") == ""


def test_the_record_is_not_asked_again_why_a_stopped_device_is_inspected(office: Office) -> None:
    item = restarted(office)
    said = [one["check"] for one in office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["findings"]]
    assert "N18" not in said
    other = office.built()
    stopped(office, office.db.get_one(Equipment, other.equdatasysid))
    said = [one["check"] for one in office.good("jianyan1", "/api/appbuss/getItem", id=other.id)["findings"]]
    assert "N18" in said

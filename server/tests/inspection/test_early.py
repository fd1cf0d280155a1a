"""What is declared long before the archive wants it gives its reason, whichever way it comes in."""

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppMain
from tejian.inspection.models.online import OnlineApplication
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months
from tests.inspection import online
from tests.inspection.conftest import Office
from tests.inspection.test_conclusions import Sort, device
from tests.inspection.test_declaring_by_excel import HEAD, book, send
from tests.inspection.test_valves import form as valve_form
from tests.inspection.test_valves import valves

SAVE, SUBMIT, ACCEPT = "/api/appmain/saveAppMain", "/api/appmain/submitAppMain", "/api/appmain/submitAppMainAccept"
WHY = "与同一小区其余电梯一并检验"
EARLY = HEAD | {"why": "提前申报原因"}


def waiting(office: Office) -> int:
    return office.db.scalar(select(func.count()).select_from(AppMain).where(AppMain.step == "YWSL")) or 0


def late(office: Office, device: Equipment, *, months: int = 3, day: int = 1) -> date:
    """The device falls due so many months from now, and a day more."""
    device.ninspdate = add_months(clock.today(), months)
    device.ninspdate = date.fromordinal(device.ninspdate.toordinal() + day)
    office.db.commit()
    return device.ninspdate


def sentence(device: Equipment) -> str:
    return f"{device.equcode}：{device.ninspdate}才到期，早于3个月，请填写提前申报原因"


def test_the_counter_asks_for_the_reason_and_acceptance_sees_it(office: Office) -> None:
    [lift] = office.lifts()
    late(office, lift)
    made = office.good("shouli", SAVE, **office.form([lift]))["main"]
    page = office.good("shouli", "/api/appmain/getDetailAppMain", id=made["id"])
    assert [c["text"] for c in page["checks"] if c["field"] == "earlyreason"] == [sentence(lift)]
    before = waiting(office)
    assert office.refused("shouli", SUBMIT, ids=made["id"]) == sentence(lift)
    assert (office.main(made["id"]).step, waiting(office)) == ("YWSB", before)
    office.good("shouli", SAVE, id=made["id"], version=made["version"], **office.form([lift], earlyreason=WHY))
    office.good("shouli", SUBMIT, ids=made["id"])
    assert office.good("shouli", "/api/appmain/getDetailAppMain", id=made["id"])["main"]["earlyreason"] == WHY
    office.good("shouli", ACCEPT, ids=made["id"])


def test_within_three_months_nothing_is_asked(office: Office) -> None:
    [lift] = office.lifts()
    late(office, lift, day=0)
    made = office.good("shouli", SAVE, **office.form([lift]))["main"]
    office.good("shouli", SUBMIT, ids=made["id"])
    assert office.main(made["id"]).earlyreason == ""


def test_the_list_of_devices_says_which_are_early(office: Office) -> None:
    [lift] = office.lifts()
    due = late(office, lift)
    form = {"unitsysid": lift.useorgsysid, "seisort": "02", "testsort": "0211"}
    rows = {r["equdatasysid"]: r for r in office.good("shouli", "/api/appmain/findUnitEquipment", **form)}
    assert (rows[lift.id]["early"], rows[lift.id]["why"]) == (f"{due}才到期，早于3个月", "")


def first_inspection(lift: Equipment) -> None:
    lift.ninspdate = None


def detection(lift: Equipment) -> None:
    lift.ndetdate = date.fromordinal(clock.today().toordinal() + 300)


@pytest.mark.parametrize(
    ("change", "sorts"),
    [(first_inspection, ("02", "0211")), (detection, ("07", "0701"))],
    ids=["without a date", "a detection"],
)
def test_what_has_no_date_or_is_no_periodic_inspection_is_not_asked(
    office: Office, change: Callable[[Equipment], None], sorts: tuple[str, str]
) -> None:
    [lift] = office.lifts()
    late(office, lift)
    change(lift)
    office.db.commit()
    form = office.form([lift], seisort=sorts[0], testsort=sorts[1])
    office.good("shouli", SUBMIT, **form)


def test_the_date_is_that_of_the_inspection_that_is_declared(office: Office) -> None:
    """The external inspection of a boiler is due though the internal one is years away."""
    boiler = device(office, Sort("1100", "02", "0202", "", ""))
    late(office, boiler, months=24)
    boiler.ninspdate2 = clock.today()
    office.db.commit()
    office.good("shouli", SUBMIT, **office.form([boiler], testsort="0202"))
    boiler = device(office, Sort("1100", "02", "0201", "", ""))
    late(office, boiler, months=24)
    assert office.refused("shouli", SUBMIT, **office.form([boiler], testsort="0201")) == sentence(boiler)


def test_a_batch_asks_for_the_reason(office: Office) -> None:
    first, second = office.lifts(2)
    late(office, first)
    second.ninspdate = clock.today()
    office.db.commit()
    form = {"ids": [first.id, second.id], "datefield": "ninspdate"}
    before = waiting(office)
    said = office.refused("shouli", "/api/expiry/declare", **form)
    assert said == f"{sentence(first)}。可勾选“跳过不能申报的设备”"
    assert waiting(office) == before
    [number] = office.good("shouli", "/api/expiry/declare", **form, earlyreason=WHY)
    made = office.db.scalars(select(AppMain).where(AppMain.appno == number)).one()
    assert (made.equcount, made.earlyreason) == (2, WHY)


def test_a_row_of_a_file_is_asked(office: Office) -> None:
    [lift] = office.lifts()
    late(office, lift)
    row = {EARLY["code"]: lift.equcode, EARLY["testsort"]: "0211"}
    before = waiting(office)
    done = send(office, book([row], list(EARLY.values())))
    assert (done["written"], waiting(office)) == (0, before)
    assert [one["sentence"] for one in done["faults"]] == [sentence(lift)]
    done = send(office, book([row | {EARLY["why"]: WHY}], list(EARLY.values())))
    assert done["written"] == 1
    newest = select(AppMain).where(AppMain.step == "YWSL").order_by(AppMain.createtime.desc(), AppMain.id.desc())
    made = office.db.scalars(newest).first()
    assert made is not None and made.earlyreason == WHY


def test_a_unit_is_asked_when_it_declares_by_itself(office: Office) -> None:
    one = online.drafted(office)
    [lift] = online.own(office)
    late(office, lift)
    assert office.refused("qiye", online.SEND, ids=one.id) == sentence(lift)
    assert (one.step, one.sent) == ("DRAFT", None)
    office.good("qiye", "/api/online/save", id=one.id, version=one.version, earlyreason=WHY)
    office.good("qiye", online.SEND, ids=one.id)
    office.good("shouli", online.CONFIRM, ids=one.id)
    assert office.main(one.appmain_id).earlyreason == WHY


def test_a_batch_of_a_unit_is_asked(office: Office) -> None:
    [lift] = online.own(office)
    late(office, lift)
    form = {"ids": [lift.id], "project": online.LIFTS}
    said = office.refused("qiye", "/api/online/declare", **form)
    assert said == f"{sentence(lift)}。可勾选“跳过不能申报的设备”"
    assert office.db.scalar(select(func.count()).select_from(OnlineApplication)) == 0
    office.good("qiye", "/api/online/declare", **form, earlyreason=WHY)
    assert office.db.scalars(select(OnlineApplication.earlyreason)).one() == WHY


def test_a_valve_is_asked_by_the_date_of_its_calibration(office: Office) -> None:
    [valve] = valves(office, 1)
    valve.nextcaldate = add_months(clock.today(), 9)
    office.db.commit()
    said = office.refused("shouli", SUBMIT, **valve_form([valve]))
    assert said.endswith(f"{valve.nextcaldate}才到期，早于3个月，请填写提前申报原因")
    valve.nextcaldate = None
    office.db.commit()
    office.good("shouli", SUBMIT, **valve_form([valve]))

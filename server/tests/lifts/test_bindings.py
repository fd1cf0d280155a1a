"""Binding of a lift: asked for, confirmed, audited; changed; and every guard that protects the code and the lift."""

from datetime import timedelta

from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import PersonCert
from tejian.kit.ground import clock
from tejian.lifts.models.binding import LiftBinding
from tejian.lifts.models.filing import MaintFiling
from tests.inspection.conftest import Office, office

from .binding import API, CODE, bound, lift, row_of, saved, station, through

__all__ = ["office"]


def device(office: Office, row: LiftBinding) -> Equipment:
    return office.db.scalars(select(Equipment).where(Equipment.id == row.equdatasysid)).one()


def test_from_the_application_into_the_archive_of_the_lift(office: Office) -> None:
    row = through(office, saved(office), "confirm")
    assert (row.step, device(office, row).maiorgname) == ("SH", "")
    office.good("jianguan", f"{API}/audit", id=row.id)
    row = row_of(office, row.id)
    one = device(office, row)
    assert (row.step, row.validfrom, row.validto) == ("YX", clock.today(), None)
    assert (one.maiorgsysid, one.ele96333code) == (office.user("weibao").unit_id, CODE)
    assert row.bindno == f"BD{clock.today():%Y%m}00001"
    listed = office.good("jianguan", f"{API}/lifts/findList", codes=one.equcode)["list"]
    assert [(r["binding"], r["maintainer"], r["station"]) for r in listed] == [("1", row.maiorgname, "海曙救援站")]
    units = office.good("jianguan", f"{API}/units/findList", text=row.maiorgname)["list"]
    assert [(r["filings"], r["lifts"], r["ending"]) for r in units] == [(1, 1, 0)]


def test_the_history_says_who_answered_on_a_day(office: Office) -> None:
    row = bound(office)
    row.validfrom = clock.today() - timedelta(days=30)
    office.db.commit()
    new = saved(office, bindkind="02", equcode=row.equcode, contractno="WB-2026-002")
    assert new.replaces_id == row.id
    new = through(office, new)
    old = row_of(office, row.id)
    assert (old.step, old.validto, new.step) == ("JC", clock.today() - timedelta(days=1), "YX")

    def answered(day: str) -> list[str]:
        found = office.good("jianguan", f"{API}/history/findList", day=day, equcode=row.equcode)["list"]
        return [one["bindno"] for one in found]

    today = clock.today()
    assert answered(str(today)) == [new.bindno]
    assert answered(str(today - timedelta(days=1))) == [old.bindno]
    assert answered(str(today - timedelta(days=30))) == [old.bindno]
    assert answered(str(today - timedelta(days=31))) == []
    page = office.good("qiye", f"{API}/record", id=new.id)
    history = next(part for part in page["parts"] if part["key"] == "history")
    assert [one["bindno"] for one in history["rows"]] == [new.bindno, old.bindno]


def test_two_bindings_of_a_lift_and_two_lifts_of_a_code_are_refused(office: Office) -> None:
    first = saved(office)
    second = saved(office, equcode=first.equcode, code96333=CODE)
    office.good("weibao", f"{API}/submit", id=first.id)
    first = row_of(office, first.id)
    said = office.refused("weibao", f"{API}/submit", id=second.id)
    assert said == f"电梯{first.equcode}已有一份绑定正在办理（{first.bindno}）"
    office.good("qiye", f"{API}/confirm", id=first.id)
    office.good("jianguan", f"{API}/audit", id=first.id)
    said = office.refused("weibao", f"{API}/submit", id=second.id)
    assert said == f"电梯{first.equcode}已由{first.maiorgname}绑定（{first.bindno}），请先终止原维保"
    other = saved(office, 1, code96333=CODE)
    said = office.refused("weibao", f"{API}/submit", id=other.id)
    assert said == f"应急识别码{CODE}已用于电梯{first.equcode}"
    assert office.db.scalar(select(func.count()).where(LiftBinding.step == "YX")) == 1


def test_a_code_stays_with_its_lift_and_passes_on_when_the_lift_is_replaced(office: Office) -> None:
    old = lift(office, 1)
    old.ele96333code = "330777"
    office.db.commit()
    new = saved(office, 0, code96333="330777")
    said = office.refused("weibao", f"{API}/submit", id=new.id)
    assert said == f"应急识别码330777已用于电梯{old.equcode}"
    old = office.db.scalars(select(Equipment).where(Equipment.id == old.id)).one()
    old.equstatus = "4"
    office.db.commit()
    row = through(office, new)
    assert device(office, row).ele96333code == "330777"
    change = saved(office, bindkind="02", equcode=row.equcode, code96333="330778")
    said = office.refused("weibao", f"{API}/submit", id=change.id)
    assert said == f"电梯{row.equcode}的应急识别码为330777，绑定时保持不变"


def test_codes_that_are_none_and_contracts_that_ended(office: Office) -> None:
    row = saved(office, code96333="33001")
    assert office.refused("weibao", f"{API}/submit", id=row.id) == "应急识别码应为6位数字"
    today = clock.today()
    office.good("weibao", f"{API}/save", id=row.id, code96333=CODE, contractto=str(today - timedelta(days=1)))
    said = office.refused("weibao", f"{API}/submit", id=row.id)
    assert said == f"维保合同已于{today - timedelta(days=1)}到期"
    office.good("weibao", f"{API}/save", id=row.id, contractto=str(today))  # the last day counts
    office.good("weibao", f"{API}/submit", id=row.id)


def test_a_lift_more_than_the_filed_people_may_maintain(office: Office) -> None:
    first = bound(office)
    for cert in office.db.scalars(select(PersonCert).where(PersonCert.item == "T")):
        cert.held = "1"
    office.db.commit()
    row = saved(office, 1)
    said = office.refused("weibao", f"{API}/submit", id=row.id)
    assert said == f"{first.maiorgname}备案的持证人员最多可保0台，已绑定1台"


def test_a_filing_of_another_area_or_one_that_ended_does_not_count(office: Office) -> None:
    row = saved(office)
    filing = office.db.scalars(select(MaintFiling).where(MaintFiling.step == "5")).one()
    filing.validto = clock.today() - timedelta(days=1)
    office.db.commit()
    said = office.refused("weibao", f"{API}/submit", id=row.id)
    assert said == f"{row.maiorgname}在电梯所在区域没有有效的维保备案"


def test_a_lift_that_is_none_and_a_stranger(office: Office) -> None:
    assert office.refused("weibao", f"{API}/save", bindkind="01", **_words(office, "31103302002099999")) == (
        "电梯的设备代码：没有这台电梯"
    )
    assert office.post("qiye", f"{API}/save", **_words(office, "1"))["status"] == 403
    row = saved(office)
    assert office.post("qiye", f"{API}/submit", id=row.id)["status"] == 403
    assert office.db.scalar(select(func.count()).select_from(LiftBinding)) == 1


def _words(office: Office, equcode: str) -> dict[str, str]:
    today = str(clock.today())
    return {"equcode": equcode, "code96333": CODE, "station_id": station(office).id, "contractno": "A"} | {
        "contractfrom": today,
        "contractto": today,
    }


def test_the_office_releases_and_the_lift_is_nobodys(office: Office) -> None:
    row = bound(office)
    office.good("jianguan", f"{API}/release", id=row.id, reason="电梯拆除重建")
    row = row_of(office, row.id)
    one = device(office, row)
    assert (row.step, row.validto, one.maiorgsysid, one.ele96333code) == ("JC", clock.today(), "", CODE)
    listed = office.good("jianguan", f"{API}/lifts/findList", unbound="true", codes=one.equcode)["list"]
    assert [r["binding"] for r in listed] == ["0"]


def test_a_station_that_is_used_is_not_deleted(office: Office) -> None:
    row = bound(office)
    said = office.refused("jianguan", "/api/rescueStation/delete", ids=row.station_id)
    assert said == f"救援站海曙救援站已绑定电梯{row.equcode}，请先变更绑定或停用"
    listed = office.good("jianguan", "/api/rescueStation/findList")["list"]
    assert [(one["name"], one["lifts"]) for one in listed] == [("海曙救援站", 1)]
    said = office.refused("jianguan", "/api/rescueStation/save", **_station(), name="海曙救援站")
    assert said == "救援站海曙救援站已登记"


def _station() -> dict[str, str]:
    return {"kind": "2", "areacode": "330203", "address": "x路1号", "hotline": "0574-87000001"} | {
        "onduty": "2",
        "target": "15",
    }

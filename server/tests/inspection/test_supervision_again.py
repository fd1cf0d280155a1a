"""A supervised installation that failed is inspected again under the same notice, to its certificate."""

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.supervised import Supervision, SupervisionPaper, SupervisionPoint
from tejian.kit.ground import clock

from . import works
from .conftest import Office
from .test_again import DECLARE, answered, declared, through

VOID = "VOID"


def stop_of(office: Office, case: Supervision) -> SupervisionPoint:
    """The last of its stop points."""
    return [one for one in works.points_of(office, case) if one.hold == "H"][-1]


def failed(office: Office) -> AppBuss:
    """The last stop point was not passed and a key item failed; the notice of opinion is answered."""
    item = works.built(office, works.received(office))
    case = works.begun(office, works.case_of(office, item))
    stop = stop_of(office, case)
    for one in works.points_of(office, case):
        if one.id == stop.id:
            works.found(office, one, "2", problem="制动试验未通过")
        else:
            works.found(office, one)
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    seq = next(one["seq"] for one in screen["items"] if one["key"] and not one["result"])
    office.filled(item, **{f"n{seq}": "×"})
    office.noticed(item)
    said = {"facts": {"openliaison": "0"}, "problems": f"第{seq}项不符合，整改后复检"}
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, **said)
    office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, conclusion=saved["proposal"]["code"])
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    item = through(office, item)
    assert item.conclusion == "2032"
    answered(office, item)
    return item


def results(office: Office, case: Supervision) -> list[tuple[str, str]]:
    return [(one.name, one.result) for one in works.points_of(office, case)]


def test_a_passed_reinspection_gives_the_certificate_and_ends_the_notice(office: Office) -> None:
    item = failed(office)
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    before = works.case_of(office, item)
    assert (before.step, lift.equstatus, lift.insinspdate) == (VOID, "6", None)
    again = declared(office, item)
    first, main = office.main(item.appmain_id), office.main(again.appmain_id)
    assert (main.notify_id, main.notifyno) == (first.notify_id, first.notifyno)
    case = works.case_of(office, again)
    assert (case.step, case.testsort, case.notifyno) == ("TASK", item.testsort, first.notifyno)
    assert results(office, case) == results(office, before)
    saved = office.filled(again)
    assert saved["proposal"]["code"] == "2033"
    form = {"problems": "不合格项目已修复，复检符合", "conclusion": "2033"}
    office.good("jianyan1", "/api/appbuss/saveRecord", id=again.id, **form)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=again.id)
    for login, path in (("jiaohe", "verifyReport"), ("shenhe", "auditReport")):
        office.good(login, f"/api/appbuss/{path}", ids=again.id)
    open_point = stop_of(office, case)
    said = office.refused("pizhun", "/api/appbuss/approveReport", ids=again.id, opinion="同意，情况已经核实")
    assert said == f"{again.seisn}：停止点“{open_point.name}”尚未符合"
    works.begun(office, case)
    works.found(office, open_point)
    for paper in office.db.scalars(select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)).all():
        form = {"id": paper.id, "version": paper.version, "state": "1", "pages": "3"}
        office.good("jianyan1", "/api/supervision/paper/save", **form)
    office.good("jianyan1", "/api/supervision/handIn", ids=case.id)
    office.good("jianyan1", "/api/supervision/pass", ids=case.id)
    office.good("pizhun", "/api/appbuss/approveReport", ids=again.id)
    office.db.expire_all()
    assert (office.item(again.id).conclusion, case.step) == ("2033", "DONE")
    assert case.certno != "" and case.certdate == clock.today()
    assert (lift.equstatus, lift.insinspdate, lift.unqualcode) == ("0", clock.today(), "")
    notice = office.good("shouli", "/api/construction/findList", notifyno=first.notifyno)["list"][0]
    assert notice["step"] == "COMPLETED"
    assert stop_of(office, before).result == "2"  # what was found then stays as it was found


def test_a_failed_reinspection_gives_no_certificate_and_may_be_followed(office: Office) -> None:
    item = failed(office)
    again = declared(office, item)
    seq = office.good("jianyan1", "/api/appbuss/getItem", id=again.id)["items"][0]["seq"]
    saved = office.filled(again, **{f"n{seq}": "×"})
    assert saved["proposal"]["code"] == "2034"
    office.noticed(again)
    form = {"problems": f"第{seq}项复检仍不符合", "conclusion": "2034"}
    office.good("jianyan1", "/api/appbuss/saveRecord", id=again.id, **form)
    office.good("jianyan1", "/api/appbuss/submitRecord", id=again.id)
    again = through(office, again)
    lift = office.db.scalars(select(Equipment).where(Equipment.id == item.equdatasysid)).one()
    case = works.case_of(office, again)
    assert (again.unqualcode, case.step, case.certno, lift.equstatus) == ("2034", VOID, "", "6")
    answered(office, again)
    assert len(office.good("shouli", DECLARE, ids=again.id)) == 1

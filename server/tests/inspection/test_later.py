"""What a later inspection wrote into the archive stays: corrections of older reports, detections that found faults."""

from datetime import date
from typing import Any

from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.piping import Pipeline
from tejian.inspection.models.items import AppBuss
from tejian.inspection.records import api as records
from tejian.kit.ground import clock
from tejian.kit.ground.clock import add_months
from tejian.messages.models import Message, Sms

from .conftest import Office
from .test_conclusions import Sort, approve, built, device, record, save
from .test_journeys import errors
from .test_moves import reviewed
from .test_of_two_sorts import backdated, inspected, stated
from .test_reissue import approved as corrected
from .test_reissue import report, rewrite

REVIEW = "/api/appmain/materialReviewDeal"


def moved_back(office: Office, item: AppBuss, months: int, *fields: str) -> None:
    """The inspection as if it had been done some months before, with the dates that followed from it."""
    day = add_months(clock.today(), -months)
    backdated(office, item, (clock.today() - day).days)
    made = office.db.get_one(Equipment, item.equdatasysid)
    for name in fields:
        setattr(made, name, add_months(getattr(made, name), -months))
    item.acceptdate = day
    kept = record(office, item)
    kept.nextdate = item.nextdate = kept.ruledate = add_months(kept.nextdate, -months) if kept.nextdate else None
    first = report(office, item.reportno)
    office.db.commit()
    assert first.reportno == item.reportno


def known(office: Office, made: Equipment) -> tuple[Any, ...]:
    """What the archive says of the last inspection and of the next ones."""
    office.db.expire_all()
    now = office.db.get_one(Equipment, made.id)
    return (*stated(office, now), now.ninspdate, now.ninspdate2, now.nextexplain.get("reportno"))


def written_anew(office: Office, item: AppBuss, **form: Any) -> str:
    """A correction of the report, written and issued; its number."""
    corrected(office, item)
    save(office, item, remark="按铭牌更正", **form)
    rewrite(office, office.item(item.id))
    return office.item(item.id).reportno


def test_a_correction_of_an_older_report_leaves_what_a_newer_inspection_wrote(office: Office) -> None:
    made = device(office, Sort("4110", "02", "0211", "", ""))
    older = inspected(office, made, "0211")
    moved_back(office, older, 24, "ninspdate")
    newer = inspected(office, made, "0211")
    before = known(office, made)
    assert before[2] == newer.reportno
    number = written_anew(office, older)
    assert number.endswith("-G1") and report(office, number).state == "有效"
    assert known(office, made) == before
    assert office.item(older.id).nextdate == record(office, older).nextdate != before[4]


def test_what_the_newer_inspection_says_nothing_of_is_still_corrected(office: Office) -> None:
    """An internal inspection is corrected after an external one: its own date follows, the last result stays."""
    made = device(office, Sort("1100", "02", "0201", "", ""))
    inside = inspected(office, made, "0201")
    moved_back(office, inside, 6, "ninspdate")
    outside = inspected(office, made, "0202")
    office.db.get_one(Equipment, made.id).ninspdate = date(2020, 1, 1)  # wrong in the archive
    office.db.commit()
    written_anew(office, inside)
    office.db.expire_all()
    now = office.db.get_one(Equipment, made.id)
    assert stated(office, made)[1:] == (outside.conclusion, outside.reportno, clock.today())
    assert now.ninspdate == add_months(add_months(clock.today(), -6), 24)
    assert now.ninspdate2 == add_months(clock.today(), 12)


def test_the_newest_report_corrected_writes_as_before(office: Office) -> None:
    made = device(office, Sort("4110", "02", "0211", "", ""))
    older = inspected(office, made, "0211")
    moved_back(office, older, 24, "ninspdate")
    newer = inspected(office, made, "0211")
    number = written_anew(office, newer)
    assert stated(office, made)[2:] == (number, clock.today())


def test_a_line_that_was_inspected_again_keeps_its_date(office: Office) -> None:
    made = device(office, Sort("8310", "02", "0212", "", ""))
    older = inspected(office, made, "0212", facts={"worstline": "1"})
    moved_back(office, older, 24, "ninspdate")
    line = office.db.scalars(select(Pipeline).where(Pipeline.equdatasysid == made.id)).one()
    line.inspdate, line.ninspdate = add_months(line.inspdate, -24), add_months(line.ninspdate, -24)
    office.db.commit()
    newer = inspected(office, made, "0212", facts={"worstline": "1"})
    office.db.expire_all()
    before = (line.insreportno, line.inspdate, line.ninspdate, line.nyearcheckdate)
    assert before[0] == newer.reportno
    written_anew(office, older)
    office.db.expire_all()
    assert (line.insreportno, line.inspdate, line.ninspdate, line.nyearcheckdate) == before


def detected(office: Office, lift: Equipment, mark: str) -> AppBuss:
    """A detection of a lift up to its report."""
    lift.ninspdate = add_months(clock.today(), 14)
    office.db.commit()
    item = built(office, Sort("3110", "07", "0701", "", ""), lift)
    office.db.get_one(Equipment, lift.id).cheorgsysid = "elsewhere"  # who inspects it may not detect it
    office.db.commit()
    office.filled(item, **({"n5": mark} if mark else {}))
    screen = office.good("jianyan1", "/api/appbuss/getItem", id=item.id)
    form: dict[str, Any] = {"conclusion": screen["proposal"]["code"]}
    if mark:
        form |= {"problems": "第5项须整改", "rectifydue": str(add_months(clock.today(), 1))}
    saved = save(office, item, **form)
    assert errors(saved) == []
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id)
    approve(office, item)
    return office.item(item.id)


def test_a_detection_that_found_faults_is_none_that_was_passed(office: Office) -> None:
    [lift] = office.lifts()
    before = (lift.insdate, lift.ndetdate, lift.nextbraketestdate)
    last = records.last_days(office.db, lift, records.values_of(lift)).detection
    item = detected(office, lift, "×")
    assert item.conclusion == "3032"
    office.db.expire_all()
    lift = office.db.get_one(Equipment, lift.id)
    assert (lift.insdate, lift.ndetdate, lift.nextbraketestdate) == before
    assert records.last_days(office.db, lift, records.values_of(lift)).detection == last


def test_a_detection_without_faults_writes_its_day(office: Office) -> None:
    [lift] = office.lifts()
    assert detected(office, lift, "").conclusion == "3031"
    office.db.expire_all()
    assert office.db.get_one(Equipment, lift.id).insdate == clock.today()


def test_who_is_refused_is_told_why(office: Office) -> None:
    main = reviewed(office)
    main.unitsysid = office.user("qiye").unit_id
    office.db.commit()
    form = {"result": "refuse", "reason": "设备由他院检验。"}
    office.good("ziliao", REVIEW, ids=main.id, **form)
    sms = office.db.scalars(select(Sms).where(Sms.template == "BYSL")).one()
    assert (sms.receiver, sms.datacode) == (main.INSCONTACTTEL, main.appno)
    assert f"申报单{main.appno}不予受理：设备由他院检验。" in sms.content
    own = (Message.kind == "不予受理", Message.user_id == office.user("qiye").id)
    assert office.db.scalars(select(Message.title).where(*own)).all() == [f"{main.appno}不予受理：设备由他院检验"]

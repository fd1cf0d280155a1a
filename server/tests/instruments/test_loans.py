"""Loans and overhauls of instruments: what their declarations cannot say."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from tejian.inspection.models.reports import OriginalRecord as R
from tejian.instruments.models import Instrument, InstrumentLoan, InstrumentOverhaul
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tests.inspection.conftest import Office, office

from . import loans
from .loans import LOANS, REPAIRS, later

__all__ = ["office"]


def test_from_the_application_to_the_return(office: Office) -> None:
    row = loans.asked(office)
    assert (row.step, row.borrower_id) == ("SQ", office.user("jianyan1").id) and row.loanno.startswith("YJ")
    assert loans.of(office, row).status == "0"
    office.good("yiqi", f"{LOANS}/agree", ids=row.id)
    assert loans.of(office, row).status == "0"  # what is promised is still in store
    office.good("yiqi", f"{LOANS}/lend", ids=row.id)
    one = loans.of(office, row)
    assert one.status == "1"
    wrong = office.refused("yiqi", "/api/instrument/archives/save", id=one.id, version=one.version, status="0")
    assert wrong == f"状态：仪器已借出（{row.loanno}），办完后再改"
    office.good("yiqi", f"{LOANS}/giveBack", id=row.id, condition="1")
    assert loans.of(office, row).status == "0"
    page = office.good("jianyan1", f"{LOANS}/record", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    names = [office.user(login).name for login in ("jianyan1", "yiqi", "yiqi", "yiqi")]
    assert [facts[one] for one in ("借用人", "批准人", "发出人", "收回人")] == names
    assert (facts["当前环节"], facts["归还时状况"]) == ("已归还", "完好")
    mine = select(func.count()).where(Message.user_id == row.borrower_id, Message.title.contains(row.loanno))
    assert office.db.scalar(mine) == 3  # agreed, handed out, back


def test_what_comes_back_damaged_is_overhauled_and_calibrated_again(office: Office) -> None:
    row = loans.lent(office)
    assert office.refused("yiqi", f"{LOANS}/giveBack", id=row.id, condition="2") == "仪器损坏，请写明故障"
    office.good("yiqi", f"{LOANS}/giveBack", id=row.id, condition="2", conditionnote="摔落，表壳开裂")
    assert loans.of(office, row).status == "4"
    work = office.db.scalars(select(InstrumentOverhaul).where(InstrumentOverhaul.loan_id == row.id)).one()
    assert (work.step, work.fault, work.foundday) == ("JX", "摔落，表壳开裂", clock.today())
    again = office.refused("jianyan2", f"{LOANS}/save", **loans.told(loans.of(office, row)))
    assert again == f"{loans.of(office, row).name}（{loans.of(office, row).instno}）现为维修中，不能借用"
    office.good("yiqi", f"{REPAIRS}/begin", id=work.id, repairer="宁波仪器维修中心")
    office.good("yiqi", f"{REPAIRS}/submit", id=work.id, **loans.MENDED)
    assert office.refused("yiqi", f"{REPAIRS}/restore", id=work.id, **loans.RESTORED) == "检修由经办人以外的人验收"
    assert loans.of(office, row).status == "4"
    office.good("zhiliang", f"{REPAIRS}/restore", id=work.id, **loans.RESTORED)
    one = loans.of(office, row)
    assert one.status == "2"  # mended, and not used until it is calibrated
    form = {"lastcal": later(0), "method": "02", "certno": "JZ-NEW"}
    office.good("yiqi", "/api/instrument/archives/calibrate", id=one.id, version=one.version, **form)
    assert loans.of(office, row).status == "3"
    lines = office.good("yiqi", f"{REPAIRS}/findList")["list"]
    assert [(x["repairno"], x["cost"], x["step"]) for x in lines] == [(work.repairno, "180.50", "HF")]


@pytest.mark.parametrize(("touches", "status"), [("1", "2"), ("0", "0")])
def test_a_repair_that_did_not_touch_the_measurement_needs_no_calibration(
    office: Office, touches: str, status: str
) -> None:
    work = loans.handed_in(office)
    office.good("zhiliang", f"{REPAIRS}/restore", id=work.id, touches=touches, checknote="功能正常")
    assert loans.of(office, work).status == status


def test_what_cannot_be_mended_is_scrapped(office: Office) -> None:
    work = loans.handed_in(office, verdict="2")
    office.good("zhiliang", f"{REPAIRS}/scrap", id=work.id, checknote="主板损坏，无配件")
    assert loans.of(office, work).status == "6" and loans.repair(office, work.id).step == "BF"


def test_an_instrument_is_not_lent_twice_nor_past_its_expiry(office: Office) -> None:
    first, second = loans.asked(office), loans.asked(office, "jianyan2")
    one = loans.of(office, first)
    name, who = f"{one.name}（{one.instno}）", office.user("jianyan1").name
    both = office.refused("yiqi", f"{LOANS}/agree", ids=[first.id, second.id])
    assert both == f"{name}在所选的申请中重复，请逐份办理"
    office.good("yiqi", f"{LOANS}/agree", ids=first.id)
    taken = f"{name}{later(0)}至{later()}已借给{who}"
    assert office.refused("yiqi", f"{LOANS}/agree", ids=second.id) == taken
    assert office.refused("diaodu", f"{LOANS}/save", **loans.told(one)) == taken
    office.good("diaodu", f"{LOANS}/save", **loans.told(one, fromday=later(6), dueday=later(9)))  # after it
    one.nextcal = clock.today() + timedelta(days=20)
    office.db.commit()
    edge = {"fromday": later(10), "dueday": later(20)}
    office.good("diaodu", f"{LOANS}/save", **loans.told(one, **edge))  # good on its last day
    past = office.refused("diaodu", f"{LOANS}/save", **loans.told(one, **edge | {"dueday": later(21)}))
    assert past == f"{name}将在借用期内到期"
    office.db.add(InstrumentLoan(instrument_id=one.id, fromday=clock.today(), dueday=clock.today(), step="JC"))
    office.db.add(InstrumentLoan(instrument_id=one.id, fromday=clock.today(), dueday=clock.today(), step="JC"))
    with pytest.raises(IntegrityError):
        office.db.flush()
    office.db.rollback()


def test_a_late_one_is_marked_and_stays_with_its_borrower(office: Office) -> None:
    row = loans.lent(office)
    row.fromday, row.dueday = clock.today() - timedelta(days=9), clock.today() - timedelta(days=1)
    office.db.commit()
    lines = {x["loanno"]: x for x in office.good("yiqi", f"{LOANS}/findList")["list"]}
    assert lines[row.loanno]["late"] == "1"
    part = office.good("yiqi", f"{LOANS}/findList", segment="late")["list"]
    assert [x["loanno"] for x in part] == [row.loanno]
    said = office.refused("jianyan2", f"{LOANS}/save", **loans.told(loans.of(office, row)))
    assert said.endswith(f"已借给{office.user('jianyan1').name}，尚未归还")


def test_several_are_asked_for_at_once_or_none(office: Office) -> None:
    ones = [loans.instrument(office, n) for n in (0, 1, 2)]
    ones[2].status = "5"
    office.db.commit()
    when = {"fromday": later(0), "dueday": later(), "purpose": "电梯定期检验"}
    ids = [one.id for one in ones]
    assert office.refused("jianyan1", f"{LOANS}/ask", ids=ids, **when).endswith("现为停用，不能借用")
    assert office.db.scalar(select(func.count()).select_from(InstrumentLoan)) == 0
    assert office.refused("jianyan1", f"{LOANS}/ask", **when) == "请选择数据"
    office.good("jianyan1", f"{LOANS}/ask", ids=ids[:2], **when)
    rows = office.good("jianyan1", f"{LOANS}/findOwn")["list"]
    assert sorted(x["instno"] for x in rows) == sorted(one.instno for one in ones[:2])
    assert office.good("jianyan2", f"{LOANS}/findOwn")["list"] == []


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"fromday": later(-1)}, "借用日期：不能早于今天"),
        ({"fromday": later(3), "dueday": later(2)}, "应还日期：不能早于借用日期"),
    ],
)
def test_days_must_be_possible(office: Office, more: dict[str, str], sentence: str) -> None:
    one = loans.instrument(office)
    assert office.refused("jianyan1", f"{LOANS}/save", **loans.told(one, **more)) == sentence
    assert office.db.scalar(select(func.count()).select_from(InstrumentLoan)) == 0


def test_only_the_borrower_changes_or_takes_back_an_application(office: Office) -> None:
    row = loans.asked(office)
    assert office.refused("yiqi", f"{LOANS}/save", id=row.id, version=row.version, purpose="别的") == (
        "只能修改本人的借用申请"
    )
    assert office.refused("yiqi", f"{LOANS}/delete", ids=row.id) == "只能删除本人的借用申请"
    assert office.post("jianyan2", f"{LOANS}/record", id=row.id)["status"] == 403
    office.good("jianyan1", f"{LOANS}/save", id=row.id, version=row.version, purpose="加装电梯监督检验")
    assert loans.loan(office, row.id).purpose == "加装电梯监督检验"


def test_an_overhaul_is_not_begun_of_what_is_away(office: Office) -> None:
    row = loans.lent(office)
    one = loans.of(office, row)
    form = {"instrument_id": one.id, "foundday": later(0), "fault": "读数跳动"}
    name = f"{one.name}（{one.instno}）"
    assert office.refused("yiqi", f"{REPAIRS}/save", **form) == (
        f"{name}已借出，借用单号{row.loanno}，归还时写明损坏即开始检修"
    )
    work = loans.found(office)
    other = loans.of(office, work)
    again = office.refused("yiqi", f"{REPAIRS}/save", **form | {"instrument_id": other.id})
    assert again == f"{other.name}（{other.instno}）正在检修，检修单号{work.repairno}"
    assert office.refused("yiqi", f"{REPAIRS}/save", **form | {"foundday": later(1)}) == "发现日期：不能晚于今天"
    held = office.refused("yiqi", "/api/instrument/archives/save", id=other.id, version=other.version, status="0")
    assert held == f"状态：仪器正在检修（{work.repairno}），办完后再改"
    made = office.refused("yiqi", "/api/instrument/archives/save", instno="T-9", name="尺", cycle=12, status="4")
    assert made == "状态：借出由仪器借用办理，维修由仪器检修办理"


def test_the_page_of_an_instrument_tells_its_life(office: Office) -> None:
    row = loans.lent(office)
    one = loans.of(office, row)
    office.good("yiqi", f"{LOANS}/giveBack", id=row.id, condition="2", conditionnote="屏幕碎裂")
    page = office.good("yiqi", "/api/instrument/archives/record", id=one.id)
    parts = {part["key"]: part for part in page["parts"]}
    numbers = [line["certno"] for line in parts["calibrations"]["rows"]]
    assert len(numbers) == len(set(numbers)) == 4 and numbers[0] == one.certno  # three years before the present one
    days = [line["lastcal"] for line in parts["calibrations"]["rows"]]
    assert days == sorted(days, reverse=True)
    before = parts["calibrations"]["rows"][1]  # valid on that day for any day: by the certificate of then
    then = office.good("yiqi", "/api/instrument/archives/record", id=one.id, asOf=before["lastcal"])["record"]
    assert (then["certno"], then["nextcal"], then["status"]) == (before["certno"], before["nextcal"], "0")
    assert [(x["loanno"], x["state"]) for x in parts["loans"]["rows"]] == [(row.loanno, "已归还")]
    assert [(x["fault"], x["state"]) for x in parts["overhauls"]["rows"]] == [("屏幕碎裂", "待检修")]
    assert parts["reports"]["fixed"] == {"instrument": one.id}


def test_the_inspections_that_used_an_instrument(office: Office) -> None:
    item = office.entered()
    named = office.db.scalars(select(Instrument).where(Instrument.id.in_(_named(office, item.id)))).all()
    assert named
    for one in named:
        rows = office.good("yiqi", "/api/instrument/archives/findUses", instrument=one.id)["list"]
        assert [x["seisn"] for x in rows] == [item.seisn]
    other = loans.instrument(office)
    assert office.good("yiqi", "/api/instrument/archives/findUses", instrument=other.id)["list"] == []


def _named(office: Office, key: str) -> list[str]:
    lines = office.db.scalars(select(R.instruments).where(R.appbuss_id == key)).one()
    return [line["id"] for line in lines]

"""The end of a maintenance: two sides, the audit, the handover, and who answers until when."""

from datetime import timedelta

from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.kit.ground import clock
from tejian.lifts.ending.nightly import every_night
from tejian.lifts.models.binding import LiftBinding
from tejian.lifts.models.ending import LiftTermination
from tejian.messages.models import Message
from tests.inspection.conftest import Office, office

from . import binding
from .ending import API, HANDED, drafted, finished, row_of, saved, through

__all__ = ["office"]


def bound_of(office: Office, row: LiftTermination) -> LiftBinding:
    return office.db.scalars(select(LiftBinding).where(LiftBinding.id == row.binding_id)).one()


def test_the_old_unit_answers_until_the_day_named(office: Office) -> None:
    row = through(office, saved(office))
    today = clock.today()
    assert (row.step, row.side, row.answer, row.receiver) == ("DZ", "U", "0", "胡斌")
    bound = bound_of(office, row)
    assert (bound.step, bound.validto) == ("YX", today + timedelta(days=10))
    every_night(office.db)
    office.db.commit()
    assert bound_of(office, row).step == "YX"  # nothing ends before its day
    page = office.good("weibao", f"{API}/record", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    assert (facts["对方意见"], facts["钥匙移交"], facts["终止原因"]) == ("不同意", "已移交", "更换维保单位")


def test_after_the_last_day_the_lift_is_free_and_keeps_its_code(office: Office) -> None:
    row = finished(office)
    bound = bound_of(office, row)
    assert (row.step, row.ended, bound.step) == ("ZZ", clock.today() - timedelta(days=1), "JC")
    lift = office.db.scalars(select(Equipment).where(Equipment.id == row.equdatasysid)).one()
    assert (lift.maiorgsysid, lift.ele96333code) == ("", bound.code96333)
    again = binding.saved(office, equcode=lift.equcode, code96333=bound.code96333)
    assert binding.through(office, again).step == "YX"


def test_who_follows_may_ask_already_but_begins_the_day_after(office: Office) -> None:
    row = through(office, saved(office))
    old = bound_of(office, row)
    new = binding.saved(office, equcode=old.equcode, code96333=old.code96333)
    office.good("weibao", f"{binding.API}/submit", id=new.id)
    office.good("qiye", f"{binding.API}/confirm", id=new.id)
    said = office.refused("jianguan", f"{binding.API}/audit", id=new.id)
    assert said == f"原维保单位{old.maiorgname}负责到{old.validto}，次日起可以审核"
    assert binding.row_of(office, new.id).step == "SH"


def test_the_maintainer_asks_as_well_and_the_owner_answers(office: Office) -> None:
    row = saved(office, login="weibao", cause="02", lastday=str(clock.today()))
    assert row.side == "M"
    office.good("weibao", f"{API}/submit", id=row.id)
    assert office.refused("weibao", f"{API}/answer", id=row.id, answer="1", answersaid="x") == (
        "所选数据不在您的待办范围内"
    )
    office.good("qiye", f"{API}/answer", id=row.id, answer="1", answersaid="同意")
    office.good("jianguan", f"{API}/audit", id=row.id)
    office.good("qiye", f"{API}/handover", id=row.id, **HANDED)
    assert bound_of(office, row_of(office, row.id)).validto == clock.today()


def test_a_second_one_a_past_day_and_a_strangers_lift_are_refused(office: Office) -> None:
    row = through(office, saved(office), "submit")
    second = drafted(office, row)
    assert office.refused("qiye", f"{API}/submit", id=second.id) == f"电梯{row.equcode}的终止{row.termno}正在办理"
    office.good("qiye", f"{API}/withdraw", id=row.id)
    office.good("qiye", f"{API}/save", id=row.id, lastday=str(clock.today() - timedelta(days=1)))
    said = office.refused("qiye", f"{API}/submit", id=row.id)
    assert said == f"维保最后一日{clock.today() - timedelta(days=1)}已过，请改期后再提交"
    form = {"cause": "03", "explain": "x", "lastday": str(clock.today())}
    said = office.refused("qiye", f"{API}/save", equcode="31103302002099999", **form)
    assert said == "电梯的设备代码：没有这台电梯的本单位的绑定"
    assert office.db.scalar(select(func.count()).select_from(LiftTermination)) == 2


def test_a_lift_that_nobody_took_over_is_told_of_after_the_days_of_grace(office: Office) -> None:
    row = finished(office)
    told = select(Message.user_id).where(Message.title.contains("超过3日没有新的维保单位"))
    for days, expected in ((3, 0), (4, 1)):
        bound_of(office, row).validto = clock.today() - timedelta(days=days)
        office.db.commit()
        every_night(office.db)
        office.db.commit()
        whom = set(office.db.scalars(told))
        assert (office.user("qiye").id in whom) == bool(expected), days
    assert office.user("jianguan").id in whom

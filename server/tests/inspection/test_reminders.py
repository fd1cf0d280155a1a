"""Short messages about what falls due: whom they reach, how often, and what they say."""

from datetime import date, datetime, time, timedelta

from sqlalchemy import select, update

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms
from tejian.system.models.accounts import SysUser
from tejian.system.models.settings import Param
from tejian.system.settings.api import bump

from . import online
from .conftest import Office
from .test_expiry import two_units

REMIND = "/api/expiry/remind"
WEDNESDAY, SATURDAY = date(2026, 11, 25), date(2026, 11, 28)


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), clock.SHANGHAI)


def told(office: Office) -> dict[tuple[str, str], tuple[str, str]]:
    """The number and the text by template and unit."""
    rows = office.db.scalars(select(Sms).where(Sms.template.in_(("CQTX", "DQTX", "JCDQ"))))
    return {(one.template, one.datacode): (one.receiver, one.content) for one in rows}


def alone(office: Office, *kept: Equipment) -> None:
    """No other device falls due."""
    others = Equipment.id.not_in([one.id for one in kept])
    office.db.execute(update(Equipment).where(others).values(ninspdate=None, ndetdate=None))
    office.db.commit()


def units_of(office: Office, *devices: Equipment) -> list[Unit]:
    return [office.db.scalars(select(Unit).where(Unit.id == one.useorgsysid)).one() for one in devices]


def test_units_of_picked_devices_get_one_message_each(office: Office) -> None:
    first, second, other = two_units(office)
    today = clock.today()
    first.ninspdate, second.ninspdate = today + timedelta(days=20), today + timedelta(days=9)
    other.ninspdate = today - timedelta(days=3)
    first.usetel, second.usetel, other.usetel = "0574-8718 6000", "13800000007", "13800000008"
    office.db.commit()
    unit, late = units_of(office, first, other)
    ids = [first.id, second.id, other.id]
    assert set(office.good("shouli", REMIND, ids=ids, datefield="ninspdate")) == {unit.name, late.name}
    assert told(office) == {
        ("DQTX", unit.code): (
            "13800000007",
            f"【宁波特检】{unit.name}：您有2台设备的检验将到期，最早{second.ninspdate}，请提前1个月申报检验。",
        ),
        ("CQTX", late.code): (
            "13800000008",
            f"【宁波特检】{late.name}：您有1台设备已超过检验有效期，最早{other.ninspdate}，请停止使用并申报检验。",
        ),
    }
    said = office.refused("shouli", REMIND, ids=ids, datefield="ninspdate")
    assert said.startswith("没有发出短信：") and f"{unit.name}{today}已提醒过" in said
    assert len(told(office)) == 2


def test_who_cannot_be_reached_is_named_and_the_others_are_reminded(office: Office) -> None:
    first, _, other = two_units(office)
    for one in (first, other):
        one.ninspdate = clock.today() + timedelta(days=5)
    first.usetel, other.usetel = "13800000007", ""
    unit, silent = units_of(office, first, other)
    silent.mobile = silent.tel = ""
    office.db.commit()
    answer = office.post("shouli", REMIND, ids=[first.id, other.id], datefield="ninspdate")
    assert answer["data"] == [unit.name]
    assert answer["next"] == f"没有提醒的：{silent.name}没有手机号码，或短信模板未启用"
    assert office.refused("shouli", REMIND, ids=[first.id], datefield="prodate") == "日期：请从选项中选择"
    assert set(told(office)) == {("DQTX", unit.code)}


def test_each_working_morning_the_first_due_are_reminded(office: Office) -> None:
    with clock.at(_noon(WEDNESDAY)):
        lift, _, other = two_units(office)
        alone(office, lift, other)
        lift.ninspdate, other.ninspdate = WEDNESDAY + timedelta(days=30), WEDNESDAY - timedelta(days=1)
        lift.usetel, other.usetel = "13800000007", "13800000008"
        account = office.db.scalars(select(SysUser).where(SysUser.login == "qiye")).one()
        account.unit_id = lift.useorgsysid
        office.db.commit()
        unit, late = units_of(office, lift, other)
        jobs.run("inspection.reminders", {})
        assert set(told(office)) == {("DQTX", unit.code), ("CQTX", late.code)}
        title = office.db.scalars(
            select(Message.title).where(Message.kind == "到期提醒", Message.user_id == account.id)
        ).all()
        assert title == [f"1 台设备的检验将到期，最早 {lift.ninspdate}，请申报检验"]
    with clock.at(_noon(WEDNESDAY + timedelta(days=29))):
        jobs.run("inspection.reminders", {})
        assert len(told(office)) == 2
        assert office.db.query(Sms).where(Sms.template == "CQTX").count() == 1
    with clock.at(_noon(WEDNESDAY + timedelta(days=33))):
        jobs.run("inspection.reminders", {})
        assert office.db.query(Sms).where(Sms.template == "CQTX").count() == 3  # both are late now


def test_nobody_is_reminded_on_a_day_off_beyond_the_limit_or_of_what_is_in_hand(office: Office) -> None:
    lift, _, other = two_units(office)
    alone(office, lift, other)
    lift.ninspdate, other.ninspdate = WEDNESDAY + timedelta(days=31), WEDNESDAY - timedelta(days=1)
    lift.usetel = other.usetel = "13800000008"
    office.db.commit()
    with clock.at(_noon(SATURDAY)):
        jobs.run("inspection.reminders", {})
        assert told(office) == {}
    limit = office.db.scalars(select(Param).where(Param.key == "sms.reminders_per_day")).one()
    limit.value = "0"
    bump(office.db, "param")
    office.db.commit()
    with clock.at(_noon(WEDNESDAY)):
        jobs.run("inspection.reminders", {})
    assert told(office) == {}
    limit.value = "500"
    bump(office.db, "param")
    office.db.commit()
    office.good("shouli", "/api/expiry/declare", ids=[other.id], datefield="ninspdate")
    with clock.at(_noon(WEDNESDAY)):
        jobs.run("inspection.reminders", {})
    assert told(office) == {}  # one is declared, the other is due in 31 days


def test_who_has_declared_online_is_not_reminded_while_that_waits(office: Office) -> None:
    with clock.at(_noon(WEDNESDAY)):
        [lift] = online.own(office)
        alone(office, lift)
        lift.ninspdate, lift.usetel = WEDNESDAY, "13800000007"
        office.db.commit()
        online.sent(office, [lift])
        jobs.run("inspection.reminders", {})
        assert told(office) == {}

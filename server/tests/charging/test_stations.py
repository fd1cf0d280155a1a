"""The head of a station reads the differences and the closes of his station, and those of no other."""

from decimal import Decimal

from sqlalchemy import select

from tejian.charging.models.checks import Difference
from tejian.inspection.models.items import AppBuss
from tejian.system.models.accounts import SysUser
from tests.inspection.conftest import office

from .conftest import Cash

__all__ = ["office"]
DIFF, DAY = "/api/chamain/difference", "/api/chamain/cashDay"


def listed(cash: Cash, path: str) -> list[str]:
    return [one["id"] for one in cash.office.good("zhanzhang", f"{path}/findList")["list"]]


def found(cash: Cash) -> tuple[Difference, AppBuss]:
    """A receipt above what came in."""
    charge = cash.billed()
    charge.received -= 1
    (item,) = cash.items_of(charge)
    cash.office.good("caiwu", f"{DIFF}/compare")
    return cash.office.db.scalars(select(Difference)).one(), item


def test_differences_about_the_items_of_his_station(cash: Cash) -> None:
    difference, item = found(cash)
    head = cash.office.user("zhanzhang")
    item.chedept = "another"
    cash.office.db.commit()
    assert listed(cash, DIFF) == []
    assert cash.office.post("zhanzhang", f"{DIFF}/record", id=difference.id)["status"] == 403
    item.chedept = head.dept_id
    cash.office.db.commit()
    assert listed(cash, DIFF) == [difference.id]
    assert cash.office.good("zhanzhang", f"{DIFF}/record", id=difference.id)["parts"]
    difference.charge_id, difference.seisn = "", item.seisn
    cash.office.db.commit()
    assert listed(cash, DIFF) == [difference.id]


def test_he_reads_and_settles_nothing(cash: Cash) -> None:
    difference, item = found(cash)
    item.chedept = cash.office.user("zhanzhang").dept_id
    cash.office.db.commit()
    said = cash.refused("zhanzhang", f"{DIFF}/settle", ids=difference.id, reason="已补收")
    assert said == "对不起，您没有此操作的权限"
    cash.office.db.refresh(difference)
    assert difference.step == "DIFF"


def test_a_second_person_settles_what_a_difference_is_about(cash: Cash) -> None:
    difference, item = found(cash)
    charge = cash.charge(difference.charge_id)
    charge.createby = cash.office.user("caiwu").id
    cash.office.db.commit()
    said = cash.refused("caiwu", f"{DIFF}/settle", ids=difference.id, reason="已补收")
    assert said == "自己登记的收费，差异须由他人处理"
    assert item.seisn
    charge.createby = cash.office.user("shoufei").id
    cash.office.db.commit()
    cash.office.good("caiwu", f"{DIFF}/settle", ids=difference.id, reason="已补收一元")
    cash.office.db.refresh(difference)
    assert (difference.step, difference.settledby) == ("SETTLED", cash.office.user("caiwu").name)


def test_closes_of_the_cashiers_of_his_station(cash: Cash) -> None:
    cash.receive(cash.confirmed(), Decimal(100))
    day = cash.closed()
    assert listed(cash, DAY) == []
    assert cash.office.post("zhanzhang", f"{DAY}/record", id=day.id)["status"] == 403
    cashier = cash.office.db.scalars(select(SysUser).where(SysUser.id == day.userid)).one()
    cashier.dept_id = cash.office.user("zhanzhang").dept_id
    cash.office.db.commit()
    assert listed(cash, DAY) == [day.id]
    page = cash.office.good("zhanzhang", f"{DAY}/record", id=day.id)
    assert "100.00" in str(page["facts"])
    entries = cash.office.good("zhanzhang", "/api/chamain/entry/findList", userid=day.userid)["list"]
    assert [one["amount"] for one in entries if one["kind"] == "paid"] == ["100.00"]
    [lot] = listed(cash, "/api/chamain/cashLot")
    assert lot
    assert cash.office.post("zhanzhang", f"{DAY}/review", ids=day.id)["status"] == 403

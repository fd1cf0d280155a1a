"""资质配置: who may do what of an inspection on a day, by the qualifications held and what includes another."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.system.models.accounts import StaffQual
from tejian.system.models.rules import RuleRow

from .conftest import Office

MATRIX, PAGE = "/api/qualification/findMatrix", "/api/qualification/record"
LIFT = {"equclass": "3000", "sort": "定期检验"}


def lines(office: Office, login: str = "zhiliang", **asked: Any) -> dict[str, dict[str, Any]]:
    """The steps of the periodic inspection of lifts, by their names."""
    found = office.good(login, MATRIX, pageSize=200, **LIFT, **asked)["list"]
    return {one["stepName"]: one for one in found if one["ruleid"] == rule(office).id}


def rule(office: Office) -> RuleRow:
    rows = office.db.scalars(select(RuleRow).where(RuleRow.tbl == "seisort_rules", RuleRow.validto.is_(None)))
    return next(one for one in rows if (one.data["equclass"], one.data["testsort"]) == ("3000", "0211"))


def only(office: Office, *held: tuple[str, str, date, date]) -> None:
    """Nobody holds anything but these: login, item, first and last day."""
    for one in office.db.scalars(select(StaffQual)):
        one.status = "注销"
    for n, (login, item, begins, ends) in enumerate(held):
        own = {"user_id": office.user(login).id, "certno": f"Q{n}", "issuedate": begins, "validto": ends}
        office.db.add(StaffQual(item=item, **own))
    office.db.commit()


def days(n: int) -> date:
    return clock.today() + timedelta(days=n)


def test_each_step_says_who_can_do_it_and_until_when(office: Office) -> None:
    wanted = rule(office).data["inspector_qualification"].split("/")
    only(
        office,
        ("jianyan1", wanted[0], days(-10), days(400)),
        ("jianyan2", wanted[0], days(-10), days(30)),
        ("shenhe", wanted[-1], days(-10), days(30)),
        ("pizhun", wanted[0], days(-10), days(-1)),
    )
    told = lines(office)
    able = {step: (one["today"], one["ahead"], one["state"]) for step, one in told.items()}
    assert able["检验"] == (3, 1, "3")  # who audits may inspect, too
    assert able["审核"] == (1, 0, "1")
    assert able["批准"] == (0, 0, "0")
    assert told["检验"]["firstend"] == str(days(30))
    names = {office.user(one).name for one in ("jianyan1", "jianyan2", "shenhe")}
    assert set(told["检验"]["people"].split("、")) == names
    assert told["检验"]["wanted"] == " 或 ".join(wanted)


def test_who_is_missing_on_a_day_is_asked_by_the_day(office: Office) -> None:
    wanted = rule(office).data["inspector_qualification"].split("/")[0]
    only(office, ("jianyan1", wanted, days(5), days(20)))
    assert "检验" in lines(office, nobodyon=str(days(4)))
    assert "检验" not in lines(office, nobodyon=str(days(5)))
    assert "检验" not in lines(office, nobodyon=str(days(20)))
    assert "检验" in lines(office, nobodyon=str(days(21)))
    assert "这一天无人可办" in office.refused("zhiliang", MATRIX, nobodyon="昨天")


def test_a_qualification_includes_another_by_the_table(office: Office) -> None:
    rows = office.db.scalars(select(RuleRow).where(RuleRow.tbl == "qualification_cover", RuleRow.validto.is_(None)))
    wider = next(one for one in rows)
    item = wider.data["covers"]
    every = office.db.scalars(select(RuleRow).where(RuleRow.tbl == "seisort_rules", RuleRow.validto.is_(None)))
    row = next(r for r in every if r.data["allowed"] == "Y" and item in r.data["inspector_qualification"].split("/"))
    assert wider.data["code"] not in row.data["inspector_qualification"].split("/")
    only(office, ("jianyan1", wider.data["code"], days(-1), days(100)))

    def inspects() -> int:
        found = office.good("zhiliang", MATRIX, pageSize=500, step="JY")["list"]
        return int(next(one for one in found if one["ruleid"] == row.id)["today"])

    assert inspects() == 1
    wider.validto = clock.today()  # ended: it covers nothing from today on
    office.db.commit()
    assert inspects() == 0


def test_the_page_says_who_and_from_when_nobody(office: Office) -> None:
    wanted = rule(office).data["inspector_qualification"].split("/")[0]
    only(
        office,
        ("jianyan1", wanted, days(-10), days(9)),
        ("jianyan2", wanted, days(-10), days(19)),
        ("shenhe", wanted, days(-10), days(400)),
        ("pizhun", wanted, days(-10), days(400)),
    )
    told = office.good("zhiliang", PAGE, id=rule(office).id)
    rows = {part["key"]: part["rows"] for part in told["parts"]}
    assert [(one["day"], one["JY"], one["BGSP"]) for one in rows["ahead"]] == [
        (str(clock.today()), 4, 1),
        (str(days(10)), 3, 1),
        (str(days(20)), 2, 1),
        (str(days(401)), 0, 0),
    ]
    assert rows["ahead"][1]["why"] == f"{office.user('jianyan1').name} {wanted} 到期"
    assert [one["name"] for one in rows["people"][:2]] == [office.user(one).name for one in ("jianyan1", "jianyan2")]
    said = [one["text"] for one in told["notices"]]
    assert any(one.startswith(f"{days(401)}起没有人可以审核") for one in said), said


def test_of_another_table_there_is_no_page_and_the_right_is_asked_for(office: Office) -> None:
    other = office.db.scalars(select(RuleRow).where(RuleRow.tbl == "qualification_cover")).first()
    assert other is not None
    assert office.refused("zhiliang", PAGE, id=other.id) == "没有这项检验"
    assert "没有此操作的权限" in office.refused("jianyan1", MATRIX)
    assert "没有此操作的权限" in office.refused("jianyan1", PAGE, id=rule(office).id)

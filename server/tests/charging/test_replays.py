"""What if: confirmed charges worked out again by another table or policy; every number leads to its lines."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.charging.models.charges import Charge, ChargeLine, ReliefPolicy
from tejian.charging.models.replays import FeeReplay, ReplayLine, ReplaySum
from tejian.charging.replays.comparing import Sums, Told, compared
from tejian.kit.database import jobs
from tejian.kit.ground import clock
from tests.inspection.conftest import Office, office
from tests.inspection.test_valves import accepted, valves

from .conftest import Cash
from .fee_tables import FeeTables

__all__ = ["office"]
CALLS = "/api/chamain/replay"


def today(days: int = 0) -> str:
    """A day of the test, not of the start of the run: a run goes over midnight."""
    return str(clock.today() + timedelta(days=days))


def replayed(office: Office, **more: Any) -> FeeReplay:
    """A replay of today, carried out."""
    told = {"name": "明年标准", "firstday": today(), "lastday": today()} | more
    made = office.good("caiwu", f"{CALLS}/begin", **told)
    for name, arguments in jobs.waiting(office.db):
        if name == "charging.replay":
            jobs.run(name, arguments)
    office.db.expire_all()
    return office.db.scalars(select(FeeReplay).where(FeeReplay.id == made["id"])).one()


def listed(office: Office, path: str, **form: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = office.good("caiwu", f"{CALLS}/{path}", **form)["list"]
    return rows


def charges(db: Any) -> list[Any]:
    """All that stands on charges."""
    heads = db.execute(select(Charge.id, Charge.amount, Charge.version).order_by(Charge.id)).all()
    return [heads, db.execute(select(ChargeLine.id, ChargeLine.amount).order_by(ChargeLine.id)).all()]


def test_the_table_in_force_gives_what_was_charged(office: Office) -> None:
    cash, tables = Cash(office), FeeTables(office)
    charge = cash.confirmed(2)
    lines = len(office.db.scalars(select(ChargeLine.id).where(ChargeLine.charge_id == charge.id)).all())
    assert lines
    assert tables.send(tables.sheet())["state"] == "done"
    table = office.good("caiwu", f"{CALLS}/tables")[0]["value"]
    row = replayed(office, table_id=table)
    assert (row.state, row.total, row.moved, row.kept) == ("done", 1, 0, 0)
    assert row.charged == row.replayed == charge.amount
    [one] = listed(office, "findSums", replay_id=row.id, dimension="equclass")
    assert (one["linecount"], one["moved"], one["charged"]) == (lines, 0, f"{charge.amount:.2f}")
    assert listed(office, "findLines", replay_id=row.id) == []  # what stays the same is summed, not kept


def test_charges_with_one_outcome_are_each_counted() -> None:
    outcome = compared(
        [(0, "F1", "定期检验", "400.00")],
        [(0, {"feecode": "F1", "item": "定期检验", "amount": Decimal(300), "explanation": ""})],
    )
    sums = Sums()
    for n, (unit, month) in enumerate([("a", "2026-01"), ("a", "2026-01"), ("b", "2026-02")]):
        sums.add(Told((f"C{n}", f"JF{n}", unit, f"单位{unit}"), [f"DT{n}"], (("3000", month),), outcome))
    total = sums.total
    assert (total.lines, total.moved, total.charged, total.replayed) == (3, 3, Decimal(1200), Decimal(900))
    assert [one[:5] for one in sums.rows()] == [
        ("equclass", "3000", "3000", 3, 3),
        ("month", "2026-01", "2026-01", 2, 2),
        ("month", "2026-02", "2026-02", 1, 1),
        ("payunitsysid", "a", "单位a", 2, 2),
        ("payunitsysid", "b", "单位b", 1, 1),
    ]


def test_a_draft_table_moves_lines_and_the_sums_say_how_much(office: Office) -> None:
    cash, tables = Cash(office), FeeTables(office)
    charge = cash.confirmed(2)
    table = tables.drafted()  # lifts above five floors 100 more
    before = charges(office.db)
    row = replayed(office, table_id=table.id)
    assert charges(office.db) == before
    count = charge.itemcount
    assert count == 2
    assert (row.state, row.moved, row.replayed - row.charged) == ("done", count, Decimal(100 * count))
    for dimension, label in (("equclass", "电梯"), ("month", today()[:7]), ("payunitsysid", charge.payunitname)):
        [one] = listed(office, "findSums", replay_id=row.id, dimension=dimension)
        assert (one["label"], one["linecount"], one["moved"]) == (label, count, count)
        assert (one["charged"], one["difference"]) == (f"{charge.amount:.2f}", f"{100 * count}.00")
        behind = listed(office, "findLines", replay_id=row.id, **{dimension: one["key"]})
        assert sum(Decimal(line["difference"]) for line in behind) == Decimal(one["difference"])
    lines = listed(office, "findLines", replay_id=row.id)
    assert {(one["feecode"], one["way"], one["difference"]) for one in lines} == {("F0094", "changed", "100.00")}
    assert all("取小" not in one["reason"] and "1500" in one["reason"] for one in lines)
    page = office.good("caiwu", f"{CALLS}/record", id=row.id)
    assert [one["key"] for one in page["parts"]] == ["by_equclass", "by_month", "by_payunitsysid", "lines"]


def test_a_row_that_is_gone_and_one_that_is_new(office: Office) -> None:
    charge, tables = Cash(office).confirmed(), FeeTables(office)
    rows = [row | {"*收费代码": "F0900"} if row["*收费代码"] == "F0094" else row for row in tables.sheet()]
    assert tables.send(rows)["state"] == "done"
    table = office.good("caiwu", f"{CALLS}/tables")[0]["value"]
    row = replayed(office, table_id=table)
    told = {(one["feecode"], one["way"]): one for one in listed(office, "findLines", replay_id=row.id)}
    assert set(told) == {("F0094", "gone"), ("F0900", "new")}
    assert told["F0094", "gone"]["reason"] == "新标准没有这一行"
    assert (row.charged, row.replayed) == (charge.amount, charge.amount)


def test_what_the_new_table_cannot_compute_stays_and_says_so(office: Office) -> None:
    charge, tables = Cash(office).confirmed(), FeeTables(office)
    rows = tables.changed("F0094", calc="400+20*bernum", param_field="bernum")
    assert tables.send(rows)["state"] == "done"
    table = office.good("caiwu", f"{CALLS}/tables")[0]["value"]
    row = replayed(office, table_id=table)
    [one] = listed(office, "findLines", replay_id=row.id)
    assert (row.kept, row.replayed, one["way"]) == (1, charge.amount, "kept")
    assert "缺少参数：" in one["reason"] and one["reason"].endswith("，按原金额计")


def test_a_policy_that_is_switched_off_is_tried(office: Office) -> None:
    charge = Cash(office).confirmed()
    policy = ReliefPolicy(name="小微企业减半", type="02", document="甬财综〔2026〕3号", nature="非税", enabled=False)
    policy.percent, policy.validfrom = Decimal(50), clock.today() + timedelta(days=30)
    office.db.add(policy)
    office.db.commit()
    row = replayed(office, policies=policy.id)
    half = -(charge.amount / 2).quantize(Decimal("0.01"))
    assert row.replayed - row.charged == half
    [one] = listed(office, "findLines", replay_id=row.id)
    assert (one["item"], one["way"], one["charged"], one["replayed"]) == ("小微企业减半", "new", "0.00", str(half))
    assert "依据 甬财综〔2026〕3号" in one["reason"]


def test_a_policy_for_one_device_moves_the_charge_of_that_device_alone(office: Office) -> None:
    """Charges that are alike are worked out once; those of whom a policy names are not like the others."""
    cash = Cash(office)
    items, made = cash.items(3), []
    lifts = [office.db.get_one(Equipment, one.equdatasysid) for one in items]
    for lift in lifts:
        lift.params, lift.equclacode, lift.equkind = dict(lifts[0].params), lifts[0].equclacode, lifts[0].equkind
    office.db.commit()
    for one in items:
        key = office.good("shoufei", "/api/chamain/chaMain/save", **cash.form([one]))[0]["id"]
        office.good("shoufei", "/api/chamain/chaMain/commit", ids=key)
        office.good("caiwu", "/api/chamain/chaMain/modifyStatus", ids=key, status="2")
        made.append(cash.charge(key))
    assert len({one.amount for one in made}) == 1
    policy = ReliefPolicy(name="救灾减半", type="02", document="甬财综〔2026〕4号", nature="非税", enabled=False)
    policy.percent, policy.validfrom = Decimal(50), clock.today() + timedelta(days=30)
    policy.equdatasysid = items[1].equdatasysid
    office.db.add(policy)
    office.db.commit()
    row = replayed(office, policies=policy.id)
    half = -(made[1].amount / 2).quantize(Decimal("0.01"))
    assert (row.total, row.moved, row.replayed - row.charged) == (3, 1, half)
    [one] = listed(office, "findLines", replay_id=row.id)
    assert (one["chargesysid"], one["replayed"]) == (made[1].chargesysid, str(half))


def test_a_valve_is_worked_out_as_on_its_charge(office: Office) -> None:
    cash = Cash(office)
    items = accepted(office, valves(office, 2))
    key = office.good("shoufei", "/api/chamain/chaMain/save", **cash.form(items))[0]["id"]
    office.good("shoufei", "/api/chamain/chaMain/commit", ids=key)
    office.good("caiwu", "/api/chamain/chaMain/modifyStatus", ids=key, status="2")
    charge = cash.charge(key)
    tables = FeeTables(office)
    assert tables.send(tables.sheet())["state"] == "done"
    row = replayed(office, table_id=office.good("caiwu", f"{CALLS}/tables")[0]["value"])
    assert (row.state, row.total, row.moved, row.kept) == ("done", 1, 0, 0)
    assert row.charged == row.replayed == charge.amount > 0
    [one] = listed(office, "findSums", replay_id=row.id, dimension="equclass")
    assert one["label"] == "安全阀"


def test_charges_that_are_alike_but_were_charged_otherwise_are_told_apart(office: Office) -> None:
    cash, tables = Cash(office), FeeTables(office)
    items = cash.items(3)
    for lift in office.db.scalars(select(Equipment).where(Equipment.id.in_([one.equdatasysid for one in items]))):
        lift.params = {**lift.params, "elefloornumber": "8"}
    office.db.commit()
    charges = []
    for item in items:
        [made] = office.good("shoufei", "/api/chamain/chaMain/save", **cash.form([item]))
        office.good("shoufei", "/api/chamain/chaMain/commit", ids=made["id"])
        office.good("caiwu", "/api/chamain/chaMain/modifyStatus", ids=made["id"], status="2")
        charges.append(cash.charge(made["id"]))
    assert len({one.amount for one in charges}) == 1
    lines = select(ChargeLine).where(ChargeLine.charge_id == charges[1].id, ChargeLine.feecode == "F0094")
    line = office.db.scalars(lines).one()
    line.amount -= 10
    office.db.commit()
    assert tables.send(tables.sheet())["state"] == "done"
    row = replayed(office, table_id=office.good("caiwu", f"{CALLS}/tables")[0]["value"])
    assert (row.total, row.moved, row.replayed - row.charged) == (3, 1, Decimal(10))
    [one] = listed(office, "findLines", replay_id=row.id)
    assert (one["chargesysid"], one["way"], one["difference"]) == (charges[1].chargesysid, "changed", "10.00")


def test_what_is_not_confirmed_and_other_days_do_not_count(office: Office) -> None:
    Cash(office).committed()
    table = FeeTables(office).drafted()
    yesterday = today(-1)
    assert replayed(office, table_id=table.id).total == 0
    assert replayed(office, table_id=table.id, firstday=yesterday, lastday=yesterday).total == 0


WRONG = [
    ({}, "请选择收费标准或减免政策"),
    ({"firstday": 0, "lastday": -1}, "不得早于受理日期起"),
    ({"lastday": 1}, "受理日期止：不能晚于今天"),
    ({"firstday": "2020-01-01"}, "一次最多试算三年"),
]


@pytest.mark.parametrize(("form", "sentence"), WRONG)
def test_a_replay_that_means_nothing_is_refused(office: Office, form: dict[str, str | int], sentence: str) -> None:
    days = {name: today(one) if isinstance(one, int) else one for name, one in form.items()}
    told = {"name": "试算", "firstday": today(), "lastday": today()} | days
    assert sentence in office.refused("caiwu", f"{CALLS}/begin", **told)
    assert office.db.scalar(select(func.count()).select_from(FeeReplay)) == 0


def test_a_replay_goes_with_its_result_and_is_the_institutes_own(office: Office) -> None:
    Cash(office).confirmed()
    table = FeeTables(office).drafted()
    row = replayed(office, table_id=table.id)
    row.orgid, row.createby = "elsewhere", "somebody"
    office.db.commit()
    assert listed(office, "findLines", replay_id=row.id) == listed(office, "findSums", replay_id=row.id) == []
    row.orgid = office.user("caiwu").org_id
    office.db.commit()
    assert len(listed(office, "findSums", replay_id=row.id)) == 3
    assert office.refused("shoufei", f"{CALLS}/begin", name="试算", firstday=today(), lastday=today())
    row.state = "running"
    office.db.commit()
    assert office.refused("caiwu", f"{CALLS}/delete", ids=row.id).endswith("正在试算，完成后才能删除")
    row.state = "done"
    office.db.commit()
    office.good("caiwu", f"{CALLS}/delete", ids=row.id)
    for model in (FeeReplay, ReplayLine, ReplaySum):
        assert office.db.scalar(select(func.count()).select_from(model)) == 0

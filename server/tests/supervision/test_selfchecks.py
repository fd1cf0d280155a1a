"""自行检测: who follows which lifts since when, and the reminders that go out by the rule of each lift."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.kit.ground import clock
from tejian.messages.models import Message, Sms
from tejian.supervision.models.selfchecks import SelfCheckRule
from tests.inspection.conftest import Office, office

from .selfchecks import API, drafted, issued, lifts, of

__all__ = ["office"]


def due(office: Office, **asked: Any) -> list[dict[str, Any]]:
    return list(office.good("jianguan", f"{API}/findDue", **asked)["list"])


def count(office: Office, model: Any) -> int:
    return office.db.scalar(select(func.count()).select_from(model)) or 0


def test_a_rule_in_force_names_the_lifts_it_wants_a_report_of(office: Office) -> None:
    soon, late, later = lifts(office)
    assert due(office) == []  # no rule, nobody is asked
    rule = issued(office)
    assert (rule.step, rule.ruleno[:2], rule.prefix, rule.branch) == ("FB", "ZC", "3302", "3")
    standing = (Equipment.equclass == "3000", Equipment.equDel == 0, Equipment.areacode.startswith("3302"))
    running = office.db.scalar(select(func.count()).where(*standing, Equipment.equstatus.in_(("1", "2"))))
    assert 0 < rule.lifts <= (running or 0)
    rows = {one["id"]: one for one in due(office)}
    assert list(rows) == [later.id, late.id, soon.id]  # the longest late first
    assert rows[soon.id]["last"] == str(soon.ndetdate + timedelta(days=15))
    assert rows[late.id]["ruleno"] == rule.ruleno
    for segment, one in (("late", later), ("grace", late), ("ahead", soon)):
        assert [row["id"] for row in due(office, segment=segment)] == [one.id], segment


def test_the_edges_of_a_rule(office: Office) -> None:
    soon, late, _ = lifts(office)
    issued(office, ahead="20", grace="5")
    ids = [one["id"] for one in due(office)]
    assert soon.id in ids  # due in exactly as many days as the rule says
    assert [row["id"] for row in due(office, segment="grace")] == [late.id]  # its last day is today
    soon.ndetdate = clock.today() + timedelta(days=21)
    office.db.commit()
    assert soon.id not in [one["id"] for one in due(office)]


def test_of_two_rules_the_smaller_area_counts_and_of_one_area_the_newer(office: Office) -> None:
    soon, *_ = lifts(office)
    issued(office)
    own = issued(office, areacode=soon.areacode[:6], ahead="10")
    assert own.prefix == soon.areacode[:6]
    assert soon.id not in [one["id"] for one in due(office)]  # due in 20 days, its district asks 10 ahead
    newer = issued(office, areacode=soon.areacode[:6], ahead="25")
    assert next(one for one in due(office) if one["id"] == soon.id)["ruleno"] == newer.ruleno
    office.good("juzhang", f"{API}/end", ids=newer.id, reason="并入全市策略")
    assert soon.id not in [one["id"] for one in due(office)]


def test_a_rule_of_tomorrow_asks_nothing_today(office: Office) -> None:
    lifts(office)
    issued(office, validfrom=str(clock.today() + timedelta(days=1)))
    assert due(office) == []


def test_the_units_are_reminded_by_the_channel_of_their_rule(office: Office) -> None:
    _, late, later = lifts(office)
    issued(office)
    before = count(office, Message)
    office.good("jianguan", f"{API}/send", ids=[late.id, later.id])
    sent = office.db.scalars(select(Sms).where(Sms.template == "JCDQ")).all()
    units = {one.useorgsysid for one in (late, later)}
    assert len(sent) == len(units) and {one.receiver for one in sent} == {"13800001234"}
    assert count(office, Message) >= before
    row = next(one for one in due(office) if one["id"] == late.id)
    assert row["reminded"]
    again = office.refused("jianguan", f"{API}/send", ids=[late.id])
    assert "已提醒过" in again and count(office, Sms) == len(sent)


def test_a_rule_without_messages_sends_none(office: Office) -> None:
    _, late, _ = lifts(office)
    issued(office, channel="box")
    unit = office.user("qiye").unit_id
    late.useorgsysid = unit
    office.db.commit()
    before = count(office, Message)
    office.good("jianguan", f"{API}/send", ids=[late.id])
    assert count(office, Sms) == 0 and count(office, Message) > before


def test_a_lift_without_a_rule_is_not_reminded(office: Office) -> None:
    _, late, _ = lifts(office)
    said = office.refused("jianguan", f"{API}/send", ids=[late.id])
    assert said == f"{late.equcode}不在任何生效的策略内，不能发送" and count(office, Sms) == 0


@pytest.mark.parametrize(
    ("says", "more"),
    [
        ("电梯类别：请选择电梯的类别", {"kind": "4100"}),
        ("区划：只能为本辖区制定策略", {"areacode": "110100"}),
        ("提前提醒", {"ahead": "91"}),
        ("上传宽限", {"grace": "-1"}),
    ],
)
def test_what_cannot_be_a_rule_is_not_stored(office: Office, says: str, more: dict[str, str]) -> None:
    form = {"areacode": "330200", "ahead": "30", "grace": "0", "channel": "both", "source": "通知"}
    form |= {"validfrom": str(clock.today())} | more
    assert says in office.refused("jianguan", f"{API}/save", **form)
    assert count(office, SelfCheckRule) == 0


def test_nobody_issues_his_own_rule(office: Office) -> None:
    rule = drafted(office)
    rule.createby = office.user("juzhang").id
    office.db.commit()
    assert office.refused("juzhang", f"{API}/issue", ids=rule.id) == "策略由制定人以外的人发布"
    assert of(office, rule.id).step == "CG"

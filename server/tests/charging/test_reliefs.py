"""Relief as the cashier reads it: what each policy takes off, why another does not, and whom it is for."""

from functools import partial

from .conftest import CALLS, Cash
from .test_charges import fee

POLICIES = "/api/chareliefpolicy/chaReliefPolicy"


def test_the_registration_says_what_each_policy_takes_off_or_why_not(cash: Cash) -> None:
    item, other = cash.items(2)
    save = partial(cash.office.good, "caiwu", f"{POLICIES}/save", validfrom="2020-01-01")
    own = {"type": "04", "nature": "非税", "enabled": "1"}
    save(**own, name="减半", document="甬财综1号", percent="50")
    save(**own, name="减一成", document="甬财综2号", percent="10", priority="9")
    save(**own, name="别的设备", document="甬财综3号", percent="90", equdatasysid=other.equdatasysid)
    save(**own, name="锅炉", document="甬财综4号", percent="90", equclass="1000")
    save(**{**own, "nature": "应税"}, name="应税的", document="甬财综5号", percent="90")
    draft = cash.office.good("shoufei", f"{CALLS}/detail", ids=item.id)
    tenth = f"-{fee(cash, item) / 10:.2f}"
    assert [(one["name"], one["amount"] or one["why"]) for one in draft["reliefs"]] == [
        ("减一成", tenth),  # it is less, and comes first
        ("减半", "已用优先的政策"),
        ("别的设备", "不适用于该设备"),
        ("应税的", "只用于应税收费"),
        ("锅炉", "不适用于该设备种类"),
    ]
    assert draft["reliefs"][0]["document"] == "甬财综2号"


def test_a_policy_for_one_device_counts_for_it_alone(cash: Cash) -> None:
    first, second = cash.items(2)
    cash.office.good(
        *("caiwu", f"{POLICIES}/save"),
        **{"name": "救灾", "type": "08", "document": "甬财综9号", "nature": "非税", "percent": "50", "enabled": "1"},
        validfrom="2020-01-01",
        equdatasysid=first.equdatasysid,
    )
    rows = {one["name"]: one for one in cash.office.good("caiwu", f"{POLICIES}/findList")["list"]}
    assert rows["救灾"]["equcode"] == first.equcode
    made = cash.office.good("shoufei", f"{CALLS}/save", **cash.form([first, second]))
    full, half = fee(cash, second), fee(cash, first) / 2
    assert cash.charge(made[0]["id"]).amount == full + half

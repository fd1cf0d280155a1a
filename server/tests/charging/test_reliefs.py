"""Relief as the cashier reads it: what each policy takes off, why another does not, and whom it is for."""

from .conftest import CALLS, Cash
from .test_charges import fee

POLICIES = "/api/chareliefpolicy/chaReliefPolicy"


def test_the_registration_says_what_each_policy_takes_off_or_why_not(cash: Cash) -> None:
    item, other = cash.items(2)
    save = cash.relief
    own = {"type": "04", "nature": "非税"}
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
    cash.relief(
        **{"name": "救灾", "type": "08", "document": "甬财综9号", "nature": "非税", "percent": "50"},
        equdatasysid=first.equdatasysid,
    )
    rows = {one["name"]: one for one in cash.office.good("caiwu", f"{POLICIES}/findList")["list"]}
    assert rows["救灾"]["equcode"] == first.equcode
    made = cash.office.good("shoufei", f"{CALLS}/save", **cash.form([first, second]))
    full, half = fee(cash, second), fee(cash, first) / 2
    assert cash.charge(made[0]["id"]).amount == full + half


def test_a_policy_counts_once_a_second_person_agreed_with_its_document(cash: Cash) -> None:
    half = {"name": "减半", "type": "04", "nature": "非税", "document": "甬财综1号", "percent": "50"}
    item = cash.items()[0]
    key = cash.relief_kept(**half)
    asked = {"items": [{"id": item.id}]}
    assert cash.office.good("shoufei", f"{CALLS}/assembly", **asked)["total"] == f"{fee(cash, item):.2f}"
    assert cash.office.post("caiwu", f"{POLICIES}/agree", ids=key)["status"] == 403
    cash.office.good("yewu", f"{POLICIES}/agree", ids=key)
    assert cash.office.good("shoufei", f"{CALLS}/assembly", **asked)["total"] == f"{fee(cash, item) / 2:.2f}"
    said = cash.refused("caiwu", f"{POLICIES}/save", id=key, version=cash.policy(key).version, percent="90")
    assert "不能" in said and cash.policy(key).percent == 50
    assert (cash.policy(key).agreedby, cash.policy(key).enabled) == (cash.office.user("yewu").name, True)


def test_an_enterprise_reads_its_own_policies_alone(cash: Cash) -> None:
    half = {"type": "04", "nature": "非税", "document": "甬财综1号", "percent": "50"}
    cash.relief(**half, name="所有单位的")
    cash.relief(**half, name="本单位的", unitsysid=cash.office.user("qiye").unit_id)
    read = cash.office.good("qiye", f"{POLICIES}/list", equclacode="3110")
    assert [one["name"] for one in read] == ["本单位的"]

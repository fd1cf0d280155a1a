"""Whether a record is a re-inspection inside the term of its notice follows from the notice and the day of the 复检."""

from datetime import timedelta
from typing import Any

from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock

from .conftest import Office
from .test_conclusions import Sort, built, key_item, record, save

CRANE = Sort("4110", "02", "0211", "1041", "1042")


def failed(office: Office) -> AppBuss:
    """A crane of which a key item does not conform."""
    item = built(office, CRANE)
    office.filled(item, **{f"n{key_item(office, item)}": "×"})
    return item


def again(days: int) -> dict[str, Any]:
    """The table of a re-inspection: one item, looked at again some days from now."""
    row = {"item_no": "1", "problem": "不符合", "recheckdate": str(clock.today() + timedelta(days=days)), "result": "×"}
    return {"reinsp": {"params": {}, "rows": [row]}}


def said(saved: dict[str, Any]) -> tuple[str, str, str]:
    (told,) = [one for one in saved["told"] if one["name"] == "recheck"]
    return told["value"], told["reason"], saved["proposal"]["code"]


def test_without_a_day_it_is_none(office: Office) -> None:
    item = failed(office)
    assert said(office.good("jianyan1", "/api/appbuss/getItem", id=item.id)) == ("0", "复检表没有复检日期", "1042")


def test_a_day_without_a_notice_has_no_term(office: Office) -> None:
    item = failed(office)
    assert said(save(office, item, tables=again(0))) == ("0", "没有已签发的意见通知书，没有反馈期", "1042")


def test_the_day_and_the_term_of_the_notice_decide(office: Office) -> None:
    item = failed(office)
    notice = office.noticed(item)
    why = f"复检日期{clock.today()}在意见通知书{notice.noticeno}的整改反馈期限{notice.due}内"
    assert said(save(office, item, tables=again(0))) == ("1", why, "1044")
    assert record(office, item).facts == {}  # nobody has to tick it
    assert said(save(office, item, remark="复检"))[::2] == ("1", "1044")
    late = clock.today() - timedelta(days=1)
    notice.due = late
    why = f"复检日期{clock.today()}超过意见通知书{notice.noticeno}的整改反馈期限{late}"
    assert said(save(office, item, remark="复检后")) == ("0", why, "1042")


def test_on_the_last_day_of_the_term_it_is_inside(office: Office) -> None:
    item = failed(office)
    office.noticed(item).due = clock.today()
    assert said(save(office, item, tables=again(0)))[::2] == ("1", "1044")


def test_the_inspector_may_state_otherwise(office: Office) -> None:
    item = failed(office)
    office.noticed(item)
    save(office, item, tables=again(0))
    saved = save(office, item, facts={"recheck": "0"})
    assert (said(saved)[0], said(saved)[2]) == ("1", "1042")  # what follows is still said beside what was chosen
    saved = save(office, item, facts={"recheck": " "})
    assert said(saved)[::2] == ("1", "1044")
    assert "反馈期内的复检" in office.refused("jianyan1", "/api/appbuss/saveRecord", id=item.id, facts={"recheck": "2"})
    assert record(office, item).facts == {}


def test_a_record_that_does_not_ask_is_told_nothing(office: Office) -> None:
    item = office.built()
    assert office.good("jianyan1", "/api/appbuss/getItem", id=item.id)["told"] == []

"""报告质量抽查: the draw can be repeated, who signed a report does not look at it, and an error has an answer."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.quality.models.spotchecks import SpotCheck, SpotItem
from tejian.quality.spotchecks.drawing import digest, order
from tests.inspection.conftest import Office, office

from . import spotchecks as spot
from .spotchecks import ANSWER, DRAWS, ITEMS, answered, drawn, found, planned, with_error

__all__ = ["office"]


def test_an_error_from_the_draw_to_its_measure(office: Office) -> None:
    item = with_error(office)
    told = select(Message.user_id).where(Message.title == f"{item.reportno} 报告差错：差错待答复")
    assert list(office.db.scalars(told)) == [office.user("jianyan1").id]
    check = office.db.scalars(select(SpotCheck)).one()
    assert "还有1份报告没有关闭" in office.refused("zhiliang", f"{DRAWS}/finish", ids=check.id)
    office.good("jianyan1", f"{ITEMS}/answer", id=item.id, **ANSWER)
    office.good("zhiliang", f"{ITEMS}/back", ids=item.id, reason="没有写怎样不再发生")
    office.good("jianyan1", f"{ITEMS}/answer", id=item.id, **ANSWER | {"measure": "录入后由另一人对照"})
    office.good("zhiliang", f"{ITEMS}/agree", ids=item.id)
    office.good("zhiliang", f"{DRAWS}/finish", ids=check.id)
    page = office.good("zhiliang", f"{DRAWS}/record", id=check.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    assert (facts["抽取"], facts["A、B 类差错率"]) == ("1 份中的 1 份", "100.0%（1/1 份）")
    [row] = office.good("zhiliang", f"{ITEMS}/findList", segment="wrong")["list"]
    assert (row["reportno"], row["measure"], row["step"]) == (item.reportno, "录入后由另一人对照", "GB")
    assert page["title"] == f"报告抽查 BGCC{clock.today():%Y%m}0001"


def test_an_error_that_was_none_counts_as_none(office: Office) -> None:
    item = answered(office)
    office.good("zhiliang", f"{ITEMS}/dismiss", ids=item.id, reason="标准允许这样写")
    page = office.good("zhiliang", f"{DRAWS}/record", id=item.check_id)
    assert {fact["label"]: fact["text"] for fact in page["facts"]}["A、B 类差错率"] == "0.0%（0/1 份）"


def test_who_signed_a_report_does_not_check_it(office: Office) -> None:
    item = spot.an_item(office)
    b = office.db.scalars(select(AppBuss).where(AppBuss.id == item.appbuss_id)).one()
    assert {*b.inspectors, b.verifiedby, b.auditedby, b.approvedby} <= set(item.signers)
    item.signers = [*item.signers, office.user("zhiliang").id]
    office.db.commit()
    said = office.refused("zhiliang", f"{ITEMS}/sound", ids=item.id)
    assert "由没有在这份报告上签名的人抽查" in said
    assert office.db.scalars(select(SpotItem.step)).one() == "DC"


def test_only_a_signer_answers(office: Office) -> None:
    item = spot.an_item(office)
    other = {**found(office), "person_id": office.user("caiwu").id}
    assert "责任人须是在这份报告上签名的人" in office.refused("zhiliang", f"{ITEMS}/mark", id=item.id, **other)
    names = {one["value"] for one in office.good("zhiliang", f"{ITEMS}/signers", id=item.id)}
    assert names == set(item.signers)
    assert office.db.scalar(select(func.count()).where(SpotItem.errorclass != "")) == 0


def test_others_do_not_see_what_they_do_not_answer_for(office: Office) -> None:
    item = with_error(office)
    for login, there in (("zhiliang", 1), ("jianyan1", 1), ("jianyan3", 0)):
        assert len(office.good(login, f"{ITEMS}/findList")["list"]) == there
    assert office.post("jianyan3", f"{ITEMS}/record", id=item.id)["status"] in (403, 404)
    assert office.post("jianyan3", f"{ITEMS}/answer", id=item.id, **ANSWER)["status"] in (403, 404)
    assert office.db.scalars(select(SpotItem.answer)).one() == ""


@pytest.mark.parametrize(
    ("begin", "end", "sentence"),
    [
        (3, 5, "早于起"),
        (10, 0, "须早于今天"),
        (400, 1, "不超过366天"),
        (200, 100, "没有批准的报告"),
    ],
)
def test_a_period_that_gives_nothing_is_refused(office: Office, begin: int, end: int, sentence: str) -> None:
    check = planned(office)
    check.datefrom, check.dateto = (clock.today() - timedelta(days=ago) for ago in (begin, end))
    office.db.commit()
    assert sentence in office.refused("zhiliang", f"{DRAWS}/draw", ids=check.id)
    assert office.db.scalar(select(func.count()).select_from(SpotItem)) == 0


def test_the_same_seed_draws_the_same_reports(office: Office) -> None:
    check = drawn(office)
    assert len(check.seed) == 32
    repeated = office.good("jianyan1", f"{DRAWS}/repeat", id=check.id)
    assert repeated == "用同一种子从1份报告重新抽取，1份全部相同"
    row = office.db.scalars(select(SpotItem)).one()
    row.reportno = "NBTD000000000"
    office.db.commit()
    assert "记录被改动过" in office.good("jianyan1", f"{DRAWS}/repeat", id=check.id)
    b = office.db.scalars(select(AppBuss).where(AppBuss.id == row.appbuss_id)).one()
    b.approvedat = None
    office.db.commit()
    assert "名单变了：抽取时1份，现在0份" in office.good("jianyan1", f"{DRAWS}/repeat", id=check.id)


def test_the_order_is_that_of_the_digests() -> None:
    """Worked out by hand with sha256sum: it must not change, or an old draw cannot be repeated."""
    first, second, third, fourth = (f"NBTD20260000{n}" for n in range(1, 5))
    assert order("00", [first, second, third, fourth]) == [third, second, first, fourth]
    assert digest(["b", "a"]) == "7e18f737311b2dc3b2f269dd78396b0351f14fb66efa879f768cb23181883c78"

"""意见征集: a unit says its opinion once and sees its own, the bureau sees all and says what came of them."""

from sqlalchemy import select

from tejian.supervision.models.opinions import OpinionReply
from tests.inspection.conftest import Office, office

from .opinions import API, LAST, SAID, drafted, past_term, published

__all__ = ["office"]


def said(office: Office, login: str, key: str) -> list[str]:
    page = office.good(login, f"{API}/record", id=key)
    [part] = [part for part in page["parts"] if part["key"] == "replies"]
    return [row["opinion"] for row in part["rows"]]


def test_a_unit_says_one_opinion_and_sees_its_own(office: Office) -> None:
    row = published(office)
    office.good("qiye", f"{API}/reply", id=row.id, opinion="先写的意见")
    office.good("qiye", f"{API}/reply", id=row.id, **SAID)
    office.good("weibao", f"{API}/reply", id=row.id, opinion="同意")
    assert said(office, "qiye", row.id) == [SAID["opinion"]]
    assert sorted(said(office, "jianguan", row.id)) == sorted([SAID["opinion"], "同意"])
    [line] = office.good("jianguan", f"{API}/findList")["list"]
    assert (line["replies"], line["step"]) == (2, "ZJ")
    kept = select(OpinionReply.unitsysid).where(OpinionReply.call_id == row.id)
    assert set(office.db.scalars(kept)) == {office.user(one).unit_id for one in ("qiye", "weibao")}


def test_a_draft_is_its_offices_and_a_term_is_kept(office: Office) -> None:
    row = drafted(office)
    assert office.post("qiye", f"{API}/record", id=row.id)["status"] == 403
    row = published(office)
    early = office.refused("jianguan", f"{API}/close", id=row.id, outcome="采纳")
    assert early == f"征集到{LAST}截止，不能提前结束"
    assert office.refused("jianguan", f"{API}/save", id=row.id, title="别的") == f"{row.callno}征集中，不能再修改"
    row = past_term(office)
    late = office.refused("qiye", f"{API}/reply", id=row.id, **SAID)
    assert late == f"征集已于{row.deadline}截止，不能再提交意见"
    office.good("jianguan", f"{API}/close", id=row.id, outcome="采纳期限改为十日")
    page = office.good("qiye", f"{API}/record", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    assert facts["意见采纳情况"] == "采纳期限改为十日"

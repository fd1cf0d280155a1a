"""符合性声明: what its declarations cannot say."""

from sqlalchemy import func, select

from tejian.kit.ground import clock
from tejian.messages.models import Message
from tejian.quality.models.conformity import Conformity
from tests.inspection.conftest import Office, office

from .conformity import API, SAID, drafted, of

__all__ = ["office"]


def test_from_the_unit_to_the_institute(office: Office) -> None:
    row = drafted(office)
    assert office.post("yewu", f"{API}/record", id=row.id)["status"] == 403  # a draft is the unit's alone
    office.good("qiye", f"{API}/submit", ids=row.id)
    told = select(Message.user_id).where(Message.title.contains("符合性声明：待核对"))
    assert office.user("yewu").id in set(office.db.scalars(told))
    office.good("yewu", f"{API}/back", ids=row.id, reason="附件没有盖章")
    assert of(office, row.id).step == "TH"
    office.good("qiye", f"{API}/submit", ids=row.id)
    office.good("yewu", f"{API}/take", id=row.id, opinion="与整改照片相符")
    page = office.good("qiye", f"{API}/record", id=row.id)
    facts = {fact["label"]: fact["text"] for fact in page["facts"]}
    assert (facts["当前环节"], facts["核对人"], facts["核对意见"]) == (
        "已接收",
        office.user("yewu").name,
        "与整改照片相符",
    )
    assert page["title"] == f"符合性声明 FHSM{clock.today():%Y%m}0001"


def test_only_a_unit_declares(office: Office) -> None:
    form = {**SAID, "toorg": office.user("yewu").org_id, "declared": str(clock.today())}
    assert office.post("yewu", f"{API}/save", **form)["status"] == 403
    assert office.db.scalar(select(func.count()).select_from(Conformity)) == 0
    bureau = {**form, "toorg": office.user("jianguan").org_id}
    assert "接收机构" in office.refused("qiye", f"{API}/save", **bureau)
    assert office.db.scalar(select(func.count()).select_from(Conformity)) == 0

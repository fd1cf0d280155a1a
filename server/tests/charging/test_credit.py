"""Release on credit: limit, term, approver; it stops when the payer is late, and a batch wants an agreed limit."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import select

from tejian.charging.checking.differences import late
from tejian.charging.codes import BASIS_PAPER, CREDIT_FILES
from tejian.charging.models.credit import CreditLine
from tejian.inspection import codes as steps
from tejian.inspection.models.items import AppBuss, AppMain
from tejian.kit.ground import clock
from tests.inspection.conftest import Office

from .conftest import UPLOAD

ALLOW, CREDIT, RELEASE = "/api/appbuss/allowArrears", "/api/chamain/credit", "/api/appbuss/releaseReport"
OUT = {"releaseway": "01", "receiver": "张三", "receivertel": "13800000000"}


def payer(office: Office, item: AppBuss) -> str:
    main = office.db.scalars(select(AppMain).where(AppMain.id == item.appmain_id)).one()
    return str(main.payunitsysid or item.unitsysid)


def two(office: Office) -> list[AppBuss]:
    """Two reports of one payer that wait to be released."""
    made = office.accepted(2)
    for one in made:
        office.item(one.id).step = steps.RELEASE
    office.db.commit()
    return [office.item(one.id) for one in made]


def costs(office: Office, item: AppBuss, fee: str) -> None:
    office.item(item.id).fee = Decimal(fee)
    office.db.commit()


def kept(office: Office, unit: str, login: str = "caiwu", **more: Any) -> str:
    """A limit with its paper that waits for somebody else; its key."""
    until = str(clock.today() + timedelta(days=365))
    form = {"unitsysid": unit, "amount": "1000", "termdays": "20", "validto": until, "document": "院办纪要3号"} | more
    key = str(office.good(login, f"{CREDIT}/save", **form)["id"])
    file = {"files": ("纪要.pdf", b"%PDF-1.4 paper", "application/pdf")}
    sent = {"attrefsysid": key, "owner": CREDIT_FILES, "type": BASIS_PAPER}
    assert office.call(UPLOAD, _as=office.user(login), _files=file, **sent).json()["isSuccess"]
    return key


def agreed(office: Office, unit: str, **more: Any) -> str:
    key = kept(office, unit, **more)
    office.good("yewu", f"{CREDIT}/agree", ids=key)
    return key


def line(office: Office, key: str) -> CreditLine:
    query = select(CreditLine).where(CreditLine.id == key).execution_options(populate_existing=True)
    return office.db.scalars(query).one()


def test_who_keeps_a_limit_does_not_agree_to_it_and_it_rests_on_a_paper(office: Office) -> None:
    item = office.approved()
    key = kept(office, payer(office, item))
    assert office.post("caiwu", f"{CREDIT}/agree", ids=key)["status"] == 403
    office.good("yewu", f"{CREDIT}/agree", ids=key)
    assert (line(office, key).step, line(office, key).agreedby) == ("FORCE", office.user("yewu").name)
    sentence = office.refused("caiwu", f"{CREDIT}/save", unitsysid=payer(office, item), amount="1", termdays="1",
                              validto=str(clock.today()), document="纪要")  # fmt: skip
    assert "已有欠费发放额度，请先停用" in sentence


def test_a_report_goes_out_on_credit_up_to_the_limit_and_to_the_cent(office: Office) -> None:
    item = office.approved()
    agreed(office, payer(office, item), amount="660")
    costs(office, item, "660.01")
    sentence = office.refused("yewu", ALLOW, ids=item.id, reason="合同月结")
    assert "批准的欠费发放额度660.00元，已用0.00元，本次660.01元超出" in sentence
    assert office.item(item.id).arrearsby == ""
    costs(office, item, "660")
    office.good("yewu", ALLOW, ids=item.id, reason="合同月结")
    assert office.item(item.id).arrearsuntil == clock.today() + timedelta(days=20)


def test_what_is_used_counts_against_the_limit_until_it_is_paid(office: Office) -> None:
    first, second = two(office)
    assert payer(office, first) == payer(office, second)
    agreed(office, payer(office, first), amount="1000")
    for one in (first, second):
        costs(office, one, "600")
    office.good("yewu", ALLOW, ids=first.id, reason="合同月结")
    assert "已用600.00元，本次600.00元超出" in office.refused("yewu", ALLOW, ids=second.id, reason="合同月结")
    office.item(first.id).chargestate = "4"
    office.db.commit()
    office.good("yewu", ALLOW, ids=second.id, reason="合同月结")


def test_without_an_agreed_limit_a_batch_is_refused_and_one_alone_has_the_small_limit(office: Office) -> None:
    first, second = two(office)
    for one in (first, second):
        costs(office, one, "600")
    both = [first.id, second.id]
    assert "没有批准的欠费发放额度，只能逐件批准" in office.refused("yewu", ALLOW, ids=both, reason="合同月结")
    costs(office, first, "5000.01")
    assert "未单独批准单位的欠费发放额度5000.00元" in office.refused("yewu", ALLOW, ids=first.id, reason="合同月结")
    office.good("yewu", ALLOW, ids=second.id, reason="合同月结")
    assert office.item(second.id).arrearsuntil == clock.today() + timedelta(days=30)


def test_a_batch_counts_together(office: Office) -> None:
    first, second = two(office)
    agreed(office, payer(office, first), amount="1000")
    for one in (first, second):
        costs(office, one, "600")
    both = [first.id, second.id]
    assert "本次1200.00元超出" in office.refused("yewu", ALLOW, ids=both, reason="合同月结")
    assert [office.item(one.id).arrearsby for one in (first, second)] == ["", ""]


@pytest.mark.parametrize("over", ["limit stopped", "limit run out"])
def test_a_limit_that_counts_no_more_is_none(office: Office, over: str) -> None:
    item = office.approved()
    key = agreed(office, payer(office, item), amount="9000")
    costs(office, item, "6000")
    if over == "limit stopped":
        office.good("caiwu", f"{CREDIT}/stop", ids=key, reason="单位停业整顿")
        assert line(office, key).stopreason == "单位停业整顿"
    else:
        line(office, key).validto = clock.today() - timedelta(days=1)
        office.db.commit()
    assert "未单独批准单位的欠费发放额度" in office.refused("yewu", ALLOW, ids=item.id, reason="合同月结")


def test_credit_stops_when_the_payer_is_late_and_the_report_stays_with_us(office: Office) -> None:
    first, second = two(office)
    agreed(office, payer(office, first))
    for one in (first, second):
        costs(office, one, "100")
    office.good("yewu", ALLOW, ids=first.id, reason="合同月结")
    with clock.at(clock.now() + timedelta(days=21)):
        assert "1件欠费发放的报告逾期未缴" in office.refused("yewu", ALLOW, ids=second.id, reason="合同月结")
        assert "已批准欠费发放，但缴费单位" in office.refused("shouli", RELEASE, ids=first.id, **OUT)
        found = [one for one in late(office.db, first.cheorg) if one.item.id == first.id]
        assert [one.amount for one in found] == [Decimal("100.00")]
        assert "仍未缴费" in found[0].sentence
    assert [one for one in late(office.db, first.cheorg) if one.item.id == first.id] == []


def test_a_unit_reads_its_own_limit_and_nobody_without_the_right_keeps_one(office: Office) -> None:
    item = office.approved()
    assert office.post("shouli", f"{CREDIT}/save", unitsysid=payer(office, item))["status"] == 403
    assert office.post("shoufei", f"{CREDIT}/save", unitsysid=payer(office, item))["status"] == 403

"""A payer's way from five inspected lifts with a relief to five released reports; and what a unit is shown of it."""

from decimal import Decimal

from sqlalchemy import select

from tejian.charging.checking.proof import contradictions
from tejian.charging.models.charges import ChargeLine, Invoice, PayOrder, ReliefPolicy
from tejian.inspection.models.items import AppBuss
from tejian.kit.ground import clock

from .conftest import CALLS, Cash
from .test_charges import OUT, fee
from .test_online import called, entries

HALF = {"name": "小微企业减半", "type": "02", "document": "甬财综〔2026〕3号", "nature": "非税", "percent": "50"}
RELEASE = "/api/appbuss/releaseReport"


def archived(cash: Cash, count: int) -> list[AppBuss]:
    """Lifts of one declaration, inspected, approved and filed: what is left is to release them."""
    office = cash.office
    items = office.confirmed(count)
    for item in items:
        office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
        saved = office.filled(item)
        form = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
        office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, **form)
        office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
        office.good("shenhe", "/api/appbuss/auditReport", ids=item.id)
        office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
        office.good("dayin", "/api/appbuss/saveReportPrintInfo", ids=item.id, copies=1)
        office.good(
            "dangan", "/api/appbuss/archiveReport", ids=item.id, archivedocs="01", archivebox="A-1", archivepages=9
        )
    return [cash.item(item.id) for item in items]


def test_five_lifts_with_a_relief_are_paid_by_phone_receipted_and_released(cash: Cash) -> None:
    cash.secret()
    office, db = cash.office, cash.office.db
    items = archived(cash, 5)
    cash.relief(**HALF)
    unit = office.user("qiye").unit_id
    form = {"items": [{"id": one.id} for one in items], "payunitsysid": unit}
    [made] = office.good("shoufei", f"{CALLS}/save", **form)
    full = sum((fee(cash, one) for one in items), Decimal(0))
    charge = cash.charge(made["id"])
    assert (charge.itemcount, charge.amount) == (5, full / 2)
    [relief] = db.scalars(select(ChargeLine).where(ChargeLine.charge_id == charge.id, ChargeLine.kind == "relief"))
    policy = db.scalars(select(ReliefPolicy.id).where(ReliefPolicy.name == HALF["name"])).one()
    assert (relief.amount, relief.clause, relief.policy_id) == (-full / 2, HALF["document"], policy)
    office.good("shoufei", f"{CALLS}/commit", ids=charge.id)
    office.good("caiwu", f"{CALLS}/modifyStatus", ids=charge.id, status="2")
    assert "未缴费" in office.refused("shouli", RELEASE, ids=items[0].id, **OUT)
    code = office.good("qiye", f"{CALLS}/getOnNonTaxQRCode", id=charge.id)
    assert code["amount"] == f"{full / 2:.2f}" and code["image"]
    assert called(cash, **cash.callback(code["orderno"], code["amount"]))["data"] == "成功"
    assert entries(cash, cash.charge(charge.id)) == [full / 2]
    assert db.scalars(select(PayOrder.state).where(PayOrder.orderno == code["orderno"])).one() == "2"
    office.good("shoufei", f"{CALLS}/modifyInvoice", ids=charge.id, title=charge.invoicetitle)
    receipt = db.scalars(select(Invoice).where(Invoice.charge_id == charge.id)).one()
    assert (receipt.amount, receipt.kind) == (full / 2, "08")
    for item in items:
        office.good("shouli", RELEASE, ids=item.id, **OUT)
        done = cash.item(item.id)
        assert (done.step, done.chargestate, done.arrearsby) == ("DONE", "5", "")
    assert contradictions(db) == []


def test_a_callback_with_the_number_of_another_order_books_nothing_there(cash: Cash) -> None:
    cash.secret()
    office, keys = cash.office, []
    for item in cash.items(2):
        form = {"items": [{"id": item.id}], "payunitsysid": office.user("qiye").unit_id}
        keys.append(office.good("shoufei", f"{CALLS}/save", **form)[0]["id"])
        office.good("shoufei", f"{CALLS}/commit", ids=keys[-1])
        office.good("caiwu", f"{CALLS}/modifyStatus", ids=keys[-1], status="2")
    codes = [office.good("qiye", f"{CALLS}/getOnNonTaxQRCode", id=key) for key in keys]
    sent = cash.callback(codes[0]["orderno"], codes[0]["amount"])
    sent["orderno"] = codes[1]["orderno"]  # signed for another
    assert called(cash, **sent)["errorMsg"] == "签名不正确"
    assert called(cash, **cash.callback("ZF00000000", codes[0]["amount"]))["isSuccess"] is False
    assert [entries(cash, cash.charge(key)) for key in keys] == [[], []]


def test_a_charge_takes_no_item_of_another_unit_and_no_relief_of_one(cash: Cash) -> None:
    office, db = cash.office, cash.office.db
    other = ReliefPolicy(enabled=True, unitsysid="stranger", **{**HALF, "percent": Decimal(50)})
    other.validfrom = clock.today()
    db.add(other)
    db.commit()
    mine, item = cash.items(2)
    [made] = office.good("shoufei", f"{CALLS}/save", items=[{"id": mine.id}])
    charge = cash.charge(made["id"])
    assert charge.amount == fee(cash, mine)
    kinds = set(db.scalars(select(ChargeLine.kind).where(ChargeLine.charge_id == charge.id)))
    assert kinds == {"computed"}
    before = cash.counts()
    item.cheorg = "elsewhere"
    said = office.post("shoufei", f"{CALLS}/save", items=[{"id": item.id}])
    assert (said["isSuccess"], said["status"]) == (False, 403)
    assert cash.counts() == before


def test_a_unit_is_not_shown_what_only_staff_may_do(cash: Cash) -> None:
    def shown(login: str) -> set[str]:
        told = cash.office.good(login, "/api/layout/findTableConfig", viewNo="cha_list")
        return {one["code"] for one in told["actions"]}

    assert shown("qiye") == {"FZNB001"}
    assert {"edit", "remove", "bill_row"} <= shown("caiwu")  # staff are told who may
    assert "receive_row" not in shown("caiwu")  # but what waits for a cashier alone

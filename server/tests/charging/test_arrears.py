"""Arrears by age, the letters about them, and where a unit that owes is said."""

from datetime import timedelta
from decimal import Decimal
from io import BytesIO
from typing import Any

from pypdf import PdfReader
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.charging.models.arrears import Letter
from tejian.charging.models.charges import Charge
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.kit.ground import clock

from .conftest import Cash

CALLS = "/api/arrears"
AGES = [(1, "age30"), (30, "age30"), (31, "age90"), (90, "age90"), (91, "age180"), (180, "age180"), (181, "agemore")]


def late(cash: Cash, charge: Charge, days: int) -> Charge:
    """The day to pay by was some days ago."""
    charge.duedate = clock.today() - timedelta(days=days)
    cash.office.db.commit()
    return cash.charge(charge.id)


def units(cash: Cash, **asked: Any) -> list[dict[str, Any]]:
    return list(cash.office.good("caiwu", f"{CALLS}/findList", **asked)["list"])


def test_a_charge_is_due_when_the_notice_says_and_not_overdue_before(cash: Cash) -> None:
    charge = cash.confirmed()
    assert charge.duedate == clock.today() + timedelta(days=15)
    assert units(cash) == []
    late(cash, charge, 0)
    assert units(cash) == []


def test_what_is_overdue_stands_in_the_column_of_its_age(cash: Cash) -> None:
    charge = cash.confirmed()
    for days, column in AGES:
        late(cash, charge, days)
        row = units(cash)[0]
        sums = {name: Decimal(str(row[name])) for name in ("age30", "age90", "age180", "agemore")}
        assert sums == {**dict.fromkeys(sums, Decimal(0)), column: charge.owed}, days
        assert (row["count"], row["days"], Decimal(str(row["amount"]))) == (1, days, charge.owed)


def test_only_what_is_overdue_is_summed(cash: Cash) -> None:
    first = late(cash, cash.confirmed(), 40)
    lift = another(first, cash)
    saved = cash.office.good("shouli", "/api/appmain/saveAppMain", **cash.office.form([lift]))["main"]["id"]
    cash.office.good("shouli", "/api/appmain/submitAppMain", ids=saved)
    cash.office.good("shouli", "/api/appmain/submitAppMainAccept", ids=saved)
    item = cash.office.db.scalars(select(AppBuss.id).where(AppBuss.appmain_id == saved)).one()
    made = cash.office.good("shoufei", "/api/chamain/chaMain/save", items=[{"id": item}])[0]["id"]
    cash.office.good("shoufei", "/api/chamain/chaMain/commit", ids=made)
    cash.office.good("caiwu", "/api/chamain/chaMain/modifyStatus", ids=made, status="2")
    row = units(cash)[0]
    assert (row["count"], Decimal(str(row["amount"])), Decimal(str(row["age90"]))) == (1, first.owed, first.owed)
    other = cash.charge(made)
    other.duedate, other.orgid = first.duedate, "another institute"
    cash.office.db.commit()
    assert (units(cash)[0]["count"], Decimal(str(units(cash)[0]["amount"]))) == (1, first.owed)


def test_a_payment_lowers_it_and_the_last_takes_the_unit_off(cash: Cash) -> None:
    charge = late(cash, cash.confirmed(), 100)
    cash.receive(charge, Decimal("100.00"))
    row = units(cash)[0]
    assert Decimal(str(row["age180"])) == charge.owed - 100
    listed = cash.office.good("caiwu", f"{CALLS}/findCharges", payunitsysid=charge.payunitsysid, age="180")["list"]
    assert [(one["chargesysid"], Decimal(str(one["left"])), one["age"]) for one in listed] == [
        (charge.chargesysid, charge.owed - 100, "91–180天")
    ]
    assert cash.office.good("caiwu", f"{CALLS}/findCharges", age="30")["list"] == []
    page = cash.office.good("caiwu", f"{CALLS}/unit", id=charge.payunitsysid)
    assert {one["label"]: one["text"] for one in page["facts"]}["91–180天"] == f"{charge.owed - 100} 元"
    cash.receive(cash.charge(charge.id), charge.owed - 100)
    assert units(cash) == []


def letter(cash: Cash, days: int = 100) -> Letter:
    charge = late(cash, cash.confirmed(), days)
    cash.office.good("shoufei", f"{CALLS}/make", ids=charge.payunitsysid)
    return cash.office.db.scalars(select(Letter)).one()


def printed(cash: Cash, row: Letter) -> str:
    cash.office.call.user = cash.office.user("caiwu")
    answer = cash.office.call.client.post("/api/common/commonPrint", data={"printType": "CJH", "ids": row.id})
    return "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)


def test_a_letter_lists_what_is_owed_and_keeps_it(cash: Cash) -> None:
    row = letter(cash)
    charge = cash.office.db.scalars(select(Charge)).one()
    assert row.letterno == f"CJ{clock.today().year}00001"
    assert (row.count, row.amount, row.oldest) == (1, charge.owed, charge.duedate)
    assert row.deadline == clock.today() + timedelta(days=15)
    text = printed(cash, row)
    for words in (row.letterno, row.unitname, charge.chargesysid, f"{charge.owed:.2f}", "元整", "91–180天"):
        assert words in text, words
    assert "补打" not in text
    cash.receive(charge, Decimal(50))
    assert f"{row.amount:.2f}" in printed(cash, row)  # as it was


def test_a_letter_is_made_once_a_day_and_only_of_arrears(cash: Cash) -> None:
    row = letter(cash)
    count = select(func.count()).select_from(Letter)
    again = cash.office.refused("shoufei", f"{CALLS}/make", ids=row.unitsysid)
    assert again == f"今天已向{row.unitname}出函（{row.letterno}）"
    charge = cash.office.db.scalars(select(Charge)).one()
    cash.receive(charge, charge.owed)
    row.made -= timedelta(days=1)
    cash.office.db.commit()
    none = cash.office.refused("shoufei", f"{CALLS}/make", ids=row.unitsysid)
    assert none == "所选单位没有到期未缴的收费，不需要催缴"
    assert cash.office.refused("shoufei", f"{CALLS}/make") == "请选择"
    assert cash.office.db.scalar(count) == 1


def test_its_sending_is_noted_once_and_a_later_print_is_marked(cash: Cash) -> None:
    row = letter(cash)
    form = {"id": row.id, "sentway": "01", "receiver": "胡斌"}
    early = cash.office.refused("shoufei", f"{CALLS}/sent", **form, sent="2020-01-01")
    assert early == f"送达日期应在{clock.today()}至今天之间"
    cash.office.good("shoufei", f"{CALLS}/sent", **form, sent=str(clock.today()))
    row = cash.office.db.scalars(select(Letter)).one()
    assert (row.sent, row.receiver, row.sentby) == (clock.today(), "胡斌", cash.office.user("shoufei").name)
    twice = cash.office.refused("shoufei", f"{CALLS}/sent", **form, sent=str(clock.today()))
    assert twice == f"{row.letterno}已于{clock.today()}送达，不能再登记"
    assert f"补打 {clock.today()}" in printed(cash, row)


def test_a_unit_that_owes_is_said_at_the_declaration_and_at_the_release(cash: Cash) -> None:
    item = cash.office.archived()
    made = cash.office.good("shoufei", "/api/chamain/chaMain/save", items=[{"id": item.id}])[0]["id"]
    cash.office.good("shoufei", "/api/chamain/chaMain/commit", ids=made)
    cash.office.good("caiwu", "/api/chamain/chaMain/modifyStatus", ids=made, status="2")
    charge = late(cash, cash.charge(made), 40)
    words = f"{charge.payunitname}欠费1笔共{charge.owed}元，最早应于{charge.duedate}缴清"
    out = {"releaseway": "03", "receiver": "胡斌"}
    sentence = cash.office.refused("shouli", "/api/appbuss/releaseReport", ids=item.id, **out)
    assert sentence == f"{item.seisn}未缴费，发放须先缴费或经科长批准欠费发放；{words}"
    assert declared(cash, charge) == {"field": "payunitsysid", "ok": False, "warn": True, "text": words}
    payer = cash.office.db.scalars(select(Unit).where(Unit.id != item.unitsysid).order_by(Unit.id)).first()
    assert payer is not None
    main, charge.payunitsysid, charge.payunitname = cash.office.main(item.appmain_id), payer.id, payer.name
    main.payunitsysid = payer.id  # another one pays: his arrears count
    cash.paid_ahead(payer.id, "200.00")
    sentence = cash.office.refused("shouli", "/api/appbuss/releaseReport", ids=item.id, **out)
    words = f"{payer.name}欠费1笔共{charge.owed}元，最早应于{charge.duedate}缴清，预存款余额200.00元"
    assert sentence == f"{item.seisn}未缴费，发放须先缴费或经科长批准欠费发放；{words}"
    main.payunitsysid, charge.payunitsysid = item.unitsysid, item.unitsysid
    cash.receive(charge, charge.owed)
    nothing = "缴费单位没有到期未缴的收费"
    assert declared(cash, charge) == {"field": "payunitsysid", "ok": True, "warn": True, "text": nothing}


def declared(cash: Cash, charge: Charge) -> dict[str, Any]:
    """What a new declaration of the unit says of its arrears."""
    lift = another(charge, cash)
    main = cash.office.good("shouli", "/api/appmain/saveAppMain", **cash.office.form([lift]))
    return next(one for one in main["checks"] if one["field"] == "payunitsysid")


def another(charge: Charge, cash: Cash) -> Equipment:
    """A lift of the payer that nobody has declared."""
    busy = select(AppItem.equdatasysid)
    query = select(Equipment).where(Equipment.useorgsysid == charge.payunitsysid, Equipment.equclacode == "3110")
    lift = cash.office.db.scalars(query.where(Equipment.id.not_in(busy)).order_by(Equipment.id)).first()
    assert lift is not None
    return lift


def test_what_a_unit_owes_is_said_on_its_page_and_on_its_declarations(cash: Cash) -> None:
    charge = cash.confirmed()
    unit, main = (
        charge.payunitsysid,
        cash.office.db.scalars(select(AppMain).where(AppMain.appno == charge.appnos[0])).one(),
    )

    def fact(login: str) -> dict[str, Any] | None:
        page = cash.office.good(login, "/api/unitbasic/record", id=unit)
        return next((one for one in page["facts"] if one["label"] == "欠费"), None)

    assert fact("shoufei") == {"label": "欠费", "text": "没有"}
    assert cash.office.good("shouli", "/api/appmain/getDetailAppMain", id=main.id)["main"]["payunitNote"] == ""
    charge = late(cash, charge, 40)
    cash.paid_ahead(unit, "200.00")
    link = f"/assistMng/payMng/arrearsSearch/detail?id={unit}"
    assert fact("shoufei") == {
        **{"label": "欠费", "text": f"{charge.owed} 元", "tone": "no", "link": link},
        "note": "1 笔，最早逾期 40 日　预存款 200.00 元",
    }
    assert fact("jianyan1") is None  # who sees no charges is not told
    said = cash.office.good("shouli", "/api/appmain/getDetailAppMain", id=main.id)["main"]["payunitNote"]
    owes = f"{charge.payunitname}欠费1笔共{charge.owed}元，最早应于{charge.duedate}缴清，预存款余额200.00元"
    assert said == owes
    item = cash.office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id)).one()
    page = cash.office.good("shouli", "/api/appbuss/getItem", id=item.id)
    assert page["head"]["payunitNote"] == owes

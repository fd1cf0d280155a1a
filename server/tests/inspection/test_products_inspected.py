"""The making of products is supervised: declared by their maker from the ledger, witnessed, certified by number."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product
from tejian.archives.models.units import Unit, UnitLicence
from tejian.inspection.models.construction import ConstructionNotice
from tejian.inspection.models.items import AppBuss, AppItem, AppMain
from tejian.inspection.models.reports import OriginalRecord
from tejian.inspection.models.supervised import Supervision, SupervisionPaper
from tejian.kit.ground import clock
from tejian.system.models.accounts import StaffQual
from tejian.system.models.organisations import Org
from tejian.system.settings.api import set_value
from tests.inspection import works
from tests.inspection.conftest import Office
from tests.inspection.papers import plain, text_of
from tests.inspection.test_lists_and_prints import printed as print_of
from tests.inspection.test_supervision import printed

SAVE, DECLARE = "/api/product/save", "/api/appmain/saveAppMain"
PEOPLE = ("jianyan1", "jianyan2", "jiaohe", "fenxiang", "shenhe", "pizhun")


def maker(office: Office, place: int = 0) -> Unit:
    return office.db.scalars(select(Unit).where(Unit.ismaker, Unit.enabled).order_by(Unit.code)).all()[place]


def product(office: Office, **more: Any) -> Product:
    """Three air tanks of one batch."""
    sent = {"equclass": "2000", "equclacode": "2170", "compname": "储气罐", "compspec": "C-1.0/0.8", "quantity": "3"}
    sent |= {"batchno": "2026-03", "prodnos": "R001-R003", "makersysid": maker(office).id, "prodate": "2026-03-01"}
    sent |= {"designpress_shell": "0.84", "designtemp_shell": "100", "workpress_shell": "0.8", "medium_shell": "空气"}
    sent |= {"volume": "1", "innerdia": "800", "price": "60000"}
    key = office.good("yewu", SAVE, **sent | more)["id"]
    return office.db.scalars(select(Product).where(Product.id == key)).one()


def component(office: Office, **more: Any) -> Product:
    sent = {"equclass": "7000", "compname": "无缝弯头", "compspec": "DN100", "batchno": "W1", "quantity": "120.5"}
    key = office.good("yewu", SAVE, **sent | {"makersysid": maker(office).id, "amount": "8000"} | more)["id"]
    return office.db.scalars(select(Product).where(Product.id == key)).one()


PRESS = {
    "part": "壳程",
    "kind": "液压",
    "medium": "水",
    "testbase": "0.84",
    "sratio": "1",
    "temp": "20",
    "ambient": "20",
}
PRESS |= {
    "ambient": "20",
    "pressure": "1.1",
    "pressend": "1.1",
    "holdmin": "30",
    "gauge1": "B1",
    "gauge2": "B2",
    "gaugetop": "2.5",
}
PRESS |= {"leak": "无", "deform": "无", "sound": "无", "result": "合格"}

MADE = {"prodno": "R001-R003", "quantity": "3", "result": "合格"}


def witnessed(office: Office, case: Supervision) -> None:
    """Every point conforms, every paper is there and was examined."""
    works.begun(office, case)
    for one in works.points_of(office, case):
        sent = {"id": one.id, "version": one.version, "result": "1", "pointdate": str(clock.today())}
        sent |= {"medium": "水", "pressure": "1.1", "holdmin": "30"} if one.loadtest else {}
        office.good("jianyan1", "/api/supervision/point/save", **sent)
    query = select(SupervisionPaper).where(SupervisionPaper.supervision_id == case.id)
    for paper in office.db.scalars(query).all():
        sent = {"id": paper.id, "version": paper.version, "state": "1", "pages": "3"}
        office.good("jianyan1", "/api/supervision/paper/save", **sent)
    office.good("jianyan1", "/api/supervision/handIn", ids=case.id)
    office.good("jianyan1", "/api/supervision/pass", ids=case.id)


def form(row: Product, **more: Any) -> dict[str, Any]:
    sent = {"seisort": "01", "testsort": "0101", "unitsysid": row.makersysid, "reportget": "03"}
    sent |= {"inscontactname": "胡斌", "INSCONTACTTEL": "13805741234", "equipment": [{"productid": row.id}]}
    return sent | more


def qualified(office: Office, item: str) -> None:
    today = clock.today()
    for login in PEOPLE:
        qual = {"item": item, "certno": f"{item}-{login}", "status": "有效", "issuedate": today.replace(year=2020)}
        office.db.add(StaffQual(user_id=office.user(login).id, validto=today.replace(year=2040), **qual))
    office.db.commit()


def accepted(office: Office, row: Product) -> AppBuss:
    saved = office.good("shouli", DECLARE, **form(row))["main"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=saved["id"])
    main = office.main(saved["id"])
    if main.step == "SCFP":
        office.good(
            "yewu", "/api/appmain/reviewAssign", ids=main.id, chedept=office.user("diaodu").dept_id, reviewer=""
        )
        office.good(
            "ziliao", "/api/appmain/materialReviewDeal", ids=main.id, result="pass", materials=office.papers(main)
        )
    office.good(
        "shouli", "/api/appmain/submitAppMainAccept", ids=main.id, materials=office.papers(office.main(main.id))
    )
    return office.db.scalars(select(AppBuss).where(AppBuss.appmain_id == main.id)).one()


def test_tanks_from_their_ledger_to_the_certificate(office: Office) -> None:
    row = product(office)
    until = clock.today().replace(year=2040)
    office.db.add(UnitLicence(unit_id=row.makersysid, licno="TS2210999", lictype="1", items="A2", validto=until))
    office.db.commit()
    choice = next(
        one
        for one in office.good(
            "shouli", "/api/appmain/findUnitEquipment", unitsysid=row.makersysid, seisort="01", testsort="0101"
        )
        if one["equdatasysid"] == row.id
    )
    assert (choice["subject"], choice["equcode"], choice["model"], choice["why"]) == (
        "product",
        "2026-03",
        "C-1.0/0.8",
        "",
    )
    assert Decimal(choice["fee"]) == Decimal("1440.00")  # 0.8 % of three tanks of 60,000
    item = accepted(office, row)
    case = works.case_of(office, item)
    assert (item.equdatasysid, item.equclass, item.equclacode) == (row.id, "2000", "2170")
    assert (case.step, case.notifyno, case.contractor_id) == ("TASK", "", row.makersysid)
    assert office.db.scalar(select(func.count()).select_from(ConstructionNotice)) == 0
    said = office.refused("yewu", SAVE, id=row.id, version=row.version, quantity="4")
    assert said == f"该产品已申报检验（{item.seisn}），编号、数量、制造单位和监检证书不能再改"

    qualified(office, "RS")
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan())
    office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=item.id, contacted="值班", safetybriefed="1")
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    office.filled(office.item(item.id))
    sent = {
        "id": item.id,
        "facts": {"openliaison": "0", "testrequired": "1.05"},
        "tables": {"press": {"rows": [PRESS]}},
    }
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", **sent)
    assert saved["proposal"]["code"] == "2021"
    sent = {"id": item.id, "version": saved["version"], "conclusion": "2021"}
    assert "耐压试验没有现场见证记录" in office.refused("jianyan1", "/api/appbuss/submitRecord", **sent)
    witnessed(office, case)
    office.good("jianyan1", "/api/appbuss/submitRecord", **sent)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    if office.item(item.id).step == "BGSH_FX":
        office.good("fenxiang", "/api/appbuss/auditReportFx", ids=item.id)
    office.good("shenhe", "/api/appbuss/auditReport", ids=item.id)
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)

    row, case = office.db.get_one(Product, row.id), works.case_of(office, item)
    assert (case.step, case.certno) == ("DONE", f"{clock.today():%Y}-RQ-00001")
    assert (row.inspcertno, row.appno, row.inspman) == (case.certno, item.appno, "陈立峰、林志远")
    words = printed(office, "dayin", case)
    for part in ("R001-R003", "2026-03", "产品数量", "TS2210999", row.makername, case.certno, "产品的制造过程"):
        assert plain(part) in words, part
    assert "施工告知编号" not in words
    again = office.good("shouli", DECLARE, **form(row))["main"]["id"]
    said = office.refused("shouli", "/api/appmain/submitAppMain", ids=again)
    assert f"该产品已有监检证书{case.certno}，不能再申报监督检验" in said
    assert office.main(again).step == "YWSB"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"prodno": "R001-R002", "quantity": "2"}, "监检产品数量合计2，与产品台账的3不符"),
        ({"prodno": "R001-R004", "quantity": "3"}, "监检产品编号R004不在产品台账的编号范围内"),
        ({"prodno": "R001-R003", "quantity": "3"}, ""),
    ],
)
def test_the_report_is_of_the_products_of_the_ledger(office: Office, row: dict[str, str], sentence: str) -> None:
    item = accepted(office, product(office))
    qualified(office, "RS")
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan())
    office.good("jianyan1", "/api/appmain/taskConfirmCommit", ids=item.id, contacted="值班", safetybriefed="1")
    office.good("jianyan1", "/api/appbuss/buildReport", ids=item.id)
    office.filled(office.item(item.id))
    saved = office.good("jianyan1", "/api/appbuss/saveRecord", id=item.id, tables={"product": {"rows": [row]}})
    said = [one["text"] for one in saved["findings"] if one["check"] == "JJ08"]
    assert said == ([sentence] if sentence else [])
    sent = {"id": item.id, "version": saved["version"], "conclusion": "2021"}
    refused = office.refused("jianyan1", "/api/appbuss/submitRecord", **sent)
    assert not sentence or sentence in refused
    record = office.db.scalars(select(OriginalRecord).where(OriginalRecord.appbuss_id == item.id)).one()
    assert office.item(item.id).step == "BGLR" and record.conclusion == ""


def test_what_cannot_be_declared_of_products(office: Office) -> None:
    row, other = product(office), component(office)

    def refused(one: Product, **more: Any) -> str:
        said = office.refused("shouli", DECLARE, **form(one, **more))
        assert office.db.scalar(select(func.count()).select_from(AppMain)) == before
        return said

    before = office.db.scalar(select(func.count()).select_from(AppMain))
    vessel = office.db.scalars(select(Equipment).where(Equipment.equclass == "2000")).first()
    assert vessel is not None
    assert refused(row, unitsysid=maker(office, 1).id) == "产品不是受检单位制造的，请从受检单位的产品中选择"
    assert "该检验的对象是设备档案的设备，请从中选择" in refused(row, seisort="02", testsort="0205")
    assert "设备类别" in refused(other)
    assert refused(row, equipment=[{"productid": row.id, "equdatasysid": vessel.id}]) != ""
    assert office.db.scalar(select(func.count()).select_from(AppItem).where(AppItem.equdatasysid == row.id)) == 0


def test_a_component_is_declared_once_its_kind_is_known(office: Office) -> None:
    row = component(office)
    asked = {"unitsysid": row.makersysid, "seisort": "01", "testsort": "0101"}
    why = {one["equdatasysid"]: one["why"] for one in office.good("shouli", "/api/appmain/findUnitEquipment", **asked)}
    assert "设备类别" in why[row.id]
    office.good("yewu", SAVE, id=row.id, version=row.version, equclacode="7210")
    why = {one["equdatasysid"]: one["why"] for one in office.good("shouli", "/api/appmain/findUnitEquipment", **asked)}
    assert why[row.id] == ""
    item = accepted(office, row)
    assert (item.equclass, item.equclacode, item.seisn[:2]) == ("7000", "7210", "YJ")
    assert works.case_of(office, item).equdatasysid == row.id


def test_a_type_test_of_a_component_is_no_supervision(office: Office) -> None:
    row = component(office, equclacode="7210")
    saved = office.good("shouli", DECLARE, **form(row, seisort="05", testsort="0502"))["main"]
    office.good("shouli", "/api/appmain/submitAppMain", ids=saved["id"])
    office.good(
        "shouli", "/api/appmain/submitAppMainAccept", ids=saved["id"], materials=office.papers(office.main(saved["id"]))
    )
    assert office.db.scalar(select(func.count()).select_from(Supervision)) == 0


def test_components_are_declared_on_the_forms_of_their_department(office: Office) -> None:
    """530201-08 (a parameter) prints its own forms for class 7, with the products; others print the common ones."""
    row = component(office, equclacode="7210", material="20#", productstd="GB/T 12459")
    main = office.main(office.good("shouli", DECLARE, **form(row))["main"]["id"])
    receipt = ("产品明细", "无缝弯头", "DN100", "W1", "120.5")
    words = {"SBDDY": (*receipt, "共1批", "20#", "GB/T12459"), "SBHZD": receipt}

    def said(kind: str) -> str:
        return text_of(print_of(office, "shouli", kind, [main.id]).content)

    for kind in ("SBDDY", "SBHZD"):
        assert "产品明细" not in said(kind) and "无缝弯头" in said(kind)
    dept = office.db.scalars(select(Org.code).where(Org.id == office.user("shouli").dept_id)).one()
    set_value(office.db, "print.unit7", dept)
    office.db.commit()
    for kind, wanted in words.items():
        for asked in (kind, f"{kind}7"):
            assert [one for one in wanted if one not in said(asked)] == [], asked
    lift = office.declared()
    assert "产品明细" not in text_of(print_of(office, "shouli", "SBHZD", [lift.id]).content)

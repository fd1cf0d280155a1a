"""Products of supervised manufacture: forms by class, and each number becomes a device once."""

from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.archives.ledgers.products import rules
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.products import Product, ProductDevice
from tejian.archives.models.units import Unit

from .conftest import Archive

SAVE, CONVERT = "/api/product/save", "/api/product/convert"


def form(archive: Archive, **more: Any) -> dict[str, Any]:
    maker = archive.units(Unit.ismaker)[0]
    sent = {"equclass": "2000", "equclacode": "2170", "compname": "储气罐", "compspec": "C-1.0/0.8"}
    sent |= {"batchno": "2025-03", "prodnos": "R001-R003", "quantity": "3", "makersysid": maker.id}
    return sent | {"prodate": "2025-03-01", "price": "3200.50", "inspcertno": "JJ-2025-77"} | more


def add(archive: Archive, **more: Any) -> Product:
    made = archive.office.good("yewu", SAVE, **form(archive, **more))
    return product(archive, made["id"])


def product(archive: Archive, key: str) -> Product:
    return archive.db.scalars(select(Product).where(Product.id == key)).one()


def target(archive: Archive, key: str, **more: Any) -> dict[str, Any]:
    unit = archive.units(Unit.isuse, Unit.usertype != "")[0]
    sent = {"id": key, "pronos": "R001\nR002", "equclacode": "2170", "equname": "储气罐", "useorgsysid": unit.id}
    return sent | {"areacode": "330212", "useplace": "一车间"} | more


def devices(archive: Archive) -> int:
    return archive.db.scalar(select(func.count()).where(Equipment.equclass == "2000")) or 0


def test_a_batch_is_kept_with_its_total(archive: Archive) -> None:
    row = add(archive)
    assert (row.amount, row.state, row.makername) == (Decimal("9601.50"), "0", archive.units(Unit.ismaker)[0].name)
    assert archive.office.refused("yewu", SAVE, **form(archive)) == "该制造单位的同名、同编号、同批号产品已登记"
    shown = archive.get("yewu", "/api/product/2000/findListBy2000", codes="R0").json()["data"]
    assert shown["count"] == 0  # numbers of a range are no words of the search
    shown = archive.get("yewu", "/api/product/2000/findListBy2000", codes="储气").json()["data"]
    assert [r["stateName"] for r in shown["list"]] == ["未转"]
    assert archive.get("yewu", "/api/product/1000/findListBy1000").json()["data"]["count"] == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"equclass": "5000"}, "产品种类：请从选项中选择"),
        ({"equclacode": "3110"}, "设备类别：请从选项中选择"),
        ({"prodnos": "R009-R001"}, "编号范围：编号范围 R009-R001 前大后小"),
        ({"prodnos": "R001-R005"}, "编号范围：有 5 个编号，超过数量 3"),
        ({"prodnos": "", "batchno": ""}, "产品编号：单台填产品编号，成批填批号"),
        ({"quantity": "1.5"}, "数量：请输入整数"),
        ({"prodate": "2199-01-01"}, "制造日期：不得晚于今天"),
        ({"appno": "NB-NOT-THERE"}, "申报单号：没有这张申报单"),
    ],
)
def test_a_wrong_product_is_named(archive: Archive, change: dict[str, str], sentence: str) -> None:
    said = archive.office.post("yewu", SAVE, **form(archive, **change))
    assert (said["status"], said["errorMsg"]) == (422, sentence)
    assert archive.db.scalar(select(func.count()).select_from(Product)) == 0


def test_each_number_becomes_a_device_once(archive: Archive) -> None:
    row, before = add(archive), devices(archive)
    start = archive.office.good("yewu", "/api/product/convertStart", id=row.id)
    assert start["pronos"] == "R001\nR002\nR003"
    made = archive.office.good("yewu", CONVERT, **target(archive, row.id))
    assert (made["state"], [d["prono"] for d in made["devices"]]) == ("1", ["R001", "R002"])
    device = archive.one(made["devices"][0]["id"])
    assert (device.regstatus, device.model, device.porgaosysid) == ("0", "C-1.0/0.8", row.makersysid)
    assert device.params["mfginspcertno"] == "JJ-2025-77" and device.equkind == "2170"
    again = archive.office.refused("yewu", CONVERT, **target(archive, row.id, pronos="R002,R003"))
    assert again == "产品编号 R002 已转设备，不能重复转换"
    other = archive.office.refused("yewu", CONVERT, **target(archive, row.id, pronos="R004"))
    assert other == "产品编号 R004 不在本产品的编号范围内"
    assert devices(archive) == before + 2
    archive.office.good("yewu", CONVERT, **target(archive, row.id, pronos="R003"))
    assert product(archive, row.id).state == "2"
    said = archive.office.refused("yewu", CONVERT, **target(archive, row.id, pronos="R005"))
    assert said == "本产品共 3 台，已转 3 台，不能再转 1 台"
    seen = archive.office.good("yewu", "/api/product/record", id=row.id)
    assert [d["prono"] for d in seen["parts"][0]["rows"]] == ["R001", "R002", "R003"]
    assert seen["parts"][0]["rows"][0]["equnameLink"].endswith(seen["parts"][0]["rows"][0]["id"])
    assert {a["code"]: a.get("disabled") for a in seen["actions"]} == {"edit": None, "convert": "已全部转为设备"}
    locked = archive.office.refused("yewu", SAVE, id=row.id, compspec="other")
    assert locked == "产品已转设备，类别、型号、编号和制造单位不能再改"


def test_a_number_that_the_archive_has_refuses_the_whole_batch(archive: Archive) -> None:
    row = add(archive)
    taken = archive.first(Equipment.equclass == "2000")
    taken.prono, taken.porgaosysid = "R002", row.makersysid
    archive.db.flush()
    before = devices(archive)
    said = archive.office.post("yewu", CONVERT, **target(archive, row.id))
    assert said["errorCode"] == "DUPLICATE" and said["existing"]["id"] == taken.id
    assert devices(archive) == before and product(archive, row.id).state == "0"
    assert archive.db.scalar(select(func.count()).select_from(ProductDevice)) == 0


def test_components_stay_components(archive: Archive) -> None:
    maker = archive.units(Unit.ismaker)[0]
    sent = {"equclass": "7000", "compname": "无缝弯头", "compspec": "DN100", "batchno": "W1", "quantity": "120.5"}
    row = product(archive, archive.office.good("yewu", SAVE, **sent, makersysid=maker.id, material="20#")["id"])
    assert (row.quantity, row.params) == (Decimal("120.5"), {"material": "20#"})
    base = "/api/eqd7000tpm/eqd7000tpm"
    assert archive.get("yewu", f"{base}/findListBy7000").json()["data"]["list"][0]["material"] == "20#"
    assert archive.office.good("yewu", f"{base}/getDetailBy7000", id=row.id)["material"] == "20#"
    said = archive.office.refused("yewu", CONVERT, **target(archive, row.id))
    assert said == "压力管道元件和安全附件不单独建立设备档案"


def test_an_engineering_product_becomes_a_project(archive: Archive) -> None:
    sent = {"equclass": "8000", "equclacode": "8310", "compname": "乙烯装置管道工程", "quantity": "1"}
    row = product(archive, archive.office.good("yewu", SAVE, **sent)["id"])
    start = archive.office.good("yewu", "/api/product/convertStart", id=row.id)
    assert start["pronos"] == "乙烯装置管道工程"
    form_ = target(archive, row.id, pronos=start["pronos"], equclacode="8310", equname="工艺管道")
    made = archive.office.good("yewu", CONVERT, **form_)
    assert archive.one(made["devices"][0]["id"]).params["projname"] == "乙烯装置管道工程"


def test_who_may_not_write_or_convert_is_refused(archive: Archive) -> None:
    row, before = add(archive), devices(archive)
    for login in ("jianyan1", "qiye", "zhiliang"):
        assert archive.office.post(login, SAVE, **form(archive, batchno="Z"))["status"] == 403
        assert archive.office.post(login, CONVERT, **target(archive, row.id))["status"] == 403
    assert archive.office.post("yewu", CONVERT, **target(archive, "0" * 32))["status"] == 403
    assert devices(archive) == before


def test_numbers() -> None:
    assert rules.numbers("A001-A003、B7\nC-1") == ["A001", "A002", "A003", "B7", "C-1"]
    assert rules.numbers("2025-001~003") == ["2025-001", "2025-002", "2025-003"]
    with pytest.raises(ValueError, match="重复"):
        rules.numbers("A1,A1")
    with pytest.raises(ValueError, match="超过200个"):
        rules.numbers("A001-A900")
    assert [rules.state_of(Decimal(2), n) for n in (0, 1, 2)] == ["0", "1", "2"]

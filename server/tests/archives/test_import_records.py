"""Units, persons and lines from Excel: each row is judged as its form judges it; the check leaves nothing behind."""

from datetime import date
from typing import Any

from sqlalchemy import func, select

from tejian.archives.common.identifiers import make_idcard, make_uscc
from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import IdentityNumber, Person
from tejian.archives.models.piping import Pipeline
from tejian.archives.models.products import Product
from tejian.archives.models.units import Unit
from tejian.archives.models.valves import SafetyValve
from tejian.imports.models import ImportRun
from tejian.kit.database.audit import AuditLog
from tejian.system.models.organisations import AreaNode

from .conftest import Archive
from .test_import import Import, book


def count(archive: Archive, *models: Any) -> list[int]:
    return [archive.db.scalar(select(func.count()).select_from(m)) or 0 for m in models]


def unit_row(n: int, **more: Any) -> dict[str, Any]:
    row = {"*单位名称": f"宁波导入物业{n}有限公司", "*统一社会信用代码": make_uscc(88_000_000 + n), "*用户类别": "03"}
    row |= {"*所在区划": "鄞州区", "*单位地址": f"鄞县大道 {n} 号", "*联系人": "王芳", "*联系电话": "13805748888"}
    return row | more


def test_units_come_with_their_defaults_initials_and_traces(archive: Archive) -> None:
    imports = Import(archive, "unit_business_list")
    before = count(archive, Unit, AuditLog)
    done = imports.send(book([unit_row(n) for n in (1, 2)], imports.head()), "all")
    assert (done["state"], done["written"]) == ("done", 2), done
    made = archive.units(Unit.name == "宁波导入物业1有限公司")[0]
    assert (made.pinyin, made.isuse, made.ismaintain, made.unittype) == ("nbdrwy1yxgs", True, False, "01")
    assert (made.areacode, made.orgkind) == ("330212", "b")
    assert count(archive, Unit, AuditLog) == [before[0] + 2, before[1] + 2]


def test_wrong_units_are_named_by_cell_and_nothing_is_stored(archive: Archive) -> None:
    imports = Import(archive, "unit_business_list")
    known = archive.units(Unit.code != "")[0]
    before = count(archive, Unit, AuditLog)
    rows = [unit_row(1), unit_row(2, **{"*统一社会信用代码": "91330200MA2A1B2C60"})]
    rows += [
        unit_row(3, **{"*统一社会信用代码": known.code}),
        unit_row(4, **{"*统一社会信用代码": unit_row(1)["*统一社会信用代码"]}),
    ]
    rows.append(unit_row(5, **{"*联系电话": "12"}))
    done = imports.send(book(rows, imports.head()), "check")
    said = {f["row"]: (f["label"], f["sentence"]) for f in done["faults"]}
    assert (done["good"], done["bad"]) == (1, 4)
    assert said[3][0] == "统一社会信用代码" and "校验" in said[3][1]
    assert said[4] == ("", f"该代码已有单位：{known.name}")
    assert said[5] == ("", "该代码已有单位：宁波导入物业1有限公司")
    assert said[6][0] == "联系电话"
    assert count(archive, Unit, AuditLog) == before


def person_row(archive: Archive, n: int, **more: Any) -> dict[str, Any]:
    unit = archive.units(Unit.ismaintain)[0]
    row = {"*姓名": f"张三{n}", "*证件号码": make_idcard("330212", date(1990, 1, n), 7), "*手机": f"1380574{n:04d}"}
    return row | {"*所属单位": unit.name, "*岗位": "12"} | more


def test_persons_come_with_masked_numbers_and_no_run_repeats_one(archive: Archive) -> None:
    imports = Import(archive, "person_list")
    before = count(archive, Person, IdentityNumber)
    wrong = person_row(archive, 3, **{"*证件号码": "330203199001011237"})
    done = imports.send(
        book([person_row(archive, 1), person_row(archive, 2), wrong], imports.head("yewu")), "valid", "yewu"
    )
    assert (done["state"], done["written"], done["bad"]) == ("done", 2, 1), done
    assert [f["label"] for f in done["faults"]] == ["证件号码"] and done["faults"][0]["value"] == ""
    made = archive.db.scalars(select(Person).where(Person.name == "张三1")).one()
    assert (made.birth, made.sex, made.idno[6:16]) == (date(1990, 1, 1), "1", "*" * 10)
    assert count(archive, Person, IdentityNumber) == [before[0] + 2, before[1] + 2]
    runs = archive.db.scalars(select(ImportRun)).all()
    numbers = [r["*证件号码"] for r in (person_row(archive, 1), person_row(archive, 2), wrong)]
    assert not [r for r in runs if any(n in str(r.faults) + r.message for n in numbers)]
    trail = archive.db.scalars(select(AuditLog.changes)).all()
    assert not [c for c in trail if any(n in str(c) for n in numbers)]


def line_row(project: Equipment, n: int, **more: Any) -> dict[str, Any]:
    row = {
        "*所属工程（装置）": project.params["projname"],
        "*管道名称（登记单元）": "蒸汽管道",
        "*管道编号": f"PL-{n:03d}",
    }
    row |= {"*管道级别": "GC2", "*公称直径（mm）": 100, "*管道长度（m）": 12.5, "*设计压力（MPa）": 1.6}
    return row | {"*工作压力（MPa）": 1.0, "*输送介质": "蒸汽"} | more


def test_lines_go_to_their_project_and_settle_its_totals(archive: Archive) -> None:
    imports = Import(archive, "eqd_pressurePipeline_list")
    project = archive.db.scalars(
        select(Equipment).where(Equipment.equclass == "3000").order_by(Equipment.equcode)
    ).first()
    assert project is not None
    project.equclass, project.equclacode, project.regstatus = "8000", "8310", "0"
    project.params = {"projname": "蒸汽管网一期"}
    head = imports.head("yewu")
    rows = [line_row(project, n) for n in range(1, 4)]
    named = {h.replace("(", "（").replace(")", "）"): h for h in head}
    rows = [{named[k]: v for k, v in row.items()} for row in rows]
    bad = {**rows[0], named["*工作压力（MPa）"]: 2.5, named["*管道编号"]: "PL-009"}
    lost = {**rows[0], named["*所属工程（装置）"]: "没有的装置"}
    done = imports.send(book([*rows, bad, lost, rows[0]], head), "valid", "yewu")
    assert (done["state"], done["written"], done["bad"]) == ("done", 3, 3), done["faults"]
    said = {f["row"]: f["sentence"] for f in done["faults"]}
    assert said[6] == "没有这个工程（装置）的档案" and "已有" in said[7] and "设计压力" in said[5]
    lines = archive.db.scalars(select(Pipeline).where(Pipeline.equdatasysid == project.id)).all()
    assert len(lines) == 3
    assert (archive.one(project.id).params["pipenum"], archive.one(project.id).params["pipetotallen"]) == (3, "37.5")


def test_valves_go_to_their_devices(archive: Archive) -> None:
    imports = Import(archive, "samvalve_list")
    host = archive.first(Equipment.equclass == "2000")
    head = imports.head("yewu")
    named = {h.lstrip("*").split("（")[0]: h for h in head}
    row = {
        named["安装设备"]: host.equcode,
        named["安全阀编号(本院/出厂)"]: "AQF-77001",
        named["安全阀型号"]: "A48Y-16C",
    }
    row |= {named["安全阀类型"]: "01", named["公称通径(流道直径)"]: 50, named["要求整定压力"]: 0.85}
    lost = {**row, named["安装设备"]: "没有的设备", named["安全阀编号(本院/出厂)"]: "AQF-77002"}
    done = imports.send(book([row, lost, row], head), "valid", "yewu")
    assert (done["state"], done["written"], done["bad"]) == ("done", 1, 2), done
    assert {f["row"]: f["sentence"] for f in done["faults"]} == {
        3: "没有这台设备的档案",
        4: "安全阀编号 AQF-77001 已登记",
    }
    valve = archive.db.scalars(select(SafetyValve).where(SafetyValve.valveno == "AQF-77001")).one()
    assert (valve.hostequid, valve.useorgsysid) == (host.id, host.useorgsysid)


def test_products_come_by_class(archive: Archive) -> None:
    imports = Import(archive, "product_elevatorProducts_list")
    head = imports.head("yewu")
    named = {h.lstrip("*").split("（")[0]: h for h in head}
    row = {named["设备类别"]: "3110", named["产品名称"]: "客梯", named["规格型号"]: "GPS", named["产品编号"]: "PX1"}
    row |= {
        named["制造单位"]: archive.units(Unit.ismaker)[0].name,
        named["制造日期"]: "2026-03-18",
        named["单价"]: 120000,
    }
    wrong = {**row, named["设备类别"]: "2170", named["产品编号"]: "PX2"}
    done = imports.send(book([row, wrong], head), "valid", "yewu")
    assert (done["state"], done["written"], done["bad"]) == ("done", 1, 1), done
    made = archive.db.scalars(select(Product).where(Product.prono == "PX1")).one()
    assert (made.equclass, made.equclacode, str(made.amount)) == ("3000", "3110", "120000.00")


def street(code: str, name: str) -> dict[str, Any]:
    return {"*区划代码": code, "*区划名称": name}


def test_streets_of_a_county_come_with_their_parents(archive: Archive) -> None:
    imports = Import(archive, "sys_area_list")
    head = imports.head("sysadmin")
    assert head == ["*区划代码", "*区划名称", "排序"]
    rows = [street("330106001", "北山街道"), street("330106001001", "栖霞岭社区"), street("330106009", "古荡街道")]
    done = imports.send(book(rows, head), "all", "sysadmin")
    assert (done["state"], done["written"]) == ("done", 3), done
    made = select(AreaNode.name, AreaNode.parent_code, AreaNode.level).where(AreaNode.code.startswith("3301060"))
    assert [tuple(one) for one in archive.db.execute(made.order_by(AreaNode.code))] == [
        ("北山街道", "330106", 4),
        ("栖霞岭社区", "330106001", 5),
        ("古荡街道", "330106", 4),
    ]


def test_streets_whose_code_says_something_else_are_named_by_row(archive: Archive) -> None:
    imports = Import(archive, "sys_area_list")
    before = count(archive, AreaNode)
    rows = [street("330106001", "北山街道"), street("330106001", "又一街道"), street("999999001", "没有的街道")]
    rows += [street("3301", "太短"), street("330106002", "")]
    done = imports.send(book(rows, imports.head("sysadmin")), "check", "sysadmin")
    assert {f["row"]: (f["label"], f["sentence"]) for f in done["faults"]} == {
        3: ("区划代码", "330106001已存在"),
        4: ("区划代码", "没有上级区划999999，请先增加"),
        5: ("区划代码", "应为6、9或12位数字"),
        6: ("区划名称", "必填"),
    }
    assert count(archive, AreaNode) == before


def test_who_may_not_keep_the_dictionaries_imports_no_area(archive: Archive) -> None:
    said = Import(archive, "sys_area_list").send(book([street("330106001", "北山街道")]), "all")
    assert said["errorCode"] == "NO_PERMISSION"


def test_a_street_lies_in_the_county_of_its_code(archive: Archive) -> None:
    wrong = {"code": "330106001", "name": "北山街道", "parent_code": "330212"}
    said = archive.office.call("/api/system/area/save", _as=archive.office.user("sysadmin"), **wrong).json()
    assert said["errorMsg"] == "上级区划：应为330106"

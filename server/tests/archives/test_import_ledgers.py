"""Six ledgers as they are really kept go through the dialog: what is accepted, a draft, and refused."""

import csv
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from io import BytesIO
from typing import Any

import pytest
import xlsxwriter
from sqlalchemy import select

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.units import Unit
from tejian.kit.database import jobs

from .conftest import Archive
from .test_import import Import

Cells = Sequence[Any]
TOWN = "330212"


def sheet(lines: Sequence[Cells], merges: Sequence[str] = (), errors: Mapping[str, str] | None = None) -> bytes:
    """A workbook with these lines; `errors` are cells that hold an error value of Excel."""
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as made:
        page = made.add_worksheet("台账")
        for n, line in enumerate(lines):
            for i, cell in enumerate(line):
                if cell is not None:
                    page.write(n, i, cell)
        for area in merges:
            first = area.split(":")[0]
            row, column = int("".join(c for c in first if c.isdigit())) - 1, ord(first[0]) - 65
            page.merge_range(area, lines[row][column])
        for cell in errors or {}:
            page.write_number(cell, 987654321)
    return _with_errors(out.getvalue(), errors or {})


def _with_errors(content: bytes, errors: Mapping[str, str]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            for cell, value in errors.items():
                plain = f'<c r="{cell}"><v>987654321</v></c>'.encode()
                part = part.replace(plain, f'<c r="{cell}" t="e"><v>{value}</v></c>'.encode())
            new.writestr(name, part)
    return out.getvalue()


class Walk:
    """The dialog from the file to the last button."""

    def __init__(self, archive: Archive, view: str, content: bytes, name: str = "台账.xlsx", **head: Any):
        self.imports = Import(archive, view)
        self.run = self.send(content, "check", name)
        if head:
            self.run = self.again("check", **head)

    def send(self, content: bytes, mode: str, name: str) -> Any:
        office, kept = self.imports.office, self.imports
        files = {"file": (name, content)}
        form = {"_files": files, "viewNo": kept.view, "mode": mode}
        said = office.call("/api/import/start", _as=office.user("dangan"), **form).json()
        assert said["isSuccess"], said["errorMsg"]
        return self._done(said["data"]["id"])

    def _done(self, key: str) -> Any:
        for name, arguments in jobs.waiting(self.imports.db):
            if name == "imports.run":
                jobs.run(name, arguments)
        return self.imports.office.good("dangan", "/api/import/progress", id=key)

    def again(self, mode: str, **more: Any) -> Any:
        return self.imports.send(b"", mode, runId=self.run["id"], **json.loads(json.dumps(more)))

    def proposed(self) -> dict[str, str]:
        assert self.run["state"] == "asking", self.run["message"]
        said = self.imports.office.good("dangan", "/api/import/propose", id=self.run["id"])
        return {c["head"]: c["field"] for c in said["columns"]}

    def check(self, whole: Mapping[str, str] | None = None, words: Any = (), **columns: str) -> Any:
        said = [{"head": h, "field": f} for h, f in (self.proposed() | columns).items()]
        every = [{"field": f, "text": t} for f, t in (whole or {}).items()]
        self.run = self.again("check", columns=said, whole=every, words=list(words))
        return self.run

    def units(self, act: str, **chosen: str) -> Any:
        said = [{"name": one["name"], "act": act, "unit": ""} for one in self.run["units"]["unknown"]]
        said = [{**one, "act": "choose", "unit": chosen[one["name"]]} if one["name"] in chosen else one for one in said]
        self.run = self.again("check", units=said)
        return self.run

    def figures(self) -> tuple[int, int, int]:
        """Accepted, drafts, refused."""
        return self.run["good"], self.run["drafts"], self.run["bad"] - self.run["drafts"]

    def faults(self) -> set[tuple[int, str, str]]:
        return {(f["row"], f["label"], f["sentence"]) for f in self.run["faults"]}

    def written(self) -> Sequence[Equipment]:
        done = self.again("drafts")
        assert (done["state"], done["written"]) == ("done", self.run["good"] + self.run["drafts"]), done
        found = select(Equipment).where(Equipment.datasource == "04").order_by(Equipment.prono, Equipment.id)
        return self.imports.db.scalars(found.where(Equipment.equname.startswith("脏"))).all()


def test_lifts_below_two_title_lines_with_notes(archive: Archive) -> None:
    user, maker = archive.units(Unit.usertype != "")[0].name, archive.units(Unit.ismaker)[0].name
    head = ["序号", "使用单位", "电梯类型", "设备名称", "出厂编号", "规格型号", "制造单位", "制造日期"]
    head += ["区县", "安装地点", "层/站/门", "额定载重量(kg)", "额定速度(m/s)", "上次检验日期", "下次检验日期"]

    def lift(n: int, *last: Any, by: str = maker) -> Cells:
        row = [n, user if n in (1, 4) else None, "曳引驱动乘客电梯", "脏电梯", f"D{n:03d}", "MAX-V", by, "2015年6月"]
        return [*row, TOWN, f"示例路{n}号", "10/10/10", "1t" if n == 2 else 1000, 1.75, *last]

    lines: list[Cells] = [["某区电梯设备台账"], ["截至2025年12月31日"], head]
    lines += [lift(1, "2025.11", "2026年11月"), lift(2, "2025-11-03 09:30", "2026/11/30"), lift(3, "昨天", "2026.11")]
    lines += [head, lift(4, "2025.11", "2026.11", by="未建档（甲）电梯厂"), ["合计", 4], ["注：以上数据由各物业提供"]]
    lines += [["制表人：张三", None, "审核：李四"]]
    merges = ["A1:O1", "A2:O2", "B4:B6", "A10:O10"]
    walk = Walk(archive, "eqd_elevator_list", sheet(lines, merges))
    said = walk.proposed()
    assert said["层/站/门"] == "elefloornumber" and said["下次检验日期"] == "ninspdate"
    assert said["使用单位"] == "useorgsysid" and said["序号"] == ""
    walk.check()
    assert walk.figures() == (2, 0, 2), walk.faults()
    assert (6, "最近检验日期", "日期应为yyyy-MM-dd") in walk.faults()
    assert "略过3行不是数据的文字（第9行“合计 4”、第10行“注：以上数据由各物业提供”" in walk.run["message"]
    (unknown,) = walk.run["units"]["unknown"]
    assert (unknown["name"], unknown["labels"], unknown["rows"]) == ("未建档（甲）电梯厂", ["制造单位名称"], 1)
    groups = [(one["label"], one["sentence"], one["count"], one["rows"]) for one in walk.run["groups"]]
    assert ("制造单位名称", "没有这个单位的档案，请先建档", 1, [8]) in groups and len(groups) == 2


def test_boilers_with_a_heading_of_two_lines(archive: Archive) -> None:
    user = archive.units(Unit.usertype != "")[0].name
    first = ["使用单位", "锅炉品种", "名称", "产品编号", "型号", "制造单位", "出厂日期", "所在区县", "地点"]
    upper = [*first, "技术参数", None, "检验情况", None]
    lower = [None] * 9 + ["额定出力", "额定压力(MPa)", "下次内检日期", "内检日期"]

    def boiler(n: int, power: str, *more: Any) -> Cells:
        row = [user, "承压蒸汽锅炉", "脏锅炉", f"G{n}", "WNS", "无名锅炉厂", "2012-05", TOWN, f"{n}号房"]
        return [*row, power, *more]

    lines: list[Cells] = [["锅炉一览表"], upper, lower]
    lines += [boiler(1, "1t/h", 0.7, "2026-11-02", "2024-11-02"), boiler(2, "1400kW", "0.7MPa", "2026年5月", None)]
    lines += [boiler(3, "4蒸吨", "十", "2026-11-02", None)]
    merges = ["A1:M1", "J2:K2", "L2:M2", *(f"{chr(65 + n)}2:{chr(65 + n)}3" for n in range(9))]
    walk = Walk(archive, "eqd_boiler_list", sheet(lines, merges))
    said = walk.proposed()
    assert said["使用单位"] == "useorgsysid" and said["产品编号"] == "prono"
    assert said["检验情况内检日期"] == ""
    kind = [{"field": "equclacode", "word": "承压蒸汽锅炉", "code": "1100"}]
    columns = {
        "技术参数额定出力": "ratedevap",
        "检验情况下次内检日期": "ninspdatein",
        "技术参数额定压力(MPa)": "ratedpress",
    }
    walk.check(words=kind, 检验情况内检日期="", 地点="useplace", 锅炉品种="equclacode", **columns)
    assert walk.figures() == (0, 0, 3), walk.faults()
    assert (5, "下次内部检验日期", "日期应为yyyy-MM-dd") in walk.faults()
    assert (6, "额定工作压力", "请输入数字") in walk.faults()
    walk.units("create")
    assert walk.figures() == (0, 1, 2), walk.faults()
    made = walk.written()
    assert [(one.prono, one.params["ratedevap"], one.params["ratedevapunit"]) for one in made] == [("G1", "1", "01")]
    maker = archive.db.scalars(select(Unit).where(Unit.name == "无名锅炉厂")).one()
    assert (made[0].porgaosysid, made[0].porgname, maker.ismaker) == (maker.id, "无名锅炉厂", True)


def test_vessels_with_pairs_classes_and_errors(archive: Archive) -> None:
    user = archive.units(Unit.usertype != "")[0].name
    head = [
        "使用单位",
        "容器名称",
        "容器类别",
        "出厂编号",
        "设计压力(MPa)",
        "介质",
        "下次检验日期",
        "使用单位地址",
        "备注",
    ]

    def vessel(n: int, *more: Any) -> Cells:
        return [user, "脏换热器", "Ⅱ类", f"R{n}", "1.6/0.4", "蒸汽", "2026-05-01", "某路1号", *more]

    long = "说明" * 60
    lines: list[Cells] = [head, vessel(1), vessel(2, long), vessel(3), vessel(4)]
    walk = Walk(archive, "eqd_pressureVessel_list", sheet(lines, errors={"G4": "#N/A", "D5": "#REF!"}))
    said = walk.proposed()
    assert said["设计压力(MPa)"] == "designpress_shell" and said["使用单位地址"] == "unit_address"
    kind = {"equclacode": "第一类压力容器"}
    words = [{"field": "vesselclass", "word": "Ⅱ类", "code": "II"}]
    columns = {"容器名称": "equname", "容器类别": "vesselclass", "使用单位地址": ""}
    walk.check(whole=kind, words=words, **columns)
    assert walk.figures() == (0, 2, 2), walk.faults()
    assert (4, "下次检验日期", "单元格是Excel的错误值（#N/A），请改为实际内容") in walk.faults()
    assert (5, "出厂编号(产品编号)", "单元格是Excel的错误值（#REF!），请改为实际内容") in walk.faults()
    made = walk.written()
    pressures = {(one.params["designpress_shell"], one.params["designpress_tube"]) for one in made}
    assert ({one.equclacode for one in made}, pressures) == ({"2170"}, {("1.6", "0.4")})
    assert {one.params["vesselclass"] for one in made} == {"II"}


def text_file(lines: Sequence[Cells], separator: str, encoding: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows([["" if c is None else c for c in line] for line in lines])
    return out.getvalue().encode(encoding)


@pytest.mark.parametrize(
    ("separator", "encoding", "name"),
    [
        ("\t", "utf-16", "台账.txt"),
        (";", "gb18030", "台账.csv"),
        (",", "utf-8-sig", "台账.csv"),
        ("\t", "utf-8", "台账.tsv"),
    ],
)
def test_rides_as_a_text_file_of_excel(archive: Archive, separator: str, encoding: str, name: str) -> None:
    user = archive.units(Unit.usertype != "")[0].name
    lines: list[Cells] = [["游乐设施台账"], ["使用单位", "设备名称", "出厂编号", "型号", "下次检验日期"]]
    lines += [[user, "脏转马，大", "Y1", "ZM-1", "2026-5-1"], [user, "脏飞椅", "Y2", "FY;1", "2026年5月"]]
    walk = Walk(archive, "eqd_majorAmusementFacilities_list", text_file(lines, separator, encoding), name)
    walk.check(whole={"equclacode": "6500", "areacode": TOWN})
    assert walk.figures() == (0, 1, 1), walk.faults()
    assert (4, "下次检验日期", "日期应为yyyy-MM-dd") in walk.faults()
    (made,) = walk.written()
    assert (made.equname, made.areacode, made.ninspdate) == ("脏转马，大", TOWN, date(2026, 5, 1))


def test_cranes_whose_heading_is_chosen(archive: Archive) -> None:
    user = archive.units(Unit.usertype != "")[0].name
    head = ["单位", "名称", "编号一", "吨位", "场所"]
    lines: list[Cells] = [["设备名称", "出厂编号", "为必填项"], ["请勿改动"], head]
    lines += [
        [user, "脏行车", "Q1", "10吨", "一车间"],
        [user, "脏行车", "Q2", "10t", "二车间"],
        ["小计", None, None, 20],
    ]
    walk = Walk(archive, "eqd_hoistingMachinery_list", sheet(lines), head=3, headLines=1)
    assert list(walk.proposed()) == head
    columns = {"单位": "useorgsysid", "名称": "equname", "编号一": "prono", "吨位": "ratedliftcap", "场所": "useplace"}
    walk.check(whole={"equclacode": "4110"}, **columns)
    assert walk.figures() == (0, 2, 0), walk.faults()
    assert {float(one.params["ratedliftcap"]) for one in walk.written()} == {10.0}


def test_forklifts_of_units_that_are_chosen_made_or_left(archive: Archive) -> None:
    user = archive.units(Unit.usertype != "")[0]
    head = ["使用单位", "设备名称", "车辆编号", "制造厂家", "额定起重量（kg）", "下次检验日期"]

    def truck(n: int, of: str) -> Cells:
        return [of, "脏叉车", f"C{n}", "未建档叉车厂", "3t", "2026.05"]

    lines: list[Cells] = [head, truck(1, user.name), truck(2, "某某老名字公司"), truck(3, "没有的单位")]
    walk = Walk(archive, "eqd_fieldMotorVehicles_list", sheet(lines))
    walk.check(whole={"equclacode": "5110"}, 车辆编号="prono", 制造厂家="porgaosysid")
    assert walk.figures() == (0, 0, 3)
    assert [one["name"] for one in walk.run["units"]["unknown"]] == ["未建档叉车厂", "某某老名字公司", "没有的单位"]
    walk.units("later", 某某老名字公司=user.id)
    assert walk.figures() == (0, 2, 1), walk.faults()
    made = walk.written()
    assert {(one.prono, one.useorgsysid, one.porgname, one.porgaosysid) for one in made} == {
        ("C1", user.id, "未建档叉车厂", ""),
        ("C2", user.id, "未建档叉车厂", ""),
    }
    assert {float(one.params["ratedloadcap"]) for one in made} == {3000.0}
    assert {one.ninspdate for one in made} == {date(2026, 5, 31)}


def test_what_is_done_with_a_unit_is_one_of_three(archive: Archive) -> None:
    walk = Walk(
        archive, "eqd_fieldMotorVehicles_list", sheet([["设备名称", "出厂编号", "使用者"], ["脏叉车", "C1", "甲"]])
    )
    said = walk.again("check", units=[{"name": "甲", "act": "guess"}])
    assert said["errorMsg"] == "未建档的单位：请选择新建、选用已有单位，或以后处理"


def test_a_kind_is_held_against_the_category_beside_it(archive: Archive) -> None:
    user, maker = archive.units(Unit.usertype != "")[0].name, archive.units(Unit.ismaker)[0].name
    head = ["设备类别", "设备品种", "使用单位", "设备名称", "出厂编号", "规格型号", "制造单位", "制造日期"]
    head += ["区县", "安装地点", "层/站/门", "额定载重量(kg)", "额定速度(m/s)", "上次检验日期", "下次检验日期"]

    def lift(n: int, category: str | None, kind: str) -> Cells:
        row = [category, kind, user, "脏电梯", f"K{n:03d}", "MAX-V", maker, "2015年6月"]
        return [*row, TOWN, f"示例路{n}号", "10/10/10", 1000, 1.75, "2025.11", "2026年11月"]

    lines = [
        head,
        lift(1, "曳引与强制驱动电梯", "曳引驱动乘客电梯"),
        lift(2, "自动扶梯与自动人行道", "曳引驱动乘客电梯"),
        lift(3, None, "曳引驱动载货电梯"),
    ]
    walk = Walk(archive, "eqd_elevator_list", sheet(lines))
    walk.check(设备类别="equcategory", 设备品种="equclacode")
    assert walk.figures() == (2, 0, 1), walk.faults()
    sentence = "类别是“自动扶梯与自动人行道”，品种“曳引驱动乘客电梯”属于“曳引与强制驱动电梯”，请核对两列"
    assert (3, "设备类别（品种）", sentence) in walk.faults()
    assert {one.equclacode for one in walk.written()} == {"3110", "3120"}

"""What an import refuses and works out, class by class: limits of the kind, the next date of the last inspection."""

from datetime import date
from typing import Any

import pytest
from sqlalchemy import select

from tejian.archives.common.identifiers import make_equipment_code
from tejian.archives.equipment.api import SCREENS
from tejian.archives.models.equipment import Equipment

from .conftest import Archive
from .test_import import Import, book

TECHNICAL: dict[str, dict[str, Any]] = {
    "1000": {
        "*设备类别（品种）": "工业蒸汽锅炉(C级)",
        "*设备名称": "燃气蒸汽锅炉",
        "*锅炉级别": "C级",
        "额定蒸发量(热功率)（t/h 或 MW）": 4,
        "*额定工作压力（MPa）": 1.25,
        "*额定工作温度(出口)（℃）": 194,
        "*介质": "蒸汽",
        "*燃料(热源)种类": "天然气",
        "*锅炉本体水(油)容积（L）": 5600,
    },
    "2000": {
        "*设备类别（品种）": "21703",
        "*设备名称": "储气罐",
        "*压力容器类别": "第Ⅰ类",
        "设计压力(壳程/筒体)（MPa）": 0.84,
        "设计温度(壳程)（℃）": "100",
        "最高工作压力(壳程)（MPa）": 0.8,
        "工作介质(壳程)": "空气",
        "容积（m³）": 1,
        "容器内径（mm）": 800,
    },
    "4000": {
        "*设备类别（品种）": "通用桥式起重机",
        "*设备名称": "桥式起重机",
        "额定起重量（t）": 10,
        "起升高度（m）": 9,
        "是否吊运熔融(炽热)金属": "否",
    },
    "5000": {"*设备类别（品种）": "叉车", "*设备名称": "叉车", "*动力方式": "蓄电池(锂电)", "额定起重量（kg）": 3000},
    "6000": {
        "*设备类别（品种）": "观览车类",
        "*设备名称": "摩天轮",
        "*设备级别": "A级",
        "*使用方式": "固定式",
        "*每车(舱)承载人数（人）": 6,
        "*车辆(座舱)数（辆）": 36,
        "*额定乘客人数（人）": 216,
    },
    "8000": {"*设备类别（品种）": "工艺管道", "*设备名称": "工业管道", "*工程(装置)名称": "一号装置"},
    "9000": {
        "*设备类别（品种）": "循环式客运架空索道",
        "*设备名称": "客运索道",
        "*索道型式": "单线循环脱挂抱索器",
        "*斜长(长度)（m）": 900,
        "*高差（m）": 260,
        "*运行速度（m/s）": 5,
        "*单向运量（人/h）": 1000,
    },
}


class OfClass(Import):
    """The import of a class; `row` is a good row of it."""

    def __init__(self, archive: Archive, equclass: str):
        super().__init__(archive, f"eqd_{SCREENS[equclass][0]}_list")
        self.equclass = equclass

    def row(self, **more: Any) -> dict[str, Any]:
        known = {
            "*出厂编号(产品编号)": "IMP00001",
            "出厂编号(产品编号)": "IMP00001",
            "*型号(规格)": "X-1",
            "*制造单位名称": self.maker.name,
            "*制造日期": "2020-03-01",
            "*使用单位名称": self.user.code,
            "*设备所在区划": "330212",
            "*设备使用地点": "鄞县大道 1 号",
        }
        return known | TECHNICAL[self.equclass] | more

    def imported(self, **more: Any) -> Equipment:
        """The device that a row has become."""
        done = self.send(book([self.row(**more)], self.head()))
        assert done["message"] == "已导入1行", done["faults"]
        query = select(Equipment).where(Equipment.prono == "IMP00001")
        return self.db.scalars(query.execution_options(populate_existing=True)).one()

    def faults(self, **more: Any) -> list[tuple[str, str]]:
        before = self.counts()
        done = self.send(book([self.row(**more)], self.head()), "check")
        assert self.counts() == before
        return [(f["label"], f["sentence"]) for f in done["faults"]]


@pytest.mark.parametrize("equclass", sorted(TECHNICAL))
def test_a_good_row_of_each_class_has_no_fault(archive: Archive, equclass: str) -> None:
    assert OfClass(archive, equclass).faults() == []


@pytest.mark.parametrize(
    ("equclass", "cells", "label", "sentence"),
    [
        ("1000", {"*额定工作压力（MPa）": 60}, "额定工作压力", "不得大于40MPa"),
        ("1000", {"*锅炉本体水(油)容积（L）": 25}, "锅炉本体水(油)容积", "不得小于30L"),
        ("1000", {"额定出水(油)温度（℃）": 950}, "额定出水(油)温度", "不得大于400℃"),
        ("1000", {"额定蒸发量(热功率)（t/h 或 MW）": None}, "额定蒸发量(热功率)", "必填（余热锅炉填受热面积）"),
        ("2000", {"容积（m³）": 900000}, "容积", "不得大于200000m³"),
        ("2000", {"最高工作压力(壳程)（MPa）": 0.9}, "设计压力(壳程/筒体)", "不得小于最高工作压力(壳程)（0.9）"),
        ("2000", {"剩余使用年限(评价)（年）": 90}, "剩余使用年限(评价)", "不得大于60年"),
        ("2000", {"工作介质(壳程)": None}, "工作介质(壳程)", "该品种设备必填"),
        ("4000", {"跨度（m）": 350}, "跨度", "不得大于200m"),
        ("4000", {"副钩额定起重量（t）": 9000}, "副钩额定起重量", "不得大于5000t"),
        ("4000", {"额定起重量（t）": None}, "额定起重量", "该品种设备必填"),
        ("4000", {"泊位(存容量)（辆）": 30}, "泊位(存容量)", "该品种设备没有这项参数，请清空"),
        ("5000", {"额定起重量（kg）": 3}, "额定起重量", "不得小于100kg"),
        ("5000", {"门架前倾角（°）": 60}, "门架前倾角", "不得大于30°"),
        ("5000", {"空载最大运行速度（km/h）": 45}, "空载最大运行速度", "不得大于40km/h"),
        ("6000", {"运行(线)速度（m/s）": 120}, "运行(线)速度", "不得大于80m/s"),
        ("6000", {"设计最大加速度（g）": 12}, "设计最大加速度", "不得大于10g"),
        ("6000", {"*车辆(座舱)数（辆）": 0}, "车辆(座舱)数", "不得小于1辆"),
        ("9000", {"*运行速度（m/s）": 18}, "运行速度", "不得大于15m/s"),
        ("9000", {"每车额定载客（人）": 800}, "每车额定载客", "不得大于300人"),
        ("9000", {"*高差（m）": 1000}, "斜长(长度)", "不得小于高差（1000）"),
        ("8000", {"设计使用年限（年）": 300}, "设计使用年限", "不得大于100年"),
    ],
)
def test_what_a_class_cannot_be_is_named(
    archive: Archive, equclass: str, cells: dict[str, Any], label: str, sentence: str
) -> None:
    assert OfClass(archive, equclass).faults(**cells) == [(label, sentence)]


SIGHTSEEING = {"*设备类别（品种）": "非公路用旅游观光车辆", "*设备名称": "观光车", "额定起重量（kg）": None}


def test_a_sightseeing_vehicle_has_limits_of_its_own(archive: Archive) -> None:
    of = OfClass(archive, "5000")
    assert of.faults(**SIGHTSEEING) == [("额定载客人数(含司机)", "该品种设备必填")]
    seats = SIGHTSEEING | {"额定载客人数(含司机)（人）": 14}
    assert of.faults(**seats, **{"空载最大运行速度（km/h）": 35}) == [("空载最大运行速度", "不得大于30km/h")]
    assert of.faults(**seats, **{"空载最大运行速度（km/h）": 30}) == []


@pytest.mark.parametrize(
    ("equclass", "other", "kind", "cert"),
    [
        ("1000", "2170", "11003", ("梯10浙B00001(20)", "锅", "梯")),
        ("2000", "1100", "21703", ("锅10浙B00001(20)", "容", "锅")),
        ("4000", "3110", "4110", ("梯11浙B00001(20)", "起", "梯")),
        ("5000", "4110", "5110", ("起17浙B00001(20)", "车", "起")),
        ("6000", "5110", "6100", ("车11浙B00001(20)", "游", "车")),
        ("9000", "6100", "9120", ("游61浙B00001(20)", "索", "游")),
    ],
)
def test_code_and_certificate_are_those_of_the_class(
    archive: Archive, equclass: str, other: str, kind: str, cert: tuple[str, str, str]
) -> None:
    of = OfClass(archive, equclass)
    strange = make_equipment_code(other, "33901", 2020, 1)
    said = f"设备代码以{other}开头，与设备类别{kind}不是同一种类"
    assert of.faults(设备代码=strange) == [("设备代码", said)]
    assert of.faults(设备代码=make_equipment_code(kind[:4], "33901", 2020, 1)) == []
    number, mine, theirs = cert
    said = f"该类设备的使用登记证编号以“{mine}”开头，不是“{theirs}”"
    assert of.faults(使用登记证编号=number) == [("使用登记证编号", said)]


LAST = {"最近检验日期": "2026-05-20", "设备状态": "在用未登记"}
MORE = {"监管等级/安全状况等级": "2级"}


@pytest.mark.parametrize(
    ("equclass", "cells", "due", "clause"),
    [
        ("2000", MORE | {"最近检验结论": "符合要求(1-2级, 允许使用)"}, date(2032, 5, 20), "TSG 21-2016 8.1.6.1"),
        ("4000", {"最近检验结论": "合格"}, date(2028, 5, 31), "TSG 51-2023"),
        ("5000", {"最近检验结论": "合格"}, date(2028, 5, 31), "TSG 81-2022 4.2.1.2"),
        ("6000", {"最近检验结论": "合格"}, date(2027, 5, 20), "TSG 71-2023"),
    ],
)
def test_the_next_date_follows_from_the_last_inspection(
    archive: Archive, equclass: str, cells: dict[str, Any], due: date, clause: str
) -> None:
    device = OfClass(archive, equclass).imported(**LAST, **cells)
    assert (device.inspdate, device.ninspdate) == (date(2026, 5, 20), due)
    first = (device.nextexplain or {})["lines"][0]
    assert (first["field"], first["value"], first["clause"]) == ("ninspdate", str(due), clause)


UNKNOWN = "不知道最近一次检验的检验性质，下次日期不能按规则推算"


@pytest.mark.parametrize(("equclass", "result"), [("1000", "符合要求"), ("9000", "合格")])
def test_where_a_class_has_several_inspections_nothing_is_guessed(archive: Archive, equclass: str, result: str) -> None:
    """A boiler has internal and external ones, a ropeway full and annual ones: the file states the dates."""
    of = OfClass(archive, equclass)
    device = of.imported(**LAST, 最近检验结论=result)
    assert (device.ninspdate, device.ninspdate2) == (None, None)
    why = of.office.good("dangan", f"/api/eqd{equclass}tpm/eqd{equclass}tpm/getDetailBy{equclass}", id=device.id)
    assert why["explain"]["warnings"] == [UNKNOWN]


def test_dates_that_the_file_states_stay(archive: Archive) -> None:
    of = OfClass(archive, "1000")
    stated = {"下次检验日期": "2028-04-30", "下次年度(外部/在线)检验日期": "2027-04-30"}
    device = of.imported(**LAST, **stated, 最近检验结论="符合要求")
    assert (device.ninspdate, device.ninspdate2) == (date(2028, 4, 30), date(2027, 4, 30))


def test_a_piping_project_has_the_dates_of_its_lines(archive: Archive) -> None:
    device = OfClass(archive, "8000").imported(**LAST, 最近检验结论="允许使用(1-2级)")
    assert (device.inspdate, device.ninspdate) == (date(2026, 5, 20), None)


@pytest.mark.parametrize(
    ("equclass", "result"),
    [
        ("1000", "不符合要求"),
        ("2000", "不符合要求(5级, 停止使用)"),
        ("4000", "不合格"),
        ("5000", "不合格"),
        ("6000", "不合格"),
        ("9000", "不合格"),
    ],
)
def test_of_a_failed_inspection_follows_no_date_and_the_use_is_explained(
    archive: Archive, equclass: str, result: str
) -> None:
    of = OfClass(archive, equclass)
    failed = LAST | {"最近检验结论": result}
    assert of.faults(**failed) == [("备注", "最近检验不合格而仍在用的，写明原因")]
    device = of.imported(**failed, 备注="整改中，限期复检")
    assert device.ninspdate is None and device.unqualcode == device.insresult != ""

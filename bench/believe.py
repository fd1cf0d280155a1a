"""Whether an expert believes the demo city: rules over all its devices, their dates and their history.

    python bench/believe.py [--data DIR]      (default: var/; a folder that has the demo city)

Each rule says what cannot be, in terms of the field, from knowledge that the generator does not use. Prints the rules
that something contradicts, with how often and examples; the last line is `R rules, N devices, M findings`; exit 1 when
there are findings. The rules judge the demonstration data alone: real archives are judged by data quality checks.
"""

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

ROOT = Path(__file__).resolve().parents[1]
TODAY = datetime.now(ZoneInfo("Asia/Shanghai")).date()  # the day of the institute, not of the machine
sys.path.insert(0, str(ROOT / "server"))

from tejian.ops import postgres  # noqa: E402

EXAMPLES = 3
IN_USE = "1"


class Device:
    """A device as its page shows it; numbers are read as numbers, an empty one is None."""

    def __init__(self, values: dict[str, Any], visits: list[date]):
        self.values, self.visits = values, visits

    def __getitem__(self, name: str) -> str:
        return str(self.values.get(name) or "")

    def n(self, name: str) -> float:
        """A number; NaN when it is empty or none, so that every comparison with it is false."""
        try:
            return float(self.values.get(name))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return float("nan")

    def day(self, name: str) -> date:
        value = self.values.get(name)
        return value if isinstance(value, date) else date.max

    def has(self, *names: str) -> bool:
        return all(self.values.get(name) not in (None, "") for name in names)

    @property
    def kind(self) -> str:
        return self["equclacode"]

    @property
    def name(self) -> str:
        return f"{self['equname']} {self['equcode']}（{self['useorgname']}）"


@dataclass(frozen=True)
class Rule:
    """What cannot be of the devices whose kind begins so."""

    kinds: str  # beginnings, separated by blanks; '' means all
    sentence: str
    wrong: Callable[[Device], bool]

    def holds_for(self, device: Device) -> bool:
        return not self.kinds or device.kind.startswith(tuple(self.kinds.split()))


def near(value: float, wanted: float, share: float) -> bool:
    """Whether a value lies within a share of another; NaN lies nowhere and contradicts nothing."""
    return not abs(value - wanted) > share * abs(wanted)


def lacks(*names: str) -> Callable[[Device], bool]:
    return lambda d: not d.has(*names)


def unit_named(*words: str) -> Callable[[Device], bool]:
    """Wrong when the owner is none of these."""
    return lambda d: not any(word in d["useorgname"] for word in words)


FIRMS = ("机械", "金属", "汽车零部件", "纺织", "食品", "石化", "热电", "燃气", "物流", "建筑", "码头")
HOUSING = ("物业", "社区", "城市运营", "业主委员会")
SATURATED = {0.7: 170, 0.8: 175, 1.0: 184, 1.25: 194, 1.6: 204}  # ℃ at MPa gauge

BOILERS = [
    Rule(
        "1",
        "锅炉没有级别、压力、温度、燃料或水容积",
        lacks("boilerlevel", "ratedpress", "ratedtemp", "fueltype", "watervol"),
    ),
    Rule("11", "A 级蒸汽锅炉压力不到 3.8 MPa", lambda d: d["boilerlevel"] == "A" and d.n("ratedpress") < 3.8),
    Rule("11", "压力 3.8 MPa 以上的锅炉不是 A 级", lambda d: d["boilerlevel"] != "A" and d.n("ratedpress") >= 3.8),
    Rule("11", "压力不大于 0.8 MPa 的蒸汽锅炉是 B 级", lambda d: d["boilerlevel"] == "B" and d.n("ratedpress") <= 0.8),
    Rule("11", "压力大于 0.8 MPa 的蒸汽锅炉是 C 级", lambda d: d["boilerlevel"] == "C" and d.n("ratedpress") > 0.8),
    Rule("12", "热水锅炉出水温度 120 ℃ 以下不是 C 级", lambda d: d.n("outwatertemp") < 120 and d["boilerlevel"] != "C"),
    Rule("13", "液相有机热载体锅炉 4.2 MW 以下是 B 级", lambda d: d.n("ratedevap") <= 4.2 and d["boilerlevel"] == "B"),
    Rule(
        "11",
        "饱和蒸汽锅炉的温度与压力不符",
        lambda d: not d.has("superheattemp") and abs(d.n("ratedtemp") - SATURATED.get(d.n("ratedpress"), 0)) > 3,
    ),
    Rule("12 13", "回水（油）温度不低于出口温度", lambda d: d.n("retwatertemp") >= d.n("outwatertemp")),
    Rule("1", "耐压试验压力不高于工作压力", lambda d: d.n("hydropress") <= d.n("ratedpress")),
    Rule(
        "1",
        "燃气锅炉没有燃烧器或用炉排",
        lambda d: d["fueltype"] == "09" and (not d.has("burnermodel") or d["burnmode"] != "08"),
    ),
    Rule(
        "1",
        "2015 年以后的燃煤锅炉不在热电厂",
        lambda d: d["fueltype"] in ("01", "02") and d.day("prodate").year >= 2016 and "热电" not in d["useorgname"],
    ),
    Rule(
        "1",
        "医院、学校、酒店里的燃煤锅炉",
        lambda d: d["fueltype"] in ("01", "02") and any(w in d["useorgname"] for w in ("医院", "学", "酒店")),
    ),
    Rule(
        "1",
        "额定出力与单位不成锅炉",
        lambda d: not 0.1 <= d.n("ratedevap") <= (500 if d["ratedevapunit"] == "01" else 30),
    ),
    Rule("1", "锅炉在住宅小区", lambda d: any(w in d["useorgname"] for w in HOUSING)),
]
VESSELS = [
    Rule(
        "21",
        "容器没有压力、容积、内径、壁厚或介质",
        lacks("designpress_shell", "volume", "innerdia", "thick_shell", "medium_shell"),
    ),
    Rule("21", "工作压力高于设计压力", lambda d: d.n("workpress_shell") > d.n("designpress_shell")),
    Rule(
        "21",
        "壁厚撑不住设计压力",
        lambda d: (
            d.n("thick_shell") < d.n("designpress_shell") * d.n("innerdia") / (2 * 189 - d.n("designpress_shell"))
        ),
    ),
    Rule(
        "21",
        "容积与内径、长度不符",
        lambda d: not near(d.n("volume"), 3.1416 * (d.n("innerdia") / 2000) ** 2 * d.n("vesselheight") / 1000, 0.1),
    ),
    Rule(
        "21",
        "液氨、丙烯、液化石油气属第一组介质",
        lambda d: d["medium_shell"] in ("液氨", "丙烯", "液化石油气") and d["mediumgroup"] != "1",
    ),
    Rule(
        "21",
        "压缩空气、氮气、蒸汽、液氧属第二组介质",
        lambda d: d["medium_shell"] in ("压缩空气", "氮气", "蒸汽", "液氧") and d["mediumgroup"] == "1",
    ),
    Rule("217", "第一类容器的设计压力在 1.6 MPa 以上", lambda d: d.n("designpress_shell") >= 1.6),
    Rule(
        "21",
        "类别与品种不符",
        lambda d: (
            d["vesselclass"] != {"2110": "SH", "2130": "III", "2150": "II", "2170": "I"}.get(d.kind, d["vesselclass"])
        ),
    ),
    Rule("21", "耐压试验压力不到设计压力的 1.25 倍", lambda d: d.n("prestestpress") < d.n("designpress_shell") * 1.249),
    Rule(
        "21",
        "液氧容器不是低温或用碳钢",
        lambda d: d["medium_shell"] == "液氧" and (d.n("designtemp_shell") > -180 or d["mat_shell"].startswith("Q")),
    ),
    Rule("213", "第三类容器不在化工企业", unit_named("石化")),
    Rule("22", "罐车没有罐体容积、充装量或牌号", lacks("tankvolume", "ratedfillmass", "carno", "tankno")),
    Rule("22", "充装量超过容积允许", lambda d: d.n("ratedfillmass") > d.n("tankvolume") * 1000 * 0.6),
    Rule(
        "22",
        "满载总质量不等于空车加充装",
        lambda d: not near(d.n("grossweight"), d.n("tareweight") + d.n("ratedfillmass"), 0.01),
    ),
    Rule("22", "满载总质量超过 49 吨", lambda d: d.n("grossweight") > 49_000),
    Rule("24", "氧舱不在医院", unit_named("医院")),
    Rule("24", "氧气加压舱不止一人", lambda d: d["compmedium"] == "02" and d.n("capacity") > 1),
]
LIFTS = [
    Rule(
        "31 32 34",
        "电梯没有层、站、门、载重或速度",
        lacks("elefloornumber", "elestadenumber", "eledoornumber", "ratedload", "runvelocity"),
    ),
    Rule(
        "31 32 34",
        "层高不在 2.6 至 6 m 之间",
        lambda d: not 2.6 <= d.n("eleheight") / max(d.n("elefloornumber") - 1, 1) <= 6,
    ),
    Rule("311 321 342", "载客人数与载重不符（75 kg 一人）", lambda d: d.n("ratedpeople") != d.n("ratedload") // 75),
    Rule("311 342", "到顶层超过一分半钟", lambda d: d.n("eleheight") / d.n("runvelocity") > 90),
    Rule("342", "消防员电梯到顶层超过一分钟", lambda d: d.n("eleheight") / d.n("runvelocity") > 60),
    Rule("312", "货梯快于 1 m/s 或不到 630 kg", lambda d: d.n("runvelocity") > 1 or d.n("ratedload") < 630),
    Rule("343", "杂物电梯载重超过 300 kg 或载人", lambda d: d.n("ratedload") > 300 or d.has("ratedpeople")),
    Rule("343", "杂物电梯轿厢高于 1.2 m", lambda d: d.n("dwcarhigh") > 1200),
    Rule("321", "液压电梯快于 1 m/s 或高于 20 m", lambda d: d.n("runvelocity") > 1 or d.n("eleheight") > 20),
    Rule("311 342", "速度大于 1 m/s 用蓄能型缓冲器", lambda d: d.n("runvelocity") > 1 and d["buffermode"] != "03"),
    Rule(
        "31",
        "电动机带不动轿厢",
        lambda d: d.n("motorpower") < 0.4 * d.n("ratedload") * 9.81 * d.n("runvelocity") / 1000,
    ),
    Rule(
        "33",
        "扶梯没有名义速度、宽度、倾斜角或高度",
        lacks("nominalspeed", "nominalwidth", "inclineangle", "liftheight"),
    ),
    Rule(
        "33",
        "35° 扶梯高于 6 m 或快于 0.5 m/s",
        lambda d: d.n("inclineangle") > 30 and (d.n("liftheight") > 6 or d.n("nominalspeed") > 0.5),
    ),
    Rule("33", "扶梯高于 6 m 没有附加制动器", lambda d: d.n("liftheight") > 6 and d["addbrake"] != "1"),
    Rule("33", "扶梯不在商场、医院、车站", unit_named("商业", "百货", "医院")),
    Rule(
        "31",
        "住宅标志与使用单位不符",
        lambda d: (d["isresidential"] == "1") != any(w in d["useorgname"] for w in HOUSING),
    ),
]
MACHINES = [
    Rule(
        "41 42", "桥、门式起重机没有起重量、跨度、高度或级别", lacks("ratedliftcap", "span", "liftheight", "workgrade")
    ),
    Rule(
        "417", "电动单梁起重机超过 20 t 或工作级别高于 A5", lambda d: d.n("ratedliftcap") > 20 or d["workgrade"] > "A5"
    ),
    Rule(
        "41 42",
        "整机重量与起重量、跨度不相称",
        lambda d: not 0.15 <= d.n("totalweight") / (d.n("ratedliftcap") + d.n("span")) <= 20,
    ),
    Rule(
        "431",
        "塔机最大幅度起重量超过力矩允许",
        lambda d: d.n("maxradius") * d.n("maxradiuscap") > d.n("ratedmoment") * 1.01,
    ),
    Rule("425", "岸桥不在码头", unit_named("码头")),
    Rule("431", "塔机不在建筑企业", unit_named("建筑")),
    Rule("511", "叉车没有起重量、动力或牌照", lacks("ratedloadcap", "powermode", "plateno")),
    Rule("511", "叉车自重与起重量不相称", lambda d: not 1.2 <= d.n("selfweight") / d.n("ratedloadcap") <= 2.5),
    Rule("51 52", "蓄电池车辆快于 30 km/h", lambda d: d["powermode"] in ("04", "05") and d.n("maxspeed_empty") > 30),
    Rule(
        "511",
        "2023 年 12 月以后的叉车没有安全监控装置",
        lambda d: d.day("prodate").year in range(2024, 2100) and d["safemonitor"] != "1",
    ),
    Rule("52", "观光车不在景区、游乐园", unit_named("旅游", "景区", "游乐园")),
    Rule("6", "游乐设施不在游乐园", unit_named("游乐园", "旅游", "景区")),
    Rule("6", "乘客总数不等于车数乘每车人数", lambda d: d.n("carnum") * d.n("passpercar") != d.n("passtotal")),
    Rule("61", "50 m 以上的观览车不是 A 级", lambda d: d.n("equheight") >= 50 and d["amuslevel"] != "A"),
    Rule("62", "50 km/h 以上的滑行车不是 A 级", lambda d: d.n("runspeed") * 3.6 >= 50 and d["amuslevel"] != "A"),
    Rule(
        "9",
        "索道斜长、平距、高差不成三角形",
        lambda d: not near(d.n("ropewaylen") ** 2, d.n("horizlen") ** 2 + d.n("heightdiff") ** 2, 0.01),
    ),
    Rule("9", "索道不在景区", unit_named("旅游", "景区")),
    Rule("912", "循环式索道的运量与车数、速度不符", lambda d: d.n("transcap") > 3600 / 8 * d.n("carcap")),
]
EVERY = [
    Rule("", "没有制造单位、型号或出厂编号", lambda d: d.kind[0] != "8" and not d.has("porgname", "model", "prono")),
    Rule("", "制造、投用、登记的先后不对", lambda d: not d.day("prodate") <= d.day("usestartdate") <= d.day("regdate")),
    Rule(
        "",
        "检验早于投用前的监督检验",  # a lot of cylinders has none: it is supervised where it is made
        lambda d: d.kind[:2] != "23" and any(one < d.day("insinspdate") for one in d.visits),
    ),
    Rule("", "检验日期在今天之后", lambda d: any(one > TODAY for one in d.visits)),
    Rule(
        "",
        "同一设备一月内检验三次",
        lambda d: any(c - a < timedelta(31) for a, c in zip(d.visits, d.visits[2:], strict=False)),
    ),
    Rule(
        "",
        "投用五年以上没有检验过",
        lambda d: (
            d["regstatus"] == "1"
            and d["equstatus"] == IN_USE
            and TODAY - d.day("usestartdate") > timedelta(5 * 365)
            and not d.visits
        ),
    ),
    Rule(
        "", "没有下次检验日期", lambda d: d["regstatus"] == "1" and d["equstatus"] == IN_USE and not d.has("ninspdate")
    ),
    Rule(
        "",
        "下次检验早于上次检验",  # an inspection that failed moves no date
        lambda d: d.has("inspdate") and not d.has("unqualcode") and d.day("ninspdate") <= d.day("inspdate"),
    ),
]
MAKERS = {"3": "电梯", "4": "起重", "5": "车", "1": "锅炉", "6": "游", "9": "索道", "2": "容器"}
EVERY += [Rule("", "制造单位不造这类设备", lambda d: d.kind[0] in MAKERS and MAKERS[d.kind[0]] not in d["porgname"])]
RULES = [*BOILERS, *VESSELS, *LIFTS, *MACHINES, *EVERY]

PEOPLE = "一人检验了全部设备的三成以上"
OVERDUE = "在用设备超期的不到千分之二或超过百分之一"
NO_FAILURE = "这一类历年没有一次不合格"
UNYEARLY = "做过两次内部检验的锅炉没有外部检验，做过全面检验的索道没有年度检验"
UNREPORTED = "审核、审批中的设备以前检验过，却没有上次报告"
NO_OWNER = "没有一台设备换过使用单位"
NOTHING_OPEN = "没有一台在用设备不合格还没有复检"
CHAIN = "日志封存链没有核查过，或核查有问题"
UNSAID = "批准了定期检验报告，档案却没有上次报告编号"
OFF_PRICE = "设备价格不是这一行的价钱"
OFF_MAP = "没有经纬度，或不在所在区县的范围内"
UNSAFE = "使用单位没有安全管理人员或电话"
LIFELESS = "容器、游乐设施、索道没有设计使用年限，或已过年限还在用"
UNGRADED = "在用的容器没有安全状况等级"
UNRETURNED = "没有一件业务被退回过"
UNSIGNED = "没有一份意见通知书签收"
UNPRICED = "没有一份合同约定了价格"
ELSEWHERE = "使用地点的街道在别的区县"
KNOWN = "用了真实企业的名称"
SAME_FIRM = "维保与安装总是同一家"
FORGOTTEN = "超期一年以上的在用设备不止一台"
BAD_CODE = "统一社会信用代码校验位不对"
NOBODY = "在用电梯没有生效的绑定的多于百分之五"
UNVISITED = "在用电梯没有维保记录"
NOT_WORKING = "检验日期不是工作日"
TWICE = "两家单位的统一社会信用代码相同"
ALONE = "维保单位与使用单位是同一家"
WEEK = "登记日期总在投用后同样多的日子"
OF_ALL = (
    *(OFF_PRICE, OFF_MAP, UNSAFE, LIFELESS, UNGRADED, UNRETURNED, UNSIGNED, UNPRICED, ELSEWHERE, KNOWN),
    *(SAME_FIRM, FORGOTTEN, BAD_CODE),
    *(NOBODY, UNVISITED, NOT_WORKING, TWICE, ALONE, WEEK),
    *(UNSAID, PEOPLE, OVERDUE, NO_FAILURE, UNYEARLY, UNREPORTED, NO_OWNER, NOTHING_OPEN, CHAIN),
)

# what a machine of a kind costs in the trade, in yuan: the beginning of its code, from, to
TRADE = {
    "11": (80_000, 3_000_000),
    "12": (80_000, 2_000_000),
    "13": (100_000, 3_000_000),
    "217": (3_000, 200_000),
    "215": (20_000, 600_000),
    "213": (150_000, 3_000_000),
    "22": (200_000, 1_200_000),
    "24": (200_000, 2_500_000),
    "31": (100_000, 900_000),
    "32": (100_000, 600_000),
    "33": (120_000, 1_200_000),
    "34": (25_000, 900_000),
    "411": (80_000, 4_000_000),
    "417": (25_000, 250_000),
    "419": (15_000, 250_000),
    "421": (150_000, 6_000_000),
    "425": (15_000_000, 90_000_000),
    "431": (200_000, 3_000_000),
    "51": (30_000, 400_000),
    "52": (40_000, 400_000),
    "6": (100_000, 60_000_000),
    "9": (5_000_000, 300_000_000),
}
# the middle of each district, in degrees; how far its places lie around it at most
MIDDLES = {"330203": (121.55, 29.86), "330205": (121.55, 29.90), "330206": (121.84, 29.90), "330211": (121.71, 29.95)}
MIDDLES |= {"330212": (121.57, 29.82), "330213": (121.41, 29.66), "330225": (121.87, 29.48), "330226": (121.43, 29.29)}
MIDDLES |= {"330281": (121.15, 30.04), "330282": (121.27, 30.17)}
AROUND = 0.08
# names of the trade that are taken
TAKEN = (
    "奥的斯 三菱 日立 通力 迅达 蒂森 西奥 快意 康力 巨通 宏大电梯 嘉捷 双良 特富 太湖锅炉 四方锅炉 金马游 森松 蓝能 "
)
TAKEN += "中圣 卫华 豫中 杭叉 合力叉车 如意股份 如意车业 起研 中集 三一 徐工 中联重科 振华重工"


def prices_off(city: Iterable[Device]) -> Iterator[str]:
    for device in city:
        ranges = [TRADE[one] for one in (device.kind[:3], device.kind[:2], device.kind[:1]) if one in TRADE]
        if ranges and not ranges[0][0] <= device.n("equprice") <= ranges[0][1]:
            yield f"{device.name} {device['equprice'] or '没有'}"


def places_off(city: Iterable[Device]) -> Iterator[str]:
    for device in city:
        middle = MIDDLES.get(device["areacode"][:6])
        # a project of piping runs through many places; what an old system handed over says none
        if middle is None or device.kind[0] == "8" or device["regstatus"] != "1":
            continue
        if not (abs(device.n("longitude") - middle[0]) <= AROUND and abs(device.n("latitude") - middle[1]) <= AROUND):
            yield f"{device.name} {device['longitude']} {device['latitude']}"


def streets_off(city: Iterable[Device]) -> Iterator[str]:
    from tejian.demo.names import PLACES

    for device in city:
        county = device["areacode"][:6]
        own = PLACES.get(county, ("", []))[1]
        others = {street for area, (_name, streets) in PLACES.items() if area != county for street in streets}
        said = [street for street in others - set(own) if street in device["useplace"]]
        if said and not any(street in device["useplace"] for street in own):
            yield f"{device.name} {device['useplace']}"


def lives_off(city: Iterable[Device]) -> Iterator[str]:
    for device in city:
        owes = device.kind[0] in "269" and device["equstatus"] == IN_USE and device.kind[:2] != "23"
        if owes and not (device.has("designlife", "designenddate") and device.day("designenddate") >= TODAY):
            yield device.name


def codes_off(codes: Iterable[str]) -> Iterator[str]:
    """GB 32100-2015: the last character is a check over the others."""
    signs = "0123456789ABCDEFGHJKLMNPQRTUWXY"
    for code in codes:
        weights = [pow(3, n, 31) for n in range(17)]
        known = len(code) == 18 and all(c in signs for c in code)
        wanted = (31 - sum(signs.index(c) * w for c, w in zip(code, weights, strict=False)) % 31) % 31 if known else -1
        if not known or signs[wanted] != code[17]:
            yield code


# what of the history is missing, each as rows of one name
MISSING = {
    NOBODY: """
        select count(*) from equipment e left join lift_binding b on b.equdatasysid = e.equdatasysid and b.step = 'YX'
        where e.equclass = '3000' and e.equstatus = '1' and e."equDel" = 0 and e.lacking is null
        having count(*) filter (where b.id is null) > 0.05 * count(*)""",
    UNVISITED: """
        select e.equcode from equipment e where e.equclass = '3000' and e.equstatus = '1' and e."equDel" = 0
           and e.lacking is null and e.maiorgsysid <> '' and e.regdate < current_date - 30
           and not exists (select from maintenance m where m.equdatasysid = e.equdatasysid)""",
    NOT_WORKING: """
        select b.seisn from appbuss b left join sys_calendar c on c.day = b.inspdate
        where b.inspdate is not null and not coalesce(c.working, extract(isodow from b.inspdate) < 6)""",
    TWICE: "select code from unit where code <> '' group by 1 having count(*) > 1",
    ALONE: "select equcode from equipment where equclass = '3000' and maiorgsysid <> '' and maiorgsysid = useorgsysid",
    WEEK: """
        select distinct regdate - usestartdate from equipment where regdate is not null and usestartdate is not null
        and (select count(distinct regdate - usestartdate) from equipment where equclass <> '8000') < 10""",
    NO_FAILURE: """
        select e.equclass from equipment e where e.equclass <> '7000' group by 1
        having not exists (select from appbuss b where b.equclass = e.equclass and b.unqualcode <> '')""",
    UNYEARLY: """
        select e.equcode from equipment e join appbuss b on b.equdatasysid = e.equdatasysid and b.inspdate is not null
        where e.equclass in ('1000', '9000') group by e.equdatasysid, e.equcode, e.equclass
        having count(*) filter (where b.testsort in ('0204', '0215') and b.unqualcode = '')
                 >= case e.equclass when '1000' then 2 else 1 end
           and count(*) filter (where b.testsort in ('0202', '0216')) = 0""",
    UNREPORTED: """
        select b.seisn from appbuss b where b.step in ('BGSH_FX', 'BGSH', 'BGSP') and exists (
            select from appbuss o where o.equdatasysid = b.equdatasysid and o.id <> b.id
               and o.testsort = b.testsort and o.inspdate < b.inspdate and o.unqualcode = '')
        and not exists (
            select from report r join appbuss o on o.id = r.appbuss_id where o.equdatasysid = b.equdatasysid
               and o.testsort = b.testsort and o.id <> b.id)""",
    UNSAID: """
        select e.equcode from equipment e where e.insreportno = '' and e."equDel" = 0 and exists (
            select from appbuss b join report r on r.appbuss_id = b.id where b.equdatasysid = e.equdatasysid
               and b.seisort = '02' and b.approvedat is not null)""",
    NO_OWNER: """
        select '使用单位' where not exists (
            select from appbuss b join equipment e on e.equdatasysid = b.equdatasysid
            where b.unitsysid <> e.useorgsysid)""",
    UNSAFE: """
        select name from unit where usertype in ('01', '02', '03') and (safemanager = '' or safetel = '')
        and exists (select from equipment e where e.useorgsysid = unit.unitsysid and e.lacking is null)""",
    UNGRADED: """
        select equcode from equipment where equclass = '2000' and equstatus = '1' and ssdegree = '' and lacking is null
        and "equDel" = 0 and equclacode not like '23%'""",
    UNRETURNED: "select '全市' where not exists (select from appbuss where returned)",
    UNSIGNED: "select '全市' where not exists (select from inspection_notice where receivedate is not null)",
    UNPRICED: "select '全市' where not exists (select from agreement_clause where price > 0)",
    SAME_FIRM: """
        select equcode from equipment where equclass = '3000' and lacking is null and insorgname <> ''
           and insorgname = maiorgname
           and (select 2 * count(*) filter (where insorgname = maiorgname) > count(*) from equipment
                where equclass = '3000' and lacking is null and insorgname <> '' and maiorgname <> '')""",
    FORGOTTEN: """
        select equcode from equipment where equstatus = '1' and "equDel" = 0 and lacking is null
           and least(ninspdate, ninspdate2) < current_date - 365 order by least(ninspdate, ninspdate2) offset 1""",
    NOTHING_OPEN: """
        select '全市' where not exists (select from equipment where unqualcode <> '' and equstatus = '1')""",
    CHAIN: "select '全市' where (select bool_and(found = 0) from chain_check) is not true",
}


def devices(url: str) -> Iterator[Device]:
    """All devices with the days of their finished inspections."""
    import psycopg
    from psycopg.rows import dict_row

    with psycopg.connect(url, row_factory=dict_row) as link:
        visits: dict[str, list[date]] = defaultdict(list)
        done = (
            "select equdatasysid, inspdate from appbuss where inspdate is not null and seisort = '02' order by inspdate"
        )
        for row in link.execute(done):
            visits[row["equdatasysid"]].append(row["inspdate"])
        for row in link.execute('select * from equipment where not coalesce("equDel", 0) = 1 and lacking is null'):
            yield Device({**row, **(row["params"] or {})}, visits[row["equdatasysid"]])


def of_all(url: str, city: Iterable[Device]) -> Iterator[tuple[str, str]]:
    """What is wrong with the city as a whole."""
    import psycopg

    with psycopg.connect(url) as link:
        people: Counter[str] = Counter(
            dict(
                link.execute(
                    "select scinspectorname, count(*) from appbuss where inspdate is not null group by 1"
                ).fetchall()
            )
        )
        for sentence, query in MISSING.items():
            yield from ((sentence, str(name)) for (name,) in link.execute(query).fetchall())
        named = [name for (name,) in link.execute("select name from unit where isuse or ismaker or ismaintain")]
        coded = [code for (code,) in link.execute("select code from unit where code <> ''")]
    city = list(city)
    yield from ((KNOWN, name) for name in named if any(word in name for word in TAKEN.split()))
    yield from ((BAD_CODE, code) for code in codes_off(coded))
    for sentence, wrong in (
        (OFF_PRICE, prices_off),
        (OFF_MAP, places_off),
        (ELSEWHERE, streets_off),
        (LIFELESS, lives_off),
    ):
        yield from ((sentence, name) for name in wrong(city))
    name, most = people.most_common(1)[0]
    if most > 0.3 * sum(people.values()):
        yield PEOPLE, f"{name} {most} 次"
    used = [d for d in city if d["equstatus"] == IN_USE]
    late = sum(d.day("ninspdate") < TODAY for d in used)
    if not 0.002 <= late / len(used) <= 0.01:
        yield OVERDUE, f"{late} / {len(used)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("TEJIAN_DATA", ROOT / "var")))
    given = parser.parse_args()
    with postgres.running(given.data.absolute()) as urls:
        city = list(devices(urls.owner))
        found: dict[str, list[str]] = defaultdict(list)
        for rule in RULES:
            for device in city:
                if rule.holds_for(device) and rule.wrong(device):
                    found[rule.sentence].append(device.name)
        for sentence, example in of_all(urls.owner, city):
            found[sentence].append(example)
    for sentence, names in found.items():
        print(f"{len(names):5}  {sentence}：{'；'.join(names[:EXAMPLES])}")
    total = sum(map(len, found.values()))
    print(f"{len(RULES) + len(OF_ALL)} rules, {len(city)} devices, {total} findings")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())

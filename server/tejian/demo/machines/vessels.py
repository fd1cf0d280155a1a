"""Pressure vessels: wall by pressure and diameter, class by medium, pressure and volume, filling by volume. And lots of
cylinders."""

import math
from typing import Any

from .machine import Machine, Order, at_least, written

PLATES = (6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 25.0, 28.0, 32.0, 36.0, 40.0, 46.0, 50.0)
STRESS = {"Q345R": 185.0, "Q245R": 147.0, "S30408": 137.0}  # MPa, at the temperatures used here
JOINT, CORROSION = 0.85, 1.5
FIRST, SECOND = "1", "2"  # groups of media: toxic or explosive, and the others
# name, medium, design pressure MPa, design temperature ℃, volumes m³, material
AIR = [
    ("储气罐", "压缩空气", 0.84, 100, (0.6, 1.0, 2.0, 3.0), "Q245R"),
    ("储气罐", "压缩空气", 1.0, 100, (1.0, 2.0, 5.0), "Q345R"),
    ("氮气缓冲罐", "氮气", 1.2, 60, (2.0, 5.0, 10.0), "Q345R"),
    ("分汽缸", "蒸汽", 1.25, 194, (0.3, 0.6), "Q245R"),
]
SECOND_CLASS = [
    ("氮气储罐", "氮气", 2.5, 50, (5.0, 10.0, 20.0), "Q345R"),
    ("蒸汽蓄热器", "蒸汽", 1.6, 204, (20.0, 30.0), "Q345R"),
    ("空气储罐", "压缩空气", 3.2, 60, (2.0, 5.0, 10.0), "Q345R"),
]
LIQUID_OXYGEN = ("液氧储罐", "液氧", 1.68, -196, (5.0, 10.0, 20.0), "S30408")
THIRD_CLASS = [
    ("液氨储罐", "液氨", 2.16, 50, (30.0, 50.0, 100.0), "Q345R"),
    ("丙烯储罐", "丙烯", 2.16, 50, (50.0, 100.0), "Q345R"),
    ("液化石油气储罐", "液化石油气", 1.77, 50, (50.0, 100.0), "Q345R"),
]
# medium, filling in t/m³, tank volumes of trucks in m³
LOT = 3  # cylinders that are brought together
CARGO = [("液化石油气", 0.42, (24.8, 52.0)), ("丙烯", 0.43, (25.0, 55.0)), ("液氨", 0.52, (21.0, 45.0))]


def vessel(order: Order) -> Machine:
    """A fixed vessel, a tank truck or a chamber for oxygen treatment."""
    if order.kind == "2220":
        return _truck(order)
    if order.kind == "2410":
        return _chamber(order)
    if order.kind == "2310":
        return _cylinders(order)
    choice = {"2170": AIR, "2150": SECOND_CLASS, "2130": THIRD_CLASS}[order.kind]
    if order.site == "hospital" and order.kind == "2150":
        choice = [LIQUID_OXYGEN]
    name, medium, press, heat, volumes, material = order.rnd.choice(choice)
    volume = order.rnd.choice(volumes)
    dia = round((volume / 2.2) ** (1 / 3) * 1000 / 50) * 50  # about three times as long as wide
    wall = at_least(press * dia / (2 * STRESS[material] * JOINT - press) + CORROSION, PLATES)
    own = _nominal(medium, press, heat, volume) | {
        "vesselclass": {"2170": "I", "2150": "II", "2130": "III"}[order.kind],
        "mediumgroup": FIRST if order.kind == "2130" else SECOND,
        "innerdia": str(dia),
        "vesselheight": str(round(volume / (math.pi * (dia / 2000) ** 2) * 1000 / 10) * 10),
        "mat_shell": material,
        "mat_head": material,
        "thick_shell": written(wall),
        "thick_head": written(wall),
        "corallow": written(CORROSION) if material != "S30408" else "0",
        "vesselstruct": "08" if volume >= 5 else "01",
        "insform": "02" if order.kind == "2130" or name == "分汽缸" else "01",
        "insulation": "真空粉末" if medium == "液氧" else "无",
        "ndtmethod": "RT",
        "ndtratio": "100" if order.kind == "2130" else "20",
        "heattreattype": "整体消除应力" if order.kind == "2130" else "无",
        "quickopen": "0",
        "nonmetal": "0",
        "safevalvenum": 2 if volume >= 50 else 1,
        "pressgaugenum": 1,
        "levelgauge": "磁翻板" if medium.startswith("液") or medium == "丙烯" else "无",
        "shutoffvalve": "有" if order.kind == "2130" else "无",
    }
    return Machine(name, f"C-{written(volume, 1)}/{written(press)}", own)


def _nominal(medium: str, press: float, heat: float, volume: float) -> dict[str, Any]:
    return {
        "volume": written(volume, 1),
        "designpress_shell": written(press),
        "workpress_shell": written(press * 0.9),
        "designtemp_shell": str(heat),
        "worktemp": "常温" if 0 < heat <= 100 else str(heat),
        "medium_shell": medium,
        "prestesttype": "01",
        "prestestpress": written(press * 1.25, 3),
        "monitoruse": "0",
        "rbi": "0",
    }


def _truck(order: Order) -> Machine:
    rnd = order.rnd
    medium, filling, volumes = rnd.choice(CARGO)
    small = rnd.random() < 0.4
    volume = volumes[0 if small else 1]
    mass, tare = int(volume * filling * 1000 / 10) * 10, 14_500 if small else 17_800
    press = 1.77 if medium == "液化石油气" else 2.16
    plate = f"浙B{rnd.choice('DEKMN')}{rnd.randrange(10**4):04d}" + ("" if small else "挂")
    own = _nominal(medium, press, 50, volume) | {
        "vesselclass": "Y",
        "mediumgroup": FIRST,
        "innerdia": "2300" if small else "2400",
        "mat_shell": "Q345R",
        "thick_shell": "16",
        "vesselstruct": "08",
        "insform": "03",
        "carno": plate,
        "tankno": f"GT{order.born.year % 100:02d}{rnd.randrange(1000):03d}",
        "tankstruct": "单车卧式" if small else "半挂卧式",
        "tankvolume": written(volume, 1),
        "ratedfillmass": str(mass),
        "maxfill": str(mass),
        "tareweight": str(tare),
        "grossweight": str(tare + mass),
        "fillmedium": medium,
        "safevalvenum": 1,
        "shutoffvalve": "有",
        "nonmetal": "0",
        "quickopen": "0",
    }
    return Machine("汽车罐车", f"HT9{'250' if small else '400'}GYQ", own)


def _cylinders(order: Order) -> Machine:
    """A lot of seamless cylinders of one maker and size, which a filler brings to its inspection together."""
    first = order.rnd.randrange(100_000, 900_000)
    own = {
        "cylkind": "01",
        "cylno": f"{first}",
        "makercode": f"N{order.rnd.randrange(10, 99)}",
        "batchno": f"{order.born:%y%m}B",
        "cylmedium": order.rnd.choice(("氧气", "氮气", "氩气")),
        "cylgasgroup": "2",
        "nominalpress": "15",
        "waterpress": "22.5",
        "nominalvol": "40",
        "tareweight": "48",
        "outdia": "219",
        "wallthick": "5.7",
        "cyllength": "1315",
        "mat_body": "37Mn",
        "cylnum": LOT,
        "totalvol": str(40 * LOT),
    }
    return Machine("无缝气瓶", "WMⅡ219-40-15", own)


def _chamber(order: Order) -> Machine:
    alone = order.rnd.random() < 0.4
    people = 1 if alone else order.rnd.choice([8, 12, 16, 20])
    press, volume = (0.2, 1.6) if alone else (0.3, 12.0 + people * 2)
    own = _nominal("氧气" if alone else "压缩空气", press, 50, volume) | {
        "vesselclass": "II" if alone else "III",
        "mediumgroup": SECOND,
        "innerdia": "800" if alone else "2800",
        "mat_shell": "Q345R",
        "thick_shell": "8" if alone else "12",
        "chamberkind": "02" if alone else "01",
        "capacity": people,
        "chamberpress": written(press),
        "compmedium": "02" if alone else "01",
        "o2monitor": "在线测氧",
        "lightmode": "外照明",
        "firesystem": "无" if alone else "水喷淋",
        "groundres": "2",
        "quickopen": "1",
        "interlock": "有",
        "nonmetal": "0",
        "safevalvenum": 1 if alone else 2,
        "pressgaugenum": 2,
    }
    return Machine("医用氧舱", f"{'YC0820' if alone else f'GY{people}'}", own)

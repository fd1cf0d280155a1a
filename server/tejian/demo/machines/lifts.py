"""Lifts and escalators: rise by floors, speed by rise, load by site, drive by load and speed."""

from typing import Any

from .machine import Machine, Order, at_least, written

# floors that stand at a site, and the height of one in metres
FLOORS = {
    "estate": ((6, 11, 11, 18, 18, 26, 33), 2.9),
    "hospital": ((5, 8, 12, 16), 3.9),
    "mall": ((4, 5, 6, 7), 5.1),
    "hotel": ((8, 12, 18, 22), 3.5),
    "school": ((4, 5, 6), 3.6),
    "care": ((4, 5, 6), 3.3),
}
WORKSHOP = ((2, 3, 4, 5), 4.8)
SPEEDS = (1.0, 1.5, 1.75, 2.0, 2.5, 3.0)
MOTORS = (3.7, 5.5, 7.5, 9.2, 11.7, 13.4, 16.1, 18.5, 22.0, 27.0, 37.0, 45.0)
PERSON = 75  # kg
ESCALATOR_SPEED = 0.5
PEOPLE_AN_HOUR = {600: 3600, 800: 4800, 1000: 6000}  # at 0.5 m/s
MAKERS = ("宁波信控", "苏州默纳", "上海新时")
UCMP_FROM = 2016  # GB 7588 第 1 号修改单 2016-07-01


def lift(order: Order) -> Machine:
    """A lift or escalator."""
    if order.kind.startswith("33"):
        return _escalator(order)
    if order.kind == "3430":
        return _dumbwaiter(order)
    return _cabin(order)


def _cabin(order: Order) -> Machine:
    rnd, kind = order.rnd, order.kind
    floors, storey = FLOORS.get(order.site, WORKSHOP)
    count = rnd.choice(floors)
    if kind == "3120":
        count, storey = min(count, 6), max(storey, 4.5)
    if kind == "3210":
        count = min(count, 4)
    rise = (count - 1) * storey
    load = _load(order)
    speed = _speed(kind, rise)
    own = {
        "elefloornumber": count,
        "elestadenumber": count,
        "eledoornumber": count,
        "ratedload": str(load),
        "runvelocity": written(speed),
        "eleheight": written(rise, 1),
        "dooropentype": "02" if kind == "3120" else "01",
        "conscrtype": f"{rnd.choice(MAKERS)} CK{rnd.randrange(1, 6)}",
        "contscrcode": f"{rnd.randrange(10**6):06d}",
        "motorpower": written(at_least(0.5 * load * 9.81 * speed / 0.75 / 1000, MOTORS), 1),
        "restspeedtype": "XS3" if speed <= 1 else "XS240",
        "restspeedcode": f"{rnd.randrange(10**6):06d}",
        "safeclamtype": "QJ" + ("1000" if speed <= 0.63 else "2500"),
        "buffermode": "03" if speed > 1 else "02",
        "buffertype": "YH2/420" if speed > 1 else "JHQ-A-4",
        "doorlocktype": "161-A",
        "isresidential": "1" if order.site == "estate" else "0",
        "emertel": "96333",
        "maimode": rnd.choice(["01", "01", "02"]),
    }
    if kind != "3120":
        own["ratedpeople"] = load // PERSON
        own["controltype"] = "05" if count > 15 else "04" if count > 8 else "03"
    else:
        own["controltype"] = "01"
    own |= _hydraulic(order, load, speed) if kind == "3210" else _traction(order, load, rise)
    if kind == "3420":
        own |= {"fireentry": "1 层", "firephone": "1"}
    name = {"3110": "客梯", "3120": "货梯", "3210": "液压客梯", "3420": "消防员电梯"}[kind]
    if kind == "3110" and order.site == "hospital":
        name = "病床电梯"
    return Machine(name, f"{'THJ' if kind == '3120' else 'TKJ'} {load}/{written(speed)}", own)


def _load(order: Order) -> int:
    """Kilograms."""
    if order.kind == "3120":
        return order.rnd.choice([1000, 2000, 3000, 5000])
    if order.kind == "3420":
        return order.rnd.choice([1000, 1050, 1350])
    return order.rnd.choice({"hospital": [1600], "estate": [630, 800, 1000, 1050]}.get(order.site, [1000, 1150, 1350]))


def _speed(kind: str, rise: float) -> float:
    """Metres a second. A firefighters' lift reaches the top within a minute (GB/T 26465)."""
    if kind == "3120":
        return 0.5
    if kind == "3210":
        return 0.4
    if kind == "3420":
        return at_least(max(rise / 55, 1.5), SPEEDS)
    return 1.0 if rise <= 20 else 1.5 if rise <= 35 else 1.75 if rise <= 60 else 2.5


def _traction(order: Order, load: int, rise: float) -> dict[str, Any]:
    rnd, roomless = order.rnd, order.born.year >= 2005 and rise < 60 and order.rnd.random() < 0.4
    own = {
        "drivemode": "01",
        "machineroom": "02" if roomless else "01",
        "suspkind": "钢丝绳",
        "hasnonmetalsheave": "0",
        "tracangtype": f"YJ{rnd.choice([150, 200, 245, 275])}",
        "tracangcode": f"{rnd.randrange(10**7):07d}",
        "tracratio": "2:1" if roomless or load > 1600 else rnd.choice(["1:1", "2:1"]),
        "suspmedia": "φ10 mm 钢丝绳",
        "suspnum": 5 if load <= 1050 else 7,
        "compentype": "补偿链" if rise > 30 else "无",
        "uppromode": "曳引机制动器",
    }
    return own | ({"ucmpmode": "曳引机制动器"} if order.born.year > UCMP_FROM else {})


def _hydraulic(order: Order, load: int, speed: float) -> dict[str, Any]:
    return {
        "drivemode": "03",
        "machineroom": "01",
        "upspeed": written(speed),
        "downspeed": written(speed),
        "fullpress": written(2.4 + load / 1000, 1),
        "cylnum": 1,
        "liftform": "02",
        "rupturevalve": "R10",
        "antisettle": "电气防沉降",
    }


def _dumbwaiter(order: Order) -> Machine:
    rnd, load, floors = order.rnd, order.rnd.choice([100, 200, 250]), order.rnd.choice([2, 2, 3, 4])
    side = {100: 600, 200: 800, 250: 900}[load]
    own = {
        "elefloornumber": floors,
        "elestadenumber": floors,
        "eledoornumber": floors,
        "ratedload": str(load),
        "runvelocity": "0.4",
        "eleheight": written((floors - 1) * 3.6, 1),
        "controltype": "01",
        "drivemode": "01",
        "machineroom": "01",
        "dooropentype": "07",
        "dwcarwidth": str(side),
        "dwcardeep": str(side),
        "dwcarhigh": str(min(side + 100, 1200)),
        "dwdoordir": "直分",
        "contscrcode": f"{rnd.randrange(10**6):06d}",
        "motorpower": "1.1",
        "isresidential": "0",
    }
    return Machine("杂物电梯", f"TWJ {load}/0.4", own)


def _escalator(order: Order) -> Machine:
    rnd = order.rnd
    rise, width = rnd.choice([4.2, 4.8, 5.1, 5.4, 6.0, 7.2]), rnd.choice([800, 1000, 1000])
    angle = 30 if rise > 6 else rnd.choice([30, 35])
    own = {
        "nominalspeed": written(ESCALATOR_SPEED),
        "runvelocity": written(ESCALATOR_SPEED),
        "nominalwidth": str(width),
        "inclineangle": str(angle),
        "liftheight": written(rise, 1),
        "eleheight": written(rise, 1),
        "transcap": PEOPLE_AN_HOUR[width],
        "motorpower": written(at_least(rise * width / 1000 * 1.2, (5.5, 7.5, 11.0)), 1),
        "addbrake": "1" if rise > 6 else "0",
        "worktype": "01",
        "workenv": "01",
        "brakemodel": "BR-220",
        "contscrcode": f"{rnd.randrange(10**6):06d}",
        "tracangcode": f"{rnd.randrange(10**7):07d}",
        "emertel": "96333",
        "isresidential": "0",
    }
    return Machine("自动扶梯", f"FT{width}-{angle}/{written(rise, 1)}", own)

"""Fork-lift trucks and sightseeing vehicles: drive by load, masses by load, speed by drive."""

from typing import Any

from .machine import Machine, Order, written

MONITORED_FROM = 2024  # TSG 81—2022：2023-12-01 起出厂的叉车装安全监控装置
DIESEL, GAS, LEAD, LITHIUM = "02", "03", "04", "05"


def vehicle(order: Order) -> Machine:
    """A fork-lift truck, or a vehicle for visitors."""
    return _sightseeing(order) if order.kind.startswith("52") else _truck(order)


def _truck(order: Order) -> Machine:
    rnd = order.rnd
    drive = rnd.choices([DIESEL, GAS, LEAD, LITHIUM], weights=[45, 5, 25, 25 if order.born.year > 2016 else 0])[0]
    battery = drive in (LEAD, LITHIUM)
    load = rnd.choice([1500, 2000, 2500, 3000, 3500] if battery else [2500, 3000, 3500, 5000, 7000, 10000])
    speed = 14 if battery else 19
    own: dict[str, Any] = {
        "plateno": f"场内浙B·A{rnd.randrange(10**4):04d}",
        "powermode": drive,
        "ratedloadcap": str(load),
        "loadcenter": "500" if load < 5000 else "600",
        "selfweight": str(round((load * 1.35 + 700) / 10) * 10),
        "maxspeed_empty": str(speed),
        "maxspeed_load": str(speed - 1),
        "maxliftheight": rnd.choice(["3000", "3000", "4500"]),
        "mastform": "二级门架",
        "mastangle_f": "6",
        "mastangle_b": "12" if load < 5000 else "10",
        "turnradius": str(1700 + load // 5),
        "maxgrade": "15" if battery else "20",
        "engineno": f"{rnd.choice('HXYQ')}{rnd.randrange(10**7):07d}",
        "frameno": f"{rnd.randrange(10**8):08d}",
        "usearea": "01",
        "safemonitor": "1" if order.born.year >= MONITORED_FROM else "0",
    }
    own |= {"sysvoltage": "48" if load < 2500 else "80"} if battery else {"enginepower": str(37 + load // 200)}
    letters = "CPD" if battery else "CPYD" if drive == GAS else "CPCD"
    return Machine("叉车", f"{letters}{load // 100}", own)


def _sightseeing(order: Order) -> Machine:
    rnd, seats = order.rnd, order.rnd.choice([8, 11, 14, 23])
    own = {
        "plateno": f"场内浙B·G{rnd.randrange(10**4):04d}",
        "powermode": rnd.choice([LEAD, LITHIUM]),
        "passengers": str(seats),
        "traincarnum": 0,
        "curbweight": str(700 + seats * 75),
        "maxspeed_empty": "28",
        "maxspeed_load": "25",
        "maxgrade": "12",
        "sysvoltage": "72",
        "brakedist": "5",
        "engineno": f"D{rnd.randrange(10**7):07d}",
        "frameno": f"{rnd.randrange(10**8):08d}",
        "usearea": "03" if order.site == "park" else "02",
        "runroute": "游客中心—景点环线",
    }
    return Machine("观光车", f"YD{written(seats, 0)}", own)

"""Rides: grade by height and speed, load by seats."""

from .machine import Machine, Order, written

SEAT = 75  # kg
WHEELS = {42: (30, 4), 49: (36, 6), 66: (40, 6), 88: (48, 6)}  # height: gondolas, seats of one
COASTERS = {12: (12.0, 1, 16), 22: (19.0, 1, 20), 32: (24.0, 2, 24)}  # height: speed, trains, seats of one
SLIDES = (8, 10, 12, 16)


def ride(order: Order) -> Machine:
    """A wheel, a coaster, a monorail or a water slide."""
    make = {"6100": _wheel, "6200": _coaster, "6300": _monorail, "6D20": _slide}
    return make[order.kind](order)


def _seats(cars: int, seats: int) -> dict[str, object]:
    people = cars * seats
    return {
        "carnum": cars,
        "passpercar": seats,
        "passtotal": people,
        "ratedload": str(people * SEAT),
        "usemode": "01",
        "voltage": "380",
        "operatornum": 2,
    }


def _wheel(order: Order) -> Machine:
    height = order.rnd.choice(list(WHEELS))
    own = _seats(*WHEELS[height]) | {
        "amuslevel": "A" if height >= 50 else "B",
        "equheight": str(height),
        "runheight": str(height - 2),
        "rotdia": str(height - 6),
        "rotspeed": "0.05",
        "runspeed": "0.2",
        "drivemode": "轮胎摩擦",
        "drivepower": str(height // 2),
        "restraint": "封闭座舱",
        "maxacc": "1",
    }
    return Machine("观览车", f"GLC-{height}", own)


def _coaster(order: Order) -> Machine:
    height = order.rnd.choice(list(COASTERS))
    speed, cars, seats = COASTERS[height]
    own = _seats(cars, seats) | {
        "amuslevel": "A" if speed * 3.6 >= 50 else "B",
        "equheight": str(height),
        "runheight": str(height),
        "trackheight": str(height),
        "tracklength": str(height * 26),
        "runspeed": written(speed, 1),
        "maxslope": str(30 + height),
        "maxacc": written(2 + height / 20, 1),
        "drivemode": "链条提升",
        "drivepower": str(height * 3),
        "restraint": "安全压杠和安全带",
        "agelimit": "身高 1.2 m 以上",
    }
    return Machine("滑行车", f"HXC-{seats}", own)


def _monorail(order: Order) -> Machine:
    height = order.rnd.choice([3, 4, 5])
    own = _seats(order.rnd.choice([10, 12, 16]), 2) | {
        "amuslevel": "B",
        "equheight": str(height + 2),
        "runheight": str(height),
        "trackheight": str(height),
        "tracklength": str(height * 60),
        "runspeed": "1.2",
        "drivemode": "电动",
        "drivepower": "12",
        "restraint": "安全带",
        "maxacc": "1",
    }
    return Machine("架空游览车", f"JKC-{height}", own)


def _slide(order: Order) -> Machine:
    height = order.rnd.choice(SLIDES)
    own = _seats(2, 2) | {
        "amuslevel": "B",
        "equheight": str(height + 2),
        "slideheight": str(height),
        "heightdiff": str(height),
        "tracklength": str(height * 9),
        "runspeed": written((0.6 * 2 * 9.81 * height) ** 0.5 * 0.8, 1),
        "maxslope": "18",
        "waterdepth": "1.1",
        "drivemode": "水力",
        "restraint": "水筏",
        "agelimit": "身高 1.2 m 以上",
    }
    return Machine("水滑梯", f"SHT-{height}", own)

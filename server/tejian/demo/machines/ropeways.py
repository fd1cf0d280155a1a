"""Ropeways: plan length, length and height difference make a triangle; capacity follows from cars and speed."""

import math

from .machine import Machine, Order, written

# length m, height difference m
HILLS = ((820, 190), (1280, 326), (1650, 410), (2310, 520))


def ropeway(order: Order) -> Machine:
    """A circulating ropeway with cabins, or a reversible one with two large ones."""
    length, rise = order.rnd.choice(HILLS)
    circulating = order.kind == "9120"
    seats, cars, speed = (8, length // 40, 5.0) if circulating else (60, 2, 7.0)
    if circulating:
        capacity = int(3600 / (length * 2 / cars / speed)) * seats
    else:
        capacity = int(3600 / (length / speed + 120)) * seats
    own = {
        "ropewayform": "02" if circulating else "03",
        "ropewaylen": str(length),
        "horizlen": str(round(math.sqrt(length**2 - rise**2))),
        "heightdiff": str(rise),
        "runvelocity": written(speed, 1),
        "transcap": capacity,
        "ropegauge": "6.1" if circulating else "8.5",
        "branum": length // 110 if circulating else 2,
        "maxheight": "42" if circulating else "120",
        "carnum": f"{cars} 个 {seats} 人吊厢",
        "carcap": seats,
        "mainmotor": str(round(capacity * rise / 1400 / 10) * 10),
        "auxmotor": "柴油机辅助驱动",
        "tension": "液压张紧",
        "haulrope": "φ45.5 mm 6×36WS+PPC" if circulating else "φ30 mm 6×19S",
        "gripform": "脱挂" if circulating else "固定",
        "brakeform": "盘式工作制动器和紧急制动器",
        "upstation": "山顶站",
        "downstation": "山麓站",
        "opernum": 6,
    }
    if not circulating:
        own["trackrope"] = "φ52 mm 密封钢丝绳"
    return Machine("客运索道", f"{'MGD' if circulating else 'PR'}-{seats}", own)

"""Cranes: what spans what, how often, and how heavy it is."""

from typing import Any

from .machine import Machine, Order, written

AUXILIARY = {16: 3.2, 20: 5.0, 32: 5.0, 50: 10.0, 75: 20.0}  # of the auxiliary hook, by the main one
TOWERS = {63: (6, 50), 80: (6, 56), 100: (8, 60), 125: (8, 60), 160: (10, 65)}  # moment: capacity, radius


def crane(order: Order) -> Machine:
    """A bridge, gantry, quay or tower crane."""
    make = {"4170": _single, "4110": _bridge, "4190": _hoist_bridge, "4210": _gantry, "4250": _quay, "4310": _tower}
    return make[order.kind](order)


def _plain(order: Order, cap: float, span: float, height: float, grade: str) -> dict[str, Any]:
    return {
        "ratedliftcap": written(cap, 1),
        "hookmaincap": written(cap, 1),
        "span": written(span, 1),
        "liftheight": written(height, 1),
        "workgrade": grade,
        "moltenmetal": "0",
        "notstandard": "0",
        "powersupply": "380 V / 50 Hz",
        "totalweight": written(0.35 * cap + 0.18 * span + 0.012 * cap * span / 2, 1),
        "sling": "01",
        "workenv": "01",
        "insulated": "0",
    }


def _single(order: Order) -> Machine:
    rnd, cap = order.rnd, order.rnd.choice([1, 2, 3, 5, 5, 10])
    span = rnd.choice([10.5, 13.5, 16.5, 19.5, 22.5])
    own = _plain(order, cap, span, rnd.choice([6, 9, 12]), "A3") | {
        "structform": "03",
        "girderform": "03",
        "operamode": rnd.choice(["01", "02", "04"]),
        "liftspeedmain": "8/0.8",
        "trolleyspeed": "20",
        "gantryspeed": "20/30",
    }
    return Machine("电动单梁起重机", f"LD{cap}-{written(span, 1)}A3", own)


def _bridge(order: Order) -> Machine:
    rnd, cap = order.rnd, order.rnd.choice([10, 16, 20, 32, 50, 75])
    span, aux = rnd.choice([16.5, 19.5, 22.5, 25.5, 28.5, 31.5]), AUXILIARY.get(cap)
    own = _plain(order, cap, span, rnd.choice([9, 12, 16, 18]), "A5") | {
        "structform": "04",
        "girderform": "01",
        "operamode": "03" if cap >= 16 else "02",
        "cabin": "封闭式" if cap >= 16 else "无",
        "trolleygauge": "2.5",
        "liftspeedmain": "7.6",
        "trolleyspeed": "38",
        "gantryspeed": "75",
        "safemonitor": "1" if cap >= 50 and order.born.year >= 2017 else "0",
    }
    own |= {"hookauxcap": written(aux, 1)} if aux else {}
    caps = f"{cap}/{written(aux, 1)}" if aux else str(cap)
    return Machine("通用桥式起重机", f"QD{caps}-{written(span, 1)}A5", own)


def _hoist_bridge(order: Order) -> Machine:
    rnd, cap, span = order.rnd, order.rnd.choice([5, 10, 16, 20]), order.rnd.choice([16.5, 19.5, 22.5, 25.5])
    own = _plain(order, cap, span, rnd.choice([6, 9, 12]), "A3") | {
        "structform": "04",
        "girderform": "01",
        "operamode": "04",
        "liftspeedmain": "5/0.8",
        "trolleyspeed": "20",
        "gantryspeed": "30",
    }
    return Machine("电动葫芦桥式起重机", f"LH{cap}-{written(span, 1)}A3", own)


def _gantry(order: Order) -> Machine:
    rnd, cap = order.rnd, order.rnd.choice([5, 10, 16, 20, 32, 50])
    span = rnd.choice([18.0, 22.0, 26.0, 30.0, 35.0])
    own = _plain(order, cap, span, rnd.choice([9, 10, 12]), "A5") | {
        "structform": "04",
        "girderform": "01",
        "legform": "01",
        "cantilever": rnd.choice(["5", "6", "8"]),
        "gantrybase": "8",
        "operamode": "03",
        "cabin": "封闭式",
        "workenv": "02",
        "gantryspeed": "40",
    }
    return Machine("通用门式起重机", f"MG{cap}-{written(span, 1)}A5", own)


def _quay(order: Order) -> Machine:
    cap, reach = order.rnd.choice([(41, 50), (50, 55), (61, 63), (65, 65)])
    own = _plain(order, cap, 30, 38 + cap / 10, "A8") | {
        "structform": "05",
        "workscope": f"{reach}/0",
        "sling": "04",
        "operamode": "03",
        "cabin": "封闭式",
        "workenv": "02",
        "totalweight": str(900 + 8 * cap),
        "safemonitor": "1",
        "powersupply": "10 kV / 50 Hz",
    }
    return Machine("岸边集装箱起重机", f"STS{cap}-{reach}", own)


def _tower(order: Order) -> Machine:
    moment = order.rnd.choice(list(TOWERS))
    cap, radius = TOWERS[moment]
    tip = moment / radius * 0.9
    own = {
        "ratedliftcap": str(cap),
        "ratedmoment": str(moment),
        "maxradius": str(radius),
        "maxradiuscap": written(tip, 1),
        "liftheight": str(order.rnd.choice([100, 140, 180])),
        "freeheight": "40",
        "attachheight": "200",
        "luffmode": "01",
        "structform": "06",
        "sectionform": "01",
        "baseform": "03",
        "workgrade": "A4",
        "operamode": "03",
        "workenv": "02",
        "sling": "01",
        "totalweight": str(30 + moment // 4),
        "safemonitor": "1",
    }
    return Machine("塔式起重机", f"QTZ{moment}({radius}{int(tip * 10)})", own)

"""Boilers: grade by pressure, temperature by pressure, firing by fuel, fuel by year and place."""

from typing import Any

from .machine import Machine, Order, written

# rated pressure in MPa: saturated steam temperature in ℃
SATURATED = {0.7: 170, 0.8: 175, 1.0: 184, 1.25: 194, 1.6: 204}
GAS, COAL, BIOMASS = "09", "02", "16"
CLEAN_FROM = 2015  # coal was given up in towns from then on
FIRING = {GAS: "08", BIOMASS: "02", COAL: "01"}
STRUCTURE = {GAS: "01", BIOMASS: "04", COAL: "04"}
EFFICIENCY = {GAS: 94, BIOMASS: 85, COAL: 82}
LETTER = {GAS: "Q", BIOMASS: "SW", COAL: "AII"}


def boiler(order: Order) -> Machine:
    """A steam, hot water or thermal oil boiler."""
    if order.kind == "1200":
        return _hot_water(order)
    if order.kind.startswith("13"):
        return _thermal_oil(order)
    return _power(order) if order.site == "power" else _steam(order)


def _fuel(order: Order) -> str:
    if order.site in ("hospital", "hotel", "school") or order.born.year >= CLEAN_FROM:
        return GAS if order.rnd.random() < 0.85 else BIOMASS if order.site == "plant" else GAS
    return order.rnd.choice([GAS, COAL, BIOMASS])


def _common(order: Order, fuel: str) -> dict[str, Any]:
    gas = fuel == GAS
    own = {
        "fueltype": fuel,
        "burnmode": FIRING[fuel],
        "boilerstruct": STRUCTURE[fuel],
        "installform": "01" if gas else "02",
        "designeff": str(EFFICIENCY[fuel]),
        "haswall": "0" if gas else "1",
        "safevalvenum": 2,
        "pressgaugenum": 2,
        "nointernal": "0",
        "inplantset": "0",
        "flameprot": "1" if gas else "0",
        "overpressprot": "1",
        "boileruse": {"hospital": "01", "hotel": "03", "school": "02"}.get(order.site, "01"),
        "stokernum": 2,
    }
    burner = {"burnermodel": f"G{order.rnd.choice([30, 50, 70])}S", "burnermaker": "上海威索燃烧器有限公司"}
    return own | (burner if gas else {"dustmode": "布袋除尘", "slagmode": "机械除渣"})


def _steam(order: Order) -> Machine:
    rnd, fuel = order.rnd, _fuel(order)
    output = rnd.choice([1, 2, 4, 6, 10, 15, 20] if order.site not in ("hospital", "hotel") else [1, 2, 4])
    press = rnd.choice([0.7, 0.8, 1.0] if output <= 2 else [1.0, 1.25, 1.25, 1.6])
    own = _common(order, fuel) | {
        "boilerlevel": "B" if press > 0.8 else "C",
        "ratedevap": str(output),
        "ratedevapunit": "01",
        "ratedpress": written(press),
        "ratedtemp": str(SATURATED[press]),
        "feedwatertemp": "20" if output <= 4 else "105",
        "boilermedium": "01",
        "watervol": str(1200 + output * 1100),
        "hydropress": written(press * 1.5 if press < 0.8 else press + 0.4 if press <= 1.6 else press * 1.25),
        "watertreat": "01",
        "deoxmode": "热力除氧" if output > 4 else "",
        "watermannum": 1,
        "lowwaterprot": "1",
        "levelgaugetype": "玻璃板式",
    }
    head = "WNS" if fuel == GAS else "DZL" if fuel == BIOMASS else "SZL"
    return Machine(
        "蒸汽锅炉", f"{head}{output}-{written(press)}-{LETTER[fuel]}", {k: v for k, v in own.items() if v != ""}
    )


def _power(order: Order) -> Machine:
    output, press, heat = order.rnd.choice([(35, 3.82, 450), (75, 3.82, 450), (130, 9.81, 540)])
    own = {
        "boilerlevel": "A",
        "ratedevap": str(output),
        "ratedevapunit": "01",
        "ratedpress": written(press),
        "superheatpress": written(press),
        "ratedtemp": str(heat),
        "superheattemp": str(heat),
        "drumpress": written(press * 1.1),
        "feedwatertemp": "150" if press < 5 else "215",
        "boilermedium": "01",
        "fueltype": COAL,
        "burnmode": "05",
        "boilerstruct": "03",
        "installform": "03",
        "boileruse": "05",
        "designeff": "90",
        "haswall": "1",
        "watervol": str(output * 700),
        "hydropress": written(press * 1.1 * 1.25),
        "safevalvenum": 4,
        "pressgaugenum": 6,
        "watertreat": "02",
        "deoxmode": "热力除氧",
        "dustmode": "电袋复合除尘",
        "slagmode": "机械除渣",
        "genpower": str(output * 200),
        "nointernal": "0",
        "inplantset": "0",
        "stokernum": 8,
        "watermannum": 4,
        "lowwaterprot": "1",
        "overpressprot": "1",
        "flameprot": "1",
    }
    return Machine("循环流化床锅炉", f"UG-{output}/{written(press)}-M", own)


def _hot_water(order: Order) -> Machine:
    output, fuel = order.rnd.choice([0.7, 1.4, 2.8, 4.2, 7.0]), GAS
    own = _common(order, fuel) | {
        "boilerlevel": "C",
        "ratedevap": written(output, 1),
        "ratedevapunit": "02",
        "ratedpress": "1",
        "ratedtemp": "95",
        "outwatertemp": "95",
        "retwatertemp": "70",
        "boilermedium": "02",
        "watervol": str(int(1000 + output * 1500)),
        "hydropress": "1.4",
        "watertreat": "01",
        "watermannum": 1,
    }
    return Machine("热水锅炉", f"WNS{written(output, 1)}-1.0/95/70-Q", own)


def _thermal_oil(order: Order) -> Machine:
    output, fuel = order.rnd.choice([1.4, 2.4, 4.2, 7.0, 10.0]), _fuel(order)
    own = _common(order, fuel) | {
        "boilerlevel": "B" if output > 4.2 else "C",
        "ratedevap": written(output, 1),
        "ratedevapunit": "02",
        "ratedpress": "0.8",
        "ratedtemp": "300",
        "outwatertemp": "300",
        "retwatertemp": "280",
        "boilermedium": "04",
        "boilerstruct": "07",
        "watervol": str(int(400 + output * 450)),
        "hydropress": "1.2",
        "lowwaterprot": "1",
    }
    return Machine("有机热载体锅炉", f"YY(Q)W-{int(output * 1000)}Y({LETTER[fuel]})", own)

"""The units of the demo city: users, maintainers and makers, with valid codes."""

import random
from typing import Any

from tejian.archives.common.api import make_uscc
from tejian.archives.models.units import Unit
from tejian.kit.database.db import new_id
from tejian.kit.ground.pinyin import initials

from . import names as n

USE_UNITS = 400


def person(rnd: random.Random) -> str:
    return rnd.choice(n.SURNAMES) + rnd.choice(n.GIVEN)


def phone(rnd: random.Random) -> str:
    return f"13{rnd.choice('5678')}{rnd.randrange(10**8):08d}"


def _unit(rnd: random.Random, serial: int, name: str, area: str, street: str, **more: Any) -> Unit:
    boss = person(rnd)
    district = n.PLACES[area][0]
    return Unit(
        id=new_id(),
        name=name,
        code=make_uscc(serial, area),
        pinyin=initials(name),
        areacode=area,
        address=f"宁波市{district}{street}{rnd.randrange(1, 999)}号",
        legalman=boss,
        contact=person(rnd),
        tel=phone(rnd),
        safemanager=person(rnd),
        safetel=phone(rnd),
        invoicetitle=name,
        nature="150",
        **more,
    )


def _front(drawn: str, area: str) -> str:
    """What was drawn, or, where that is a place of another district, a name that is none."""
    if n.LOCAL.get(drawn, area) == area:
        return drawn
    free = [one for one in n.FRONT if n.LOCAL.get(one, area) == area]
    return free[n.FRONT.index(drawn) % len(free)]


def use_units(rnd: random.Random) -> list[Unit]:
    """Four hundred use units: estates, factories, hospitals, schools, shops, parks."""
    out: list[Unit] = []
    names: set[str] = set()
    while len(out) < USE_UNITS:
        area = rnd.choices(list(n.PLACES), weights=[12, 8, 10, 8, 16, 6, 5, 5, 9, 11])[0]
        district, streets = n.PLACES[area]
        front, kind = _front(rnd.choice(n.FRONT), area), rnd.random()
        if kind < 0.45:
            name = f"宁波{front}{rnd.choice(n.PROPERTY)}"
            name, user = (name if name.endswith("会") else name + "有限公司"), "03"
        elif kind < 0.75:
            name, user = f"{district[:2]}{front}{rnd.choice(n.WORKS)}有限公司", "01"
        elif kind < 0.96:
            name, user = f"{district}{front}{rnd.choice(n.PUBLIC)}", "02" if rnd.random() < 0.5 else "01"
        else:
            name, user = f"{district[:2]}{front}{rnd.choice(n.FUN)}", "01"
        if name in names:
            continue
        names.add(name)
        out.append(_unit(rnd, 10_000 + len(out), name, area, rnd.choice(streets), usertype=user, unittype="01"))
    return out


def other_units(rnd: random.Random) -> dict[str, list[Unit]]:
    """Makers by class, and maintainers."""
    groups = {
        "3000": n.LIFT_MAKERS,
        "4000": n.CRANE_MAKERS,
        "5000": n.VEHICLE_MAKERS,
        "2000": n.VESSEL_MAKERS,
        "1000": n.BOILER_MAKERS,
        "6000": n.RIDE_MAKERS,
        "9000": n.ROPEWAY_MAKERS,
        "8000": n.PIPE_BUILDERS,
        "maintain": n.MAINTAINERS,
    }
    out: dict[str, list[Unit]] = {}
    serial = 90_000
    for key, rows in groups.items():
        for name in rows:
            serial += 1
            area = rnd.choice(list(n.PLACES))
            kind = {"usertype": "08", "unittype": "04", "ismaintain": True, "isinstall": True, "isuse": False}
            if key != "maintain":
                kind = {"usertype": "07", "unittype": "02", "ismaker": True, "isuse": False}
            unit = _unit(rnd, serial, name, area, rnd.choice(n.PLACES[area][1]), **kind)
            unit.licenceno = f"TS{serial % 10_000:04d}{rnd.randrange(1000, 9999)}-2028"
            out.setdefault(key, []).append(unit)
    return out

"""The sites of the demo city: what a unit is by its name, which machines stand there, and where on its ground."""

import random
from dataclasses import dataclass

from tejian.archives.models.units import Unit

from . import names as n

# what a name says of a unit; the first one that fits
NAMED = [
    ("hospital", ("医院",)),
    ("care", ("养老院",)),
    ("school", ("小学", "中学")),
    ("mall", ("商业管理", "百货")),
    ("hotel", ("大酒店",)),
    ("port", ("码头",)),
    ("park", ("游乐园",)),
    ("scenic", ("旅游开发", "景区管理")),
    ("chem", ("石化",)),
    ("power", ("热电",)),
    ("gas", ("燃气",)),
    ("logistics", ("仓储物流",)),
    ("construction", ("建筑工程",)),
    ("machinery", ("机械", "金属制品", "汽车零部件")),
    ("plant", ("纺织", "食品", "塑胶")),
]
ESTATE = "estate"
# where a kind stands, with how often
STANDS = {
    "3110": {ESTATE: 74, "hospital": 6, "mall": 5, "hotel": 6, "school": 2, "care": 3, "machinery": 4},
    "3120": {"plant": 35, "machinery": 35, "logistics": 20, "mall": 10},
    "3310": {"mall": 85, "hospital": 15},
    "3430": {"hotel": 60, "school": 30, "mall": 10},
    "3210": {"hotel": 60, "mall": 40},
    "3420": {ESTATE: 60, "hotel": 30, "mall": 10},
    "2170": {"machinery": 50, "plant": 40, "logistics": 10},
    "2150": {"machinery": 40, "plant": 30, "chem": 10, "hospital": 20},
    "2130": {"chem": 100},
    "2220": {"chem": 70, "logistics": 30},
    "2410": {"hospital": 100},
    "4170": {"machinery": 60, "plant": 30, "logistics": 10},
    "4110": {"machinery": 90, "power": 10},
    "4190": {"machinery": 80, "plant": 20},
    "4210": {"machinery": 50, "construction": 30, "port": 20},
    "4250": {"port": 100},
    "4310": {"construction": 100},
    "5110": {"machinery": 35, "plant": 25, "logistics": 30, "port": 5, "chem": 5},
    "5200": {"scenic": 60, "park": 40},
    "1100": {"plant": 60, "machinery": 10, "hospital": 12, "hotel": 8, "power": 10},
    "1200": {"hotel": 40, "school": 30, "hospital": 20, "care": 10},
    "1320": {"plant": 80, "chem": 20},
    "8310": {"chem": 60, "plant": 40},
    "8320": {"power": 100},
    "8210": {"gas": 100},
    "6100": {"park": 100},
    "6200": {"park": 100},
    "6300": {"park": 100},
    "6D20": {"park": 100},
    "9110": {"scenic": 100},
    "9120": {"scenic": 100},
}
# 使用场所类别 (C631) of a site
PLACE_CODE = {ESTATE: "01", "school": "02", "hospital": "04", "mall": "08", "park": "11", "scenic": "11", "hotel": "12"}
PLACE_CODE |= {"machinery": "14", "plant": "14", "power": "14", "gas": "99", "chem": "15", "port": "16"}
PLACE_CODE |= {"logistics": "17", "construction": "18", "care": "20"}
BUILDINGS = {"hospital": ["门诊楼", "住院楼", "医技楼"], "mall": ["A座", "B座"], "hotel": ["主楼", "裙楼"]}
BUILDINGS |= {"school": ["教学楼", "实验楼", "食堂"], "care": ["颐养楼", "康复楼"], "port": ["1号堆场", "2号堆场"]}
BUILDINGS |= {"logistics": ["一号库", "二号库", "三号库"], "construction": ["滨江路项目工地", "高铁新城项目工地"]}
BUILDINGS |= {"park": ["一期乐园", "二期乐园"], "scenic": ["游客中心"], "chem": ["装置区", "罐区"], "power": ["主厂房"]}
BUILDINGS |= {"gas": ["门站"]}
WORKSHOPS = ["一车间", "二车间", "三车间", "四车间"]
# a kind has its own place, whatever the site
ROOMS = {
    "1": ["锅炉房"],
    "2170": ["空压站"],
    "2150": ["气站"],
    "2130": ["罐区"],
    "2220": ["车队"],
    "2410": ["高压氧科"],
    "2310": ["充装站"],
}
ROOMS |= {"4250": ["1号泊位", "2号泊位", "3号泊位"], "9": ["索道站房"]}


@dataclass(frozen=True)
class Place:
    """Where a machine stands."""

    text: str
    building: str
    code: str


def site_of(unit: Unit) -> str:
    """What a unit is by its name; everything else manages housing estates."""
    return next((site for site, words in NAMED if any(word in unit.name for word in words)), ESTATE)


class Sites:
    """The units by what they are; of each kind of site a few own much."""

    def __init__(self, units: list[Unit]):
        self.by_site: dict[str, list[Unit]] = {}
        for unit in units:
            self.by_site.setdefault(site_of(unit), []).append(unit)

    def unit_for(self, rnd: random.Random, kind: str) -> Unit:
        """The owner of another machine of this kind."""
        stands = {site: share for site, share in STANDS[kind].items() if site in self.by_site}
        owners = self.by_site[rnd.choices(list(stands), weights=list(stands.values()))[0]]
        return owners[min(int(rnd.paretovariate(1.1) * 3) - 3, len(owners) - 1)]


def place_of(rnd: random.Random, unit: Unit, kind: str) -> Place:
    """Where on the ground of its owner a machine of this kind stands."""
    site = site_of(unit)
    code = PLACE_CODE[site]
    if site == ESTATE:
        district, streets = n.PLACES[unit.areacode]
        known = random.Random(unit.code)  # the estates of a unit are always the same
        estate = rnd.choice([f"{known.choice(n.FRONT)}{known.choice(n.ESTATES)}" for _ in range(3)])
        street = streets[len(estate) % len(streets)]
        house = rnd.randrange(1, 30)
        text = f"宁波市{district}{street}{100 + known.randrange(800)}号{estate}{house}幢{rnd.randrange(1, 5)}单元"
        return Place(text, f"{estate}{house}幢", code)
    rooms = ROOMS.get(kind) or ROOMS.get(kind[0]) or BUILDINGS.get(site, WORKSHOPS)
    room = rnd.choice(rooms)
    return Place(f"{unit.address}{room}", room if kind[0] == "3" else "", code)

"""Two hundred thousand units with valid credit codes and names that repeat their parts as real ones do."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tejian.archives.common.identifiers import make_uscc
from tejian.demo import names as n
from tejian.kit.ground.pinyin import initials, sort_key

from .copying import key, scattered
from .province import CITIES, city_of, county_of

FIRST = list("天地恒永兴盛华瑞德信诚泰安金银宏伟新东南西北中江海山河云星月阳光明亮和美康乐福源丰达通顺利宝鼎立万")
SECOND = list("顺达隆昌盛源泰和丰利宇航腾飞翔龙凤虎鹏程辉煌立诚信德仁义礼智博雅文汇联合众力行远志高峰岭川湖洋")
BUSINESS = [
    *(f"{w}有限公司" for w in (*n.WORKS, "物业服务", "物业管理", "酒店管理", "房地产开发", "医疗器械", "电子科技")),
    *(f"{w}股份有限公司" for w in ("化工", "制药", "电力", "建材", "食品")),
    *("贸易有限公司", "商业管理有限公司", "仓储物流有限公司", "幼儿园", "医院", "养老院", "业主委员会", "学校", "宾馆"),
]
COUNT_FIRST = len(FIRST) * len(SECOND)
EACH = 160  # one unit in so many maintains lifts


@dataclass(frozen=True)
class Owner:
    """What other rows say of a unit."""

    key: str
    name: str
    pinyin: str
    code: str
    city: str
    county: str


@cache
def _initials(part: str) -> str:
    return initials(part)


def owner(number: int) -> Owner:
    """The unit of a number, from 1; the same one wherever it is asked for."""
    city = city_of(number)
    county = county_of(city, number)
    draw = scattered(number, 4)
    parts = (
        CITIES[city][0],
        FIRST[draw % len(FIRST)] + SECOND[(draw >> 8) % len(SECOND)],
        FIRST[(draw >> 16) % len(FIRST)] if number % 3 else "",
        "电梯工程有限公司" if number % EACH == 0 else BUSINESS[(draw >> 24) % len(BUSINESS)],
    )
    name = "".join(parts)
    pinyin = "".join(_initials(p) for p in parts if p)
    return Owner(key("01", number), name, pinyin, make_uscc(900_000 + number, county), city, county)


def owner_number(device: int, units: int) -> int:
    """Which unit owns a device: one in four devices belongs to the largest thousandth of the units."""
    draw = scattered(device, 5)
    if draw % 4 == 0:
        return draw // 4 % max(1, units // 1000) + 1
    return draw // 4 % units + 1


def maintainer_number(draw: int, units: int) -> int:
    """One of the units that maintain lifts; 0 where there are too few units for any."""
    return (draw % (units // EACH) + 1) * EACH if units >= EACH else 0


VARIED: tuple[str, ...] = (
    "unitsysid",
    "name",
    "code",
    "pinyin",
    "namesort",
    "areacode",
    "address",
    "invoicetitle",
    "unittype",
)
VARIED += ("formernames", "ismaintain")


def rows(numbers: range, tails: list[str]) -> Iterator[str]:
    for number in numbers:
        o = owner(number)
        address = f"浙江省{CITIES[o.city][0]}市{n.FRONT[number % len(n.FRONT)]}路{scattered(number, 6) % 2000 + 1}号"
        values = (o.key, o.name, o.code, o.pinyin, sort_key(o.name), o.county, address, o.name, "01", "")
        yield "\t".join((*values, "f" if number % EACH else "t", tails[number % len(tails)]))

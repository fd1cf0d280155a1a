"""The province that the bench fills: eleven cities with their counties, an institute and a bureau each.

City and county codes are those of GB/T 2260; names of institutes and units are invented.
"""

from bisect import bisect_right
from itertools import accumulate

from .copying import scattered

# city code → (name, weight in percent, its counties)
CITIES: dict[str, tuple[str, float, tuple[str, ...]]] = {
    "3301": ("杭州", 19.0, ("330102", "330105", "330106", "330108", "330109", "330110", "330111", "330122", "330182")),
    "3302": ("宁波", 12.5, ("330203", "330205", "330206", "330211", "330212", "330213", "330225", "330281", "330282")),
    "3303": ("温州", 13.0, ("330302", "330303", "330304", "330324", "330327", "330381", "330382")),
    "3304": ("嘉兴", 9.0, ("330402", "330411", "330421", "330424", "330481", "330482", "330483")),
    "3305": ("湖州", 6.0, ("330502", "330503", "330521", "330522", "330523")),
    "3306": ("绍兴", 8.5, ("330602", "330603", "330604", "330624", "330681", "330683")),
    "3307": ("金华", 11.0, ("330702", "330703", "330726", "330781", "330782", "330783", "330784")),
    "3308": ("衢州", 4.0, ("330802", "330803", "330822", "330824", "330881")),
    "3309": ("舟山", 2.0, ("330902", "330903", "330921")),
    "3310": ("台州", 11.0, ("331002", "331003", "331004", "331022", "331081", "331082")),
    "3311": ("丽水", 4.0, ("331102", "331121", "331122", "331123", "331181")),
}
STREETS = 18  # of a county
CODES = list(CITIES)
_edges = list(accumulate(int(w * 10) for _n, w, _c in CITIES.values()))


def city_of(number: int) -> str:
    """The city of a row, large cities more often."""
    return CODES[bisect_right(_edges, scattered(number, 1) % _edges[-1])]


def county_of(city: str, number: int) -> str:
    counties = CITIES[city][2]
    # the first counties hold more
    draw = scattered(number, 2)
    return counties[min(draw % len(counties), (draw >> 20) % len(counties))]


def cities() -> dict[str, str]:
    return {f"{code}00": name for code, (name, _weight, _counties) in CITIES.items()}


def counties() -> list[str]:
    return [county for _name, _weight, own in CITIES.values() for county in own]


def streets() -> list[str]:
    return [f"{county}{number:03d}" for county in counties() for number in range(1, STREETS + 1)]


def street_of(county: str, number: int) -> str:
    """A street of the county, nine digits; one row in nine ends at the county."""
    draw = scattered(number, 3)
    return county if draw % 9 == 0 else f"{county}{draw % STREETS + 1:03d}"

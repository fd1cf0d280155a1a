"""Two million devices: those of the demo city over and over, each with its own numbers, place, owner and dates.

Five devices after one another are a block: one owner, one model, one place, one declaration, one day of inspection.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from tejian.archives.common.identifiers import make_equipment_code, make_usecertno
from tejian.demo import names as n

from .copying import Sample, key, scattered
from .due import Dues
from .province import CITIES, CODES, street_of
from .units import Owner, maintainer_number, owner, owner_number

BLOCK = 5
VARIED: tuple[str, ...] = ("equdatasysid", "equcode", "regcode", "usecertno", "equidentcode", "prono", "ele96333code")
VARIED += ("equinnerno", "useorgsysid", "useorgname", "usepinyin", "areacode", "useplace")
VARIED += ("buildname", "superorgsysid", "superorgname", "cheorgsysid", "cheorgsysname", "chedeptid")
VARIED += ("inspdate", "ninspdate", "ninspdate2", "nwaterdate", "ndetdate", "insreportno")
VARIED += ("unqualcode", "oldcodes", "nextexplain")
VARIED += ("maiorgsysid", "maiorgname")
SHOWN = ("equdatasysid", "equclass", "equclacode", "equname", "chedeptid", "maiorgsysid", "maiorgname")
OF_THE_CITY = 12  # one block of lifts in so many is maintained by a unit of the demo city, which has many then
WHERE = "equdatasysid < 'f0' and \"equDel\" = 0 and equstatus in ('1', '2') order by equdatasysid"
LETTERS = {
    "1000": "GL",
    "2000": "RQ",
    "3000": "DT",
    "4000": "QZ",
    "5000": "CC",
    "6000": "YL",
    "8000": "GD",
    "9000": "SD",
}


@dataclass(frozen=True, eq=False)  # known by itself: caches ask for it
class Province:
    """What all rows share: sizes, the day, the sample and who inspects and supervises in each city."""

    devices: int
    units: int
    today: date
    sample: Sample
    institutes: dict[str, tuple[str, str]]
    bureaus: dict[str, tuple[str, str]]
    dues: Dues

    @property
    def blocks(self) -> int:
        return self.devices // BLOCK


@dataclass(frozen=True)
class Block:
    """What five devices and their declarations have in common."""

    number: int
    owner: Owner
    equclass: str
    street: str
    place: str
    inspected: date
    row: int  # of the sample


@lru_cache(300_000)
def _owner(number: int) -> Owner:
    return owner(number)


def _inspected(today: date, row: int, number: int) -> date:
    """The day of the last inspection of a block: any of the year, but for each row of the sample one of eight, so that
    the rules are asked twenty thousand times and not two million."""
    return today - timedelta(days=20 + (row * 41 + number % 8 * 43) % 340)


@lru_cache(8)
def block_of(p: Province, number: int) -> Block:
    mine = _owner(owner_number(number, p.units))
    draw = scattered(number, 8)
    row = draw % len(p.sample.shown)
    equclass = p.sample.shown[row][1]
    city = CITIES[mine.city][0]
    estate = n.FRONT[(draw >> 16) % len(n.FRONT)] + n.ESTATES[(draw >> 24) % len(n.ESTATES)]
    road = n.FRONT[(draw >> 32) % len(n.FRONT)]
    place = f"{city}市{road}路{(draw >> 40) % 3000 + 1}号{estate if equclass == '3000' else '厂区'}"
    street = street_of(mine.county, number)
    return Block(number, mine, equclass, street, place, _inspected(p.today, row, number), row)


@dataclass(frozen=True)
class Device:
    key: str
    block: Block
    equcode: str
    usecertno: str
    place: str
    reportno: str


@lru_cache(2 * BLOCK)
def device(p: Province, number: int) -> Device:
    """The device of a number, from 1."""
    block = block_of(p, (number - 1) // BLOCK + 1)
    kind = p.sample.shown[block.row][2]
    year = p.today.year - 2 - scattered(number, 10) % 18
    code = make_equipment_code(kind, f"33{number // 5000 % 1000:03d}", year, 5000 + number % 5000)
    plate = "浙" + "ABCDEFGHJKL"[CODES.index(block.owner.city)]
    cert = make_usecertno(kind, plate, number % 99_999 + 1, year + 1)
    at = f"{block.place}{number % 40 + 1}幢{scattered(number, 11) % 4 + 1}单元"
    return Device(key("02", number), block, code, cert, at, report_number(p, block, number))


def report_number(p: Province, block: Block, item: int) -> str:
    return f"{block.owner.city}{LETTERS[block.equclass]}{block.inspected.year}{item:08d}"


def maintainer(p: Province, block: Block) -> tuple[str, str]:
    """Who maintains the devices of a block: key and name."""
    draw = scattered(block.number, 14)
    number = maintainer_number(draw // OF_THE_CITY, p.units) if block.equclass == "3000" else 0
    if number and draw % OF_THE_CITY:
        mine = _owner(number)
        return mine.key, mine.name
    *_rest, of_the_sample, name = p.sample.shown[block.row]
    return of_the_sample, name


def next_days(p: Province, block: Block, number: int) -> Mapping[str, date | None]:
    """When the device is next due. Three in a hundred are late, one in a hundred is due later than the rules say."""
    ruled = p.dues.of(block.row, block.inspected)
    due, draw = ruled["ninspdate"], scattered(number, 12)
    if due and draw % 33 == 0:
        return {**ruled, "ninspdate": p.today - timedelta(days=draw // 33 % 120 + 1)}
    if due and draw % 100 == 1:
        return {**ruled, "ninspdate": due + timedelta(days=30)}
    return ruled


def stated(day: date | None) -> str:
    """A day as COPY reads it."""
    return day.isoformat() if day else r"\N"


def rows(p: Province, numbers: range) -> Iterator[str]:
    home = p.institutes["3302"][0]
    for number in numbers:
        d = device(p, number)
        b = d.block
        old = number % 3 == 0
        due = next_days(p, b, number)
        institute, bureau = p.institutes[b.owner.city], p.bureaus[b.owner.city]
        values = (
            d.key,
            d.equcode,
            f"{d.equcode[:4]}{b.owner.county}{d.equcode[-8:-4]}{number % 12 + 1:02d}{number % 10_000:04d}"
            if old
            else "",
            d.usecertno,
            f"{CODES.index(b.owner.city):02d}{b.equclass[0]}{number:09d}",
            f"{d.equcode[-6:-4]}{'ABCDEFGH'[number % 8]}{scattered(number, 13) % 10**7:07d}",
            f"{number % 900_000 + 100_000}" if b.equclass == "3000" and b.owner.city == "3302" else "",
            f"{number % 40 + 1}#",
            b.owner.key,
            b.owner.name,
            b.owner.pinyin,
            b.street,
            d.place,
            b.place if b.equclass == "3000" else "",
            *bureau,
            *institute,
            p.sample.shown[b.row][4] if institute[0] == home else "",
            b.inspected.isoformat(),
            stated(due["ninspdate"]),
            stated(due["ninspdate2"]),
            stated(due["nwaterdate"]),
            stated(due["ndetdate"]),
            d.reportno,
            "1032" if number % 400 == 0 else "",
            "",
            "{}",
            *maintainer(p, b),
            p.sample.tails[b.row],
        )
        yield "\t".join(values)

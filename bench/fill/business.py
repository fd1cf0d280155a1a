"""Declarations and business items: three finished ones for each device, and one in six devices under inspection now.

A declaration holds the five devices of a block. Rounds 0, 1, 2 … are the years back; what runs now is round "now".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from .copying import Sample, key, scattered
from .devices import BLOCK, LETTERS, Block, Province, block_of, device, next_days, report_number, stated

MAIN_VARIED: tuple[str, ...] = ("id", "appno", "step", "status", "appdate", "equclass", "equclacode", "unitsysid")
MAIN_VARIED += ("unitname", "unitcode", "unittext", "payunitsysid", "payunitname", "cheorg")
MAIN_VARIED += ("chedept", "equcount", "ninspdate", "acceptdate", "submitted", "step_since")
MAIN_VARIED += ("limit_at", "createtime", "opened_by")
ITEM_VARIED: tuple[str, ...] = ("id", "appmain_id", "seq", "equdatasysid", "equname", "equcode", "regcode")
ITEM_VARIED += ("usecertno", "equidentcode", "prono", "equclacode", "useplace", "ninspdate")
ITEM_VARIED += ("feelines", "createtime")
BUSS_VARIED: tuple[str, ...] = ("id", "appmain_id", "appitem_id", "appno", "seisn", "equdatasysid", "equclass")
BUSS_VARIED += ("equclacode", "equname", "equcode", "usecertno", "useplace", "areacode", "unitsysid")
BUSS_VARIED += ("unitname", "cheorg", "chedept", "duedate", "acceptdate", "step", "status")
BUSS_VARIED += ("step_since", "limit_at", "inspectors", "reportno", "inspdate", "unqualcode")
BUSS_VARIED += ("nextdate", "enteredat", "approvedat", "releasedat", "archivedat", "createtime")
BUSS_VARIED += ("opened_by", "instruments", "archiveno", "plandate", "imported", "scinspector")
BUSS_VARIED += ("last_by", "testsort")
FLOW: tuple[str, ...] = ("at", "process", "subject_id", "subject_no", "parent_no", "move", "move_label", "from_step")
FLOW += ("to_step", "user_id", "user_name", "opinion", "reason", "reason_code", "request_no")

HOME = "3302"
# steps of what runs now, as often as they stand here; declarations that are not accepted have no items yet
STEPS: tuple[str, ...] = ("RWAP", "RWAP", "RWAP", "RWQR", "RWQR", "BGSC", "BGLR", "BGLR", "BGLR", "BGQR", "BGSH_FX")
STEPS += ("BGSH", "BGSP", "BGDY", "BGGD", "BGFF")
STATUS = {"RWAP": "30", "RWQR": "31", "BGSC": "40", "BGLR": "40", "BGQR": "41", "BGSH_FX": "50", "BGSH": "50"}
STATUS |= {"BGSP": "51", "BGDY": "60", "BGGD": "61", "BGFF": "62"}
NONE = r"\N"
COLLEAGUES = 120  # inspectors of the measured institute beside those of the demo city
NOW = 15  # the round of what runs now


@dataclass(frozen=True)
class Business:
    """The samples and the people of the institute that the bench logs in to."""

    province: Province
    mains: Sample
    items: Sample
    finished: Sample
    running: Sample
    inspectors: tuple[str, ...]

    def institute(self, block: Block) -> str:
        return self.province.institutes[block.owner.city][0]


def runs_now(block: Block) -> bool:
    """Half of what the measured institute inspects is under way, a tenth elsewhere."""
    return block.number % (2 if block.owner.city == HOME else 10) == 0


def main_key(number: int, back: int) -> str:
    return key("03", number * 16 + back)


def app_no(day: date, number: int, back: int) -> str:
    """A number that no other declaration has; those of the demo city have four digits."""
    return f"SB{day:%Y%m%d}{50_000 + number // 25}" if back == NOW else f"SB{day:%Y%m%d}{number:06d}"


@lru_cache(128)
def _moment(day: date, hour: int) -> str:
    return f"{day.isoformat()} {hour:02d}:{day.day + 10}:00+08"


def _held(b: Business, blocks: range, rounds: tuple[int, ...]) -> Iterator[tuple[Block, int]]:
    """Every block with each of its rounds."""
    for number in blocks:
        block = block_of(b.province, number)
        for back in rounds:
            if back != NOW or runs_now(block):
                yield block, back


def _days(b: Business, block: Block, back: int) -> tuple[date, date]:
    """When a declaration was made and when it was inspected."""
    if back == NOW:
        made = b.province.today - timedelta(days=block.number % 25)
        return made, made + timedelta(days=5)
    day = block.inspected - timedelta(days=365 * back)
    return day - timedelta(days=12), day


def mains(b: Business, blocks: range, rounds: tuple[int, ...]) -> Iterator[str]:
    for block, back in _held(b, blocks, rounds):
        number = block.number
        made, _day = _days(b, block, back)
        o = block.owner
        step, status = ("DONE", "70") if back != NOW else ("RUN", "40")
        due = next_days(b.province, block, number)["ninspdate"]
        values = (
            main_key(number, back),
            app_no(made, number, back),
            step,
            status,
            made.isoformat(),
            block.equclass,
            b.province.sample.shown[block.row][2],
            o.key,
            o.name,
            o.code,
            f"{o.name}|{o.code}|{o.pinyin}".lower(),
            o.key,
            o.name,
            b.institute(block),
            "",
            str(BLOCK),
            stated(due) if back == NOW else made.isoformat(),
            made.isoformat(),
            _moment(made, 9),
            _moment(made, 10),
            NONE,
            _moment(made, 9),
            "",
            b.mains.tails[number % len(b.mains.tails)],
        )
        yield "\t".join(values)


def items(b: Business, blocks: range, rounds: tuple[int, ...]) -> Iterator[str]:
    for block, back in _held(b, blocks, rounds):
        number = block.number
        made, _day = _days(b, block, back)
        for place in range(BLOCK):
            n = (number - 1) * BLOCK + 1 + place
            d = device(b.province, n)
            _key, _class, kind, name, *_rest = b.province.sample.shown[block.row]
            values = (
                key("04", n * 16 + back),
                main_key(number, back),
                str(place),
                d.key,
                name,
                d.equcode,
                "",
                d.usecertno,
                "",
                "",
                kind,
                d.place,
                made.isoformat(),
                "[]",
                _moment(made, 9),
                b.items.tails[n % len(b.items.tails)],
            )
            yield "\t".join(values)


def businesses(b: Business, blocks: range, rounds: tuple[int, ...]) -> Iterator[str]:
    for block, back in _held(b, blocks, rounds):
        number = block.number
        for place in range(BLOCK):
            yield _business(b, block, (number - 1) * BLOCK + 1 + place, back)


def _business(b: Business, block: Block, n: int, back: int) -> str:
    p, now = b.province, back == NOW
    made, day = _days(b, block, back)
    d = device(p, n)
    _key, equclass, kind, name, dept, *_rest = p.sample.shown[block.row]
    source = b.running if now else b.finished
    # a whole block is arranged together, so it stands at one step
    step = STEPS[block.number // 2 % len(STEPS)] if now else "DONE"
    limit = _moment(p.today + timedelta(days=scattered(n, 14) % 20 - 4), 17) if now else NONE
    home = block.owner.city == HOME
    who = b.inspectors[scattered(block.number, 15) % len(b.inspectors)] if home else ""
    arranged = not now or step != "RWAP"
    signed = not now or step in ("BGDY", "BGGD", "BGFF")
    number = f"{block.owner.city}{LETTERS[equclass]}{day.year}{n:08d}"
    values = (
        key("05", n * 16 + back),
        main_key(block.number, back),
        key("04", n * 16 + back),
        app_no(made, block.number, back),
        f"{LETTERS[equclass]}{day.year}{n * 16 + back:09d}",
        d.key,
        equclass,
        kind,
        name,
        d.equcode,
        d.usecertno,
        d.place,
        block.street,
        block.owner.key,
        block.owner.name,
        b.institute(block),
        dept if home else "",
        day.isoformat(),
        made.isoformat(),
        step,
        STATUS[step] if now else "70",
        _moment(made if now else day, 11),
        limit,
        "{" + who + "}" if arranged and who else "{}",
        (report_number(p, block, n) if back == 0 else f"{number}R{back}") if signed else "",
        day.isoformat() if not now or step not in ("RWAP", "RWQR") else NONE,
        "1032" if n % 97 == back else "",
        (day + timedelta(days=365)).isoformat() if signed else NONE,
        _moment(day, 15) if signed else NONE,
        _moment(day + timedelta(days=3), 16) if signed else NONE,
        NONE if now else _moment(day + timedelta(days=8), 10),
        NONE if now else _moment(day + timedelta(days=6), 10),
        _moment(made, 10),
        "",
        "{}",
        "",
        day.isoformat() if arranged else NONE,
        "f",
        who if arranged else "",
        "",
        p.dues.sorts[block.row],
        source.tails[n % len(source.tails)],
    )
    return "\t".join(values)


# moves that leave a row: (process, move, words, from, to, days after the declaration was made)
OF_MAIN = (("declaration", "create", "申报登记", "", "YWSB", 0), ("declaration", "accept", "受理", "YWSL", "RUN", 1))
OF_ITEM = (
    ("business", "spawn", "生成业务", "", "RWAP", 1),
    ("business", "enter", "报告录入", "BGLR", "BGQR", 12),
    ("business", "approve", "报告批准", "BGSP", "BGDY", 15),
)


def flows(b: Business, blocks: range, rounds: tuple[int, ...]) -> Iterator[str]:
    for block, back in _held(b, blocks, rounds):
        number = block.number
        now = back == NOW
        made, day = _days(b, block, back)
        appno = app_no(made, number, back)
        for process, *rest, after in OF_MAIN:
            yield _flow(made + timedelta(days=after), process, main_key(number, back), "", appno, rest)
        for place in range(BLOCK):
            n = (number - 1) * BLOCK + 1 + place
            subject = key("05", n * 16 + back)
            seisn = f"{LETTERS[block.equclass]}{day.year}{n * 16 + back:09d}"
            for process, *rest, after in OF_ITEM[: 1 if now else 3]:
                yield _flow(made + timedelta(days=after), process, subject, seisn, appno, rest)


def _flow(day: date, process: str, subject: str, number: str, parent: str, move: list[str]) -> str:
    name, label, frm, to = move
    who = ("f006" + "0" * 28, "省库检验员")
    return "\t".join((_moment(day, 10), process, subject, number, parent, name, label, frm, to, *who, "", "", "", ""))

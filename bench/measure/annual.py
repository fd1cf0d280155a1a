"""The annual figures and 设备统计 over everything: statements over all devices and all items of a year.

    .venv/bin/python bench/measure/annual.py --data DIR

Asks only; writes nothing. The ratio is to a bare `select count(*)` over the same table in the same run.
"""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sqlalchemy import text
from sqlalchemy.orm import Session

from measure.common import Line, Server, table
from tejian import areas
from tejian.archives.equipment import counting as stat
from tejian.kit.database import db
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.user import User
from tejian.statistics.annual import counting, service
from tejian.system.settings.cache import version
from tejian.system.settings.dictionaries import load_words

LIMIT = 10.0  # seconds, at two million devices and six million items
ROUNDS = 3


def best(work: Callable[[], Any]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def year_of(session: Session, year: int, closed: bool) -> None:
    """All that the job asks for a year, with the memory that it takes for itself."""
    session.execute(text(service.MEMORY))
    first, upto = date(year, 1, 1), date(year, 12, 31) if closed else clock.today()
    for query in (
        counting.devices(first, upto),
        counting.missed(first, upto, closed),
        counting.inspections(first, upto),
    ):
        session.execute(query).all()
    counting.units(session, upto)


def lines(at: Server) -> list[Line]:
    """Measured on the database, past the server."""
    areas.load()
    dictionary.load_words.bind(load_words)
    if db.engine is None:
        db.configure(at.urls.app)
    with db.new_session() as session:
        me = User("bench", "bench", scope="all", dict_version=version(session, "dict"))
        devices = session.scalar(text("select count(*) from equipment")) or 0
        items = session.scalar(text("select count(*) from appbuss")) or 0
        bare = best(lambda: session.execute(text("select count(*) from equipment")).all())
        year = clock.today().year
        out = [Line("select count(*) from equipment", bare, "s", note=f"{devices:,} 台，{items:,} 件")]
        for label, work in (
            (f"年度统计，{year} 年（进行中）", lambda: year_of(session, year, False)),
            (f"年度统计，{year - 1} 年（年终）", lambda: year_of(session, year - 1, True)),
            ("设备统计，全部设备，种类×区县", lambda: stat.count(session, me, {"row": "class", "col": "area"})),
            ("设备统计，全部设备，使用年限×状态", lambda: stat.count(session, me, {"row": "age", "col": "status"})),
        ):
            spent = best(work)
            out.append(Line(label, spent, "s", limit=LIMIT, ratio=spent / bare, ratio_of="count(*)"))
        return out


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    found = lines(Server("", parser.parse_args().data))
    print(table(found))
    return int(any(x.missed for x in found))


if __name__ == "__main__":
    sys.exit(main())

"""What the demo city says, worked out again: charges to the cent, their money, what devices lack for their fees, dates.

    python server/tools/recompute.py --data DIR

Prints what is not as it should be; the last line says how much was looked at; exit 1 when something was found.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SERVER = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SERVER))

from sqlalchemy import select  # noqa: E402
from sqlalchemy.orm import Session  # noqa: E402

from tejian import settings  # noqa: E402
from tejian.ops import prepare  # noqa: E402

DECLARED = "施工(安装/改造/修理)合同价(计费)"  # said in the declaration, not in the archive
SHOWN = 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    given = parser.parse_args()
    with prepare.rules_only(settings.current().with_(data=str(given.data))):
        from tejian.kit.database import db as kit_db
        from tejian.kit.ground.user import SYSTEM

        with kit_db.new_session() as db:
            db.info["me"] = SYSTEM
            charges, wrong = _charges(db)
            devices, lacking = _devices(db)
            wrong += [*_dates(db), *_incomplete(db)]
    for one in [*wrong, *(f"{count} 台{words}" for words, count in lacking.most_common())][:SHOWN]:
        print(one)
    print(f"{charges} charges, {devices} devices, {len(wrong) + sum(lacking.values())} findings")
    return int(bool(wrong or lacking))


def _charges(db: Session) -> tuple[int, list[str]]:
    """How many charges there are, and which are not what table, policies, contracts and archive give."""
    from tejian.charging.checking.differences import why_wrong
    from tejian.charging.checking.proof import contradictions
    from tejian.charging.models.charges import Charge

    rows = db.scalars(select(Charge).order_by(Charge.chargesysid)).all()
    wrong = [f"{row.chargesysid} {words}" for row in rows if (words := why_wrong(db, row))]
    return len(rows), [*wrong, *map(str, contradictions(db))]


def _dates(db: Session) -> list[str]:
    """The devices that are allowed to run longer than the rules allow."""
    from tejian.inspection.recompute.api import later_than_rule

    return later_than_rule(db)


def _incomplete(db: Session) -> list[str]:
    """Devices without what the rules need of them: a day of stopping, a maintainer, a next detection. Archives that
    are known to be incomplete wait in a list of their own."""
    from tejian.archives.models.equipment import Equipment
    from tejian.inspection.recompute.api import compared

    alive = db.scalars(select(Equipment).where(Equipment.equDel == 0, Equipment.lacking.is_(None))).all()
    undetected = set(compared(db, [one.id for one in alive]).undetected)
    registered = [one for one in alive if one.regstatus == "1"]
    found = [(one, "没有报停日期") for one in alive if one.equstatus == "2" and not one.params.get("stopdate")]
    found += [(one, "没有维保单位") for one in registered if one.equclass == "3000" and not one.maiorgsysid]
    found += [(one, "没有下次自行检测日期") for one in alive if one.id in undetected]
    return [f"{one.equcode} {words}" for one, words in found]


def _devices(db: Session) -> tuple[int, Counter[str]]:
    """How many devices are in use, and what their archives lack for the base fees of what may be declared.

    Archives that are known to be incomplete wait in a list of their own.
    """
    from tejian.archives.models.equipment import Equipment
    from tejian.charging.fees import book as fees_book
    from tejian.charging.fees import facts as fees_facts
    from tejian.charging.fees import rules
    from tejian.kit.database.audit import present
    from tejian.kit.ground import clock

    book = fees_book.on_day(fees_facts.book(db), clock.today())
    lacking: Counter[str] = Counter()
    count = 0
    query = select(Equipment).where(Equipment.equstatus == "1", Equipment.lacking.is_(None))
    for device in db.scalars(query.execution_options(yield_per=500)):
        count += 1
        facts = fees_facts.device_facts(present(device), device.equclacode)
        pipes = fees_facts.pipelines(db, device)
        for sort in _sorts(book, device.equclass):
            words = [
                word for line in rules.item_lines(facts, pipes, sort, book) for word in line.missing if word != DECLARED
            ]
            if words:
                lacking[f"{device.equclacode} {sort} 缺少{'、'.join(dict.fromkeys(words))}"] += 1
    return count, lacking


def _sorts(book: Any, equclass: str) -> Iterator[str]:
    """The test sorts of which a class pays a base fee, but for manufacture (of products) and 复检 (of what failed)."""
    found = {
        sort
        for row in book.rows
        if equclass in row.classes and row.role == "base"
        for sort in row.testsorts
        if sort not in ("0101", "1501")
    }
    yield from sorted(found)


if __name__ == "__main__":
    sys.exit(main())

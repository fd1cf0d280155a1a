"""A table of lifts from the system before: old records that do not say everything, and wait to be completed."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from sqlalchemy.orm import Session

from tejian.archives.common.api import make_equipment_code, make_usecertno
from tejian.archives.models.units import Unit
from tejian.kit.ground.user import User
from tejian.kit.importing.meaning import Meaning, columns_by_meaning
from tejian.kit.importing.view import Reader, import_of

from . import names as n
from .draw import lots
from .sources import OLD_SYSTEM

SEED, ROWS = 19_961_101, 14
SOON = 130  # days; nobody has to inspect them before they are complete
HEAD = ["注册代码", "登记证号", "单位", "地址", "出厂号", "型号", "类别", "使用状况", "检验到期", "维保", "备注"]
KINDS = {"客梯": "3110", "货梯": "3120", "扶梯": "3310"}
MODELS = ("TKJ 1000/1.75", "GPS-III", "HOPE-II", "THF 2000/0.5")


def _table(units: Sequence[Unit], keepers: Sequence[Unit], today: date) -> Iterator[list[str]]:
    """The rows as the old system gives them: some without model, without number or without state."""
    rnd = lots(SEED)
    for serial in range(ROWS):
        unit, kind = units[-1 - serial], rnd.choice(list(KINDS))
        year, number = 2003 + serial, 9_400 + serial
        code = make_equipment_code(KINDS[kind], "33902", year, number)
        cert = make_usecertno(KINDS[kind], "浙B", 90_000 + serial, year)
        yield [
            code if serial % 4 else "",
            cert if serial % 5 else "",
            unit.name,
            f"宁波市{n.PLACES[unit.areacode][0]}{unit.address.rpartition(n.PLACES[unit.areacode][0])[2]}",
            f"{year % 100:02d}K{number}",
            rnd.choice(MODELS) if serial % 3 else "",
            kind,
            "在用" if serial % 5 else "在用未登记",
            str(today + timedelta(days=SOON + 11 * serial)),
            keepers[serial % len(keepers)].name,
            "2019 年移交",
        ]


def load(db: Session, me: User, units: Sequence[Unit], keepers: Sequence[Unit], today: date) -> None:
    """Import the table as the archivist does: what is missing is written down with each record."""
    view = import_of(OLD_SYSTEM[0])
    meaning = Meaning(OLD_SYSTEM[2], OLD_SYSTEM[3])
    columns = columns_by_meaning(list(view.columns(db, me)), HEAD, meaning, view.drafts)
    reader = Reader(db, me, columns, view.known_days(db), meaning.words, view.drafts)
    rows = [reader.row(line, cells) for line, cells in enumerate(_table(units, keepers, today), 2)]
    trial = view.start(db, me)
    trial.check(rows)
    trial.checked()
    if wrong := [row.errors for row in rows if row.errors]:
        raise ValueError(f"old records of the demo city: {wrong}")
    importer = view.start(db, me)
    importer.write(rows)
    importer.finish()

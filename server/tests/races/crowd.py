"""A big database in seconds: the small city's rows copied by SQL, with keys, codes and dates of their own."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from tejian.kit.database.db import Base

DEVICES, UNITS, MAINS, ITEMS = 200_000, 10_000, 40_000, 60_000
KEY = "lpad(g::text, 32, '{}')"
DAYS = "(current_date + (g * 7 % 900) - 60)"
UNIT = f"case when g % 40 = 0 then s.unitsysid else lpad((g % {UNITS} + 1)::text, 32, 'u') end"
MAIN_STEPS = "(array['YWSB','SCFP','CLFS','YWSL','RUN','RUN','RUN','DONE','DONE','DONE','DONE','VOID'])[1 + g % 12]"
STEPS = "(array['RWAP','RWQR','BGSC','BGLR','BGQR','BGSH_FX','BGSH','BGSP','BGDY','BGGD','BGFF','finish_inspect'])"


def copy(db: Session, table: str, count: int, **given: str) -> None:
    """`count` rows like those that are there; `given` columns come from SQL in which g is the number of the row."""
    columns = [c for c in Base.metadata.tables[table].columns if c.computed is None and c.identity is None]
    picked = ", ".join(given.get(c.name) or f's."{c.name}"' for c in columns)
    names = ", ".join(f'"{c.name}"' for c in columns)
    db.execute(
        sa.text(
            f"with s as (select *, row_number() over () - 1 as nr, count(*) over () as total from {table})"
            f" insert into {table} ({names}) select {picked} from generate_series(1, {count}) g"
            " join s on s.nr = g % s.total"
        )
    )


def without_indexes(db: Session, tables: str) -> list[str]:
    """Drop what slows the copying down; gives the statements that make it again."""
    query = f"select indexname, indexdef from pg_indexes where tablename in ({tables}) and indexname not like 'pk%'"
    found = db.execute(sa.text(query)).all()
    for name, _ in found:
        db.execute(sa.text(f"drop index {name}"))
    return [definition for _, definition in found]


def fill(db: Session, main: dict[str, Any], item: dict[str, Any]) -> None:
    """Devices, units, declarations and items of a city of a million. Needs a superuser: keys are not checked."""
    db.execute(sa.text("set session_replication_role = replica"))
    db.execute(sa.text("set maintenance_work_mem = '256MB'"))
    indexes = without_indexes(db, "'equipment', 'unit'")
    copy(
        db,
        "unit",
        UNITS,
        unitsysid=KEY.format("u"),
        name="'单位' || g",
        code="'91' || lpad(g::text, 16, '0')",
        pinyin="''",
    )
    copy(
        db, "equipment", DEVICES, equdatasysid=KEY.format("e"), equcode="'E' || g", ninspdate=DAYS, prono="'P' || g",
        ele96333code="''", regcode="''", equidentcode="''", usecertno="'梯' || g", params="'{}'", nextexplain="'{}'",
        useorgsysid=f"case when g % 3 = 0 then s.useorgsysid else lpad((g % {UNITS} + 1)::text, 32, 'u') end",
    )  # fmt: skip
    for definition in indexes:
        db.execute(sa.text(definition))
    db.execute(sa.insert(Base.metadata.tables["appmain"]).values(**main))
    db.execute(sa.insert(Base.metadata.tables["appbuss"]).values(**item))
    number = "'SB19' || lpad({}::text, 10, '0')"
    copy(
        db, "appmain", MAINS, id=KEY.format("a"), appno=number.format("g"), step=MAIN_STEPS,
        unittext="'单位' || g", unitname="'单位' || g", unitsysid=UNIT,
    )  # fmt: skip
    copy(
        db, "appbuss", ITEMS, id=KEY.format("b"), appno=number.format(f"(g % {MAINS} + 1)"), limit_at=DAYS,
        unitsysid=UNIT, appmain_id=f"lpad((g % {MAINS} + 1)::text, 32, 'a')", seisn="'DT19' || lpad(g::text, 8, '0')",
        step=f"case when g % 10 < 8 then 'DONE' else {STEPS}[1 + g % 12] end", reportno="'NB19' || g",
        inspectors="case when g % 50 = 0 then s.inspectors else array[lpad((g % 99)::text, 32, 'i')] end",
    )  # fmt: skip
    db.execute(sa.text("set session_replication_role = origin"))

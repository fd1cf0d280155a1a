"""Loads the system's reference data from data/*.csv; what administrators changed is left alone."""

import csv
import fnmatch
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from gmssl import sm2
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from tejian.kit.db import new_id
from tejian.kit.numbering import NumberRule
from tejian.kit.permission import PERMISSIONS

from .cache import bump
from .models import Role
from .reference import AreaNode, CalendarDay, DictItem, FlowConf, MenuNode, Param
from .rulestore import load_tables

DATA = Path(__file__).parent.parent / "data"


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a data file."""
    with (DATA / f"{name}.csv").open(encoding="utf-8-sig", newline="") as lines:
        yield from csv.DictReader(lines)


def install(db: Session) -> None:
    """Add what is missing; a second run changes nothing."""
    dictionaries(db)
    parameters(db)
    roles(db)
    menu(db)
    calendar(db)
    numbers(db)
    flow(db)
    load_tables(db)


def dictionaries(db: Session) -> None:
    """All dictionary entries, and the area tree that comes with them."""
    have = set(db.execute(select(DictItem.type, DictItem.value, DictItem.parent_value)).tuples())
    areas = set(db.scalars(select(AreaNode.code)))
    added = False
    for n, r in enumerate(rows("dictionaries")):
        if r["type"] == "AREA":
            if r["value"] not in areas:
                areas.add(r["value"])
                db.add(_area(r, n))
                added = True
            continue
        key = (r["type"], r["value"], r["parentValue"])
        if key in have:
            continue
        have.add(key)
        added = True
        db.add(
            DictItem(
                type=r["type"],
                type_name=r["type_name"],
                value=r["value"],
                label=r["label"],
                parent_value=r["parentValue"],
                sort=n,
                source=r["source"][:512],
            )
        )
    if added:
        bump(db, "dict")


def _area(r: dict[str, str], sort: int) -> AreaNode:
    code = r["value"]
    level = 4 if len(code) > 9 else 3 if len(code) > 6 else 1 if code.endswith("0000") else 2
    level = 2 if len(code) == 6 and not code.endswith("00") else level
    return AreaNode(code=code, name=r["label"].split("(")[0], parent_code=r["parentValue"], level=level, sort=sort)


def parameters(db: Session) -> None:
    have = set(db.scalars(select(Param.key)))
    fresh = [r for r in rows("params") if r["key"] not in have]
    for r in fresh:
        db.add(Param(**r))
    if "login.sm2_private" not in have:
        _sm2_keys(db)
        fresh.append({})
    if fresh:
        bump(db, "param")


def _sm2_keys(db: Session) -> None:
    """The installation's own SM2 pair for the second password encoding of the login call."""
    from secrets import randbelow

    curve = sm2.default_ecc_table
    private = f"{randbelow(int(curve['n'], 16) - 1) + 1:064x}"
    maker = sm2.CryptSM2(private_key=private, public_key="")
    public = maker._kg(int(private, 16), curve["g"])
    common = {"grp": "登录与会话", "source": "安装时生成"}
    # past the audit: a secret is not written into the log
    db.execute(insert(Param).values(key="login.sm2_private", value=private, label="SM2 私钥", **common))
    db.add(Param(key="login.sm2_public", value=public, label="SM2 公钥", **common))


def granted(patterns: str) -> list[str]:
    """The declared codes that a list of patterns names. A pattern that names none is an error in the data."""
    found: set[str] = set()
    for pattern in patterns.split(";"):
        hits = fnmatch.filter(PERMISSIONS, pattern)
        if not hits:
            raise ValueError(f"roles.csv: no permission is called {pattern}")
        found.update(hits)
    return sorted(found)


def roles(db: Session) -> None:
    have = set(db.scalars(select(Role.code)))
    for r in rows("roles"):
        if r["code"] not in have:
            db.add(
                Role(
                    code=r["code"],
                    name=r["name"],
                    scope=r["scope"],
                    permissions=granted(r["permissions"]),
                    remark=r["remark"],
                )
            )


def menu(db: Session) -> None:
    have = {m.id: m for m in db.scalars(select(MenuNode))}
    for r in rows("menu"):
        if r["permission"] and r["permission"] not in PERMISSIONS:
            raise ValueError(f"menu.csv: permission {r['permission']} is not declared")
        if r["id"] in have:
            continue
        db.add(
            MenuNode(
                id=r["id"],
                parent_id=r["parent"],
                name=r["name"],
                href=r["href"],
                icon=r["icon"],
                sys_code=r["sysCode"],
                permission=r["permission"],
                todo=r["todo"],
                sort=int(r["sort"]),
            )
        )


def calendar(db: Session) -> None:
    have = set(db.scalars(select(CalendarDay.day)))
    for r in rows("calendar"):
        day = date.fromisoformat(r["day"])
        if day not in have:
            db.add(CalendarDay(day=day, working=r["working"] == "1", name=r["name"], source=r["source"]))


def numbers(db: Session) -> None:
    have = set(db.scalars(select(NumberRule.code)))
    for r in rows("number_rules"):
        if r["code"] not in have:
            db.add(NumberRule(**r))


def flow(db: Session) -> None:
    if db.scalar(select(FlowConf.id).limit(1)):
        return
    found = list(rows("flow_conf"))
    for key, r in zip(sorted(new_id() for _ in found), found, strict=True):  # keys in the order of the steps
        db.add(
            FlowConf(
                id=key,
                process=r["process"],
                conf_version=int(r["conf_version"]),
                step=r["step"],
                name=r["name"],
                used=r["used"] == "1",
                limit_days=int(r["limit_days"]) if r["limit_days"] else None,
                scope=r["scope"],
                source=r["source"],
            )
        )
    bump(db, "flow")

"""Loads the system's reference data from data/*.csv, and what a new version changes of it; what administrators changed
is left alone."""

import fnmatch
from collections import Counter
from datetime import date
from itertools import chain
from secrets import randbelow
from typing import Any

from gmssl import sm2
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from tejian.data import rows
from tejian.kit.database.db import new_id
from tejian.kit.database.numbering import NumberRule
from tejian.kit.ground.permission import PERMISSIONS
from tejian.system.models.accounts import Role
from tejian.system.models.organisations import AreaNode, CalendarDay
from tejian.system.models.rules import FlowConf
from tejian.system.models.settings import DictItem, MenuNode, Param
from tejian.system.rules.api import load_tables
from tejian.system.settings.api import bump, renew


def install(db: Session) -> None:
    """Add what is missing and renew what nobody changed; a second run changes nothing."""
    dictionaries(db)
    parameters(db)
    roles(db)
    menu(db)
    calendar(db)
    numbers(db)
    flow(db)
    load_tables(db)


def dictionaries(db: Session) -> None:
    """All dictionary entries, and the divisions: those of the dictionary with their streets, then the whole country."""
    every = list(rows("dictionaries"))
    own = ((r["value"], r["label"].split("(")[0], r["parentValue"]) for r in every if r["type"] == "AREA")
    country = ((r["code"], r["name"], r["parent"]) for r in rows("areas"))
    known, added = set(db.scalars(select(AreaNode.code))), list[AreaNode]()
    for code, name, parent in chain(own, country):
        if code not in known:
            known.add(code)
            added.append(_area(code, name, parent, len(known)))
    db.add_all(added)
    places: Counter[str] = Counter()
    entries = [_entry(r, places) for r in every if r["type"] != "AREA"]
    if renew(db, DictItem, ("type", "value", "parent_value"), entries) or added:
        bump(db, "dict")


def _entry(r: dict[str, str], places: Counter[str]) -> dict[str, Any]:
    places[r["type"]] += 1
    told = {"type": r["type"], "value": r["value"], "parent_value": r["parentValue"], "type_name": r["type_name"]}
    return told | {"label": r["label"], "source": r["source"][:512], "sort": places[r["type"]]}


def _area(code: str, name: str, parent: str, sort: int) -> AreaNode:
    below = {9: 4, 12: 5}  # streets, villages
    level = below.get(len(code)) or (1 if code.endswith("0000") else 2 if code.endswith("00") else 3)
    return AreaNode(code=code, name=name, parent_code=parent, level=level, sort=sort)


def parameters(db: Session) -> None:
    marks = ("protects", "secret")
    told = ({n: v == "1" if n in marks else v for n, v in r.items() if n != "takes"} for r in rows("params"))
    changed = renew(db, Param, ("key",), told)
    if not db.scalar(select(Param.id).where(Param.key == "login.sm2_private")):
        _sm2_keys(db)
        changed = True
    if changed:
        bump(db, "param")


def _sm2_keys(db: Session) -> None:
    """The installation's own SM2 pair for the second password encoding of the login call."""
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
    renew(db, Role, ("code",), ({**r, "permissions": granted(r["permissions"])} for r in rows("roles")))


def menu(db: Session) -> None:
    """The menu; nodes of the same place stand in the order of the file."""
    nodes: list[dict[str, Any]] = []
    places: Counter[tuple[str, int]] = Counter()
    for r in rows("screens"):
        if r["permission"] and r["permission"] not in PERMISSIONS:
            raise ValueError(f"screens.csv: permission {r['permission']} is not declared")
        if not r["menu"]:
            continue
        node = {"id": r["menu"], "parent_id": r["parent"], "name": r["label"] or r["title"], "href": r["path"]}
        node |= {"icon": r["icon"], "sys_code": r["system"], "permission": r["permission"], "todo": r["todo"]}
        place = r["parent"], int(r["sort"])
        nodes.append({**node, "sort": place[1] * 100 + places[place]})
        places[place] += 1
    renew(db, MenuNode, ("id",), nodes, withdraw=True)


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
    steps = list(rows("flow_conf"))
    for key, r in zip(sorted(new_id() for _ in steps), steps, strict=True):  # keys in the order of the steps
        db.add(
            FlowConf(
                id=key,
                process=r["process"],
                conf_version=int(r["conf_version"]),
                step=r["step"],
                name=r["name"],
                used=r["used"] == "1",
                limit_days=int(r["limit_days"]) if r["limit_days"] else None,
                equclass=r["equclass"],
                seisort=r["seisort"],
                source=r["source"],
            )
        )
    bump(db, "flow")

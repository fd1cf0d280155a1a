"""The page of readiness: what is needed before the first report, what is missing first."""

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian import data
from tejian.kit.ground import dictionary
from tejian.kit.ground.user import User
from tejian.system.models.organisations import Org

from . import institute, platform
from .lines import ATTENTION, GOOD, MISSING, Line, line


class ReadyLine(TypedDict):
    """Something that is needed, how it stands (`ok`, `ca`, `no`), and the page where this user can see to it."""

    title: str
    state: str
    text: str
    to: str
    page: str


class ReadyGroup(TypedDict):
    """What one institute, or the whole installation, needs."""

    title: str
    missing: int
    lines: list[ReadyLine]


def readiness(db: Session, me: User) -> list[ReadyGroup]:
    """Every institute by itself, then what all of them share."""
    words = dictionary.words(db, me.dict_version)
    institutes = db.scalars(select(Org).where(Org.kind == "institute", Org.enabled).order_by(Org.sort, Org.code)).all()
    groups = [_group(me, org.name, list(institute.lines(db, org, words))) for org in institutes]
    if not groups:
        nothing = "还没有检验机构：先在机构管理中新增，再新增部门、科室和人员"
        groups = [_group(me, "检验机构", [line("检验机构", nothing, "", institute.ORGS)])]
    return [*groups, _group(me, "平台", list(platform.lines(db)))]


SCREENS = {row["path"]: (row["label"] or row["title"], row["permission"]) for row in data.rows("screens")}


def _shown(me: User, one: Line) -> ReadyLine:
    page, right = SCREENS.get(one.to, ("", ""))
    leads = me.may(right)
    return {
        "title": one.title,
        "state": one.state,
        "text": one.text,
        "to": one.to if leads else "",
        "page": page if leads else "",
    }


def _group(me: User, title: str, lines: list[Line]) -> ReadyGroup:
    worst_first = sorted(lines, key=lambda one: (MISSING, ATTENTION, GOOD).index(one.state))
    missing = sum(one.state == MISSING for one in lines)
    return {"title": title, "missing": missing, "lines": [_shown(me, one) for one in worst_first]}

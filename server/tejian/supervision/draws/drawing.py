"""What stands against a move of a draw, who may make it, and what it does."""

import secrets
from typing import Any

from sqlalchemy import false, insert, select
from sqlalchemy.orm import Session

from tejian.kit.database.db import new_id
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.records.crud import put
from tejian.supervision.checks import api as checks
from tejian.supervision.models.checks import BY_BUREAU, USE, SupervisionCheck
from tejian.supervision.models.draws import OFFICER, REPLACED, STRATA, TAKEN, UNIT, Draw, DrawSubject, Recusal

from . import frames
from .order import digest, in_order, seed
from .packing import attach

AT_ONCE = 2_000  # rows of one insert
RANDOM = "02"  # C668: 双随机抽查


def own(me: User) -> Any:
    """抽查机构的人员"""
    return Draw.org_id == me.org_id if me.org_id and not me.unit_id else false()


def public_ahead(d: Doing) -> str | None:
    """公开随机值还没有产生"""
    day = d.subject.publicday
    return None if day > clock.today() else f"公开随机值的日期{day}应在公布以后，公布时谁也不能知道"


def frame_fits(d: Doing) -> str | None:
    """各层的单位不少于抽查家数，检查人员不少于两人"""
    s = d.subject
    known = frames.strata(frames.units(d.db, s))
    for stratum, size in s.sizes.items():
        if size > len(known[stratum]):
            return f"{STRATA[stratum]}只有{len(known[stratum])}家，不能抽{size}家"
    if not sum(s.sizes.values()):
        return "请填写至少一层的抽查家数"
    able = len(frames.officers(d.db, s))
    return None if able >= 2 else f"本机构持有效监察证的检查人员只有{able}人，至少两人"


def public_known(d: Doing) -> str | None:
    """公开随机值已经产生"""
    day = d.subject.publicday
    return f"公开随机值要到{day}才产生，不能提前抽取" if clock.today() < day else None


def frame_unchanged(d: Doing) -> str | None:
    """名单与公布时一致"""
    found = frames.digest_of(frames.frozen(d.db, d.subject))
    return None if found == d.subject.framedigest else "名单与公布时的摘要不一致，不能抽取"


def two_left(d: Doing) -> str | None:
    """回避以后每家仍有两名检查人员"""
    keys = [one.key for one in frames.frozen(d.db, d.subject) if one.kind == OFFICER]
    kept_away: dict[str, set[str]] = {}
    for officer, unit in _recused(d.db, d.subject):
        kept_away.setdefault(unit, set()).add(officer)
    wrong = [unit for unit, away in kept_away.items() if len(set(keys) - away) < 2]
    return f"有{len(wrong)}家单位回避以后不足两名检查人员" if wrong else None


def one_to_take(d: Doing) -> str | None:
    """选的是抽中的单位，所在的层还有没抽到的单位"""
    out = _picked(d.db, d.subject, d.form["which"])
    if out is None:
        return "请选择抽中而没有替换的单位"
    return None if _next(d.db, d.subject, out.stratum) else f"{STRATA[out.stratum]}已没有可以替换的单位"


def planday_ahead(d: Doing) -> str | None:
    """计划日期未过"""
    day = d.form["planday"]
    return f"计划检查日期{day}已过" if day < clock.today() else None


def freeze(d: Doing) -> None:
    """固定名单，产生密钥，公布两者的摘要"""
    s = d.subject
    frame = [*frames.units(d.db, s), *frames.officers(d.db, s)]
    s.secret = secrets.token_hex(32)
    s.digest, s.framedigest = digest(s.secret), frames.digest_of(frame)
    s.units = sum(one.kind == UNIT for one in frame)
    s.officers = len(frame) - s.units
    moment = {"createby": d.me.id, "updateby": "", "createtime": clock.now(), "updatetime": clock.now(), "version": 1}
    empty = {"state": "", "place": 0, "first_id": "", "second_id": "", "why": ""}
    rows = [
        {**moment, **empty, "id": new_id(), "draw_id": s.id}
        | {name: getattr(one, name) for name in ("kind", "stratum", "key", "name", "score", "scored")}
        for one in frame
    ]
    for begin in range(0, len(rows), AT_ONCE):
        d.db.execute(insert(DrawSubject), rows[begin : begin + AT_ONCE])
    attach(d.db, d.me, s, "公布")


def take_units(d: Doing) -> None:
    """由密钥和公开随机值抽取单位和检查人员，公布密钥"""
    s = d.subject
    s.revealed = s.secret
    sown = seed(s.secret, s.publicvalue)
    for stratum, keys in frames.strata(frames.frozen(d.db, s)).items():
        for place, key in enumerate(in_order(sown, stratum, keys)[: s.sizes[stratum]], 1):
            _take(d.db, s, sown, key, place)
    d.db.flush()
    attach(d.db, d.me, s, "抽取结果")


def replace_one(d: Doing) -> None:
    """以同层次序中的下一家替换"""
    s = d.subject
    out = _picked(d.db, s, d.form["which"])
    assert out is not None
    key, place = _next(d.db, s, out.stratum)  # type: ignore[misc]
    out.state, out.why = REPLACED, d.reason.text
    _take(d.db, s, seed(s.revealed, s.publicvalue), key, place)
    d.db.flush()
    attach(d.db, d.me, s, f"替换{place}")


def plan_checks(d: Doing) -> None:
    """为抽中的每家制定检查计划"""
    s = d.subject
    for one in picked(d.db, s):
        values: dict[str, Any] = {"unitsysid": one.key, "planday": d.form["planday"], "equipment": []}
        values |= {"officer_id": one.first_id, "second_id": one.second_id, "checktype": RANDOM, "target": USE}
        values |= {"purpose": f"双随机抽查{s.drawno} {s.title}"}
        put(d.db, d.me, SupervisionCheck(), values, checks.hooks_of(BY_BUREAU), checks.FORMS[BY_BUREAU])


def picked(db: Session, s: Draw) -> list[DrawSubject]:
    """The units that are taken now, in their order."""
    S = DrawSubject
    mine = S.draw_id == s.id, S.kind == UNIT, S.state == TAKEN
    return list(db.scalars(select(S).where(*mine).order_by(S.stratum, S.place)))


def _picked(db: Session, s: Draw, key: str) -> DrawSubject | None:
    return next((one for one in picked(db, s) if one.id == key), None)


def _next(db: Session, s: Draw, stratum: str) -> tuple[str, int] | None:
    """The unit that follows the last one taken of a stratum, with its place."""
    S = DrawSubject
    mine = S.draw_id == s.id, S.kind == UNIT, S.stratum == stratum
    rows = db.execute(select(S.key, S.state).where(*mine)).all()
    order = in_order(seed(s.revealed, s.publicvalue), stratum, [key for key, _state in rows])
    taken = sum(state != "" for _key, state in rows)
    return (order[taken], taken + 1) if taken < len(order) else None


def _recused(db: Session, s: Draw) -> list[tuple[str, str]]:
    query = select(Recusal.officer_id, Recusal.unitsysid).where(Recusal.draw_id == s.id)
    return [(officer, unit) for officer, unit in db.execute(query)]


def _take(db: Session, s: Draw, sown: str, key: str, place: int) -> None:
    """Take a unit with its two officers: the first two in its own order who are not recused."""
    S = DrawSubject
    people = list(db.scalars(select(S.key).where(S.draw_id == s.id, S.kind == OFFICER)))
    away = {officer for officer, unit in _recused(db, s) if unit == key}
    able = [one for one in in_order(sown, OFFICER + key, people) if one not in away]
    row = db.scalars(select(S).where(S.draw_id == s.id, S.kind == UNIT, S.key == key)).one()
    row.state, row.place, row.first_id, row.second_id = TAKEN, place, able[0], able[1]

"""What a terminal is offered: versions of the app, the least one that still works, and guides with who read them."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.fieldwork import TAKEN, RecordOp, Terminal
from tejian.inspection.models.mobile import PUBLISHED, STAGED, AppVersion, TaskGuide
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User

HUNDRED = 100


def order_of(number: str) -> tuple[int, ...]:
    """A version as versions follow each other: 1.10.0 behind 1.9.2."""
    return tuple(int(part) if part.isdecimal() else 0 for part in number.split("."))


def offered(db: Session, me: User, terminal: Terminal) -> list[AppVersion]:
    """The versions that a terminal may have, the newest first."""
    rows = db.scalars(select(AppVersion).where(AppVersion.step.in_((STAGED, PUBLISHED)))).all()
    mine = [one for one in rows if one.step == PUBLISHED or _is_staged(one, me, terminal)]
    return sorted(mine, key=lambda one: order_of(one.appno), reverse=True)


def _is_staged(one: AppVersion, me: User, terminal: Terminal) -> bool:
    if one.station and one.station not in (me.dept_id, me.org_id):
        return False
    place = int(hashlib.sha256(f"{one.appno} {terminal.device}".encode()).hexdigest()[:8], 16) % HUNDRED
    return place < one.share


class Offer(TypedDict):
    minimum: str
    newest: str
    notes: str
    forced: bool


NOTHING: Offer = {"minimum": "", "newest": "", "notes": "", "forced": False}


def told(db: Session, me: User, terminal: Terminal, app: str) -> Offer:
    """What hello says of versions: the newest one offered, its notes, the least one, and whether that forces."""
    rows = offered(db, me, terminal)
    least = max((one.least for one in rows if one.least), key=order_of, default="")
    forced = bool(least and app and order_of(app) < order_of(least))
    newest = rows[0] if rows else None
    return {
        "minimum": least,
        "newest": newest.appno if newest else "",
        "notes": newest.notes if newest else "",
        "forced": forced,
    }


def guides(db: Session, me: User) -> list[TaskGuide]:
    """The guides of an institute in force today, in their order."""
    G, today = TaskGuide, clock.today()
    rows = select(G).where(G.orgid == me.org_id, G.validfrom <= today, (G.validto.is_(None)) | (G.validto >= today))
    return list(db.scalars(rows.order_by(G.guidestep, G.seq, G.id)))


GUIDE = "guide."  # before the key of a guide, in the path of its confirmation


def read_of(guide: TaskGuide) -> str:
    """What of a guide was read: another text wants to be read anew."""
    return hashlib.sha256(f"{guide.title}\n{guide.content}".encode()).hexdigest()[:16]


def refuse_other_guide(db: Session, me: User, path: str, value: Any) -> TaskGuide:
    """The guide that a confirmation names. Refuses one of another institute, and a text that the guide never had."""
    key = path.removeprefix(GUIDE)
    guide = db.scalars(select(TaskGuide).where(TaskGuide.id == key, TaskGuide.visible(me))).first()
    if guide is None:
        raise BadInput("没有这条任务指引")
    fits = isinstance(value, Mapping) and all(isinstance(value.get(one), str) for one in ("at", "read"))
    if not fits or set(value) != {"at", "read"} or not value["at"]:
        raise BadInput("任务指引的确认须有时间和所读的内容")
    if value["read"] != read_of(guide):
        raise Refused(f"任务指引“{guide.title}”已修改，请同步后重新阅读并确认")
    return guide


def confirmed(db: Session, me: User, records: Sequence[str]) -> dict[tuple[str, str], str]:
    """What of guides somebody confirmed, by record and guide: the text that he read last."""
    R = RecordOp
    query = select(R.record_id, R.path, R.value).where(R.record_id.in_(records), R.user_id == me.id, R.state == TAKEN)
    rows = db.execute(query.where(R.path.startswith(GUIDE)).order_by(R.createtime, R.seq))
    return {(one.record_id, one.path.removeprefix(GUIDE)): one.value["read"] for one in rows}


def refuse_unread(db: Session, me: User, equclass: str, record: str) -> None:
    """Refuse a record whose sender has not confirmed a guide that must be."""
    known = confirmed(db, me, [record])
    wanted = [one for one in guides(db, me) if one.must and one.equclass in ("", equclass)]
    unread = [one.title for one in wanted if known.get((record, one.id)) != read_of(one)]
    if unread:
        raise Refused(f"还有{len(unread)}条任务指引没有确认：{'、'.join(unread)}")

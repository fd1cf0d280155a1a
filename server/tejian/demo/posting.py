"""Reports of the demo city that go by post: some are sent, one in five of these comes back, the newest still wait."""

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import codes as at
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.posting import NumberRange, Waybill
from tejian.inspection.posting.api import WAYBILL, bills, make
from tejian.kit.ground.user import User
from tejian.system.models.organisations import Org

if TYPE_CHECKING:
    from .business import Story

POST, COURIER = "02", "02"
PREFIX, WIDTH, FIRST, LAST = "SF", 12, 140_661_200_001, 140_661_201_000
SHARE, RETURNED = 5, 5  # one declaration in so many is posted; of those one in so many comes back

DAY, BACK_AFTER = 11, 3  # of the story, on which its reports are released; after so many one is back


def is_posted(seed: int) -> bool:
    return seed % SHARE == 2


def way(seed: int, other: str) -> str:
    """How the unit of a declaration wants its reports."""
    return POST if is_posted(seed) else other


def prepare(db: Session) -> None:
    """The numbers that the institute got from a courier."""
    org = db.scalars(select(Org).where(Org.kind == "institute").order_by(Org.code)).first()
    assert org is not None
    ends = {"firstno": f"{PREFIX}{FIRST:0{WIDTH}d}", "lastno": f"{PREFIX}{LAST:0{WIDTH}d}"}
    run = {"prefix": PREFIX, "width": WIDTH, "first": FIRST, "last": LAST, "next": FIRST}
    db.add(NumberRange(org_id=org.id, company=COURIER, **ends, **run))


def send(story: "Story", ids: list[str]) -> None:
    """Put the reports of a declaration that wait for it in one parcel, send it, and now and then take it back."""

    def pack(db: Session, me: User) -> str | None:
        waiting = select(AppBuss.id).where(AppBuss.id.in_(ids), AppBuss.step == at.RELEASE)
        items = list(db.scalars(waiting))
        numbers = make(db, me, items, COURIER) if items else []
        keys = list(db.scalars(select(Waybill.id).where(Waybill.expressno.in_(numbers))))
        if keys:
            bills(db, me, keys)
        return keys[0] if keys else None

    def move(key: str, name: str, **values: str) -> None:
        def carry(db: Session, me: User) -> None:
            WAYBILL.do(db, me, name, [key], WAYBILL.by_name[name].read(db, me, {"id": key, **values}))

        later = DAY + (BACK_AFTER if name == "come_back" else 0)
        story.actors.do("shouli", story.at(later, 16, 30), carry)

    if not is_posted(story.job.seed) or not story.reaches("release"):
        return
    key = story.actors.do("shouli", story.at(DAY, 16, 10), pack)
    if key is None:
        return
    move(key, "send")
    if story.job.seed // SHARE % RETURNED == 0 and story.came(DAY + BACK_AFTER):
        move(key, "come_back", reason="收件人电话无人接听，快递员退回")

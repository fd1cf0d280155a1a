"""Reports of the demo city that go by post: some are sent, one in five of these comes back, the newest still wait."""

from typing import TYPE_CHECKING

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.posting.api import WAYBILL, make
from tejian.inspection.posting.models import NumberRange, PostedReport, Waybill
from tejian.kit.user import User
from tejian.system.organisations.models import Org

if TYPE_CHECKING:
    from .business import Story

POST, COURIER = "02", "02"
PREFIX, WIDTH, FIRST, LAST = "SF", 12, 140_661_200_001, 140_661_201_000
SHARE, RETURNED = 5, 5  # one declaration in so many is posted; of those one in so many comes back


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


def send(story: "Story", item_id: str, offset: int) -> None:
    """Put a report in a parcel, send it, and now and then take it back."""

    def pack(db: Session, me: User) -> None:
        make(db, me, [item_id], COURIER)

    def move(name: str, **values: str) -> None:
        def carry(db: Session, me: User) -> None:
            bill = _bill(db, item_id)
            sent = {"id": bill, **values}
            WAYBILL.do(db, me, name, [bill], WAYBILL.by_name[name].read(db, me, sent))

        later = offset + (3 if name == "come_back" else 0)
        story.actors.do("shouli", story.at(later, 16, 30), carry)

    story.actors.do("shouli", story.at(offset, 16, 10), pack)
    move("send")
    if story.job.seed // SHARE % RETURNED == 0 and story.came(offset + 3):
        move("come_back", reason="收件人电话无人接听，快递员退回")


def _bill(db: Session, item_id: str) -> str:
    query = select(Waybill.id).join(PostedReport, PostedReport.bill_id == Waybill.id)
    return db.scalars(query.where(PostedReport.appbuss_id == item_id)).one()

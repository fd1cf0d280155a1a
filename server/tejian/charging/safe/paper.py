"""XJJK, 现金解款单: the cash that one slip of the bank carries, by day and cashier, as it was carried."""

from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.cash import CashLot as L
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org

PRINT = "XJJK"


def slip(db: Session, me: User, ids: list[str]) -> File:
    """The sheet of a slip, by any of its cash. Refuses what nobody has carried to the bank."""
    require(me, p.DAYS)
    if len(ids) != 1:
        raise Refused("解款单一次打印一张")
    row = visible_or_refuse(db, me, L, ids[0])
    if not row.ref:
        raise Refused(f"{row.username}{row.day}的现金还没有解款")
    together = select(L).where(L.orgid == row.orgid, L.ref == row.ref).order_by(L.day, L.username, L.place)
    lots = db.scalars(together).all()
    total = sum((one.amount for one in lots), Decimal("0.00"))
    page = {
        "title": "现金解款单",
        "ref": row.ref,
        "orgname": db.scalar(select(Org.name).where(Org.id == row.orgid)) or "",
        "account": at.CASH_PLACES[at.FISCAL if row.place == at.FISCAL else at.OWN_BANK],
        "depositday": row.depositday,
        "depositby": row.depositby,
        "total": f"{total:.2f}",
        "totalwords": pdf.rmb_words(total),
        "rows": [
            {
                "day": one.day,
                "username": one.username,
                "place": at.CASH_PLACES[one.place],
                "holder": one.holder,
                "amount": f"{one.amount:.2f}",
            }
            for one in lots
        ],
        "seen": f"{row.seenby}　{clock.minute(row.seen)}" if row.seen else "",
        "printTime": pdf.print_time(),
    }
    return File(pdf.render("cash_slip", page), "application/pdf", f"解款单{row.ref}.pdf", inline=True)

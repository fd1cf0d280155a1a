"""日结单 FZRJB: what a cashier took on a day, by means and by denomination, with the signatures."""

from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import CashDay
from tejian.charging.money.api import sums_of_day
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org
from tejian.watch.chain import api as chain


def sheet(db: Session, me: User, ids: list[str]) -> File:
    """The sheet of one day that was counted."""
    require(me, p.DAYS)
    rows = many_visible_or_refuse(db, me, CashDay, ids)
    if len(rows) > 1:
        raise Refused("日结单一次打印一份")
    row = rows[0]
    if row.step == at.OPEN_DAY:
        raise Refused(f"{row.username}{row.day}尚未日结，不能打印日结单")
    content = pdf.render("FZRJB", _page(db, row))
    return File(content, "application/pdf", f"日结单{row.username}{row.day}.pdf", inline=True)


def _moment(value: Any) -> str:
    return clock.minute(value) if value else ""


def _page(db: Session, row: CashDay) -> dict[str, Any]:
    sums = sums_of_day(db, row.userid, row.day)
    return {
        "orgname": db.scalar(select(Org.name).where(Org.id == row.orgid)) or "",
        "cashier": row.username,
        "day": row.day,
        "stateName": at.DAY_NAMES[row.step],
        "means": [
            {"name": name, "count": str(sums.counts.get(way, 0)), "amount": f"{sums.of(way):.2f}"}
            for way, name in at.METHODS.items()
        ],
        "total": f"{sums.total:.2f}",
        "totalwords": ("负" if sums.total < 0 else "") + pdf.rmb_words(abs(sums.total)),
        "notes": [
            {"value": value, "count": str(row.counts.get(value, 0)), "amount": f"{amount:.2f}"}
            for value in at.NOTES
            if (amount := Decimal(value) * row.counts.get(value, 0)) is not None
        ],
        "cash": f"{row.cash:.2f}",
        "counted": f"{row.counted:.2f}",
        "difference": f"{row.difference:.2f}",
        "reason": row.reason,
        "signer": row.closedby,
        "signed": _moment(row.closed),
        "reviewer": row.reviewby,
        "reviewed": _moment(row.reviewed),
        "chainhead": chain.newest_head(),
        "printTime": pdf.print_time(),
    }

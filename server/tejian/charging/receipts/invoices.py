"""The paper of a receipt: what it states was copied when it was issued and is printed as it stands."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge, Invoice
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org


def printed_receipt(db: Session, me: User, ids: list[str]) -> File:
    """SFPJ: a receipt on paper. At the counter it is counted, and from the second print on the paper says so; who only
    reads it, as the unit its own, prints the electronic receipt as it is."""
    require(me, p.QUERY)
    if len(ids) != 1:
        raise Refused("票据一次打印一张")
    if not me.may(p.BILL):
        return receipt(db, me, visible_or_refuse(db, me, Invoice, ids[0]))
    row = visible_or_refuse(db, me, Invoice, ids[0], lock=True)
    row.prints += 1
    return receipt(db, me, row, again=row.prints - 1)


def receipt(db: Session, me: User, row: Invoice, *, again: int = 0) -> File:
    """The receipt as a PDF; `again` counts the prints before this one."""
    charge = db.scalars(select(Charge).where(Charge.id == row.charge_id)).one()
    data = {
        "title": words(db, me.dict_version).get("C642", {}).get(row.kind, "票据"),
        "billno": row.billno.removeprefix(row.billcode),
        "billcode": row.billcode,
        "checkcode": row.checkcode,
        "payer": row.title,
        "taxno": row.taxno,
        "content": row.content,
        "amount": f"{row.amount:.2f}",
        "amountwords": ("负" if row.amount < 0 else "") + pdf.rmb_words(abs(row.amount)),
        "chargesysid": charge.chargesysid,
        "taxpercent": f"{row.taxpercent.normalize():f}" if row.taxpercent is not None else "",
        "net": "" if row.tax is None else f"{row.amount - row.tax:.2f}",
        "tax": "" if row.tax is None else f"{row.tax:.2f}",
        "confirmation": row.confirmation,
        "originalno": row.originalno,
        "reason": row.reason,
        "issuedby": row.issuedby,
        "issued": row.issued.astimezone(clock.SHANGHAI).date(),
        "again": f"补打（第{again + 1}次打印）" if again else "",
        "orgname": db.scalar(select(Org.name).where(Org.id == row.orgid)) or "",
    }
    return File(pdf.render("charge_receipt", data), "application/pdf", f"票据{row.billno}.pdf", inline=True)

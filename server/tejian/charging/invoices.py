"""The paper of a receipt: what it states was copied when it was issued and is printed as it stands."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit import clock, pdf
from tejian.kit.dictionary import words
from tejian.kit.edge import File
from tejian.kit.user import User
from tejian.system.organisations.models import Org

from .models import Charge, Invoice


def receipt(db: Session, me: User, row: Invoice) -> File:
    """The receipt as a PDF."""
    charge = db.scalars(select(Charge).where(Charge.id == row.charge_id)).one()
    data = {
        "title": words(db, me.dict_version).get("C642", {}).get(row.kind, "票据"),
        "billno": row.billno,
        "payer": row.title,
        "taxno": row.taxno,
        "content": row.content,
        "amount": f"{row.amount:.2f}",
        "amountwords": ("负" if row.amount < 0 else "") + pdf.rmb_words(abs(row.amount)),
        "chargesysid": charge.chargesysid,
        "originalno": row.originalno,
        "reason": row.reason,
        "issuedby": row.issuedby,
        "issued": row.issued.astimezone(clock.SHANGHAI).date(),
        "orgname": db.scalar(select(Org.name).where(Org.id == row.orgid)) or "",
    }
    return File(pdf.render("charge_receipt", data), "application/pdf", f"票据{row.billno}.pdf", inline=True)

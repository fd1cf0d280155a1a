"""Which kind of receipt a charge gets (C642), the tax that an invoice states, and what a red one has to name.

An invoice of tax is 数电票, 普通 or 专用; a special one wants the buyer's tax number and the rate of the institute.
A red one goes by a 红字发票信息确认单 (国家税务总局公告2024年第11号). A paper under our own number is a 收据.
"""

import re
from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging.models.charges import Charge, Invoice
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.shapes import Option
from tejian.system.settings.api import value

from .tax_platform import TAX_NUMBER, is_builtin

TAX = "charge.tax_percent"
LEAST, MOST = 6, 32  # of the number of a confirmation
CONFIRMATION = re.compile(rf"[0-9A-Za-z]{{{LEAST},{MOST}}}")


def kinds_of(db: Session, charge: Charge) -> Sequence[str]:
    """The kinds that may be asked for, the usual one first."""
    return (at.OWN_PAPER,) if is_builtin(db) else at.KINDS_OF[charge.nature]


def offered(db: Session, charges: Sequence[Charge], dict_version: int) -> list[Option]:
    """The same with their words, for all of some charges."""
    known, each = words(db, dict_version)["C642"], [kinds_of(db, one) for one in charges]
    common = [kind for kind in each[0] if all(kind in one for one in each)] if each else []
    return [{"value": kind, "label": known[kind]} for kind in common]


def unfit(db: Session, charge: Charge, kind: str, taxno: str) -> str | None:
    """Why a kind cannot be issued for a charge."""
    if kind and kind not in kinds_of(db, charge):
        own = "本平台取号开的是收据" if is_builtin(db) else f"{charge.chargesysid}是{charge.nature}收费"
        return f"{own}，不能开所选的票据类型"
    if kind != at.SPECIAL:
        return None
    if not TAX_NUMBER.fullmatch(taxno):
        return "数电票(专用)须填购买方税号（15至20位数字或大写字母）"
    return None if percent_of(db) else f"数电票(专用)须写税率，参数 {TAX} 还没有设置"


def percent_of(db: Session) -> Decimal | None:
    """The rate of the institute as its tax authority set it; None while nobody has said it."""
    return Decimal(text) if (text := value(db, TAX, "")) else None


def tax_of(amount: Decimal, percent: Decimal) -> Decimal:
    """The tax that an amount holds, to the cent."""
    return (amount * percent / (100 + percent)).quantize(Decimal("0.01"))


def invoice_of_tax(db: Session, charge: Charge) -> str:
    """The number of the invoice of tax that stands for a charge; '' where there is none."""
    query = select(Invoice.billno).where(Invoice.charge_id == charge.id, Invoice.kind.in_(at.TAX_INVOICES))
    standing = query.where(Invoice.original_id.is_(None), Invoice.state != at.REVERSED)
    return db.scalar(standing.order_by(Invoice.issued.desc()).limit(1)) or ""


def unconfirmed(db: Session, charge: Charge, confirmation: str) -> str | None:
    """Why what stands for a charge cannot be taken back by this confirmation."""
    about = invoice_of_tax(db, charge)
    if not about:
        return "这次红冲的票据不是数电票，没有红字信息确认单" if confirmation else None
    if not CONFIRMATION.fullmatch(confirmation):
        return f"红冲数电票{about}须填红字信息确认单编号（{LEAST}至{MOST}位字母或数字）"
    used = db.scalar(select(Invoice.billno).where(Invoice.confirmation == confirmation).limit(1))
    return f"红字信息确认单{confirmation}已用于票据{used}" if used else None

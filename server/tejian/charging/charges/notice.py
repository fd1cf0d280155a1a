"""缴费通知单 FZNB001 and what else is printed of a charge."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.charges import Charge, ChargeItem, ChargeLine
from tejian.charging.models.parts import ChargePart
from tejian.charging.parts import api as plans
from tejian.inspection.models.items import AppMain
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.dictionary import words
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf, qr
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org
from tejian.system.settings.api import number, value

from .paper import paid_rows

DAYS = 15  # to pay, from the day on which it was confirmed


def payment_notice(db: Session, me: User, ids: list[str]) -> File:
    """FZNB001: what is to be paid, by when and how; only of charges that somebody owes."""
    require(me, p.QUERY)
    charges = many_visible_or_refuse(db, me, Charge, ids)
    if len(charges) > 1:
        raise Refused("缴费通知单一次打印一份")
    charge = charges[0]
    parts = plans.parts_of(db, charge)
    return _sheet(db, me, charge, _now(parts, charge))


def part_notice(db: Session, me: User, ids: list[str]) -> File:
    """FQTZ: what is to be paid of one part of a charge, and by when."""
    require(me, p.QUERY)
    wanted = many_visible_or_refuse(db, me, ChargePart, ids)
    if len(wanted) > 1:
        raise Refused("缴费通知单一次打印一份")
    charge = many_visible_or_refuse(db, me, Charge, [wanted[0].charge_id])[0]
    parts = plans.parts_of(db, charge)
    rest = next(one.rest for one in plans.plan(parts, charge) if one.seq == wanted[0].seq)
    if not rest:
        raise Refused(f"{charge.chargesysid}第{wanted[0].seq}期已缴清，不能打印缴费通知单")
    return _sheet(db, me, charge, _of_part(parts, wanted[0], rest))


def _now(parts: Sequence[ChargePart], charge: Charge) -> dict[str, Any]:
    """What is to be paid of a plan now: under the code of the part that comes next, the overdue ones with it."""
    coming = plans.first_open(parts, charge)
    return _of_part(parts, coming, plans.due_now(parts, charge)) if coming else {}


def _of_part(parts: Sequence[ChargePart], part: ChargePart, total: Decimal) -> dict[str, Any]:
    """What a notice about a part says otherwise."""
    rest = {"total": f"{total:.2f}", "amountwords": pdf.rmb_words(total), "totallabel": "本次应缴（大写）"}
    note = f"约定分{len(parts)}期缴费，本通知为第{part.seq}期"
    return rest | {"paycode": part.paycode, "paydeadline": part.dueday, "remark": note}


def _sheet(db: Session, me: User, charge: Charge, instead: dict[str, Any]) -> File:
    if charge.step not in at.OPEN:
        raise Refused(f"{charge.chargesysid}不是待缴费的收费，不能打印缴费通知单")
    content = pdf.render("FZNB001", _page(db, me, charge, instead))
    return File(content, "application/pdf", f"缴费通知单{charge.chargesysid}.pdf", inline=True)


def _page(db: Session, me: User, charge: Charge, instead: dict[str, Any]) -> dict[str, Any]:
    org = db.scalars(select(Org).where(Org.id == charge.orgid)).first()
    main = db.scalars(select(AppMain).where(AppMain.appno.in_(charge.appnos)).order_by(AppMain.appno)).first()
    items = {one.seisn: one for one in db.scalars(select(ChargeItem).where(ChargeItem.charge_id == charge.id))}
    lines = db.scalars(select(ChargeLine).where(ChargeLine.charge_id == charge.id).order_by(ChargeLine.seq))
    sorts = words(db, me.dict_version).get("C604", {})
    left = charge.owed - charge.received
    day = (charge.confirmed or clock.now()).astimezone(clock.SHANGHAI).date()
    account = {name: value(db, f"charge.{name}") for name in ("bank", "account")}
    page: dict[str, Any] = {
        "noticeno": charge.chargesysid,
        "payunit": charge.payunitname,
        "taxno": charge.taxno,
        "appno": "、".join(charge.appnos[:4]) + ("等" if len(charge.appnos) > 4 else ""),
        "inscontactname": main.inscontactname if main else "",
        "inscontacttel": main.INSCONTACTTEL if main else "",
        "paycode": charge.paycode,
        "paydeadline": charge.duedate or day + timedelta(days=number(db, "charge.pay_days", DAYS)),
        "noticedate": day,
        "payee": org.name if org else "",
        "billtypeName": words(db, me.dict_version)["C642"][at.RECEIPT_OF[charge.nature]],
        "natureName": at.NATURES[charge.nature],
        "total": f"{left:.2f}",
        "amountwords": pdf.rmb_words(left),
        "handler": charge.registerby,
        "remark": charge.remark or (f"已缴 {charge.received} 元" if charge.received else ""),
        "printTime": pdf.print_time(),
        "payments": paid_rows(db, charge),
        "owed": f"{charge.owed:.2f}",
        "paid": f"{charge.received:.2f}",
        "rest": f"{left:.2f}",
        "rows": [*(_row(line, items.get(line.seisn), sorts) for line in lines), *_already(charge)],
    }
    paid = f"应收 {charge.owed} 元，已缴 {charge.received} 元"
    if instead:
        if later := left - Decimal(instead["total"]):
            page["rows"].append(_beside("以后各期", -later))
        page |= instead | {"remark": "；".join(filter(None, [instead["remark"], paid, charge.remark]))}
    if page["paycode"]:
        page["qr"] = qr.svg(f"{value(db, 'charge.pay_address')}?code={page['paycode']}")
    return page | account


def _already(charge: Charge) -> list[dict[str, str]]:
    """What makes the rows add up to what is left: rounding and refunds of what was owed, and what came in."""
    beside = [("已冲减应收", charge.owed - charge.amount), ("已缴金额", -charge.received)]
    return [_beside(item, yuan) for item, yuan in beside if yuan]


def _beside(item: str, amount: Decimal) -> dict[str, str]:
    """A row that is no line of the charge."""
    return {"seisn": "", "equname": "", "testsortName": "", "item": item, "amount": f"{amount:.2f}"}


def _row(line: ChargeLine, item: ChargeItem | None, sorts: Any) -> dict[str, str]:
    return {
        "seisn": line.seisn,
        "equname": item.equname if item else "",
        "testsortName": sorts.get(item.testsort, "") if item else "",
        "item": line.item,
        "amount": f"{line.amount:.2f}",
    }

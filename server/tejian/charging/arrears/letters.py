"""Letters: made of what a unit owes today, their sending noted, printed; printed after that they are marked."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.units import Unit
from tejian.charging import permissions as p
from tejian.charging.models.arrears import WAYS, Letter
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold, many_visible_or_refuse
from tejian.kit.database.numbering import take_number
from tejian.kit.forms.formview import Input
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import pdf
from tejian.kit.records.crud import held
from tejian.kit.web.edge import File
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of
from tejian.system.models.organisations import Org
from tejian.system.settings.api import number, value

from .reading import AGE_NAMES, ZERO, age_of, charges_of

PAGE = "/assistMng/payMng/letterSearch/detail?id={id}"
MOST = 50


def make(db: Session, me: User, units: Sequence[str]) -> list[Letter]:
    """A letter to each of the units about all that it owes the institute of the user; one for each unit and day."""
    if not units:
        raise Refused("请选择")
    if len(units) > MOST:
        raise Refused(f"一次最多出函{MOST}份")
    return [_make(db, me, unit) for unit in sorted(set(units))]


def _make(db: Session, me: User, unit: str) -> Letter:
    hold(db, f"letter to {unit}")
    today = clock.today()
    rows = [(one, late) for one, late in charges_of(db, me, unit) if one.orgid == me.org_id]
    if not rows:
        raise Refused("所选单位没有到期未缴的收费，不需要催缴")
    known = select(Letter.letterno).where(Letter.unitsysid == unit, Letter.orgid == me.org_id, Letter.made == today)
    if before := db.scalar(known):
        raise Refused(f"今天已向{rows[0][0].payunitname}出函（{before}）")
    letter = Letter(unitsysid=unit, unitname=rows[0][0].payunitname, orgid=me.org_id, made=today, maker=me.name)
    letter.deadline = today + timedelta(days=number(db, "charge.letter_days", 15))
    letter.count, letter.oldest = len(rows), min(one.duedate or today for one, _late in rows)
    letter.amount = sum((late for _one, late in rows), ZERO)
    letter.rows = [
        {
            "chargesysid": one.chargesysid,
            "duedate": str(one.duedate),
            "age": AGE_NAMES[age_of(one.duedate or today, today)],
            "owed": f"{one.owed:.2f}",
            "received": f"{one.received:.2f}",
            "left": f"{late:.2f}",
        }
        for one, late in rows
    ]
    letter.letterno = take_number(db, "letter")
    db.add(letter)
    db.flush()
    return letter


def note_sent(db: Session, me: User, sent: Input) -> Letter:
    """When and how it reached whom; noted once, and told to the users of the unit."""
    letter = held(db, me, Letter, sent)
    if letter.sent:
        raise Refused(f"{letter.letterno}已于{letter.sent}送达，不能再登记")
    if not letter.made <= sent["sent"] <= clock.today():
        raise BadInput(f"送达日期应在{letter.made}至今天之间", field="sent")
    letter.sent, letter.sentway, letter.receiver = sent["sent"], sent["sentway"], sent["receiver"]
    letter.sentby = me.name
    title = f"{letter.letterno} 请于{letter.deadline}前缴清欠费{letter.amount}元"
    tell(db, users_of(db, letter.unitsysid), "催缴函", title, route=PAGE.format(id=letter.id))
    security_event(db, "催缴函送达", letter.letterno, f"{letter.unitname} {letter.amount} 元")
    return letter


def sheet(db: Session, me: User, ids: Sequence[str]) -> File:
    """CJH: the letters that were picked."""
    require(me, p.ARREARS)
    rows = many_visible_or_refuse(db, me, Letter, list(ids)[:MOST])
    parts = [pdf.render("arrears_letter", _page(db, one)) for one in rows]
    return File(pdf.joined(parts), "application/pdf", f"催缴函{rows[0].letterno}.pdf", inline=True)


def _page(db: Session, letter: Letter) -> dict[str, Any]:
    org = db.scalars(select(Org).where(Org.id == letter.orgid)).first()
    unit = db.scalars(select(Unit).where(Unit.id == letter.unitsysid)).first()
    return {
        "title": "特种设备检验费催缴函",
        "letterno": letter.letterno,
        "again": f"补打 {clock.today()}" if letter.sent else "",
        "unitname": letter.unitname,
        "address": unit.address if unit else "",
        "made": letter.made,
        "deadline": letter.deadline,
        "oldest": letter.oldest,
        "count": str(letter.count),
        "amount": f"{letter.amount:.2f}",
        "amountwords": pdf.rmb_words(letter.amount),
        "rows": letter.rows,
        "payee": org.name if org else "",
        "bank": value(db, "charge.bank"),
        "account": value(db, "charge.account"),
        "maker": letter.maker,
        "sent": letter.sent or "",
        "sentway": WAYS.get(letter.sentway, ""),
        "receiver": letter.receiver,
        "printTime": pdf.print_time(),
    }

"""A statement against our payments: each line by its number and amount, and what of ours the statement lacks.

Nothing is booked: money is registered at the counter or by the callback; what does not agree becomes a difference, and
somebody may then book it or take it back (`remedies`).
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.files import Attachment
from tejian.charging import codes as at
from tejian.charging.models.checks import Statement, StatementLine
from tejian.charging.money import api as money
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold
from tejian.kit.files import blobs as files
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Upload

from . import paper
from .comparing import compare
from .differences import statement as statement_differences

LIMIT = paper.MOST_BYTES + (1 << 20)  # bytes of the request
X = StatementLine


class FileForm(Form):
    """The file of the platform or the bank."""

    file: Any = None


class Taken(TypedDict):
    """What became of a file."""

    id: str
    linecount: int
    matched: int
    different: int
    lacking: int  # of the different ones those that are ours and not in the file


def answer(row: Statement) -> Taken:
    return {
        "id": row.id,
        "linecount": row.linecount,
        "matched": row.matched,
        "different": row.different,
        "lacking": row.matched + row.different - row.linecount,
    }


def taken(db: Session, me: User, form: FileForm) -> Statement:
    """Read the file and match it. The same file is refused; a payment that an earlier file had counts once."""
    if not isinstance(form.file, Upload):
        raise BadInput("请选择对账单文件")
    content = form.file.file.read(paper.MOST_BYTES + 1)
    sheet = paper.read(content)
    digest = hashlib.sha256(content).hexdigest()
    hold(db, f"charge statement {me.org_id}")
    known = select(Statement).where(Statement.orgid == me.org_id, Statement.digest == digest)
    if before := db.scalars(known).first():
        moment = before.createtime.astimezone(clock.SHANGHAI)
        raise Refused(f"该对账单已于{moment:%Y-%m-%d %H:%M}导入，不重复核对")
    row = Statement(
        filename=(form.file.filename or "")[-200:],
        digest=digest,
        source=sheet.source,
        firstday=sheet.first,
        lastday=sheet.last,
        total=sheet.total,
        orgid=me.org_id,
        createby=me.id,
        takenby=me.name,
    )
    db.add(row)
    db.flush()
    db.add(_original(row, content))
    lines = _lines(db, row, sheet)
    db.add_all(lines)
    row.linecount = len(sheet.payments)
    row.matched = sum(one.result in (at.MATCHED, at.REPEATED) for one in lines)
    row.different = sum(one.result in at.WRONG_LINES for one in lines)
    db.flush()
    compare(db, me.org_id, (statement_differences,))
    security_event(db, "对账单导入", row.filename, f"{row.linecount}笔，{row.different}笔不符")
    return row


def _original(row: Statement, content: bytes) -> Attachment:
    """The file as it was sent: kept under its digest, and never taken away."""
    file = Attachment(owner=at.STATEMENT_FILES, attrefsysid=row.id, name=row.filename or "对账单.csv", mime="text/csv")
    file.key, file.size, file.by_name = files.keep_bytes(content), len(content), row.takenby
    return file


def _lines(db: Session, row: Statement, sheet: paper.Paper) -> list[StatementLine]:
    ways, numbers = paper.SOURCES[sheet.source], [one.number for one in sheet.payments]
    ours = money.by_number(db, row.orgid, ways, numbers)
    taken_before = select(X.number).join(Statement, Statement.id == X.statement_id)
    taken_before = taken_before.where(
        Statement.orgid == row.orgid, Statement.source == sheet.source, X.number.in_(numbers), X.lineno > 0
    )
    earlier = set(db.scalars(taken_before))
    made = []
    for one in sheet.payments:
        own = {name: getattr(one, name) for name in ("lineno", "number", "amount", "day", "payer", "memo")}
        line = StatementLine(statement_id=row.id, **own)
        if one.number in earlier:
            line.result, line.note = at.REPEATED, "以前的对账单已有"
        else:
            _judge(line, ours)
        made.append(line)
    return [*made, *_missing(db, row, ways, set(numbers), outgoing=sheet.outgoing)]


def _judge(line: StatementLine, ours: Mapping[str, money.Payment]) -> None:
    payment = ours.get(line.number)
    line.charge_id = payment.charge_id if payment else ""
    if payment is None:
        what = "收款" if line.amount > 0 else "退款"
        line.result, line.note = at.UNMATCHED, f"我方没有登记{abs(line.amount)}元的这笔{what}"
    elif payment.amount != line.amount:
        line.result, line.note = at.OTHER, f"对账单{line.amount}元，我方登记{payment.amount}元"
    else:
        line.result, line.note = at.MATCHED, ""


def _missing(
    db: Session, row: Statement, ways: Sequence[str], numbers: set[str], *, outgoing: bool
) -> list[StatementLine]:
    """Our payments of those days that the statement lacks."""
    there = select(X.number).where(X.number != "", X.result.in_((at.MATCHED, at.LACKING, at.OTHER)))
    return [
        StatementLine(
            statement_id=row.id,
            number=one.ref,
            amount=one.amount,
            day=one.day,
            charge_id=one.charge_id,
            result=at.LACKING,
            note=f"我方登记的{'收款' if one.amount > 0 else '退款'}{one.ref} {abs(one.amount)}元不在对账单中",
        )
        for one in money.of_days(db, row.orgid, ways, row.firstday, row.lastday, there, outgoing=outgoing)
        if one.ref not in numbers
    ]

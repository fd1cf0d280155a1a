"""A statement against our payments: each line by its number and amount, and what of ours the statement lacks.

Nothing is booked: money is registered at the counter or by the callback; what does not agree becomes a difference, and
somebody may then book it or take it back (`remedies`).
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pydantic import Field as Input
from sqlalchemy import insert, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.archives.models.files import Attachment
from tejian.charging import codes as at
from tejian.charging.models.checks import BankForm, Statement, StatementLine
from tejian.charging.money import api as money
from tejian.kit.database import jobs
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import hold
from tejian.kit.files import blobs as files
from tejian.kit.forms.form import Day, Form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.web.edge import Upload

from . import banks, paper
from .comparing import compare
from .differences import statement as statement_differences

LIMIT = paper.MOST_BYTES + (1 << 20)  # bytes of the request
AT_ONCE, BLOCK = 500, 1_000  # lines that are compared in the request, and at a time by the job
JOB = "charging.statement"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
X = StatementLine


class HeadForm(Form):
    """What a heading of a bank's file stands for; '' leaves its column out."""

    head: str = Input(title="文件的列", max_length=100)
    field: str = Input("", title="对应", max_length=16)


class FileForm(Form):
    """The file of the platform or the bank. A bank's own file comes with what its headings mean, and the period."""

    file: Any = None
    bank: str = Input("", title="银行", max_length=60)
    columns: list[HeadForm] = Input(default_factory=list, title="列对应", max_length=60)
    firstday: Day = Input(None, title="起始日期")
    lastday: Day = Input(None, title="截止日期")


class Taken(TypedDict):
    """What became of a file. Until its job has ended, `state` is none of the end and nothing is counted."""

    id: str
    state: str
    linecount: int
    matched: int
    different: int
    lacking: int  # of the different ones those that are ours and not in the file


def answer(row: Statement) -> Taken:
    ended = row.state in at.COMPARING_ENDED
    return {
        "id": row.id,
        "state": row.state,
        "linecount": row.linecount,
        "matched": row.matched,
        "different": row.different,
        "lacking": row.matched + row.different - row.linecount if ended else 0,
    }


def content_of(form: FileForm) -> tuple[bytes, str]:
    """The file that was sent, and its name."""
    if not isinstance(form.file, Upload):
        raise BadInput("请选择对账单文件")
    return form.file.file.read(paper.MOST_BYTES + 1), (form.file.filename or "")[-200:]


def taken(db: Session, me: User, form: FileForm) -> Statement:
    """Read the file and match it, a long one by a job. The same file is refused; a payment that an earlier file had
    counts once."""
    content, name = content_of(form)
    sheet = _read(db, me, form, content, name)
    digest = hashlib.sha256(content).hexdigest()
    hold(db, f"charge statement {me.org_id}")
    known = select(Statement).where(Statement.orgid == me.org_id, Statement.digest == digest)
    if before := db.scalars(known).first():
        moment = before.createtime.astimezone(clock.SHANGHAI)
        raise Refused(f"该对账单已于{moment:%Y-%m-%d %H:%M}导入，不重复核对")
    row = Statement(
        filename=name,
        digest=digest,
        source=sheet.source,
        bank=form.bank if form.columns else "",
        firstday=sheet.first,
        lastday=sheet.last,
        total=sheet.total,
        linecount=len(sheet.payments),
        outgoing=sheet.outgoing,
        orgid=me.org_id,
        createby=me.id,
        takenby=me.name,
        state="waiting",
    )
    db.add(row)
    db.flush()
    db.add(_original(row, content))
    own = {"statement_id": row.id, "result": at.WAITING_LINE, "createby": me.id}
    db.execute(insert(X), [asdict(one) | own for one in sheet.payments])
    if row.linecount > AT_ONCE:
        jobs.enqueue(db, JOB, statement_id=row.id, lock=f"charge statement {me.org_id}")
        return row
    for name_, value in matched(db, row).items():
        setattr(row, name_, value)
    row.ended = clock.now()
    db.flush()
    return row


def _read(db: Session, me: User, form: FileForm, content: bytes, name: str) -> paper.Paper:
    """The file in our own form, or the bank's with what its headings mean; that is kept for its next file."""
    if not form.columns:
        return paper.read(content)
    if not form.bank:
        raise BadInput("银行：必填", field="bank")
    meant = {one.head: one.field for one in form.columns if one.field}
    sheet = banks.read(content, name, meant, form.firstday, form.lastday)
    hold(db, f"bank forms {me.org_id}")
    query = select(BankForm).where(BankForm.orgid == me.org_id, BankForm.bank == form.bank)
    bank_form = db.scalars(query).first() or BankForm(orgid=me.org_id, bank=form.bank, createby=me.id)
    if bank_form.columns != meant:
        bank_form.columns, bank_form.saidby, bank_form.said = meant, me.name, clock.now()
        db.add(bank_form)
    return sheet


def _original(row: Statement, content: bytes) -> Attachment:
    """The file as it was sent: kept under its digest, and never taken away."""
    mime = WORKBOOK if content[:2] == b"PK" else "text/csv"
    file = Attachment(owner=at.STATEMENT_FILES, attrefsysid=row.id, name=row.filename or "对账单.csv", mime=mime)
    file.key, file.size, file.by_name = files.keep_bytes(content), len(content), row.takenby
    return file


def matched(db: Session, row: Statement, passed: Callable[[int], None] = lambda count: None) -> dict[str, Any]:
    """Compare the lines of a statement in blocks with our payments; gives what it comes to."""
    ways, numbers, count = paper.SOURCES[row.source], set[str](), 0
    query = select(X).where(X.statement_id == row.id, X.lineno > 0).order_by(X.lineno)
    lines = db.scalars(query).all()
    for start in range(0, len(lines), BLOCK):
        block = lines[start : start + BLOCK]
        _judge_block(db, row, ways, block)
        db.flush()
        numbers |= {one.number for one in block}
        count += len(block)
        passed(count)
    lacking = _missing(db, row, ways, numbers)
    db.add_all(lacking)
    db.flush()
    agree = sum(one.result in (at.MATCHED, at.REPEATED) for one in lines)
    wrong = sum(one.result in at.WRONG_LINES for one in [*lines, *lacking])
    compare(db, row.orgid, (statement_differences,))
    message = f"{row.linecount}笔，{wrong}笔不符"
    security_event(db, "对账单导入", row.filename, message)
    return {"state": at.COMPARED, "matched": agree, "different": wrong, "passed": count, "message": message}


def _judge_block(db: Session, row: Statement, ways: Sequence[str], lines: Sequence[StatementLine]) -> None:
    numbers = [one.number for one in lines]
    ours = money.by_number(db, row.orgid, ways, numbers)
    taken_before = select(X.number).join(Statement, Statement.id == X.statement_id)
    taken_before = taken_before.where(
        Statement.orgid == row.orgid, Statement.source == row.source, X.number.in_(numbers), X.lineno > 0
    )
    earlier = set(db.scalars(taken_before.where(X.statement_id != row.id)))
    for line in lines:
        if line.number in earlier:
            line.result, line.note = at.REPEATED, "以前的对账单已有"
        else:
            _judge(line, ours)


def _judge(line: StatementLine, ours: Mapping[str, money.Payment]) -> None:
    payment = ours.get(line.number)
    line.charge_id = payment.charge_id if payment else ""
    if payment is None:
        what = "收款" if line.amount > 0 else "退款"
        line.result, line.note = at.UNMATCHED, f"我方没有登记{abs(line.amount)}元的这笔{what}"
    elif payment.amount != line.amount:
        booked = f"我方登记{payment.amount}元" + (f"（转账分付{payment.parts}笔）" if payment.parts > 1 else "")
        line.result, line.note = at.OTHER, f"对账单{line.amount}元，{booked}"
    else:
        line.result, line.note = at.MATCHED, ""


def _missing(db: Session, row: Statement, ways: Sequence[str], numbers: set[str]) -> list[StatementLine]:
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
        for one in money.of_days(db, row.orgid, ways, row.firstday, row.lastday, there, outgoing=row.outgoing)
        if one.ref not in numbers
    ]

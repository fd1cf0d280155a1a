"""What came back of a file: each request gets its number, or why it has none. Nothing is asked for twice."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.inputs import words
from tejian.charging.models.bills import BillFile, BillRequest
from tejian.charging.models.charges import Invoice
from tejian.charging.receipts import api as receipts
from tejian.charging.receipts.api import Issued
from tejian.kit.database.audit import security_event
from tejian.kit.forms.form import Known
from tejian.kit.forms.formview import dialog
from tejian.kit.ground.actions import Button
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.kit.process.steps import Move, Process, Step, add_process, nobody
from tejian.kit.web.edge import Upload

from . import carried, out
from .process import put_in, stand

RESULT = "开票结果"
ELSEWHERE = "申请号{}不在这个文件里"


class ResultForm(Known):
    """The result of a file that went out."""

    file: Any = None


class CameBack(TypedDict):
    """What became of a result: how many are issued now, declined, do not agree, and were known already."""

    issued: int
    declined: int
    wrong: int
    known: int
    left: int
    sentences: list[str]


def taken(db: Session, me: User, file: BillFile, form: ResultForm) -> CameBack:
    """Write a result down, each line by itself; a file that cannot be read whole changes nothing."""
    if not isinstance(form.file, Upload):
        raise BadInput("请选择结果文件")
    content = form.file.file.read(carried.MOST_BYTES + 1)
    rows = {one.requestno: one for one in carried.read(content, file.fileno)}
    query = select(BillRequest).where(BillRequest.file_id == file.id).order_by(BillRequest.id).with_for_update()
    own = {one.requestno: one for one in db.scalars(query)}
    if unknown := next((key for key in rows if key not in own), None):
        raise BadInput(ELSEWHERE.format(unknown))
    sums: CameBack = {"issued": 0, "declined": 0, "wrong": 0, "known": 0, "left": 0, "sentences": []}
    for key, row in own.items():
        if (line := rows.get(key)) is not None:
            _answer(db, me, row, line, sums)
    file.issued = sum(one.step == at.ISSUED_BILL for one in own.values())
    file.declined, file.wrong = (
        sum(one.step == at.FAILED_BILL and one.there == there for one in own.values())
        for there in (at.ABSENT, at.THERE)
    )
    out.keep(db, file, form.file.filename or f"{file.fileno}结果", content, me.name)
    sums["left"] = sum(one.step == at.OUT_BILL for one in own.values())
    if not sums["left"] and file.step == at.OUT_FILE:
        FILE.put(db, file, at.ENDED_FILE)
        db.flush()
        FILE.log(Doing(db, me, file), "answered", "结果齐全", at.OUT_FILE, at.ENDED_FILE)
    security_event(db, "开票结果导入", file.fileno, f"已开具{sums['issued']}张，未开具{sums['declined']}张")
    return sums


def _answer(db: Session, me: User, row: BillRequest, line: carried.Answered, sums: CameBack) -> None:
    doubt = row.step == at.FAILED_BILL and row.there == at.THERE  # a later result may set it right
    if row.step not in (at.OUT_BILL, at.WAITING_BILL) and not doubt:  # what was taken back may be issued all the same
        sums["known"] += 1
        if line.state == carried.ISSUED and row.billno not in ("", line.code + line.billno):
            sums["sentences"].append(f"{row.requestno}已有票据{row.billno}，结果写的是{line.billno}")
        return
    if line.state == carried.DECLINED:
        sums["declined"] += 1
        _fail(db, me, row, at.ABSENT, line.reason)
        return
    receipt = Issued(line.code + line.billno, line.amount, line.code, line.check)
    if wrong := carried.forms()[row.kind].fault(line) or receipts.fits(db, row, receipt):
        sums["wrong"] += 1
        sums["sentences"].append(f"{row.requestno}：{wrong}")
        _fail(db, me, row, at.THERE, wrong)
        security_event(db, "开票差异", row.chargesysid, wrong, "异常")
        return
    sums["issued"] += 1
    row.there, row.answer = at.THERE, ""
    stand(db, me, row, at.ISSUED_BILL, RESULT)
    put_in(db, me, row, receipt)
    db.flush()


def _fail(db: Session, me: User, row: BillRequest, there: str, words: str) -> None:
    row.there, row.answer, row.nexttry = there, words[:500], None
    stand(db, me, row, at.FAILED_BILL, RESULT)
    receipts.note_state(db, receipts.held_charge(db, row))


# -- a file that nobody issues by --------------------------------------------------------------------------------


def called_back(d: Doing) -> None:
    """未开具的申请回到待开具"""
    query = select(BillRequest).where(BillRequest.file_id == d.subject.id, BillRequest.step == at.OUT_BILL)
    for row in d.db.scalars(query.order_by(BillRequest.id).with_for_update()):
        row.there = at.ABSENT
        stand(d.db, d.me, row, at.WAITING_BILL, f"{d.subject.fileno}撤回")


def nothing_issued(d: Doing) -> str | None:
    """文件里没有开出的票据"""
    held = select(Invoice.id).join(BillRequest, BillRequest.id == Invoice.request_id)
    found = d.db.scalar(held.where(BillRequest.file_id == d.subject.id).limit(1))
    return f"{d.subject.fileno}已有开出的票据，请导入完整的结果" if found else None


WITHDRAW = dialog(
    "cha_form_bill_file_back",
    "撤回开票文件 {fileno}",
    words("reason", "撤回原因", True),
    note="撤回前请确认开票客户端没有按这个文件开具：撤回的申请会进入下一个文件",
    ok="撤回",
    done="已撤回，申请回到待开具",
)

FILE = add_process(
    Process(
        name="bill_file",
        title="开票文件",
        model=BillFile,
        start=at.OUT_FILE,
        ends=[at.ENDED_FILE, at.BACK_FILE],
        numbers=lambda s: (s.fileno, ""),
        about=lambda m: (m.madeby, m.fileno),
        steps=[
            Step(at.OUT_FILE, "待结果", nobody, tone="ca"),
            Step(at.ENDED_FILE, "已完成", nobody, tone="go", follows=True),
            Step(at.BACK_FILE, "已撤回", nobody, tone="ok"),
        ],
        moves=[
            Move(
                "withdraw",
                "撤回",
                [at.OUT_FILE],
                at.BACK_FILE,
                p.BILL,
                batch=False,
                anyone=True,
                needs_reason=True,
                guards=[nothing_issued],
                effects=[called_back],
                call=f"{out.CALLS}/withdraw",
                form=WITHDRAW,
                buttons=[Button("more")],
            )
        ],
    )
)

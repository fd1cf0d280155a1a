"""The list and the page of the files that receipts are issued by."""

from typing import Any

from sqlalchemy import func, select

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.bills import BillFile as F
from tejian.charging.models.bills import BillRequest as R
from tejian.charging.places import OF_CHARGE
from tejian.kit.ground.actions import Action
from tejian.kit.lists.listview import col, dates, like, same
from tejian.kit.process.moves import buttons, course, own_listing, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, of
from tejian.system.permissions import EXPORT as LIST_EXPORT

from .back import FILE
from .out import CALLS, EXPORT, KINDS, PAGE, stays_as_sent
from .process import BILL

LIFE = {"step": (at.OUT_FILE, at.ENDED_FILE)}

file_list = own_listing(
    FILE,
    no="cha_bill_file_list",
    title="开票文件",
    permission=p.BILL,
    export_permission=LIST_EXPORT,
    url=f"{CALLS}/findList",
    columns=[
        col(F.fileno, 150, type="code", fixed="left", link=PAGE),
        col(F.kind, 150),
        col(F.step, 90, label="状态", type="state", words=FILE.names, tones=FILE.tones),
        col(F.rowcount, 80),
        col(F.amount, 120, type="money"),
        col(F.issued, 80),
        col(F.declined, 80),
        col(F.wrong, 80),
        col(F.madeby, 90),
        col(F.createtime, 140, label="导出时间"),
        col(F.note, 180, shown=False),
    ],
    search=[
        same("kind", "票据类型", F.kind, widget="select", options=KINDS, quick=True),
        same("step", "状态", F.step, widget="select", options=FILE.names, quick=True),
        like("fileno", "文件号", F.fileno, quick=True),
        like("madeby", "导出人", F.madeby),
        dates("createtime", "导出时间", F.createtime, moment=True),
    ],
    actions=[
        Action("export", "导出待开具", p.BILL, kind="form", form=EXPORT.no, route=PAGE),
        Action("takeBillResult", "导入结果", p.BILL, place="row", needs="one", when=LIFE),
        *buttons(FILE),
    ],
)


def _rows(shown: Shown) -> list[dict[str, Any]]:
    query = select(R).where(R.file_id == shown.row.id).order_by(R.requestno)
    return [record(one) | {"stepTone": BILL.tones.get(one.step, "")} for one in shown.db.scalars(query)]


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    left = shown.db.scalar(select(func.count()).where(R.file_id == row.id, R.step == at.OUT_BILL))
    notices = []
    if row.step == at.OUT_FILE:
        notices.append(Notice(f"还有 {left} 张没有结果：在开票客户端开具后，用“导入结果”交回", "ca"))
    if row.wrong:
        notices.append(Notice(f"{row.wrong} 张与申请不符：在客户端更正或作废，再导入一次结果", "no"))
    if row.declined:
        notices.append(Notice(f"{row.declined} 张没有开具，原因见各行；更正后在开票队列重试，进入下一个文件", "no"))
    return notices


FILE_VIEW = RecordView(
    no="cha_bill_file",
    title="开票文件",
    permission=p.BILL,
    model=F,
    url=f"{CALLS}/record",
    heading=lambda s: f"{KINDS.get(s.row.kind, '')} {s.row.fileno}",
    name=lambda s: s.row.fileno,
    identity=lambda s: f"{s.row.madeby}　{s.row.note}".strip(),
    facts=[
        state(FILE),
        Fact(label="张数", text=lambda s: f"{s.row.rowcount} 张"),
        Fact(label="金额", text=lambda s: f"{s.row.amount:,.2f} 元"),
        Fact(label="已开具", text=lambda s: f"{s.row.issued} 张"),
        Fact(label="未开具", text=lambda s: f"{s.row.declined} 张"),
        Fact(label="不符", text=lambda s: f"{s.row.wrong} 张"),
    ],
    notices=_notices,
    files=Files(at.BILL_FILES, title="文件", refuses=stays_as_sent),
    parts=[
        Part(
            "rows",
            "票据",
            columns=[
                of(R.requestno, 170, type="code"),
                of(R.chargesysid, 150, type="code", link=OF_CHARGE),
                of(R.title, 200),
                of(R.amount, 110, type="money"),
                of(R.step, 90, type="state", words=BILL.names),
                of(R.billno, 180, type="code"),
                of(R.answer),
            ],
            rows=_rows,
            noun="票据",
        ),
        course(FILE),
    ],
    actions=[
        *page_buttons(FILE),
    ],
    history=True,
)

"""What goes out to be issued elsewhere: waiting requests of one kind in one file, which is kept as it was sent."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.files import Attachment
from tejian.charging import codes as at
from tejian.charging.models.bills import BillFile, BillRequest
from tejian.charging.models.charges import Invoice
from tejian.charging.places import BASE
from tejian.charging.receipts import api as receipts
from tejian.kit.database.audit import security_event
from tejian.kit.database.numbering import number_new
from tejian.kit.files import blobs as files
from tejian.kit.forms.formview import Field, FormView, Group, Input, add_form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.system.models.organisations import Org
from tejian.system.settings.api import value

from . import carried
from .process import stand

LIST, CALLS = f"{BASE}/billFile", "/api/chamain/billFile"
PAGE = f"{LIST}/detail?id={{id}}"
ISSUER, ITEM, TAX = "charge.issuer_code", "charge.item_code", receipts.TAX
KINDS = {kind: one.label for kind, one in carried.forms().items()}

EXPORT = add_form(
    FormView(
        "cha_form_bill_file",
        "导出开票文件",
        f"{CALLS}/export",
        [
            Group(
                "",
                [
                    Field("kind", "票据类型", "select", options=KINDS, required=True, span=24),
                    Field(
                        "form", "格式", "select", options=carried.FORMS, required=True, span=24, default=carried.JSON
                    ),
                    Field("note", "说明", "textarea", span=24, size=500),
                ],
            )
        ],
        width=480,
        ok="导出",
        done="已导出，文件在附件里",
    )
)


def exported(db: Session, me: User, sent: Input) -> BillFile:
    """Put the waiting requests of a kind, the oldest first, into a file. They leave the queue with it."""
    if not me.org_id:
        raise Refused("只有检验机构的人员可以导出开票文件")
    if not receipts.is_by_file(db):
        raise Refused("开票方式不是文件交换：请系统管理员把参数 charge.invoice_platform 设为 exchange")
    if why := receipts.braked(db):
        raise Refused(f"开票已整体暂停：{why}")
    form = carried.forms()[sent["kind"]]
    params = {name: value(db, name) for name in ((TAX,) if form.taxed else (ISSUER, ITEM))}
    if lacking := next((name for name, text in params.items() if not text), None):
        raise Refused(f"{form.label}的文件要用参数 {lacking}，还没有设置")
    query = select(BillRequest).where(BillRequest.step == at.WAITING_BILL, BillRequest.orgid == me.org_id)
    query = query.where(BillRequest.kind == form.kind).order_by(BillRequest.requestno).limit(carried.MOST_ROWS)
    rows = list(db.scalars(query.with_for_update()))
    if not rows:
        raise BadInput(f"没有待开具的{form.label}", field="kind")
    file = BillFile(kind=form.kind, form=sent["form"], madeby=me.name, createby=me.id, orgid=me.org_id)
    file.note, file.rowcount, file.amount = sent["note"] or "", len(rows), sum((one.amount for one in rows), Decimal(0))
    file.step, file.step_since = at.OUT_FILE, clock.now()
    number_new(db, file)
    db.add(file)
    db.flush()
    head = _head(db, file, clock.today()) | ({} if form.taxed else {"issuercode": params[ISSUER], "item": params[ITEM]})
    percent = Decimal(params[TAX]) if form.taxed else None
    content = carried.written(file.form, head, [_line(db, one, percent) for one in rows])
    for row in rows:
        stand(db, me, row, at.OUT_BILL, f"导出到{file.fileno}", "carried")
        row.file_id, row.there, row.nexttry, row.tries = file.id, at.UNSURE, None, row.tries + 1
    keep(db, file, f"{file.fileno}.{file.form}", content, me.name)
    security_event(db, "开票文件导出", file.fileno, f"{form.label}{file.rowcount}张，{file.amount}元")
    return file


def _head(db: Session, file: BillFile, day: date) -> dict[str, str]:
    name = db.scalar(select(Org.name).where(Org.id == file.orgid)) or ""
    cells = {"format": carried.OUT_FORMAT, "fileno": file.fileno, "kind": file.kind, "made": day.isoformat()}
    return cells | {"issuer": name, "count": str(file.rowcount), "amount": f"{file.amount:.2f}"}


def _line(db: Session, row: BillRequest, percent: Decimal | None) -> dict[str, str]:
    """A request as it is issued; of a red one the receipt that it takes back."""
    original = db.scalars(select(Invoice).where(Invoice.id == row.original_id)).first() if row.original_id else None
    cells = {name: getattr(row, name) for name in ("requestno", "taxno", "email", "reason", "confirmation")}
    cells |= {"payer": row.title, "charge": row.chargesysid, "content": receipts.CONTENT, "amount": f"{row.amount:.2f}"}
    if percent is not None:
        cells |= {"taxpercent": f"{percent:f}", "tax": f"{receipts.tax_of(row.amount, percent):.2f}"}
    if original:
        cells |= {"originalcode": original.billcode, "originalno": original.billno.removeprefix(original.billcode)}
        cells |= {"originalcheck": original.checkcode}
    return cells


def keep(db: Session, file: BillFile, name: str, content: bytes, who: str) -> None:
    """A file as it was sent or received, under its digest: never taken away."""
    mime = carried.MIMES[carried.XML if content.lstrip().startswith(b"<") else carried.JSON]
    paper = Attachment(owner=at.BILL_FILES, attrefsysid=file.id, name=name[-200:], mime=mime)
    paper.key, paper.size, paper.by_name = files.keep_bytes(content), len(content), who
    db.add(paper)


def stays_as_sent(_db: Session, _me: User, _row: Any) -> None:
    """What went out and came back is what receipts were issued by: nothing is added to it, nothing taken away."""
    raise Refused("开票文件和结果保存原样，不能增删附件")

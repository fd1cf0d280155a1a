"""The page of an edition: who made it, from when it is in force, what came before, and who has received it."""

from sqlalchemy import select

from tejian.kit.lists.listview import Col
from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Files, Part, RecordView, Shown, children, due, of
from tejian.quality import permissions as p
from tejian.quality.models.files import APPROVE, AUDIT, ISSUE, ISSUED, UNFINISHED, VOID, FileOffice, FileReceipt
from tejian.quality.models.files import QualityFile as F

from .forms import ACTS, API, FORM, PAGE
from .judging import OWNER
from .process import FILE


def _editions(shown: Shown) -> list[dict[str, object]]:
    """The other editions of the number that one may see."""
    row = shown.row
    same = (F.orgid == row.orgid, F.fileno == row.fileno, F.id != row.id, F.visible(shown.me))
    rows = shown.db.scalars(select(F).where(*same).order_by(F.id.desc()))
    return [record(one) | {"state": FILE.name_of(one.step), "editionLink": PAGE.format(id=one.id)} for one in rows]


FILE_PAGE = RecordView(
    no="quality_file",
    title="体系文件",
    permission=p.FILE_READ,
    model=F,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"{s.row.fileno} {s.row.title}",
    subtitle=lambda s: f"{s.text('filetype')}　{s.row.edition}版",
    facts=[
        state(FILE),
        due("plandue", UNFINISHED),
        Fact("writer_id", note=lambda s: s.text("written")),
        Fact("auditor_id", note=lambda s: s.text("audited_at")),
        Fact("approver_id", note=lambda s: s.text("approved")),
        Fact("issuer_id", note=lambda s: s.text("issued")),
        Fact("effective"),
        Fact("ended"),
    ],
    notices=stands(FILE),
    parts=[
        Part(
            "offices", "发放部门", [of(FileOffice.dept_id)], children(FileOffice.file_id), noun="部门", empty="还没有写"
        ),
        Part(
            "receipts",
            "接收情况",
            [
                of(FileReceipt.user_id, 90),
                of(FileReceipt.userdept, 150),
                of(FileReceipt.received, 150),
                of(FileReceipt.chased, 90),
            ],
            children(FileReceipt.file_id, FileReceipt.userdept, FileReceipt.id),
            noun="接收人",
            empty="发布后列出",
            when=lambda s: s.row.step in (ISSUED, VOID) and s.me.may(p.FILE_HANDLE),
        ),
        Part(
            "editions",
            "其他版本",
            [
                of(F.edition, 90),
                Col("state", "状态", None, 90),
                of(F.effective, 110),
                of(F.ended, 110),
                of(F.cause, 260),
            ],
            _editions,
            noun="版本",
            empty="没有其他版本",
        ),
        course(FILE),
    ],
    actions=[ACTS.edit, *page_buttons(FILE)],
    own=is_own(FILE),
    prints={"TXWJ": "正文"},
    files=Files(OWNER, until=(AUDIT, APPROVE, ISSUE, ISSUED, VOID), right=p.FILE_WRITE),
    history=True,
)

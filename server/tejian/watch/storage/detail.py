"""The page of one check of the store: every finding with who names the content."""

from tejian.kit.forms.columns import Col
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown
from tejian.watch.models.storage import StorageCheck
from tejian.watch.permissions import HEALTH

from .lists import BASE


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    more = row.missing + row.damaged + row.orphans - len(row.findings)
    return [Notice(f"另有{more}个未列出")] if more > 0 else []


CHECK = RecordView(
    no="storage_check",
    title="存储核对",
    permission=HEALTH,
    model=StorageCheck,
    url=f"{BASE}/record",
    heading=lambda s: f"{s.text('begun')} 存储核对",
    notices=_notices,
    facts=[
        Fact("objects", text=lambda s: f"{s.row.objects:,} 个", note=lambda s: f"{s.row.size:,} 字节"),
        Fact("compared", text=lambda s: f"{s.row.compared:,} 个", note=lambda s: f"摘要以{s.row.digit}开头的"),
        Fact("missing", text=lambda s: f"{s.row.missing} 个", tone=lambda s: "no" if s.row.missing else "ok"),
        Fact("damaged", text=lambda s: f"{s.row.damaged} 个", tone=lambda s: "no" if s.row.damaged else "ok"),
        Fact("orphans", text=lambda s: f"{s.row.orphans} 个"),
        Fact("sampled", text=lambda s: f"{s.row.sampled} 个"),
    ],
    parts=[
        Part(
            "findings",
            "问题",
            columns=[
                Col("kind", "问题", None, 80),
                Col("key", "摘要", None, 480, "code"),
                Col("size", "字节", None, 100, "number"),
                Col("place", "登记处", None, 220, "code"),
            ],
            rows=lambda s: [{"id": one["key"], **one} for one in s.row.findings],
            noun="问题",
            empty="没有发现问题",
        ),
    ],
)

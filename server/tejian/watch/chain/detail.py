"""The page of one check: what was read, and every finding."""

from tejian.kit.lists.listview import Col
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown
from tejian.system.permissions import AUDIT_QUERY
from tejian.watch.models.chain import ChainCheck

from . import heads
from .lists import BASE, TONES


def _notices(shown: Shown) -> list[Notice]:
    more = shown.row.found - len(shown.row.findings)
    return [Notice(f"另有 {more} 处未列出，可导出后用 verify_chain.py 逐条核查")] if more > 0 else []


CHECK = RecordView(
    no="sys_chain_check",
    title="日志封存核查",
    permission=AUDIT_QUERY,
    model=ChainCheck,
    url=f"{BASE}/record",
    heading=lambda s: f"{s.text('begun')} 核查",
    facts=[
        Fact("result", dot=True, tone=lambda s: TONES.get(s.row.result, "")),
        Fact("found", text=lambda s: f"{s.row.found} 处"),
        Fact("rows", text=lambda s: f"{s.row.rows:,} 行", note=lambda s: f"{s.row.blocks:,} 个区块"),
        Fact("heads", text=lambda s: f"{s.row.heads} 份"),
        Fact(label="链头公钥", text=lambda s: heads.public_key(), note="记在平台之外，核查时用 --key 给出"),
        Fact("byname"),
    ],
    notices=_notices,
    parts=[
        Part(
            "findings",
            "问题",
            columns=[Col("no", "序号", None, 64, "number"), Col("text", "问题", None, 0)],
            rows=lambda s: [{"no": n, "text": text} for n, text in enumerate(s.row.findings, 1)],
            noun="问题",
            empty="没有发现问题",
        ),
    ],
)

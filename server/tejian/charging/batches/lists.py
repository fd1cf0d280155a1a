"""The list and the page of batches: what was said of every charge before, and what came of it."""

from typing import Any

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.batches import BatchRow as R
from tejian.charging.models.batches import ChargeBatch as B
from tejian.charging.places import OF_CHARGE
from tejian.kit.lists.listview import col, dates, like, same
from tejian.kit.process.moves import buttons, course, is_own, own_listing, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown, of
from tejian.system.permissions import EXPORT

from .forms import CALLS, PAGE
from .process import BATCH
from .trying import KINDS, rows_of

LABELS = {code: kind.label for code, kind in KINDS.items()}
TONES = {at.ROW_DONE: "go", at.ROW_FAILED: "no", at.ROW_UNDONE: "ok"}

batch_list = own_listing(
    BATCH,
    no="cha_batch_list",
    title="批量办理",
    permission=p.BATCH,
    export_permission=EXPORT,
    url=f"{CALLS}/findList",
    columns=[
        col(B.batchno, 150, type="code", fixed="left", link=PAGE),
        col(B.kind, 100, type="dict", words=LABELS),
        col(B.step, 90, label="状态", type="state", words=BATCH.names, tones=BATCH.tones),
        col(B.rowcount, 100),
        col(B.fitting, 100),
        col(B.done, 80),
        col(B.failed, 80),
        col(B.amount, 120, type="money"),
        col(B.doneamount, 120, type="money"),
        col(B.given, 120, type="money", shown=False),
        col(B.madeby, 90),
        col(B.createtime, 140, label="预览时间"),
        col(B.run, 140),
        col(B.note, 180, shown=False),
    ],
    search=[
        same("kind", "办理", B.kind, widget="select", options=LABELS, quick=True),
        same("step", "状态", B.step, widget="select", options=BATCH.names, quick=True),
        like("batchno", "批次号", B.batchno, quick=True),
        like("madeby", "办理人", B.madeby),
        dates("createtime", "预览时间", B.createtime, moment=True),
    ],
    actions=[*buttons(BATCH)],
)


def _rows(shown: Shown) -> list[dict[str, Any]]:
    return [
        record(one)
        | {"saidTone": "" if one.fits else "no"}
        | {"result": at.ROW_RESULTS.get(one.result, ""), "resultTone": TONES.get(one.result, "")}
        for one in rows_of(shown.db, shown.row)
    ]


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    if row.step == at.PREVIEWED_BATCH:
        left = row.rowcount - row.fitting
        words = f"{row.fitting} 张可以办理，{left} 张不能，原因见各行" if left else f"{row.fitting} 张都可以办理"
        return [Notice(f"{words}；还没有办理", "ca" if row.fitting else "no")]
    if row.failed:
        return [Notice(f"{row.failed} 张没有办成，原因见各行；改正后可以重新选择办理", "no")]
    return []


def _change(shown: Shown) -> str:
    row = shown.row
    paid = row.amount if row.step == at.PREVIEWED_BATCH else row.doneamount
    return f"找零 {row.given - paid:,.2f} 元"


BATCH_VIEW = RecordView(
    no="cha_batch",
    title="批量办理",
    permission=p.BATCH,
    model=B,
    url=f"{CALLS}/record",
    heading=lambda s: f"{LABELS.get(s.row.kind)} {s.row.batchno}",
    name=lambda s: s.row.batchno,
    identity=lambda s: f"{s.row.madeby}　{s.row.note}".strip(),
    facts=[
        state(BATCH),
        Fact(label="收费单", text=lambda s: f"{s.row.rowcount} 张", note=lambda s: f"可以办理 {s.row.fitting} 张"),
        Fact(label="拟办金额", text=lambda s: f"{s.row.amount:,.2f} 元"),
        Fact(label="办成", text=lambda s: f"{s.row.done} 张　{s.row.doneamount:,.2f} 元"),
        Fact(label="未办成", text=lambda s: f"{s.row.failed} 张"),
        Fact(
            label="收到现金",
            text=lambda s: f"{s.row.given:,.2f} 元",
            note=_change,
            when=lambda s: s.row.given is not None,
        ),
    ],
    own=is_own(BATCH),
    notices=_notices,
    parts=[
        Part(
            "rows",
            "收费单",
            columns=[
                of(R.chargesysid, 150, type="code", link=OF_CHARGE),
                of(R.payunitname, 200),
                of(R.nature, 80),
                of(R.amount, 110, type="money"),
                of(R.said, 280),
                of(R.result, 80),
                of(R.sentence),
            ],
            rows=_rows,
            noun="收费单",
        ),
        course(BATCH),
    ],
    actions=[*page_buttons(BATCH)],
    history=True,
)

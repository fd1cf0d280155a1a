"""The page of a batch: where its numbers are, with whom, and what does not agree with the mark sheets."""

from collections import defaultdict
from typing import Any

from sqlalchemy.orm import Session

from tejian.inspection import permissions as p
from tejian.inspection.models.labels import KINDS, LabelBatch, LabelMove
from tejian.kit.forms.columns import Col
from tejian.kit.ground.user import User
from tejian.kit.records.crud import rows_of
from tejian.kit.records.recordview import Fact, Notice, Part, RecordView, Shown, of

from .forms import API, FORM
from .moving import stands, words
from .standing import Standing, spans, written


def _more(db: Session, _me: User, row: LabelBatch) -> Standing:
    return stands(db, row)


def _notices(shown: Shown) -> list[Notice]:
    if not shown.more.doubtful:
        return []
    numbers = words(shown.row, shown.more.doubtful)
    return [Notice(f"{numbers}没有发放或已作废，标志用纸里却有去向，请核对", "no")]


def _held(shown: Shown) -> list[dict[str, Any]]:
    by: dict[str, list[int]] = defaultdict(list)
    for number, dept in shown.more.holders.items():
        by[dept].append(number)
    row = shown.row
    return [
        {
            "id": f"{dept} {first}",
            "dept_id": dept,
            "numbers": written(row.prefix, row.width, [(first, last)]),
            "count": last - first + 1,
        }
        for dept, numbers in sorted(by.items())
        for first, last in spans(numbers)
    ]


def _moves(shown: Shown) -> list[dict[str, Any]]:
    row, out = shown.row, rows_of(shown.db, LabelMove.batch_id, shown.row.id)
    for one in out:
        one["numbers"] = written(row.prefix, row.width, [(one["firstno"], one["lastno"])])
        one["kind"] = KINDS[one["kind"]]
    return out


NUMBERS = Col("numbers", "号码", LabelMove.firstno, 300, "code")
BATCH = RecordView(
    no="label_batch",
    title="标志批次",
    permission=p.LABEL_QUERY,
    model=LabelBatch,
    url=f"{API}/record",
    form=FORM,
    more=_more,
    heading=lambda s: f"标志批次 {s.row.batchno}",
    subtitle=lambda s: words(s.row, range(s.row.firstno, s.row.lastno + 1)),
    notices=_notices,
    facts=[
        Fact("total", "总数", text=lambda s: str(s.row.lastno - s.row.firstno + 1)),
        Fact("store", "在库", text=lambda s: str(len(s.more.store))),
        Fact("held", "在部门", text=lambda s: str(len(s.more.holders))),
        Fact("used", "已使用", text=lambda s: str(len(s.more.used))),
        Fact("void", "已作废", text=lambda s: str(len(s.more.void) + len(s.more.spoiled))),
    ],
    parts=[
        Part(
            "held",
            "在部门的号码",
            [of(LabelMove.dept_id, 220), NUMBERS, Col("count", "数量", LabelMove.lastno, 80, "number")],
            _held,
            noun="号码",
            empty="没有号码在部门",
        ),
        Part(
            "moves",
            "发放、退回和作废",
            [
                of(LabelMove.day, 110),
                of(LabelMove.kind, 80),
                NUMBERS,
                of(LabelMove.dept_id, 200),
                of(LabelMove.by_name, 90),
                of(LabelMove.reason, 260),
            ],
            _moves,
            noun="记录",
            empty="还没有发放",
        ),
    ],
    history=True,
)

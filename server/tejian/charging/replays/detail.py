"""The page of a replay: what was charged, what it would have been, by class, month and unit, and which lines move."""

from collections.abc import Callable

from tejian.charging import permissions as p
from tejian.charging.models.replays import DIMENSIONS, ENDED, STATES, TONES
from tejian.charging.models.replays import FeeReplay as R
from tejian.kit.records.recordview import Fact, Listed, Notice, Panel, RecordView, Shown

from .forms import CALLS


def _yuan(name: str) -> Callable[[Shown], str]:
    return lambda shown: f"{getattr(shown.row, name):,} 元" if shown.row.state == "done" else "—"


def _difference(shown: Shown) -> str:
    row = shown.row
    return f"{row.replayed - row.charged:+,} 元" if row.state == "done" else "—"


def _basis(shown: Shown) -> str:
    return "　".join(filter(None, [shown.row.tablename, shown.row.policynames]))


def _notices(shown: Shown) -> list[Notice]:
    row = shown.row
    if row.state == "failed":
        return [Notice(row.message, "no")]
    if row.kept:
        return [Notice(f"{row.kept}笔收费未能重算，按原金额计入，原因见明细")]
    return []


def _done(shown: Shown) -> bool:
    return bool(shown.row.state == "done")


def _of(dimension: str) -> Callable[[Shown], dict[str, str]]:
    return lambda shown: {"replay_id": shown.row.id, "dimension": dimension}


REPLAY_VIEW = RecordView(
    no="cha_replay",
    title="收费试算",
    permission=p.REPLAY,
    model=R,
    url=f"{CALLS}/record",
    heading=lambda s: f"收费试算 {s.row.name}",
    name=lambda s: s.row.name or "收费试算",
    identity=_basis,
    facts=[
        Fact(
            label="状态",
            text=lambda s: STATES.get(s.row.state, "等待"),
            tone=lambda s: TONES.get(s.row.state, "ca"),
            dot=True,
            note=lambda s: f"{s.row.passed} / {s.row.total} 笔",
        ),
        Fact(label="受理日期", text=lambda s: f"{s.row.firstday} 至 {s.row.lastday}"),
        Fact(label="原金额", text=_yuan("charged")),
        Fact(label="试算金额", text=_yuan("replayed")),
        Fact(label="差额", text=_difference, note=lambda s: f"{s.row.moved} 行有变化"),
        Fact(label="试算人", text=lambda s: s.row.madeby),
    ],
    notices=_notices,
    parts=[
        Panel(
            "progress",
            "进度",
            "jobProgress",
            lambda s: {"url": f"{CALLS}/progress", "unit": "笔"},
            when=lambda s: s.row.state not in ENDED,
        ),
        *(
            Listed(f"by_{dimension}", f"按{word}", "cha_replay_sums", _of(dimension), when=_done)
            for dimension, word in DIMENSIONS.items()
        ),
        Listed("lines", "变化明细", "cha_replay_lines", lambda s: {"replay_id": s.row.id}, when=_done),
    ],
)

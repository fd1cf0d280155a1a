"""The page of a draw: what was published before, what was drawn from it, and how anybody repeats it."""

from dataclasses import replace
from typing import Any

from sqlalchemy import select

from tejian.kit.process.moves import course, is_own, page_buttons, stands, state
from tejian.kit.records.crud import worded
from tejian.kit.records.recordview import Fact, Files, Notice, Part, RecordView, Shown, children, of
from tejian.supervision import permissions as p
from tejian.supervision.models.draws import (
    DRAFT,
    OFFICER,
    PLANNED,
    PUBLISHED,
    STATES,
    STRATA,
    UNIT,
    VOID,
    Draw,
    Recusal,
)
from tejian.supervision.models.draws import DrawSubject as S

from .forms import ACTS, API, FORM
from .packing import FILES
from .process import DRAW

SHOWN = 500  # of a frame; all of it stands in the package


def _frame(kind: str, *conditions: Any) -> Any:
    def rows(shown: Shown) -> list[dict[str, Any]]:
        mine = S.draw_id == shown.row.id, S.kind == kind, *conditions
        order = S.stratum, S.place, S.score.desc(), S.key
        return [worded(shown.db, one) for one in shown.db.scalars(select(S).where(*mine).order_by(*order).limit(SHOWN))]

    return rows


def _notices(shown: Shown) -> list[Notice]:
    out = list(stands(DRAW)(shown))
    if shown.row.step == PUBLISHED:
        out.append(Notice(f"名单和密钥摘要已公布，{shown.row.publicday}以后按“{shown.row.publicsource}”抽取"))
    elif shown.row.revealed:
        out.append(Notice("下载附件中的抽取结果包，解开后运行 python verify.py 可以重复这次抽取"))
    return out


_stratum = replace(of(S.stratum, 80), words=STRATA)
DRAW_PAGE = RecordView(
    no="supervision_draw",
    title="双随机抽查",
    permission=p.DRAW_QUERY,
    model=Draw,
    url=f"{API}/record",
    form=FORM,
    heading=lambda s: f"双随机抽查 {s.row.drawno or '草稿'}",
    subtitle=lambda s: s.row.title,
    facts=[
        state(DRAW),
        Fact("org_id", note=lambda s: f"{s.text('publisher_id')} {s.text('published')}".strip()),
        Fact("units", note=lambda s: f"检查人员{s.row.officers}名" if s.row.step != DRAFT else ""),
        Fact("framedigest"),
        Fact("digest"),
        Fact("publicday", note=lambda s: s.row.publicsource),
        Fact("publicvalue"),
        Fact("revealed"),
        Fact("drawer_id", note=lambda s: s.text("drawn")),
        Fact("planday"),
        Fact("reason"),
    ],
    notices=_notices,
    parts=[
        Part(
            "taken",
            "抽中单位",
            [
                of(S.place, 60),
                _stratum,
                of(S.name, 220),
                of(S.score, 70),
                of(S.first_id, 90),
                of(S.second_id, 110),
                replace(of(S.state, 80), words=STATES),
                of(S.why, 200),
            ],
            _frame(UNIT, S.state != ""),
            noun="抽中单位",
            empty="还没有抽取",
        ),
        Part(
            "frame",
            "单位名单",
            [_stratum, of(S.name, 260), of(S.score, 70), of(S.scored, 320)],
            _frame(UNIT),
            noun="单位",
            empty="公布时固定名单",
            hint=f"最多显示{SHOWN}家，全部名单在公布包里",
        ),
        Part("officers", "检查人员名单", [of(S.name, 120)], _frame(OFFICER), noun="检查人员", empty="公布时固定名单"),
        Part(
            "recusals",
            "回避",
            [of(Recusal.officer_id, 100), of(Recusal.unitsysid, 240), of(Recusal.why, 240)],
            children(Recusal.draw_id),
            noun="回避",
        ),
        course(DRAW),
    ],
    actions=[ACTS.edit, *page_buttons(DRAW)],
    own=is_own(DRAW),
    files=Files(FILES, until=(PUBLISHED, PLANNED, VOID), right=p.DRAW_SAVE),
    history=True,
)

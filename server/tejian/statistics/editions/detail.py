"""The page of an edition: its table, what differs, the districts of a sum, the other editions of the same period."""

from typing import Any

from sqlalchemy import select

from tejian.kit.process.moves import course, page_buttons, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Notice, Panel, Part, RecordView, Shown, of
from tejian.statistics.models.editions import COUNTING, FAILED, SUMMED, WAYS
from tejian.statistics.models.editions import StatEdition as E
from tejian.statistics.models.editions import StatPart as P
from tejian.statistics.permissions import EDITION_QUERY

from .forms import API, PAGE
from .guarding import own_rows
from .lists import DELETE, RECOUNT, of_own_area
from .process import EDITION
from .reading import faults
from .summing import kept_parts


def others(shown: Shown) -> list[E]:
    """The editions of the same form, period and area."""
    row = shown.row
    same = (E.code == row.code, E.first == row.first, E.last == row.last, E.areacode == row.areacode)
    return list(shown.db.scalars(select(E).where(*same, E.id != row.id, E.visible(shown.me)).order_by(E.round)))


def _notices(shown: Shown) -> list[Notice]:
    row, out = shown.row, []
    if row.step == FAILED:
        out.append(Notice(f"统计失败：{row.message}", "no"))
    for one in others(shown):
        if one.corrects_id == row.id:
            out.append(Notice(f"已有更正版{one.editionno}（{EDITION.name_of(one.step)}），本份照旧保留"))
        if row.corrects_id == one.id:
            out.append(Notice(f"更正{one.editionno}：{row.why}"))
    if row.frozen is None:
        return out
    if missing := [one for one in kept_parts(shown.db, row.id) if one.missing]:
        out.append(Notice(f"有{len(missing)}个区划没有汇总，见“所辖区划”"))
    return [*out, *(Notice(fault, "no") for fault in faults(shown.db, shown.me, row)[:5])]


def _parts(shown: Shown) -> list[dict[str, Any]]:
    """The districts of a sum with their editions."""
    districts = kept_parts(shown.db, shown.row.id)
    query = select(E.id, E.editionno).where(E.id.in_(one.part_id for one in districts))
    numbers: dict[str, str] = dict(shown.db.execute(query).all())  # type: ignore[arg-type]
    return [
        record(one)
        | {
            "editionno": numbers.get(one.part_id, ""),
            "editionnoLink": PAGE.format(id=one.part_id) if one.part_id else "",
        }
        for one in districts
    ]


def _others(shown: Shown) -> list[dict[str, Any]]:
    return [record(one) | {"editionnoLink": PAGE.format(id=one.id)} for one in others(shown)]


def counted(shown: Shown) -> bool:
    return shown.row.frozen is not None and shown.row.step not in (COUNTING, FAILED)


EDITION_VIEW = RecordView(
    no="stat_edition",
    title="监察数据统计报表详情",
    permission=EDITION_QUERY,
    model=E,
    url=f"{API}/record",
    heading=lambda s: f"{s.row.editionno} {s.row.name}",
    subtitle=lambda s: f"{s.row.code}　{s.row.first} 至 {s.row.last}",
    facts=[
        state(EDITION),
        Fact("areacode", note=lambda s: s.text("dept_id")),
        Fact("way", text=lambda s: WAYS.get(s.row.way, "")),
        Fact("frozen", note=lambda s: s.row.message if s.row.step != FAILED else ""),
        Fact("maker_id"),
        Fact("reviewer_id", note=lambda s: s.text("reviewed")),
        Fact("reporter_id", note=lambda s: s.text("reported")),
        Fact("round", when=lambda s: s.row.round > 0),
        Fact("digest", text=lambda s: s.row.digest[:16], when=counted),
    ],
    notices=_notices,
    parts=[
        Panel(
            *("progress", "进度", "jobProgress", lambda s: {"url": f"{API}/progress", "unit": "步"}),
            when=lambda s: s.row.step == COUNTING,
        ),
        Panel("table", "报表", "edition-table", lambda s: {}, when=counted),
        Panel("difference", "差异", "edition-difference", lambda s: {}, when=counted),
        Part(
            "parts",
            "所辖区划",
            [of(P.areacode, 130), of(E.editionno, 150, type="code"), of(P.missing)],
            _parts,
            noun="区划",
            when=lambda s: s.row.way == SUMMED,
        ),
        Part(
            "others",
            "同期其他报表",
            [
                of(E.editionno, 130, type="code"),
                of(E.step, 90, type="dict", words=EDITION.names),
                *(of(E.round, 90), of(E.why), of(E.reported, 140)),
            ],
            _others,
            empty="没有同期的其他报表",
        ),
        course(EDITION),
    ],
    actions=[RECOUNT, *of_own_area(page_buttons(EDITION)), DELETE],
    own=lambda s: bool(own_rows(s.db, s.me, [s.row.id])),
    history=True,
)

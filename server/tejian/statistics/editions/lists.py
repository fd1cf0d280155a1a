"""The editions; the records behind a cell as they were; the districts behind a cell of a sum."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import BigInteger, Float, and_, any_, case, cast, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import aliased

from tejian.kit.ground.actions import MINE, Action
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, prefix, same
from tejian.kit.process.moves import buttons, own_listing
from tejian.statistics.counted.api import BEHIND
from tejian.statistics.models.editions import COUNTING, FAILED, KEPT, REPORTED, REVIEWED, SUMMED, WAYS, StatCell
from tejian.statistics.models.editions import StatEdition as E
from tejian.statistics.models.editions import StatGroup as G
from tejian.statistics.models.editions import StatPart as P
from tejian.statistics.models.editions import StatRow as R
from tejian.statistics.permissions import EDITION_MAKE, EDITION_QUERY
from tejian.system.models.areas import covered_prefix
from tejian.system.permissions import EXPORT

from .forms import API, BEGIN, PAGE
from .guarding import own_rows
from .process import EDITION
from .reading import UNDIVIDED

LISTS = {code: one.label for code, one in BEHIND.items()}
DONE = (KEPT, REVIEWED, REPORTED)
RECOUNT = Action(
    "recount",
    "复算",
    EDITION_QUERY,
    place="more",
    kind="call",
    needs="one",
    url=f"{API}/recount",
    when={"step": DONE},
)
DELETE = Action(
    "delete",
    "删除",
    EDITION_MAKE,
    place="more",
    kind="call",
    needs="one",
    url=f"{API}/delete",
    confirm="保存的数和明细一并删除，确定删除吗？",
    when={"step": (KEPT, FAILED), MINE: ("1",)},
    whose=own_rows,
)


def of_own_area(offered: Sequence[Action]) -> list[Action]:
    """The buttons of the moves, those that are bound to no step on the rows of the own area alone."""
    return [a if a.whose else replace(a, when={**a.when, MINE: ("1",)}, whose=own_rows) for a in offered]


Later = aliased(E)
corrected = select(Later.editionno).where(Later.corrects_id == E.id).correlate(E).scalar_subquery()
edition_list = own_listing(
    EDITION,
    no="stat_edition_list",
    title="监察数据统计报表",
    permission=EDITION_QUERY,
    export_permission=EXPORT,
    url=f"{API}/findList",
    columns=[
        col(E.editionno, 120, type="code", fixed="left", link=PAGE),
        col(E.code, 70, type="code"),
        col(E.name, 170),
        col(E.first, 104),
        col(E.last, 104),
        col(E.areacode, 90),
        col(E.dept_id, 170),
        col(E.step, 90, label="状态", type="state", words=EDITION.names, tones=EDITION.tones),
        col(E.round, 86),
        Col("corrected", "更正版", func.coalesce(corrected, ""), 120, "code", sortable=False),
        col(E.way, 110, type="dict", words=WAYS),
        col(E.message, 180),
        col(E.maker_id, 80),
        col(E.reviewer_id, 80, shown=False),
        col(E.reporter_id, 80, shown=False),
        col(E.reported, 140),
        col(E.frozen, 140, shown=False),
        col(E.why, 200, shown=False),
        col(E.digest, 200, shown=False),
        col(E.createtime, 140, shown=False),
    ],
    search=[
        like("text", "编号、表号、名称", E.editionno, E.code, E.name, quick=True),
        same("step", "状态", E.step, widget="select", options=EDITION.names, quick=True),
        prefix("areacode", "填报区划", E.areacode, beginning=covered_prefix, widget="area", quick=True),
        dates("last", "统计期间止", E.last),
        same("way", "统计方式", E.way, widget="select", options=WAYS),
        like("why", "更正原因", E.why),
    ],
    segments=[
        Segment("open", "办理中", lambda me: E.step.in_((COUNTING, FAILED, KEPT, REVIEWED))),
        Segment("reported", "已上报", lambda me: E.step == REPORTED),
        Segment("corrections", "更正版", lambda me: E.round > 0),
    ],
    actions=[
        Action("begin", "新增统计", EDITION_MAKE, kind="form", form=BEGIN.no, shortcut="Alt+N", route=PAGE),
        *of_own_area(buttons(EDITION)),
        RECOUNT,
        DELETE,
    ],
)


other, G2 = aliased(E), aliased(G)


def _parts(v: str) -> tuple[str, str, str]:
    """Edition, line and indicator of a cell, as links tell it."""
    number, _, rest = v.partition("/")
    line, _, code = rest.partition("/")
    return number, line, code


def _cell(v: str) -> Any:
    """The groups of a cell, as one array, so that the index over them keeps its order."""
    number, line, code = _parts(v)
    asked = [other.editionno == number, G2.codes.contains([code])] + ([] if line == UNDIVIDED else [G2.line == line])
    groups = select(func.array_agg(G2.id)).join(other, other.id == G2.edition_id).where(*asked).scalar_subquery()
    return R.group_id == any_(cast(groups, ARRAY(BigInteger)))


row_list = add_list(
    ListView(
        no="stat_row_list",
        title="统计报表明细",
        permission=EDITION_QUERY,
        export_permission=EXPORT,
        source=select(R).join(G, G.id == R.group_id).join(E, E.id == G.edition_id),
        key=R.id,
        visible=E.visible,
        url=f"{API}/findRows",
        sort="row",
        columns=[
            col(R.number, 180, type="code", fixed="left"),
            col(R.title, 180),
            col(R.unit, 210),
            col(R.place, 200),
            col(R.state, 110),
            col(R.day, 100),
            col(G.behind, 90, type="dict", words=LISTS),
            Col(
                "filed",
                "统计报表",
                E.editionno,
                120,
                "code",
                link="/dataStatistics/jcDataStatisticsReportDetail?id={edition_id}",
            ),
            Col("codes", "计入的指标", func.array_to_string(G.codes, "、"), 200, sortable=False),
            Col("edition_id", "", G.edition_id),
            Col("row", "", R.group_id),
        ],
        search=[
            Search("cell", "报表、行和指标", _cell, placeholder="如 TB20260001/3000/EQ08"),
            like("number", "编号", R.number, quick=True),
            same("behind", "统计的清单", G.behind, widget="select", options=LISTS),
        ],
    )
)


def _shared(v: str) -> Any:
    """The same cell in each of the editions that were summed."""
    number, line, code = _parts(v)
    summed = select(other.id).where(other.editionno == number).scalar_subquery()
    where = (P.edition_id == summed, StatCell.code == code, StatCell.line == ("" if line == UNDIVIDED else line))
    return and_(*where)


Part = aliased(E)
LINE = func.nullif(StatCell.line, "")
page_of_part = case((Part.way == SUMMED, "Shares"), else_="Rows")
share_list = add_list(
    ListView(
        no="stat_share_list",
        title="各区划的数",
        permission=EDITION_QUERY,
        export_permission=EXPORT,
        source=select(StatCell)
        .join(P, P.part_id == StatCell.edition_id)
        .join(Part, Part.id == P.part_id)
        .join(E, E.id == P.edition_id),
        key=StatCell.id,
        visible=E.visible,
        url=f"{API}/findShares",
        sort="areacode",
        columns=[
            Col("areacode", "区划", P.areacode, 110, "dict", dict="AREA", fixed="left"),
            Col(
                "editionno",
                "统计报表",
                Part.editionno,
                130,
                "code",
                link="/dataStatistics/jcDataStatisticsReportDetail?id={part_id}",
            ),
            col(StatCell.code, 90, type="code"),
            Col("value", "数值", cast(StatCell.value, Float), 110, "number"),
            Col(
                "rows",
                "明细",
                case((StatCell.digest == "", ""), else_="打开"),
                80,
                sortable=False,
                link="/dataStatistics/jcDataStatisticsReport{page}?cell={cell}",
            ),
            col(Part.round, 90),
            col(Part.reported, 140),
            Col("part_id", "", Part.id),
            Col("page", "", page_of_part),
            Col("cell", "", func.concat_ws("/", Part.editionno, func.coalesce(LINE, UNDIVIDED), StatCell.code)),
        ],
        search=[
            Search("cell", "报表、行和指标", _shared, placeholder="如 TB20260004/合计/EQ08"),
        ],
    )
)

"""Lists and pages of the four ways and of the statements."""

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.models.checks import Difference as D
from tejian.charging.models.checks import Statement as S
from tejian.charging.models.checks import StatementLine as X
from tejian.charging.places import OF_CHARGE
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, course, state
from tejian.kit.records.recordview import Fact, Files, Listed, Panel, RecordView, Shown
from tejian.system.permissions import EXPORT

from .daily import CALLS as STATEMENTS
from .daily import FETCH
from .differences import KINDS
from .process import BASE, CALLS, DIFFERENCE, PAGE

STATEMENT = f"{BASE}/statementSearch/detail?id={{id}}"
TONES = {
    at.MATCHED: "go",
    at.REPEATED: "ok",
    at.TAKEN_BACK: "ok",
    at.WAITING_LINE: "ca",
    at.UNMATCHED: "no",
    at.OTHER: "no",
    at.LACKING: "no",
}

difference_list = add_list(
    ListView(
        no="cha_diff_list",
        title="收费核对",
        permission=p.CHECKS,
        export_permission=EXPORT,
        source=select(D),
        key=D.id,
        visible=D.visible,
        url=f"{CALLS}/findList",
        sort="step",
        columns=[
            Col("kind", "差异", D.kind, 112, "dict", words=KINDS, fixed="left"),
            col(D.sentence, 300, link=PAGE),
            col(D.unitname, 170),
            col(D.chargesysid, 132, type="code", link=OF_CHARGE),
            col(D.seisn, 112, type="code", link="/businessPro/applyInfo?seisn={seisn}"),
            col(D.amount, 106, type="money"),
            col(D.step, 80, label="状态", type="state", words=DIFFERENCE.names, tones=DIFFERENCE.tones),
            col(D.found, 100),
            col(D.settledby, 80),
            col(D.settled, 140),
            col(D.note, 200),
            Col("charge_id", "", D.charge_id),
            Col("remedy", "", D.remedy),
        ],
        search=[
            same("kind", "差异", D.kind, widget="select", options=KINDS, quick=True),
            same("step", "状态", D.step, widget="select", options=DIFFERENCE.names, quick=True),
            like("unitname", "单位", D.unitname, quick=True),
            like("chargesysid", "收费单号", D.chargesysid),
            like("seisn", "业务流水号", D.seisn),
            dates("found", "发现日期", D.found),
        ],
        segments=[Segment("open", "待处理", lambda me: D.step == at.OPEN_DIFF)],
        actions=[
            Action(
                "compare",
                "立即核对",
                p.SETTLE,
                kind="call",
                url=f"{CALLS}/compare",
                confirm="核对本机构的收费？",
                done="已核对",
            ),
            Action(
                *("handle", "办理", p.SETTLE),
                place="row",
                kind="route",
                needs="one",
                route=PAGE,
                when={"step": (at.OPEN_DIFF,)},
            ),
        ],
    )
)


def _item_page(shown: Shown) -> str:
    """Where the business item is shown."""
    return f"/businessPro/applyInfo?seisn={shown.row.seisn}" if shown.row.seisn else ""


def _charge_page(shown: Shown) -> str:
    return OF_CHARGE.replace("{charge_id}", shown.row.charge_id) if shown.row.charge_id else ""


DIFFERENCE_VIEW = RecordView(
    no="cha_difference",
    title="收费核对差异",
    permission=p.CHECKS,
    model=D,
    url=f"{CALLS}/record",
    heading=lambda s: KINDS.get(s.row.kind, s.row.kind),
    name=lambda s: s.row.chargesysid or s.row.seisn or "收费核对差异",
    identity=lambda s: "　".join(filter(None, [s.row.unitname, s.row.sentence])),
    facts=[
        state(DIFFERENCE),
        Fact(label="收费单", text=lambda s: s.row.chargesysid or "没有", link=_charge_page),
        Fact(label="业务", text=lambda s: s.row.seisn or "没有", link=_item_page),
        Fact(label="金额", text=lambda s: f"{s.row.amount:,.2f} 元"),
        Fact(label="发现日期", text=lambda s: str(s.row.found)),
        Fact(label="处理人", text=lambda s: s.row.settledby or "未处理", note=lambda s: s.row.note),
    ],
    parts=[course(DIFFERENCE)],
    actions=[*buttons(DIFFERENCE)],
    history=True,
)

statement_list = add_list(
    ListView(
        no="cha_statement_list",
        title="对账单",
        permission=p.CHECKS,
        export_permission=EXPORT,
        source=select(S),
        key=S.id,
        visible=S.visible,
        url=f"{STATEMENTS}/findList",
        sort="-createtime",
        columns=[
            col(S.createtime, 140, label="导入时间", fixed="left", link=STATEMENT),
            col(S.source, 70),
            col(S.bank, 110),
            col(S.state, 90, type="state", words=at.COMPARING, tones=at.COMPARING_TONES),
            col(S.filename, 220),
            col(S.firstday, 100),
            col(S.lastday, 100),
            col(S.linecount, 70),
            col(S.total, 120, type="money"),
            col(S.matched, 80),
            col(S.different, 80),
            col(S.takenby, 90),
        ],
        search=[
            same("source", "来源", S.source, widget="select", options={"平台": "平台", "银行": "银行"}, quick=True),
            like("filename", "文件", S.filename, quick=True),
            same("state", "核对进度", S.state, widget="select", options=at.COMPARING),
            dates("firstday", "起始日期", S.firstday),
        ],
        actions=[
            Action("takeStatement", "导入对账单", p.TAKE, shortcut="Alt+N"),
            Action("fetch", "取平台文件", p.TAKE, kind="form", form=FETCH.no),
            Action(
                *("again", "重新核对", p.TAKE),
                place="row",
                kind="call",
                needs="one",
                url=f"{STATEMENTS}/again",
                when={"state": (at.FAILED_COMPARING,)},
                done="已交后台核对",
            ),
        ],
    )
)

line_list = add_list(
    ListView(
        no="cha_statement_lines",
        title="对账单明细",
        permission=p.CHECKS,
        export_permission=EXPORT,
        source=select(X).join(S, S.id == X.statement_id),
        key=X.id,
        visible=S.visible,
        url=f"{STATEMENTS}/findLines",
        sort="lineno",
        columns=[
            Col("lineno", "行号", func.nullif(X.lineno, 0), 60, "number", fixed="left"),  # ours have none
            col(X.number, 180, type="code"),
            col(X.day, 100),
            col(X.amount, 110, type="money"),
            col(X.payer, 200),
            col(X.memo, 150),
            col(X.result, 100, type="state", words=at.RESULTS, tones=TONES),
            col(X.note, 280),
            Col("statement_id", "", X.statement_id),
        ],
        search=[
            same("result", "结果", X.result, widget="select", options=at.RESULTS, quick=True),
            like("number", "流水号", X.number, quick=True),
            same("statement_id", "对账单", X.statement_id, widget="input"),
        ],
        segments=[Segment("wrong", "不符", lambda me: X.result.in_(at.WRONG_LINES))],
    )
)


def _count(shown: Shown, *results: str) -> int:
    query = select(func.count()).where(X.statement_id == shown.row.id, X.result.in_(results))
    return shown.db.scalar(query) or 0


def _wrong(shown: Shown) -> Any:
    return f"{_count(shown, *at.WRONG_LINES)} 笔"


def _ours(shown: Shown) -> str:
    """How many of them are ours: with those the numbers are more than the lines of the file."""
    count = _count(shown, at.LACKING)
    return f"其中 {count} 笔我方有，对账单没有" if count else ""


def stays_as_sent(_db: Session, _me: User, _row: S) -> None:
    """The file of a statement is what was compared: nothing is added to it, nothing taken away."""
    raise Refused("对账单的原文件按导入时保存，不能变更附件")


STATEMENT_VIEW = RecordView(
    no="cha_statement",
    title="对账单",
    permission=p.CHECKS,
    model=S,
    url=f"{STATEMENTS}/record",
    heading=lambda s: f"{s.row.source}对账单 {s.row.firstday} 至 {s.row.lastday}",
    name=lambda s: f"对账单 {s.row.lastday}",
    identity=lambda s: "　".join(filter(None, [s.row.bank, s.row.filename])),
    facts=[
        Fact(
            label="核对进度",
            text=lambda s: at.COMPARING[s.row.state],
            tone=lambda s: at.COMPARING_TONES[s.row.state],
            dot=True,
            note=lambda s: s.row.message,
        ),
        Fact(label="笔数", text=lambda s: f"{s.row.linecount} 笔", link="#lines"),
        Fact(label="合计", text=lambda s: f"{s.row.total:,.2f} 元", link="#lines"),
        Fact(label="相符", text=lambda s: f"{_count(s, at.MATCHED, at.REPEATED)} 笔", link="#lines"),
        Fact(label="不符", text=_wrong, note=_ours, link="#lines"),
        Fact(label="导入", text=lambda s: s.row.takenby),
    ],
    parts=[
        Panel(
            "progress",
            "核对进度",
            "jobProgress",
            lambda s: {"url": f"{STATEMENTS}/progress", "unit": "笔"},
            when=lambda s: s.row.state not in at.COMPARING_ENDED,
        ),
        Listed("lines", "明细", "cha_statement_lines", lambda s: {"statement_id": s.row.id}),
    ],
    files=Files(at.STATEMENT_FILES, title="原文件", refuses=stays_as_sent),
    history=True,
)

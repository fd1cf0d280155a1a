"""Lists and pages of the close: the entries of money, the days of cashiers, the months of the institute."""

from dataclasses import asdict, replace
from decimal import Decimal
from typing import Any

from sqlalchemy import Date, and_, case, select, text
from sqlalchemy import cast as sql_cast
from sqlalchemy.orm import Session

from tejian.charging import codes as at
from tejian.charging import permissions as p
from tejian.charging.charges.api import of_charge, said
from tejian.charging.models.charges import CashDay as D
from tejian.charging.models.charges import CashMonth as M
from tejian.charging.models.charges import Charge as C
from tejian.charging.models.charges import ChargeEntry as N
from tejian.charging.models.charges import not_a_units, of_charges
from tejian.charging.money.api import ZERO, ahead_of, sums_of_day
from tejian.charging.places import OF_CHARGE
from tejian.kit.forms.form import as_date
from tejian.kit.ground import clock
from tejian.kit.ground.actions import Action
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, Segment, add_list, col, dates, like, same
from tejian.kit.process.moves import buttons, course, state
from tejian.kit.records.crud import record
from tejian.kit.records.recordview import Fact, Listed, Notice, Part, RecordView, Shown, of
from tejian.system.permissions import EXPORT

from .parts import DAY_CASH, DAY_SUMS, MONTH_SUMS
from .process import BASE, CALLS, DAY, EVERY_DAY, MONTH_CALLS, MONTH_PAGE, MONTHLY, PAGE, sums_of_month

PRINT = "FZRJB"
JOURNAL = ("monthJournal", "凭证", p.DAYS)
COUNTED = {"step": (at.REVIEW_DAY, at.CLOSED_DAY)}

ENTRIES, AHEAD = f"{BASE}/entrySearch", f"{BASE}/accountEntries"
DAYS_OF_MONTH = f"{EVERY_DAY}?dayStart={{begins}}&dayEnd={{last}}"
ONLINE_OF_MONTH = f"{ENTRIES}?way={at.ONLINE}&kind={at.RECEIVED}&atStart={{begins}}&atEnd={{last}}"


def _closed(column: Any) -> Any:
    """A sum, which is written when the day or the month is closed."""
    return case((column.class_.step.in_((at.REVIEW_DAY, at.CLOSED_DAY)), column))


def _on_day(v: str) -> Any:
    return N.day == as_date(v, "日期")


entry_list = add_list(
    ListView(
        no="cha_entry_list",
        title="资金明细",
        permission=p.DAYS,
        export_permission=EXPORT,
        source=select(N).outerjoin(C, C.id == N.charge_id),  # so it is left out where only entries are asked
        key=N.id,
        visible=N.visible,
        indexed=lambda me: of_charges(me, N.charge_id),
        ordered=not_a_units,
        url="/api/chamain/entry/findList",
        sort="-at",
        columns=[
            col(N.at, 140, fixed="left"),
            Col("chargesysid", "收费单号", C.chargesysid, 140, "code", link=OF_CHARGE),
            Col("payunitname", "缴费单位", C.payunitname, 200),
            col(N.kind, 70, type="dict", words=at.KINDS),
            col(N.way, 90, type="dict", words=at.WAYS),
            col(N.amount, 110, type="money"),
            col(N.ref, 170, type="code"),
            col(N.given, 110, type="money", shown=False),
            col(N.username, 80),
            col(N.note, 220),
            Col("day", "", N.day),
            Col("charge_id", "", N.charge_id),
        ],
        search=[
            of_charge("chargesysid", "收费单号", C.chargesysid, N.charge_id, quick=True),
            of_charge("payunitname", "缴费单位", C.payunitname, N.charge_id, quick=True),
            same("way", "方式", N.way, widget="select", options={k: v for k, v in at.WAYS.items() if k}, quick=True),
            same("kind", "类别", N.kind, widget="select", options=at.KINDS),
            said("ref", "凭证号", N.ref, N.searchtext),
            same("userid", "经办人", N.userid, widget="user"),
            Search("day", "日期", _on_day, widget="date", indexed=lambda _db, v: _on_day(v)),
            dates("at", "时间", N.at, moment=True, facet=None),
        ],
    )
)


def _handled(page: str, *steps: str) -> Action:
    """The page of a day or a month, while something is left to do on it."""
    return Action(*("view", "办理", p.DAYS), place="row", kind="route", needs="one", route=page, when={"step": steps})


day_list = add_list(
    ListView(
        no="cha_day_list",
        title="日结查询",
        permission=p.DAYS,
        export_permission=EXPORT,
        source=select(D),
        key=D.id,
        visible=D.visible,
        url=f"{CALLS}/findList",
        sort="-day",
        columns=[
            col(D.day, 110, fixed="left", link=PAGE),
            col(D.username, 90),
            col(D.step, 90, label="状态", type="state", words=DAY.names, tones=DAY.tones),
            Col("entrycount", "笔数", _closed(D.entrycount), 70, "number"),
            Col("cash", "现金", _closed(D.cash), 110, "money"),
            Col("counted", "实点现金", _closed(D.counted), 110, "money"),
            Col("difference", "现金差额", _closed(D.difference), 100, "money"),
            Col("pos", "刷卡", _closed(D.pos), 110, "money"),
            Col("transfer", "转账", _closed(D.transfer), 110, "money"),
            col(D.reason, 180),
            col(D.closedby, 90),
            col(D.closed, 140),
            col(D.reviewby, 80),
            col(D.reviewed, 140, shown=False),
        ],
        search=[
            like("username", "收费员", D.username, quick=True),
            dates("day", "收款日期", D.day, quick=True),
            same("step", "状态", D.step, widget="select", options=DAY.names, quick=True),
        ],
        segments=[
            Segment("open", "待日结", lambda me: D.step == at.OPEN_DAY),
            Segment("review", "待复核", lambda me: D.step == at.REVIEW_DAY),
            Segment("different", "有差额", lambda me: and_(D.step != at.OPEN_DAY, D.difference != 0)),
        ],
        actions=[
            _handled(PAGE, at.OPEN_DAY, at.REVIEW_DAY),
            Action(*(PRINT, "日结单", p.DAYS), place="row", kind="print", needs="one", print=PRINT, when=COUNTED),
        ],
    )
)

own_list = add_list(
    replace(
        day_list,
        no="cha_day_own_list",
        title="日结",
        permission=p.CLOSE,
        visible=lambda me: D.userid == me.id,
        url=f"{CALLS}/findOwn",
    )
)

month_list = add_list(
    ListView(
        no="cha_month_list",
        title="月结",
        permission=p.DAYS,
        export_permission=EXPORT,
        source=select(M),
        key=M.id,
        visible=M.visible,
        url=f"{MONTH_CALLS}/findList",
        sort="-month",
        columns=[
            col(M.month, 80, fixed="left", link=MONTH_PAGE),
            col(M.step, 90, label="状态", type="state", words=MONTHLY.names, tones=MONTHLY.tones),
            Col("daycount", "日结数", _closed(M.daycount), 64, "number", link=DAYS_OF_MONTH),
            Col("entrycount", "笔数", _closed(M.entrycount), 66, "number"),
            Col("cash", "现金", _closed(M.cash), 104, "money", link=DAYS_OF_MONTH),
            Col("pos", "刷卡", _closed(M.pos), 104, "money", link=DAYS_OF_MONTH),
            Col("transfer", "转账", _closed(M.transfer), 104, "money", link=DAYS_OF_MONTH),
            Col("online", "在线支付", _closed(M.online), 104, "money", link=ONLINE_OF_MONTH),
            Col("difference", "现金差额", _closed(M.difference), 106, "money", link=DAYS_OF_MONTH),
            Col("begins", "", M.begins),
            Col("last", "", sql_cast(M.begins + text("interval '1 month - 1 day'"), Date)),
            col(M.closedby, 90),
            col(M.closed, 136),
        ],
        search=[
            like("month", "月份", M.month, quick=True),
            same("step", "状态", M.step, widget="select", options=MONTHLY.names, quick=True),
        ],
        actions=[_handled(MONTH_PAGE, at.OPEN_MONTH), Action(*JOURNAL, place="row", needs="one")],
    )
)


# -- pages --------------------------------------------------------------------------------------------------------


def _day_values(db: Session, me: User, row: D) -> dict[str, Any]:
    """An open day has the sums of its entries so far; a closed one those for which was signed."""
    told = record(row)
    if row.step == at.OPEN_DAY:
        sums = sums_of_day(db, row.userid, row.day)
        told |= {way: f"{sums.of(way):.2f}" for way in at.METHODS} | {"entrycount": sums.entrycount}
    return told


def _ahead(db: Session, me: User, row: D) -> Any:
    """What of the day was paid in advance, by means."""
    return ahead_of(db, row.userid, row.day)


def _of_day(page: str, shown: Shown, way: str) -> str:
    row = shown.row
    return f"{page}?userid={row.userid}&useridName={row.username}&day={row.day}&way={way}"


def _means(way: str, label: str) -> list[Fact]:
    """What came in by a means, with the entries behind; in two parts where some of it was paid in advance."""

    def total(s: Shown) -> Decimal:
        return Decimal(s.values[way])

    def ahead(s: Shown) -> Decimal:
        return s.more.get(way, ZERO)  # type: ignore[no-any-return]

    def charged(s: Shown) -> str:
        return f"{_of_day(ENTRIES, s, way)}&kind={at.RECEIVED}"

    word = at.METHODS[way]
    return [
        Fact(
            label=label,
            text=lambda s: f"{total(s):,.2f} 元",
            link=lambda s: charged(s) if total(s) and way not in s.more else "",
        ),
        Fact(
            label=f"{word}收费",
            text=lambda s: f"{total(s) - ahead(s):,.2f} 元",
            link=charged,
            when=lambda s: way in s.more,
        ),
        Fact(
            label=f"{word}预存款",
            text=lambda s: f"{ahead(s):,.2f} 元",
            link=lambda s: _of_day(AHEAD, s, way),
            when=lambda s: way in s.more,
        ),
    ]


def _counted(shown: Shown) -> str:
    return "未盘点" if shown.row.step == at.OPEN_DAY else f"{shown.row.counted:,.2f} 元"


def _why_counted(shown: Shown) -> list[str]:
    return [f"{v} 元 × {n} ＝ {Decimal(v) * n:,.2f} 元" for v, n in shown.row.counts.items() if n]


def _signed(shown: Shown) -> str:
    row = shown.row
    when = row.closed.astimezone(clock.SHANGHAI).strftime("%Y-%m-%d %H:%M") if row.closed else ""
    return f"{row.closedby} {when}".strip() or "未签名"


def _day_notices(shown: Shown) -> list[Notice]:
    row = shown.row
    if row.step == at.OPEN_DAY:
        return [] if not row.reason else [Notice(f"上次盘点相差 {row.difference:,.2f} 元，已退回重盘")]
    off = f"实点现金与应有现金相差 {row.difference:,.2f} 元：{row.reason}"
    return [Notice(off, "ok" if row.reviewby else "ca")] if row.difference else []


DAY_VIEW = RecordView(
    no="cha_day",
    title="日结",
    permission=p.DAYS,
    model=D,
    url=f"{CALLS}/record",
    values=_day_values,
    more=_ahead,
    heading=lambda s: f"日结 {s.row.username} {s.row.day}",
    name=lambda s: f"日结 {s.row.day}",
    identity=lambda s: f"{s.row.username}　{s.row.day}　{s.values['entrycount']} 笔",
    facts=[
        state(DAY),
        *_means("cash", "应有现金"),
        Fact(label="实点现金", text=_counted, why=_why_counted),
        *_means("pos", "刷卡"),
        *_means("transfer", "转账"),
        Fact(label="日结签名", text=_signed),
        Fact(label="复核", text=lambda s: s.row.reviewby or "—"),
    ],
    notices=_day_notices,
    parts=[
        DAY_SUMS,
        DAY_CASH,
        Listed(
            "entries",
            "资金明细",
            "cha_entry_list",
            lambda s: {
                "userid": s.row.userid,
                "day": str(s.row.day),
                "kind": at.RECEIVED,
            },
        ),
        Listed(
            "ahead",
            "预存款",
            "cha_account_entries",
            lambda s: {"userid": s.row.userid, "day": str(s.row.day)},
        ),
        course(DAY),
    ],
    actions=[
        Action(
            *(PRINT, "日结单", p.DAYS),
            kind="print",
            needs="one",
            print=PRINT,
            when={"step": (at.REVIEW_DAY, at.CLOSED_DAY)},
        ),
        *reversed(buttons(DAY)),
    ],
    history=True,
)


def _days_of(shown: Shown) -> list[dict[str, Any]]:
    query = select(D).where(D.orgid == shown.row.orgid, D.day >= shown.row.begins, D.day < shown.row.end)
    rows = shown.db.scalars(query.order_by(D.day, D.username).limit(500))
    return [_day_values(shown.db, shown.me, one) | {"dayLink": PAGE.replace("{id}", one.id)} for one in rows]


def _month_values(db: Session, me: User, row: M) -> dict[str, Any]:
    """An open month has the sums so far; a closed one those for which was signed."""
    sums = asdict(sums_of_month(db, row)) if row.step == at.OPEN_MONTH else {}
    return record(row) | {name: f"{value:.2f}" if name in MONEY else value for name, value in sums.items()}


MONEY = (*at.METHODS, at.ONLINE, "difference")


def _month_yuan(name: str, label: str, page: str) -> Fact:
    """A sum of the month, so far while it is open, with the days or the entries behind."""
    return Fact(
        label=label,
        text=lambda s: f"{Decimal(s.values[name]):,.2f} 元",
        note=lambda s: "至今" if s.row.step == at.OPEN_MONTH else "",
        link=lambda s: page.format(begins=s.row.begins, last=s.row.last),
    )


def _month_of(shown: Shown) -> str:
    """How many days it has, and of an open one how many of them are closed."""
    days = shown.values["daycount"]
    if shown.row.step != at.OPEN_MONTH:
        return f"{shown.row.month}　{days} 个日结"
    return f"{shown.row.month}　{days} 个收款日，已日结 {shown.values['closeddays']} 个"


MONTH_VIEW = RecordView(
    no="cha_month",
    title="月结",
    permission=p.DAYS,
    model=M,
    url=f"{MONTH_CALLS}/record",
    heading=lambda s: f"月结 {s.row.month}",
    values=_month_values,
    identity=_month_of,
    facts=[
        state(MONTHLY),
        _month_yuan("cash", "现金", DAYS_OF_MONTH),
        _month_yuan("pos", "刷卡", DAYS_OF_MONTH),
        _month_yuan("transfer", "转账", DAYS_OF_MONTH),
        _month_yuan("online", "在线支付", ONLINE_OF_MONTH),
        _month_yuan("difference", "现金差额", DAYS_OF_MONTH),
        Fact(label="月结签名", text=_signed),
    ],
    parts=[
        Part(
            "days",
            "日结",
            columns=[
                of(D.day, 110),
                of(D.username, 90),
                of(D.step, 90, label="状态", type="state", words=DAY.names, tones=DAY.tones),
                of(D.entrycount, 70),
                of(D.cash, 110, type="money"),
                of(D.counted, 110, type="money"),
                of(D.difference, 110, type="money"),
                of(D.pos, 110, type="money"),
                of(D.transfer, 110, type="money"),
                of(D.reason),
            ],
            rows=_days_of,
            noun="日结",
        ),
        *MONTH_SUMS,
        course(MONTHLY),
    ],
    actions=[Action(*JOURNAL, needs="one"), *buttons(MONTHLY)],
    history=True,
)

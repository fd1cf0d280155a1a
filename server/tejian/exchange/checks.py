"""Whether the platform holds what we hold: every issued report against its last transfer and the archive of today."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, case, func, literal, literal_column, null, or_, select, true
from sqlalchemy.orm import Session, aliased
from typing_extensions import TypedDict

from tejian.archives import permissions as p
from tejian.archives.common.api import REPORT_NO_WIDTH
from tejian.archives.equipment.api import labels
from tejian.archives.ledgers.inspected.api import Device, by_ids
from tejian.archives.models.equipment import Equipment
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground.actions import Action
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.user import User
from tejian.kit.lists.listview import Col, ListView, Search, add_list, col, dates, prefix, same
from tejian.system.permissions import EXPORT
from tejian.system.settings.api import in_statement, number

from .models import Transfer
from .transfers import AT_ONCE, DONE, FAILED, IGNORED, RENEWED, WAITING, journal, renewed, send_again

DAYS = "exchange.check_days"
MISSING, CHANGED = "n", "c"
WORDS = {MISSING: "未传", WAITING: "待传", FAILED: "失败", IGNORED: "忽略", CHANGED: "传后变更", DONE: "一致"}
TONES = {MISSING: "no", WAITING: "go", FAILED: "ca", IGNORED: "ok", CHANGED: "ca", DONE: "go"}

# the last transfer of a report; a lateral query, so that it is one look into an index for each report shown
_last = (
    select(Transfer)
    .where(Transfer.appbuss_id == AppBuss.id, Transfer.direction == "push")
    .order_by(Transfer.createtime.desc(), Transfer.id.desc())
    .limit(1)
    .correlate(AppBuss)
    .lateral("last")
)
L = aliased(Transfer, _last)


def _differs(name: str) -> ColumnElement[bool]:
    return func.coalesce(L.content[name].astext, "") != getattr(Equipment, name)


changed = or_(*(_differs(n) for n in RENEWED))
state = case((L.id.is_(None), literal(MISSING)), (and_(L.state == DONE, changed), literal(CHANGED)), else_=L.state)


def _changed_fields() -> Any:
    """The names of what the archive says otherwise today, in words."""
    parts = [case((_differs(n), literal(labels()[n][0])), else_=null()) for n in RENEWED]
    return case((L.id.is_(None), literal("")), else_=func.concat_ws("、", *parts))


def _window() -> Any:
    """The days that the parameter names, back from now."""
    return func.now() - func.make_interval(0, 0, 0, func.coalesce(in_statement(DAYS, "{1,4}"), 90))


source = (
    select(Report)
    .join(AppBuss, AppBuss.id == Report.appbuss_id)
    .outerjoin(Equipment, Equipment.id == AppBuss.equdatasysid)  # a safety valve is in its own ledger
    .outerjoin(L, true())
    .where(Report.issuedat >= _window(), Report.imported.is_(False))
)

check_list = add_list(
    ListView(
        no="transfer_check_list",
        title="数据交换查询",
        permission=p.JOURNAL_QUERY,
        export_permission=EXPORT,
        source=source,
        key=Report.id,
        visible=AppBuss.visible,
        url="/api/transfer/findCheckList",
        sort="-issuedat",
        columns=[
            col(Report.reportno, REPORT_NO_WIDTH, type="code", fixed="left"),
            Col("state", "核对结果", state, 88, "state", words=WORDS, tones=TONES, sortable=False),
            Col("differences", "档案已变更项", _changed_fields(), 126, sortable=False),
            col(Report.issuedat, 132),
            col(L.sentat, 132, label="最近传输", sortable=False),
            col(L.error, 190, sortable=False),
            col(L.receipt, 164, type="code", sortable=False, shown=False),
            col(AppBuss.seisn, 124, type="code", link="/flowLog?seisn={seisn}"),
            col(AppBuss.equcode, 160, type="code"),
            col(AppBuss.equname, 90),
            Col("useorgname", "使用单位", func.coalesce(Equipment.useorgname, AppBuss.unitname), 180, sortable=False),
            col(AppBuss.equclass, 90, shown=False),
            col(AppBuss.areacode, 90, label="区划", shown=False),
            col(L.ignorereason, 160, sortable=False, shown=False),
            col(L.tries, 76, sortable=False, shown=False),
        ],
        search=[
            prefix("reportno", "报告编号", Report.reportno, quick=True),
            Search(
                "state",
                "核对结果",
                lambda v: state.in_(v.split(",")),
                widget="select",
                options=WORDS,
                quick=True,
            ),
            dates("issuedat", "签发时间", Report.issuedat, moment=True, quick=True),
            prefix("equcode", "设备代码", AppBuss.equcode),
            prefix("seisn", "业务流水号", AppBuss.seisn),
            same("equclass", "设备种类", AppBuss.equclass, widget="select", dict="C601"),
        ],
        actions=[
            Action(
                "resend",
                "重传",
                p.JOURNAL_RETRY,
                place="batch",
                kind="call",
                needs="many",
                url="/api/transfer/resend",
                confirm="按现有档案重新传输所选报告，确定吗？",
                when={"state": [MISSING, FAILED, IGNORED, CHANGED]},
            ),
            Action(
                "resendOne",
                "重传",
                p.JOURNAL_RETRY,
                place="row",
                kind="call",
                needs="one",
                url="/api/transfer/resend",
                when={"state": [MISSING, FAILED, IGNORED, CHANGED]},
            ),
        ],
    )
)


class CheckCounts(TypedDict):
    days: int
    counts: dict[str, int]


def counts(db: Session, me: User) -> CheckCounts:
    """How many reports of the window stand in each result of the check, and the days of the window."""
    query = source.where(AppBuss.visible(me)).with_only_columns(
        state.label("state"), func.count(), maintain_column_froms=True
    )
    found = {row[0]: row[1] for row in db.execute(query.group_by(literal_column("1")))}
    days = number(db, DAYS, 90)
    return {"days": days, "counts": {code: found.get(code, 0) for code in WORDS}}


def resend(db: Session, me: User, ids: Sequence[str]) -> int:
    """重传: reports that never went out, failed, were ignored, or of which the archive says something else today.

    What the platform already took goes out again under a new key: it takes a key only once.
    """
    if len(set(ids)) > AT_ONCE:
        raise Refused(f"一次最多重传{AT_ONCE}条")
    reports = many_visible_or_refuse(db, me, Report, ids, lock=True)
    items = {b.id: b for b in db.scalars(select(AppBuss).where(AppBuss.id.in_([r.appbuss_id for r in reports])))}
    wanted = [b.equdatasysid for b in items.values()]
    devices = by_ids(db, wanted)
    rows = select(Transfer).where(Transfer.appbuss_id.in_(items), Transfer.direction == "push")
    last = {t.appbuss_id: t for t in db.scalars(rows.order_by(Transfer.createtime, Transfer.id).with_for_update())}
    for report in reports:
        item = items[report.appbuss_id]
        _resend_one(db, report, item, devices[item.equdatasysid], last.get(item.id))
    return len(reports)


def _resend_one(db: Session, report: Report, item: AppBuss, device: Device, last: Transfer | None) -> None:
    if last is None:
        journal(db, item, report, device)
        return
    if last.state == WAITING:
        raise Refused(f"{report.reportno}正在等待传输，无需重传")
    if last.state in (FAILED, IGNORED):
        send_again(db, last, item, device)
        return
    content = renewed(last, item, device)
    if all(content.get(n) == last.content.get(n) for n in RENEWED):
        raise Refused(f"{report.reportno}已传输且与档案一致，无需重传")
    made = journal(db, item, report, device)
    made.content = content

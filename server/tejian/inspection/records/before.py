"""The last report of a device by the same sort of inspection before this one: what it said of each item."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.reports import Report
from tejian.kit.database.audit import plain
from tejian.kit.ground import clock


class LastResult(TypedDict):
    result: str
    values: dict[str, str]
    reportno: str
    inspdate: str | None


@dataclass(frozen=True)
class LastReport:
    """A report that was issued: of which business item, and what it says."""

    item: str
    content: dict[str, Any]
    reportno: str
    inspdate: date | None


def last_report(db: Session, row: AppBuss, day: date | None) -> LastReport | None:
    """The device's last issued report of the same sort before an inspection of a day, by the days of inspection."""
    query = (
        select(AppBuss.id, Report.content, Report.reportno, AppBuss.inspdate)
        .join(AppBuss, AppBuss.id == Report.appbuss_id)
        .where(AppBuss.equdatasysid == row.equdatasysid, AppBuss.id != row.id, AppBuss.testsort == row.testsort)
        .where(or_(AppBuss.inspdate.is_(None), AppBuss.inspdate <= (day or clock.today())))
        .order_by(AppBuss.inspdate.desc().nulls_last(), Report.issuedat.desc())
        .limit(1)
    )
    last = db.execute(query).first()
    return LastReport(*last) if last else None


def results_of(last: LastReport | None) -> dict[str, LastResult]:
    """Results by item number."""
    items = last.content.get("items", []) if last else []
    return {
        item["item_no"]: {
            "result": item.get("result", ""),
            "values": item.get("values", {}),
            "reportno": last.reportno,
            "inspdate": plain(last.inspdate),
        }
        for item in items
        if last
    }

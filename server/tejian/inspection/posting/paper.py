"""KDD: a waybill on paper, a label of 100 by 150 mm."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection import permissions as p
from tejian.inspection.models.posting import BACK, VOID, PostedReport, Waybill
from tejian.kit.database.db import many_visible_or_refuse
from tejian.kit.ground import clock, dictionary
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.permission import require
from tejian.kit.ground.user import User
from tejian.kit.papers import bars, pdf
from tejian.kit.web.edge import File
from tejian.system.models.organisations import Org

MOST = 100


def bills(db: Session, me: User, ids: Sequence[str]) -> File:
    """The labels of waybills, in the order in which they were picked. Each print is counted; a second says so."""
    require(me, p.RELEASE)
    if len(ids) > MOST:
        raise Refused(f"一次最多打印{MOST}张快递单")
    by_key = {row.id: row for row in many_visible_or_refuse(db, me, Waybill, ids, lock=True)}
    rows = [by_key[key] for key in dict.fromkeys(ids)]
    if gone := next((row for row in rows if row.step in (BACK, VOID)), None):
        raise Refused(f"快递单{gone.expressno}已退回或作废，不能打印")
    reports: dict[str, list[str]] = {}
    query = select(PostedReport).where(PostedReport.bill_id.in_(by_key)).order_by(PostedReport.seisn)
    for one in db.scalars(query):
        reports.setdefault(one.bill_id, []).append(one.reportno)
    orgs = {org.id: org for org in db.scalars(select(Org).where(Org.id.in_({row.org_id for row in rows})))}
    companies = dictionary.words(db, me.dict_version).get("KDGS", {})
    for row in rows:
        row.printcount += 1
    labels = [_label(row, orgs.get(row.org_id), companies, reports.get(row.id, [])) for row in rows]
    name = rows[0].expressno if len(rows) == 1 else f"{len(rows)}张"
    content = pdf.render("express_bill", {"title": "快递单", "labels": labels})
    return File(content, "application/pdf", f"快递单{name}.pdf", inline=True)


def _label(row: Waybill, org: Org | None, companies: dict[str, str], reports: list[str]) -> dict[str, Any]:
    return {
        "company": companies.get(row.company, ""),
        "expressno": row.expressno,
        "bars": bars.svg(row.expressno),
        "unitname": row.unitname,
        "receiver": row.receiver,
        "receivertel": row.receivertel,
        "address": row.address,
        "orgname": org.name if org else "",
        "orgaddr": org.address if org else "",
        "orgtel": org.tel if org else "",
        "madeby": row.madeby,
        "day": row.createtime.astimezone(clock.SHANGHAI).date(),
        "reports": reports,
        "remark": row.remark,
        "again": f"补打（第{row.printcount}次）" if row.printcount > 1 else "",
    }

"""The page an inspector fills in: items, what the rules say of them, and what last time said."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.files.models import Attachment
from tejian.inspection.models import AppBuss, OriginalRecord, Report
from tejian.inspection.rules.api import NextDates, bounds_of
from tejian.kit.audit import plain

from . import book
from .service import (
    conclusions,
    findings_of,
    names_for,
    proposed,
    record_or_refuse,
    schedule,
    templates_of,
    unqualified_codes,
)


def entry_screen(db: Session, row: AppBuss) -> dict[str, Any]:
    """Everything the entry and audit screens show of a record."""
    record = record_or_refuse(db, row)
    names = names_for(db, record)
    before = last_results(db, row)
    items = []
    for item in book.items_of(db, templates_of(db, row)[1]):
        bounds = bounds_of(book.limits(db), record.template, item["item_no"], names)
        measured = [
            {"field": b.field, "label": b.label, "unit": b.unit, "low": b.low, "high": b.high, "limit": b.words()}
            for b in bounds
        ]
        if item["value_type"] == "measure" and not measured:
            empty: dict[str, Any] = {"field": "value", "label": "实测值", "unit": item["unit"], "limit": ""}
            empty |= {"low": None, "high": None}
            measured = [empty]
        got = record.results.get(item["seq"], {})
        items.append(
            {
                "seq": int(item["seq"]),
                "item_no": item["item_no"],
                "section": item["section"],
                "content": item["content"],
                "requirement": item["requirement_summary"],
                "key": item["key_item"] == "Y",
                "type": item["value_type"],
                "measures": measured,
                "result": got.get("r", ""),
                "values": got.get("v", {}),
                "note": got.get("n", ""),
                "monitored": bool(got.get("m")),
                "prefill": got.get("p", ""),
                "last": before.get(item["item_no"]),
            }
        )
    photos = db.execute(
        select(Attachment.id, Attachment.item, Attachment.name, Attachment.mime).where(
            Attachment.attrefsysid == row.id, Attachment.deleted.is_(False)
        )
    )
    offered, unqualified = conclusions(db, row), unqualified_codes(db)
    return {
        "id": row.id,
        "version": record.version,
        "record": {
            "template": record.template,
            "inspdate": record.inspdate,
            "conclusion": record.conclusion,
            "nextdate": record.nextdate,
            "ruledate": record.ruledate,
            "opinionno": record.opinionno,
            "rectifydue": record.rectifydue,
            "problems": record.problems,
            "remark": record.remark,
            "conditions": record.conditions,
            "instruments": record.instruments,
        },
        "items": items,
        "photos": [{"attsysid": p.id, "item": p.item, "name": p.name, "mime": p.mime} for p in photos],
        "conclusions": [{"value": k, "label": v, "failed": k in unqualified} for k, v in offered.items()],
        **judged(db, row, record),
    }


def judged(db: Session, row: AppBuss, record: OriginalRecord) -> dict[str, Any]:
    """Findings, proposed conclusion and the explained next date: what changes with every save."""
    dates = schedule(db, row, record)
    line = dates.line("ninspdate") if dates else None
    proposal = proposed(db, row, record)
    return {
        "findings": [
            {"level": f.level, "item_no": f.item_no, "seq": f.seq, "text": f.text} for f in findings_of(db, row, record)
        ],
        "proposal": {
            "word": proposal.word,
            "code": proposal.code,
            "reason": proposal.reason,
            "remark": proposal.remark,
        },
        "next": explained(dates) if dates and line else None,
        "ruledate": record.ruledate,
    }


def explained(dates: NextDates) -> dict[str, Any]:
    """The computed dates as the screens open them: rule, base, steps, clause, years."""
    return {
        "lines": [
            {
                "field": x.field,
                "label": x.label,
                "value": plain(x.value),
                "old": plain(x.old),
                "ruleid": x.ruleid,
                "clause": x.clause,
                "base": plain(x.base),
                "steps": list(x.steps),
            }
            for x in dates.lines
        ],
        "years": [
            {"number": y.number, "due": plain(y.due), "action": y.action, "state": y.state, "brake": y.brake}
            for y in dates.years
        ],
        "warnings": list(dates.warnings),
        "base": plain(dates.base),
        "nextaction": dates.nextaction,
    }


def last_results(db: Session, row: AppBuss) -> dict[str, dict[str, Any]]:
    """Results by item number of the device's last issued report of the same template."""
    query = (
        select(Report.content, Report.reportno, AppBuss.inspdate)
        .join(AppBuss, AppBuss.id == Report.appbuss_id)
        .where(AppBuss.equdatasysid == row.equdatasysid, AppBuss.id != row.id, AppBuss.testsort == row.testsort)
        .order_by(Report.issuedat.desc())
        .limit(1)
    )
    found = db.execute(query).first()
    if found is None:
        return {}
    out = {}
    for item in found.content.get("items", []):
        out[item["item_no"]] = {
            "result": item.get("result", ""),
            "values": item.get("values", {}),
            "reportno": found.reportno,
            "inspdate": plain(found.inspdate),
        }
    return out


def differences(db: Session, row: AppBuss) -> dict[str, Any]:
    """What differs from the last report: items, measured values, and fields of the device."""
    screen = entry_screen(db, row)
    before = next((i["last"] for i in screen["items"] if i["last"]), None)
    rows = []
    for item in screen["items"]:
        last = item["last"]
        if not last:
            continue
        if last["result"] != item["result"] or (last["values"] or {}) != (item["values"] or {}):
            rows.append(
                {
                    "seq": item["seq"],
                    "content": item["content"],
                    "before": _said(last["result"], last["values"]),
                    "now": _said(item["result"], item["values"]),
                }
            )
    return {"last": before, "rows": rows}


def _said(result: str, values: Mapping[str, Any]) -> str:
    numbers = "、".join(str(v) for v in values.values())
    return f"{result} {numbers}".strip()

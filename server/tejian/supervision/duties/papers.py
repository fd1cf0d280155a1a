"""What is printed of a record of duty: the document that the rules name for its class and period."""

from typing import Any

from sqlalchemy.orm import Session

from tejian.kit.ground import dictionary
from tejian.supervision.models.duties import HANDED, PERIODS, DutyRecord
from tejian.system.settings import api as params

from .items import rules_of
from .process import DUTY


def on_paper(db: Session, row: DutyRecord) -> dict[str, Any]:
    words = dictionary.words(db, params.version(db, "dict"))["C601"]
    kind = words.get(row.equclass, "")
    title = next((rule["document"].replace("{类}", kind) for rule in rules_of(db, row)), PERIODS[row.period])
    days = str(row.firstday) if row.firstday == row.lastday else f"{row.firstday}至{row.lastday}"
    found = "零风险报告" if row.step == HANDED and not row.wrong else f"异常{len(DUTY.findings(db, row))}项"
    draft = {"draft": row.step != HANDED, "draftText": "未提交"}
    return {"title": title, "days": days, "kind": kind, "outcome": found, "items": DUTY.paper(db, row)} | draft

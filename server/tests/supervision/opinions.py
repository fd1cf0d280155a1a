"""A collection of opinions as tests begin with it."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.supervision.models.opinions import OpinionCall
from tests.inspection.conftest import Office

API = "/api/opinionCollection"
LAST = clock.today() + timedelta(days=10)
SAID = {"opinion": "建议把报告期限由五日改为十日"}


def drafted(office: Office, **more: Any) -> OpinionCall:
    form = {"title": "电梯安全管理办法（征求意见稿）", "content": "第一条……", "questions": "期限是否合适"}
    key = office.good("jianguan", f"{API}/save", **form | {"deadline": str(LAST)} | more)["id"]
    return office.db.scalars(select(OpinionCall).where(OpinionCall.id == key)).one()


def published(office: Office) -> OpinionCall:
    row = drafted(office)
    office.good("jianguan", f"{API}/publish", id=row.id)
    office.db.refresh(row)
    return row


def past_term(office: Office) -> OpinionCall:
    row = published(office)
    row.deadline = clock.today() - timedelta(days=1)
    office.db.commit()
    return row

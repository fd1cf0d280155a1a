"""Every guard of a waybill: how it is made to speak, and the sentence that is then read."""

from typing import Any

from sqlalchemy import select

from tejian.inspection import codes as at
from tejian.inspection.flow.api import BUSINESS
from tejian.inspection.models.posting import PostedReport

from .conftest import Office
from .refusals import Refusal


def _item(office: Office, row: Any) -> Any:
    key = office.db.scalar(select(PostedReport.appbuss_id).where(PostedReport.bill_id == row.id))
    return office.item(str(key))


def released(office: Office, row: Any) -> None:
    """Somebody fetched the report meanwhile."""
    BUSINESS.put(office.db, _item(office, row), at.DONE)


POSTING = [
    Refusal(
        "express",
        "send",
        "reports_wait",
        "{seisn}当前环节为已办结，请先从快递单{expressno}中取出",
        released,
        words=lambda o, s: {"seisn": _item(o, s).seisn},
    ),
]

"""Every guard of a fee table: how it is made to speak, and the sentence that is then read."""

from datetime import timedelta
from typing import Any

from tejian.charging.models.tables import FeeTable
from tejian.kit.ground import clock
from tests.charging.conftest import Cash

from .conftest import Office
from .refusals import Refusal, put

P = "fee_table"
TODAY = clock.today()
YESTERDAY = TODAY - timedelta(days=1)
PAST = f"生效日期{YESTERDAY}已过，请改为今天或以后"


def another(office: Office, row: Any) -> None:
    """A table for the same day that is published already."""
    office.db.add(FeeTable(name="另一份标准", effective=row.effective, step="PUBLISHED"))


def charged(office: Office, row: Any) -> None:
    """A charge of an item of that day is confirmed."""
    Cash(office).confirmed()
    row.effective = TODAY


FEE_TABLES = [
    Refusal(P, "submit", "has_document", "{name}没有文件依据，请先填写", put(document="")),
    Refusal(P, "submit", "not_past", PAST, put(effective=YESTERDAY)),
    Refusal(P, "publish", "not_past", PAST, put(effective=YESTERDAY)),
    Refusal(P, "publish", "date_free", "另一份标准已定于{effective}生效，同一天不能有两份标准", another),
    Refusal(P, "publish", "nothing_charged", f"{TODAY}受理的业务已有1笔收费按原标准确认，生效日期请往后", charged),
    Refusal(
        P, "withdraw", "not_yet_effective", "{name}已于{effective}生效，不能撤回，请另行起草", put(effective=TODAY)
    ),
]

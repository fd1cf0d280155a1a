"""A serious report as tests begin with it."""

from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.supervision.models.serious import SeriousReport
from tests.inspection.conftest import Office

API = "/api/seriousReport"
SAID = {"problem": "制动器失效，轿厢溜车", "measures": "已现场停梯并张贴停用标志", "suggestion": "责令停止使用"}
ORDER = {"level": "4", "handling": "03", "deadline": "2099-01-05", "demand": "更换制动器并经检验合格"}


def drafted(office: Office, **more: Any) -> SeriousReport:
    """A draft of an inspector about a lift, found today."""
    form = {"equdatasysid": office.lifts()[0].id, "toorg": office.user("jianguan").org_id, "level": "4", **SAID}
    key = office.good("jianyan1", f"{API}/save", **form | {"found": str(clock.today())} | more)["id"]
    return report_of(office, key)


def report_of(office: Office, key: str) -> SeriousReport:
    return office.db.scalars(select(SeriousReport).where(SeriousReport.id == key)).one()

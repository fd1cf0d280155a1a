"""A spot check as tests begin with it: one approved report, drawn."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select

from tejian.kit.ground import clock
from tejian.quality.models.spotchecks import SpotCheck, SpotItem
from tests.inspection.conftest import Office

DRAWS, ITEMS = "/api/quality/spotDraw", "/api/quality/spotCheck"
ERROR = {"errorclass": "B", "errorplace": "第2页第5项", "errortext": "限速器动作速度抄成了额定速度"}
ANSWER = {"answer": "抄录时看错一行", "measure": "更正报告，录入后由另一人对照"}


def of(office: Office, key: str) -> SpotCheck:
    return office.db.scalars(select(SpotCheck).where(SpotCheck.id == key)).one()


def item_of(office: Office, check: SpotCheck) -> SpotItem:
    return office.db.scalars(select(SpotItem).where(SpotItem.check_id == check.id)).one()


def planned(office: Office, **more: Any) -> SpotCheck:
    """A plan over the last month, in which one report was approved."""
    item = office.archived()
    item.approvedat = clock.now() - timedelta(days=3)
    office.db.commit()
    today = clock.today()
    form = {"datefrom": str(today - timedelta(days=30)), "dateto": str(today - timedelta(days=1)), "sample": "5"}
    form["note"] = "月度抽查"
    return of(office, office.good("zhiliang", f"{DRAWS}/save", **form | more)["id"])


def drawn(office: Office) -> SpotCheck:
    check = planned(office)
    office.good("zhiliang", f"{DRAWS}/draw", ids=check.id)
    return of(office, check.id)


def an_item(office: Office) -> SpotItem:
    """A report that was drawn and waits."""
    return item_of(office, drawn(office))


def found(office: Office) -> dict[str, str]:
    """An error for which the first inspector answers."""
    return {**ERROR, "person_id": office.user("jianyan1").id}


def with_error(office: Office) -> SpotItem:
    item = an_item(office)
    office.good("zhiliang", f"{ITEMS}/mark", id=item.id, **found(office))
    return office.db.scalars(select(SpotItem).where(SpotItem.id == item.id)).one()


def answered(office: Office) -> SpotItem:
    item = with_error(office)
    office.good("jianyan1", f"{ITEMS}/answer", id=item.id, **ANSWER)
    return office.db.scalars(select(SpotItem).where(SpotItem.id == item.id)).one()


def closed(office: Office) -> SpotItem:
    item = answered(office)
    office.good("zhiliang", f"{ITEMS}/agree", ids=item.id)
    return office.db.scalars(select(SpotItem).where(SpotItem.id == item.id)).one()


def finished(office: Office) -> SpotCheck:
    check = of(office, closed(office).check_id)
    office.good("zhiliang", f"{DRAWS}/finish", ids=check.id)
    return of(office, check.id)

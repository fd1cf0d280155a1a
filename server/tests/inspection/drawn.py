"""Flows as walks need them: drafted by the administrator, published by the quality manager; every call over HTTP."""

from datetime import timedelta

from tejian.inspection.models.designer import FlowEdition
from tejian.kit.ground import clock
from tests.inspection.conftest import Office

API = "/api/flowDesigner"


def drafted(office: Office) -> FlowEdition:
    """A draft from a day to come, with a shorter limit."""
    head = {"name": "流程调整", "document": "院发〔2026〕9号", "effective": str(clock.today() + timedelta(days=10))}
    key = office.good("sysadmin", f"{API}/open", **head)["id"]
    edition = office.db.get_one(FlowEdition, key)
    edition.lines = [one | ({"limit_days": 1} if one["step"] == "BGSH" else {}) for one in edition.lines]
    office.db.commit()
    return edition


def submitted(office: Office) -> FlowEdition:
    edition = drafted(office)
    office.good("sysadmin", f"{API}/submit", ids=edition.id)
    return office.db.get_one(FlowEdition, edition.id)


def published(office: Office) -> FlowEdition:
    edition = submitted(office)
    office.good("zhiliang", f"{API}/publish", ids=edition.id)
    return office.db.get_one(FlowEdition, edition.id)

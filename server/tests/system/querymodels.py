"""Models of queries as tests begin with them: lifts that are in use and due, by the head of the office."""

from typing import Any

from sqlalchemy import select

from tejian.system.models.accounts import Role
from tejian.system.models.querymodels import QueryModel
from tests.inspection.conftest import Office

API, MAKER, READER = "/api/system/queryModel", "yewu", "zhanzhang"
SOURCE = "eqd_elevator_list"
COLUMNS = {"columns": "equcode,useorgname,equstatus,ninspdate", "sort": "ninspdate"}
IN_USE = {"prop": "equstatus", "op": "in", "value": "在用"}


def role(office: Office, code: str) -> str:
    return office.db.scalars(select(Role.id).where(Role.code == code)).one()


def model(office: Office, key: str) -> QueryModel:
    return office.db.scalars(select(QueryModel).where(QueryModel.id == key)).one()


def begun(office: Office, **more: Any) -> QueryModel:
    """A model without columns and conditions."""
    sent = {"name": "在用电梯", "source": SOURCE, "roles": role(office, "zhanzhang")} | more
    return model(office, office.good(MAKER, f"{API}/save", **sent)["id"])


def drafted(office: Office, *conditions: dict[str, str], **more: Any) -> QueryModel:
    row = begun(office, **more)
    office.good(MAKER, f"{API}/choose", ids=row.id, **COLUMNS)
    for one in conditions or (IN_USE,):
        office.good(MAKER, f"{API}/ask", ids=row.id, **one)
    return model(office, row.id)


def published(office: Office, *conditions: dict[str, str], **more: Any) -> QueryModel:
    row = drafted(office, *conditions, **more)
    office.good(MAKER, f"{API}/publish", ids=row.id)
    return model(office, row.id)

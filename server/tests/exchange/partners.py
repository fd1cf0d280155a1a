"""A partner of the exchange as tests begin with one: granted, with a token, and told by a published mapping."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, update

from tejian.archives.models.equipment import Equipment
from tejian.exchange.models import ExchangeMapping, ExchangePartner
from tejian.kit.ground import clock
from tests.inspection.conftest import Office

API, MAPPINGS, OPEN = "/api/exchange/userAuthorize", "/api/exchange/fieldMng", "/api/exchange/open"
FIELDS = [
    {"prop": "equipment.equcode", "outer": "deviceCode", "required": "1"},
    {"prop": "equipment.equname", "outer": "deviceName"},
    {"prop": "equipment.equstatus", "outer": "state", "words": "1=在用；2=停用；3=报废；4=注销"},
]


def granted(office: Office, **more: Any) -> ExchangePartner:
    form = {
        "code": "SJZX",
        "name": "市大数据中心",
        "entities": "equipment,unit",
        "areacode": "330200",
        "perminute": "5",
    }
    form |= {"addresses": "127.0.0.1；10.8.0.0/16", "enddate": str(clock.today() + timedelta(days=300))}
    form |= {"way": "simulator", "enabled": "1"}
    key = office.good("secadmin", f"{API}/save", **form | more)["id"]
    return office.db.scalars(select(ExchangePartner).where(ExchangePartner.id == key)).one()


def token_of(office: Office, partner: ExchangePartner) -> str:
    return str(office.good("secadmin", f"{API}/token", id=partner.id)["token"])


def draft(office: Office, partner: ExchangePartner | None = None, **more: Any) -> ExchangeMapping:
    """An edition that is not published yet."""
    partner = partner or office.db.scalars(select(ExchangePartner)).first() or granted(office)
    form = {"name": "设备基本信息", "partner_id": partner.id, "entity": "equipment", "fields": FIELDS}
    key = office.good("sysadmin", f"{MAPPINGS}/save", **form | more)["id"]
    return office.db.scalars(select(ExchangeMapping).where(ExchangeMapping.id == key)).one()


def published(office: Office, partner: ExchangePartner | None = None, **more: Any) -> ExchangeMapping:
    row = draft(office, partner, **more)
    office.good("sysadmin", f"{MAPPINGS}/publish", id=row.id)
    return office.db.scalars(select(ExchangeMapping).where(ExchangeMapping.id == row.id)).one()


def replaced(office: Office) -> ExchangeMapping:
    """An edition in whose place another one is in force."""
    first = published(office)
    published(office)
    return office.db.scalars(select(ExchangeMapping).where(ExchangeMapping.id == first.id)).one()


def settle(office: Office) -> None:
    """Everything changed an hour ago: what changed just now is not given yet."""
    office.db.execute(update(Equipment).values(updatetime=clock.now() - timedelta(hours=1)))
    office.db.commit()

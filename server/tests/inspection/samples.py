"""Samples at the laboratory as tests use them: drawn and sent over HTTP, answered as a laboratory answers."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tejian.exchange.models import ExchangePartner
from tejian.inspection.laboratory.api import Event, take
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import LabFinding, LabSample
from tejian.kit.ground import clock

if TYPE_CHECKING:
    from tests.inspection.conftest import Office

API = "/api/lims"
RESULT = ({"name": "硬度", "value": "0.02", "unit": "mmol/L", "verdict": "符合"},)


def laboratory(office: "Office", **more: Any) -> ExchangePartner:
    """The institute has a laboratory, which answers by itself to nobody's question."""
    found = office.db.scalars(select(ExchangePartner).where(ExchangePartner.code == "LIMS")).first()
    if found is None:
        org = office.user("jianyan1").org_id
        own = {"entities": "sample", "orgid": org, "addresses": "127.0.0.1", "way": "simulator"}
        own |= {"enddate": clock.today() + timedelta(days=300), **more}
        found = ExchangePartner(code="LIMS", name="市检测中心实验室", **own)
        office.db.add(found)
        office.db.commit()
    return found


def form(item: AppBuss, **more: Any) -> dict[str, Any]:
    told = {"seisn": item.seisn, "itemseq": "8", "name": "炉水", "amount": "500 mL", "place": "取样冷却器"}
    return told | {"drawnday": str(clock.today()), "asked": "硬度、pH(25℃)"} | more


def drawn(office: "Office", item: AppBuss | None = None) -> LabSample:
    laboratory(office)
    key = office.good("jianyan1", f"{API}/save", **form(item or office.built()))["id"]
    return office.db.scalars(select(LabSample).where(LabSample.id == key)).one()


def sent(office: "Office", item: AppBuss | None = None) -> LabSample:
    row = drawn(office, item)
    office.good("jianyan1", f"{API}/send", id=row.id)
    office.db.refresh(row)
    return row


def told(office: "Office", row: LabSample, *kinds: str, reason: str = "", begin: int = 0) -> LabSample:
    """The laboratory says these things of a sample, a minute after the other."""
    at = clock.now() - timedelta(hours=1)
    events = [
        Event(
            f"{row.sampleno}-{begin + n}",
            kind,
            at + timedelta(minutes=begin + n),
            labno="L1",
            outcome="符合" if kind == "result" else "",
            values=RESULT if kind == "result" else (),
            reason=reason,
        )
        for n, kind in enumerate(kinds)
    ]
    take(office.db, row.id, events)
    office.db.commit()
    office.db.refresh(row)
    return row


ALL = ("received", "testing", "result", "reviewed")


def reviewed(office: "Office", item: AppBuss | None = None) -> LabSample:
    return told(office, sent(office, item), *ALL)


def taken(office: "Office", item: AppBuss | None = None) -> LabSample:
    row = reviewed(office, item)
    office.good("jianyan1", f"{API}/take", id=row.id)
    office.db.refresh(row)
    return row


def withdrawn(office: "Office") -> LabSample:
    return told(office, reviewed(office), "withdrawn", begin=4)


def behind(office: "Office") -> LabFinding:
    """A result that was withdrawn after the report had been approved."""
    item = office.built()
    row = taken(office, item)
    saved = office.filled(item)
    submit = {"version": saved["version"], "conclusion": saved["proposal"]["code"]}
    office.good("jianyan1", "/api/appbuss/submitRecord", id=item.id, **submit)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    office.good("shenhe", "/api/appbuss/auditReport", ids=item.id)
    office.good("pizhun", "/api/appbuss/approveReport", ids=item.id)
    told(office, row, "withdrawn", reason="平行样超差", begin=4)
    return office.db.scalars(select(LabFinding).where(LabFinding.sample_id == row.id)).one()

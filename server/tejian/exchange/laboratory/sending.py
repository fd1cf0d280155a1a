"""Samples on their way to the laboratory: a message each in the log of the exchange, sent and tried again as others."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.exchange.mappings.api import SAMPLE, digest
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePartner as Partner
from tejian.exchange.plans.api import DONE, FAILED, WAITING, claim, due, sent, settle
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import LabSample
from tejian.kit.database import jobs
from tejian.kit.database.db import new_id
from tejian.kit.ground.errors import Refused

from .adapters import laboratory_of
from .partners import of_institute

BATCH = 50


def queue(db: Session, row: LabSample) -> None:
    """The message about a sample, in the transaction that sends it; the job follows at once."""
    item = db.scalars(select(AppBuss).where(AppBuss.id == row.appbuss_id)).one()
    partner = of_institute(db, item.cheorg)
    if partner is None:
        raise Refused("本机构没有接入实验室系统")
    data = {"sampleno": row.sampleno, "name": row.name, "amount": row.amount, "drawn": str(row.drawnday)}
    data |= {"tests": row.asked, "item": row.itemname, "seisn": row.seisn}
    db.add(
        Message(
            id=new_id(),
            direction="push",
            partner_id=partner.id,
            entity=SAMPLE,
            objectkey=row.id,
            number=row.sampleno,
            title=f"{row.name} {row.unitname}"[:200],
            orgid=partner.orgid,
            content={"deleted": False, "data": data},
            digest=digest(data),
            state=WAITING,
        )
    )
    db.flush()
    jobs.enqueue(db, "exchange.samples", lock="exchange:samples")


def send_due() -> None:
    """Send what is due, a batch a partner at a time; the partner is called between two short transactions."""
    with jobs.new_session() as own:
        m = Message
        waiting = (m.entity == SAMPLE, m.direction == "push", m.state.in_((WAITING, FAILED)), due(m))
        partners = own.scalars(select(m.partner_id).where(*waiting).distinct().order_by(m.partner_id)).all()
    for key in partners:
        with jobs.new_session() as own:
            query = select(m).where(*waiting, m.partner_id == key).order_by(m.id).limit(BATCH)
            rows = own.scalars(query.with_for_update(skip_locked=True)).all()
            batch = claim(rows)
            laboratory = laboratory_of(own.scalars(select(Partner).where(Partner.id == key)).one())
        if not batch:
            continue
        receipts = sent(laboratory.send, batch)
        with jobs.new_session() as own:
            settle(own, batch, receipts)
            for one in batch:
                sample = own.scalars(select(LabSample).where(LabSample.id == one.objectkey).with_for_update()).one()
                sample.problem = receipts[one.key][0][:500]


def arrived(db: Session, samples: list[str]) -> set[str]:
    """Those of the samples that a laboratory has."""
    m = Message
    done = (m.entity == SAMPLE, m.direction == "push", m.state == DONE, m.objectkey.in_(samples))
    return set(db.scalars(select(m.objectkey).where(*done)))

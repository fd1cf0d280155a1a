"""The laboratory is asked every few minutes about what it has; each sample is written in a transaction of its own."""

from collections import defaultdict
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.exchange.api import Rejected, Unreachable
from tejian.exchange.mappings.api import SAMPLE
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.plans.api import DONE
from tejian.inspection.laboratory.api import take
from tejian.inspection.models.items import AppBuss
from tejian.inspection.models.laboratory import AT_LABORATORY, LabSample
from tejian.kit.database import jobs
from tejian.kit.database.db import new_id
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.system.settings.api import number

from .adapters import Asked, Said, laboratory_of
from .partners import of_institute
from .sending import arrived, send_due

BATCH = 200


@job("exchange.samples", retry=3, cron="*/5 * * * *")
def samples(db: Session) -> None:
    """Send what waits, then ask about all that the laboratories have."""
    send_due()
    ask()


def ask() -> None:
    """Ask each laboratory about the samples that it has and may still say something of."""
    with jobs.new_session() as own:
        since = clock.now() - timedelta(days=number(own, "exchange.lab_follow_days", 90))
        s = LabSample
        query = select(s.id, s.sampleno, s.sent, s.asked, AppBuss.cheorg).join(AppBuss, AppBuss.id == s.appbuss_id)
        rows = own.execute(query.where(s.step.in_(AT_LABORATORY), s.sent > since).order_by(s.id)).all()
        there = arrived(own, [one.id for one in rows])
        by_org: dict[str, list[Asked]] = defaultdict(list)
        keys = {one.sampleno: one.id for one in rows}
        for one in rows:
            if one.id in there:
                by_org[one.cheorg].append(Asked(one.sampleno, one.sent, one.asked))
    for org, own_samples in by_org.items():
        for begin in range(0, len(own_samples), BATCH):
            _ask(org, own_samples[begin : begin + BATCH], keys)


def _ask(org: str, batch: list[Asked], keys: dict[str, str]) -> None:
    with jobs.new_session() as own:
        partner = of_institute(own, org)
        laboratory = laboratory_of(partner) if partner else None
        partner_id = partner.id if partner else ""
    if laboratory is None:
        return
    try:
        events: Said = laboratory.ask(batch)
    except (Unreachable, Rejected) as wrong:
        with jobs.new_session() as own:
            for one in own.scalars(select(LabSample).where(LabSample.id.in_([keys[a.sampleno] for a in batch]))):
                one.problem = str(wrong)[:500]
        return
    for one in batch:
        with jobs.new_session() as own:
            own.info["me"] = SYSTEM
            fresh = take(own, keys[one.sampleno], events.get(one.sampleno, ()))
            row = own.scalars(select(LabSample).where(LabSample.id == keys[one.sampleno])).one()
            row.problem = ""
            if fresh:
                own.add(_log(row, partner_id, org, fresh))


def _log(row: LabSample, partner_id: str, org: str, fresh: int) -> Message:
    """What the laboratory said stands in the log of the exchange, too; what it was stands at the sample."""
    about = {"number": row.sampleno, "title": f"{row.name} {row.unitname}"[:200], "orgid": org, "count": fresh}
    return Message(
        id=new_id(),
        direction="pull",
        partner_id=partner_id,
        entity=SAMPLE,
        objectkey=row.id,
        state=DONE,
        tries=1,
        sentat=clock.now(),
        answer=f"取回{fresh}条实验室消息",
        **about,
    )

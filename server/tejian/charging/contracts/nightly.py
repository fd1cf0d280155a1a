"""What happens to contracts by the calendar: they end, and people are told before an end and before a payment."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.charging.models import contract_codes as at
from tejian.charging.models.contracts import Contract, Instalment
from tejian.charging.terms.api import settled
from tejian.kit.database.jobs import job
from tejian.kit.ground import clock
from tejian.kit.ground.user import SYSTEM
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of
from tejian.system.settings.api import number

from .process import AGREEMENT, PAGE


def expire(db: Session) -> list[Contract]:
    """Contracts whose last day has passed are over; a change of them that was not confirmed stays with its drafter."""
    query = select(Contract).where(Contract.step.in_(at.RULING), Contract.validto < clock.today())
    rows = list(db.scalars(query.order_by(Contract.id).with_for_update()))
    for row in rows:
        before = row.step
        AGREEMENT.put(db, row, at.EXPIRED)
        AGREEMENT.log(Doing(db, SYSTEM, row), "expire", "到期", before, at.EXPIRED)
        tell(db, _people(db, row), "合同", f"{row.title} {row.unitname} 已到期", route=PAGE.format(id=row.id))
    db.flush()
    return rows


def remind(db: Session) -> int:
    """Tell drafter and payer once, a number of days before a contract ends and before an instalment is due."""
    today, count = clock.today(), 0
    for row in _ruling(db):
        if row.validto == today + timedelta(days=number(db, "charge.contract_end_days", 30)):
            words = f"{row.title} {row.unitname} 将于{row.validto}到期"
            tell(db, _people(db, row), "合同到期提醒", words, route=PAGE.format(id=row.id))
            count += 1
    due = today + timedelta(days=number(db, "charge.instalment_days", 7))
    query = select(Contract, Instalment.seq).join(Instalment, Instalment.contract_id == Contract.id)
    query = query.where(Instalment.dueday == due, Contract.step.in_(at.RULING))
    for row, seq in db.execute(query.order_by(Contract.id)):
        part = next(one for one in settled(db, row).instalments if one.seq == seq)
        if part.rest > 0:
            words = f"{row.title} {row.unitname} 第{seq}期应于{due}付，未付{part.rest}元"
            tell(db, _people(db, row), "合同付款提醒", words, route=PAGE.format(id=row.id))
            count += 1
    return count


def _ruling(db: Session) -> list[Contract]:
    query = select(Contract).where(Contract.step.in_(at.RULING), Contract.validto >= clock.today())
    return list(db.scalars(query.order_by(Contract.id)))


def _people(db: Session, row: Contract) -> list[str]:
    """The drafter and the users of the payer."""
    return [row.drafter_id, *users_of(db, row.unitsysid)]


@job("contracts.day", daily="02:25")
def every_night(db: Session) -> None:
    """What has passed is over, and what comes is told."""
    expire(db)
    remind(db)

"""What happens by the calendar: bindings whose last day is over end, and a lift that nobody took over is told of."""

from datetime import timedelta

from sqlalchemy import exists, select
from sqlalchemy.orm import Session, aliased

from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.lifts import permissions as p
from tejian.lifts.binding import api as bindings
from tejian.lifts.filing.api import number_term
from tejian.lifts.models.binding import BOUND, LiftBinding
from tejian.lifts.models.binding import ENDED as RELEASED
from tejian.lifts.models.ending import LASTING, LiftTermination
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of, who_may

from .process import finish

AT_ONCE = 500  # bindings of one night
LIFTS = "/elevatorEmergency/elevatorManagement?unbound=true"


@jobs.job("lifts.endings", retry=1, daily="00:10")
def every_night(db: Session) -> None:
    """Ends what was to last until yesterday, then tells of the lifts that stand without maintenance."""
    hold(db, "lifts.endings")
    _end(db)
    _tell(db)


def _end(db: Session) -> None:
    today, B, T = clock.today(), LiftBinding, LiftTermination
    over = select(B).where(B.step == BOUND, B.validto < today).order_by(B.id).limit(AT_ONCE).with_for_update()
    for bound in db.scalars(over).all():
        bindings.pass_on(db, bound, RELEASED, "维保终止")
        bindings.leave_archive(db, bound)
        for row in db.scalars(select(T).where(T.binding_id == bound.id, T.step == LASTING)).all():
            row.ended = bound.validto
            finish(db, row)


def _tell(db: Session) -> None:
    """On the day on which the days of grace are over, once: owner and authority."""
    days, B = number_term(db, "终止后须绑定"), LiftBinding
    other = aliased(B)
    later = exists().where(other.equdatasysid == B.equdatasysid, other.step == BOUND)
    ended = B.step == RELEASED, B.validto == clock.today() - timedelta(days=days + 1)
    for row in db.scalars(select(B).where(*ended, ~later).order_by(B.id)):
        title = f"{row.useplace}电梯{row.code96333}维保已于{row.validto}终止，超过{days}日没有新的维保单位"
        whom = {*users_of(db, row.unitsysid), *who_may(db, p.BINDING_AUDIT, row.regorg)}
        tell(db, sorted(whom), "电梯无维保", title, "在用电梯须有维保单位，请尽快签订合同并办理绑定", LIFTS)

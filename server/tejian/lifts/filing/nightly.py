"""What happens to filings by the calendar: units are reminded before the end, and what has ended says so."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.lifts.models.filing import EXPIRED, FILED, STANDING, MaintFiling
from tejian.messages.api import tell
from tejian.system.accounts.api import users_of

from .forms import PAGE
from .process import pass_on

AT_ONCE = 500  # filings of one night


@jobs.job("lifts.filings", retry=1, daily="01:20")
def every_night(db: Session) -> None:
    """Filings whose last day was yesterday are 已过期; on the day from which renewal is open its unit is told."""
    hold(db, "lifts.filings")
    today, C = clock.today(), MaintFiling
    over = select(C).where(C.step.in_(STANDING), C.validto < today).order_by(C.id).limit(AT_ONCE).with_for_update()
    for row in db.scalars(over).all():
        pass_on(db, row, EXPIRED, "有效期届满")
        title = f"{row.filno} {row.unitname}：备案已于{row.validto}到期，不能再绑定电梯"
        tell(db, users_of(db, row.unitsysid), "维保备案", title, "", PAGE.format(id=row.id))
    for row in db.scalars(select(C).where(C.step == FILED, C.renewfrom == today).order_by(C.id)):
        title = f"{row.filno} {row.unitname}：备案有效至{row.validto}，现在可以申请续期"
        tell(db, users_of(db, row.unitsysid), "维保备案", title, "", PAGE.format(id=row.id))

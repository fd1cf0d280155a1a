"""What is said of people is kept for a time only: after it the numbers are hidden for good, nightly, and the security
log says how many.

Not touched is what the law keeps: archives of devices and persons with certificates, records, reports, charges, and the
logs of the hash chain (docs/security.md says which). Higher areas bind what they keep under the parameter with its
months.
"""

from collections.abc import Callable
from datetime import datetime, time

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import security_event
from tejian.kit.database.jobs import job
from tejian.kit.files import contents
from tejian.kit.ground import clock
from tejian.kit.ground.ports import Ports
from tejian.system.models.accounts import SysUser
from tejian.system.models.settings import Param
from tejian.system.settings.api import number

EVENT = "个人信息到期清理"
AT_ONCE = 5_000  # of each kind in one night

# parameter with the months → hides what is older than a moment, at most so many, and gives how many it were
KEPT: Ports[Callable[[Session, datetime, int], int]] = Ports("what is said of people and kept for a time")


@job("system.retention", daily="03:47")
def hide_old(db: Session) -> None:
    """Every night: what has been kept for as long as its parameter says, and the contents that this left unnamed."""
    if gone := contents.sweep(db):
        security_event(db, EVENT, "不再有记录使用的文件内容", f"从附件存储删去{gone}份", user_name="系统")
    for key in KEPT.keys():  # noqa: SIM118 - it gives what is bound
        months = number(db, key, 0)
        if not months:
            continue
        before = datetime.combine(clock.add_months(clock.today(), -months), time(), clock.SHANGHAI)
        count = KEPT[key](db, before, AT_ONCE)
        if count:
            title = db.scalar(select(Param.label).where(Param.key == key)) or key
            security_event(db, EVENT, title, f"保存满{months}个月，清理{count}条", user_name="系统")


def hide_numbers_of_accounts(db: Session, before: datetime, most: int) -> int:
    """Numbers and mail addresses of accounts that were switched off and not touched since."""
    old = select(SysUser).where(~SysUser.enabled, SysUser.updatetime < before, SysUser.mobile_blind != "")
    found = list(db.scalars(old.order_by(SysUser.id).limit(most)))
    for row in found:
        row.mobile = row.email = ""
    return len(found)

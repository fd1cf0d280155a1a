"""Tells the auditors of an account or address that is refused again and again, and closes its count."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database import jobs, noting
from tejian.kit.database.tries import SecretTry
from tejian.kit.ground import clock
from tejian.messages.api import tell
from tejian.system.accounts.api import who_may
from tejian.system.models.accounts import SysUser
from tejian.system.permissions import AUDIT_QUERY

SCREEN = "/sysmng/securityLog"


@jobs.job("watch.refusals", retry=0, cron="* * * * *")
def every_minute(db: Session) -> None:
    """One message when it begins, one line when its ten minutes are over."""
    for row in noting.alarms(db):
        kind, who = _said(db, row)
        _tell(db, kind, f"{who}，详见安全日志")
        db.delete(row)
    for row in noting.unstoppable(db):
        if not row.waits:
            row.waits = 1
            kind, who = _said(db, row)
            _tell(db, f"{kind}：连续被拒绝", f"{who} 在十分钟内被拒绝 {row.failures} 次，之后的只计数")
        if clock.now() - row.since > noting.WINDOW:
            noting.close(db, row)


def _said(db: Session, row: SecretTry) -> tuple[str, str]:
    kind, sender = noting.said_of(row)
    user = db.scalars(select(SysUser).where(SysUser.id == sender)).first()
    return kind, f"{user.name}（{user.login}）" if user else sender


def _tell(db: Session, title: str, text: str) -> None:
    tell(db, who_may(db, AUDIT_QUERY), "安全告警", title, text, SCREEN)

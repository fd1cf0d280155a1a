"""How long a device stands still, and what a long stop asks of its user (K4 of the supervision rules)."""

from datetime import date

from sqlalchemy.orm import Session

from tejian.system.settings import api as params


def lasted(day: date, end: date) -> int:
    """Full months from one day to another."""
    return (end.year - day.year) * 12 + end.month - day.month - (end.day < day.day)


def long_stop(db: Session) -> str:
    """What a long stop asks of the use unit."""
    months = params.number(db, "archives.stop.notice_months", 12)
    days = params.number(db, "archives.stop.notice_days", 30)
    return f"停用满{months}个月的设备，使用单位应在{days}天内书面告知登记机关；重新启用前须检验合格"

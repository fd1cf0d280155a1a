"""Loads the short-message templates."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.system.install import rows

from .models import SmsTemplate


def install(db: Session) -> None:
    have = set(db.scalars(select(SmsTemplate.code)))
    for r in rows("sms_templates"):
        if r["code"] not in have:
            db.add(SmsTemplate(code=r["code"], content=r["content"], auto=r["auto"] == "1"))

"""Loads the short-message templates and makes the secret that receipts are signed with."""

import secrets

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from tejian.system.desk.api import rows
from tejian.system.models.settings import Param
from tejian.system.settings.api import bump, renew

from .models import SmsTemplate

SECRET = "sms.receipt_secret"


def install(db: Session) -> None:
    templates = (
        {"code": r["code"], "content": r["content"], "auto": r["auto"] == "1", "legal": r["legal"] == "1"}
        for r in rows("sms_templates")
    )
    renew(db, SmsTemplate, ("code",), templates)
    if not db.scalar(select(Param.id).where(Param.key == SECRET)):
        made = {"key": SECRET, "value": secrets.token_hex(32), "label": "短信回执密钥", "grp": "短信"}
        db.execute(insert(Param).values(**made, source="安装时生成"))  # past the audit: secrets are not written into it
        bump(db, "param")

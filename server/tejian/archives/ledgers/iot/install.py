"""Makes the secret that the lift platform signs its reports with."""

import secrets

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from tejian.system.models.settings import Param
from tejian.system.settings.api import bump

from .receiving import SECRET


def install(db: Session) -> None:
    if not db.scalar(select(Param.id).where(Param.key == SECRET)):
        made = {"key": SECRET, "value": secrets.token_hex(32), "label": "电梯物联网上报密钥", "grp": "电梯物联网"}
        db.execute(insert(Param).values(**made, source="安装时生成"))  # past the audit: secrets are not written into it
        bump(db, "param")

"""What is refused when a version of the app or a guide is entered."""

import re
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.inspection.models.mobile import DRAFT
from tejian.inspection.models.mobile import AppVersion as V
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks

from .process import VERSION

NUMBER = re.compile(r"\d{1,4}(\.\d{1,4}){1,3}")


def before_version(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    for name, label in (("appno", "版本号"), ("least", "最低可用版本")):
        text = values.get(name) or ""
        if text and not NUMBER.fullmatch(text):
            raise BadInput(f"{label}：应如 1.4.0", field=name)
    number = values.get("appno") or row.appno
    if db.scalar(select(V.id).where(V.appno == number, V.id != (row.id or "")).limit(1)):
        raise BadInput(f"版本{number}已登记", field="appno")
    if not row.id:
        VERSION.put(db, row, DRAFT)


def before_guide(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    begins = values.get("validfrom") or row.validfrom
    ends = values.get("validto", row.validto)
    if begins and ends and ends < begins:
        raise BadInput("失效日期不得早于生效日期", field="validto")
    if not row.id:
        if not me.org_id or me.unit_id:
            raise Refused("任务指引由检验机构的人员登记")
        row.orgid = me.org_id


OF_VERSION, OF_GUIDE = Hooks(before_version), Hooks(before_guide)

"""What declarations cannot say of a copy: whom it may go to, a row of an import, what its paper adds."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.archives.models.equipment import Equipment as E
from tejian.kit.ground.errors import BadInput
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks, put, rows_of
from tejian.supervision.models.copies import DRAFT, CarbonCopy, CopiedDevice
from tejian.system.organisations.api import named_by

from .forms import FORM, ORG
from .process import COPY

organisations = named_by(ORG)  # the bureaus and institutes to which one may write


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    if not row.id:
        row.fromorg, row.createby = me.org_id, me.id
        COPY.put(db, row, DRAFT)


HOOKS = Hooks(before_save)


def save_row(db: Session, me: User, values: dict[str, Any]) -> None:
    """A row of an import: a draft about one device, both named by what stands on paper."""
    device = db.scalar(select(E.id).where(E.equcode == values["equcode"].upper(), E.visible(me)))
    if device is None:
        raise BadInput(f"设备代码：没有您可见的设备{values['equcode']}", field="equcode")
    to = next((o["value"] for o in organisations(db, me) if o["label"] == values["toorgname"]), None)
    if to is None:
        raise BadInput(f"主送单位：没有名称为{values['toorgname']}的监管部门或检验机构", field="toorgname")
    put(db, me, CarbonCopy(), values | {"toorg": to, "equipment": [{"equdatasysid": device}]}, HOOKS, FORM)


def on_paper(db: Session, row: CarbonCopy) -> dict[str, Any]:
    devices = [{"name": one["equdatasysidName"]} for one in rows_of(db, CopiedDevice.notify_id, row.id)]
    return {"devices": devices, "draft": row.step == DRAFT, "draftText": "未发出"}

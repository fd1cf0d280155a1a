"""The callback of the provider: signed, fresh, and of effect once."""

from datetime import timedelta
from typing import Any, Protocol

from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.callbacks import note_forged, same_signature
from tejian.kit.forms.form import Form
from tejian.kit.ground import clock
from tejian.kit.ground.errors import NoPermission, Refused
from tejian.kit.web.edge import Caller
from tejian.system.settings.api import value

from .gateway import DELIVERED, FAILED, Outcome, signature
from .models import Sms
from .sending import LOST, UNDER_WAY, settle

FRESH = timedelta(minutes=10)


class Receipt(Form):
    key: str = Field(title="消息标识", max_length=64)
    providerid: str = Field(title="通道回执号", max_length=64)
    state: str = Field(title="结果", max_length=16)
    reason: str = Field("", title="原因", max_length=64)
    at: str = Field(title="时间", max_length=12, pattern=r"^\d+$")
    sign: str = Field(title="签名", max_length=64)


def take(db: Session, caller: Caller, form: Receipt) -> dict[str, Any] | Refused:
    """Write the outcome that a provider tells. A forged or stale receipt changes nothing and is noted."""
    secret = value(db, "sms.receipt_secret")
    fields = form.model_dump(exclude={"sign"})
    if no := refusal(db, caller, form, "回执", secret and signature(fields, secret)):
        return no
    if form.state not in (DELIVERED, FAILED):
        return Refused("回执结果不正确")
    row = db.scalars(select(Sms).where(Sms.id == form.key).with_for_update()).first()
    if row is None:
        return Refused("没有这条短信")
    if row.state not in (UNDER_WAY, LOST):
        return {"taken": False}
    return {"taken": settle(row, Outcome(form.key, form.providerid, form.state, form.reason))}


class Signed(Protocol):
    """What a provider posts: under which key, when, and its signature."""

    key: str
    at: str
    sign: str


def refusal(db: Session, caller: Caller, form: Signed, what: str, signature: str) -> NoPermission | None:
    """Why what a provider posts is not taken: forged or stale, which is noted; None for what is genuine.

    `signature` is what it should be, '' where nothing can be signed yet.
    """
    why = ""
    if not signature or not same_signature(signature, form.sign):
        why = "签名不正确"
    elif abs(clock.now().timestamp() - int(form.at)) > FRESH.total_seconds():
        why = f"{what}已过期"
    if not why:
        return None
    note_forged(db, f"短信{what}", form.key, why, caller.ip)
    return NoPermission(f"{what}验证未通过")

"""What a grant must state, and the making of a token."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.exchange.models import HTTP
from tejian.exchange.models import ExchangeMapping as Mapping
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePartner as Partner
from tejian.exchange.models import ExchangePlan as Plan
from tejian.kit.database.audit import security_event
from tejian.kit.database.db import visible_or_refuse
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.ground.shapes import Option
from tejian.kit.ground.user import User
from tejian.kit.records.crud import Hooks
from tejian.system.models.organisations import Org

from . import access


class Token(TypedDict):
    """A new token, told this once."""

    token: str


def before_save(db: Session, me: User, row: Any, values: dict[str, Any]) -> None:
    """Whose data, from where, until when; and what a push needs."""
    if row.id and not values.get("secret"):
        values.pop("secret", None)

    def is_(name: str) -> Any:
        return values[name] if name in values else getattr(row, name)

    if bool(is_("orgid")) == bool(is_("areacode")):
        raise Refused("检验机构和数据区划须填其中一项，只填一项")
    try:
        if not access.networks(is_("addresses")):
            raise ValueError(is_("addresses"))
    except ValueError as wrong:
        raise Refused(f"允许地址中的“{wrong}”不是 IP 地址或网段") from None
    if "enddate" in values and values["enddate"] < clock.today() and values["enddate"] != row.enddate:
        raise Refused(f"授权截止{values['enddate']}早于今天")
    if is_("way") == HTTP and not (is_("url") and is_("secret")):
        raise Refused("HTTP 推送须填写接收地址和签名密钥")
    code = is_("code")
    if db.scalar(select(Partner.id).where(Partner.code == code, Partner.id != (row.id or "")).limit(1)):
        raise Refused(f"用户代码{code}已有")


def before_delete(db: Session, me: User, row: Partner) -> None:
    """What was exchanged stays, and so does with whom."""
    for model in (Message, Plan, Mapping):
        if db.scalar(select(model.id).where(model.partner_id == row.id).limit(1)):  # type: ignore[attr-defined]
            raise Refused(f"{row.name}已有字段映射、计划或传输记录，不能删除，可以停用")


HOOKS = Hooks(before_save, before_delete=before_delete)


def renew_token(db: Session, me: User, key: str) -> Token:
    """A new token; the one before it is worth nothing from now on."""
    row = visible_or_refuse(db, me, Partner, key, lock=True)
    token, row.digest = access.new_token()
    row.tokenend, row.tokenat = token[-4:], clock.now()
    security_event(db, access.KIND, row.name, f"生成令牌，尾号{row.tokenend}")
    return {"token": token}


def institutes(db: Session) -> list[Option]:
    """Those whose data can be granted."""
    found = db.execute(select(Org.id, Org.name).where(Org.id == Org.org_id, Org.report_code != "").order_by(Org.sort))
    return [{"value": key, "label": name} for key, name in found]


def partners(db: Session) -> list[Option]:
    """Those with whom something is exchanged now."""
    found = db.execute(select(Partner.id, Partner.name).where(Partner.enabled).order_by(Partner.code))
    return [{"value": key, "label": name} for key, name in found]

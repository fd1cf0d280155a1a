"""Whether a partner may read now: who it is, from where, until when, what, and how often."""

import hashlib
import ipaddress
import secrets
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.exchange.mappings.api import NAMES
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePartner as Partner
from tejian.kit.database import noting, tries
from tejian.kit.database.callbacks import same_signature
from tejian.kit.ground import clock
from tejian.kit.ground.errors import NoPermission, Refused, TooMany

KIND = "数据交换"
PLACE = "exchange"
UNKNOWN = "用户代码或令牌不正确"


def new_token() -> tuple[str, str]:
    """A token and its digest."""
    token = secrets.token_urlsafe(32)
    return token, digest_of(token)


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def networks(text: str) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """The networks of a list of addresses. Raises ValueError with the part that is none."""
    parts = text.replace("；", ";").replace("，", ";").replace(",", ";").split(";")
    found = []
    for part in filter(None, (one.strip() for one in parts)):
        try:
            found.append(ipaddress.ip_network(part, strict=False))
        except ValueError:
            raise ValueError(part) from None
    return found


def is_inside(ip: str, text: str) -> bool:
    """Whether an address is one of the allowed."""
    try:
        known = ipaddress.ip_address(ip)
    except ValueError:
        return False
    return any(known in net for net in networks(text) if net.version == known.version)


def judged(db: Session, code: str, token: str, entity: str, ip: str) -> Partner | Refused:
    """The partner who may read this entity now, else what to say. A refusal stands in the security log."""
    place = tries.address(PLACE, ip)
    if wait := tries.waiting(db, place):
        return TooMany(f"令牌错误过多，请{tries.minutes(wait)}分钟后再试")
    partner = db.scalars(select(Partner).where(Partner.code == code)).first()
    if partner is None or not partner.digest or not same_signature(partner.digest, digest_of(token)):
        tries.failed(db, place, tries.PUBLIC)
        noting.note(db, KIND, place, code, UNKNOWN, ip=ip)
        return NoPermission(UNKNOWN)
    if why := _stands_against(db, partner, entity, ip):
        noting.note(db, KIND, partner.id, partner.name, why.message, ip=ip)
        return why
    return partner


def _stands_against(db: Session, partner: Partner, entity: str, ip: str) -> Refused | None:
    if not partner.enabled:
        return NoPermission("传输用户已停用")
    if partner.enddate < clock.today():
        return NoPermission(f"授权已于{partner.enddate}到期")
    if not is_inside(ip, partner.addresses):
        return NoPermission(f"来源地址{ip}不在允许的地址中")
    if entity not in partner.entities.split(","):
        return NoPermission(f"没有授权读取{NAMES[entity]}数据")
    tries.in_turn(db, f"{PLACE}:{partner.id}")  # a hundred calls at once are counted one after the other
    since = clock.now() - timedelta(minutes=1)
    calls = select(func.count()).where(
        Message.partner_id == partner.id,
        Message.createtime > since,
        Message.direction == "pull",
    )
    if (db.scalar(calls) or 0) >= partner.perminute:
        return TooMany(f"每分钟最多{partner.perminute}次，请稍后再试")
    return None

"""The page of data that a partner reads by token: what changed behind a place, in the partner's words."""

from typing import Any

from pydantic import Field
from sqlalchemy.orm import Session
from typing_extensions import TypedDict

from tejian.exchange.mappings import api as mappings
from tejian.exchange.models import ExchangeMessage as Message
from tejian.exchange.models import ExchangePartner as Partner
from tejian.kit.forms.form import Form, private
from tejian.kit.ground import clock
from tejian.kit.ground.errors import BadInput, Refused
from tejian.kit.web.edge import Caller

from . import access

MOST = 500
DONE = "1"  # C742


class Ask(Form):
    """`cursor` is what the last answer gave; without it reading begins with the oldest change."""

    user: str = Field(title="用户代码", max_length=32)
    token: str = private(title="令牌", max_length=100)
    cursor: str = Field("", title="位置", max_length=80)
    limit: int = Field(100, title="条数", ge=1, le=MOST)


class OpenRow(TypedDict):
    """One object. Of a `deleted` one only the key is told; `lacking` says why another has no data."""

    id: str
    changed: str
    deleted: bool
    data: dict[str, Any]
    lacking: str


class OpenPage(TypedDict):
    """`more` says that another page is there already; with `cursor` reading goes on, now or tomorrow."""

    entity: str
    edition: int
    rows: list[OpenRow]
    cursor: str
    more: bool


def read(db: Session, caller: Caller, code: str, ask: Ask) -> OpenPage | Refused:
    """A page for the partner whose token it is; each page stands in the log."""
    partner = access.judged(db, ask.user, ask.token, code, caller.ip)
    if isinstance(partner, Refused):
        return partner
    edition = mappings.published(db, partner.id, code)
    if edition is None:
        return Refused(f"{mappings.NAMES[code]}还没有已发布的字段映射", "NO_MAPPING")
    if ask.cursor:
        try:
            mappings.place_of(ask.cursor)
        except ValueError:
            return BadInput("位置：格式不正确")
    entity = mappings.ENTITIES[code]
    scope = [entity.seen_by(partner.orgid, partner.areacode)]
    objects, cursor = mappings.page(db, entity, edition, scope, ask.cursor, ask.limit)
    rows: list[OpenRow] = [
        {
            "id": one.key,
            "changed": one.changed,
            "deleted": one.gone,
            "data": {} if one.why else one.content,
            "lacking": one.why,
        }
        for one in objects
    ]
    _note(db, partner, code, edition.number, ask, rows, caller.ip)
    return {
        "entity": code,
        "edition": edition.number,
        "rows": rows,
        "cursor": cursor,
        "more": len(objects) == ask.limit,
    }


def _note(db: Session, partner: Partner, code: str, edition: int, ask: Ask, rows: list[OpenRow], ip: str) -> None:
    """The call in the log: which page was asked for, its keys and digest. The rows stay in the archive."""
    db.add(
        Message(
            direction="pull",
            partner_id=partner.id,
            entity=code,
            title=f"读取{len(rows)}条",
            orgid=partner.orgid,
            areacode=partner.areacode,
            edition=edition,
            content={"cursor": ask.cursor, "limit": ask.limit, "keys": [one["id"] for one in rows]},
            digest=mappings.digest(rows),
            count=len(rows),
            state=DONE,
            tries=1,
            sentat=clock.now(),
            answer=f"应答{len(rows)}条",
            ip=ip,
        )
    )

"""What stands against a declaration: no signed paper, no device, a device of somebody else, a day to come."""

from typing import Any

from sqlalchemy import false, func, or_, select

from tejian.archives.models.equipment import Equipment as E
from tejian.archives.models.files import Attachment
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.quality.models.conformity import Conformity as C
from tejian.quality.models.conformity import ConformityDevice as D

OWNER = "conformity"


def institute(me: User) -> Any:
    """接收机构的人员"""
    return C.toorg == me.org_id if me.org_id and not me.unit_id else false()


def has_paper(d: Doing) -> str | None:
    """附有签署的声明"""
    A = Attachment
    own = (A.owner == OWNER, A.attrefsysid == d.subject.id, A.deleted.is_(False))
    return None if d.db.scalar(select(A.id).where(*own).limit(1)) else "请先在附件中上传签署盖章的声明"


def names_devices(d: Doing) -> str | None:
    """写明了设备"""
    found = d.db.scalar(select(func.count()).where(D.conformity_id == d.subject.id))
    return None if found else "还没有写声明的设备"


def concerns_the_unit(d: Doing) -> str | None:
    """设备与声明单位有关"""
    s = d.subject
    own = or_(E.useorgsysid == s.unitsysid, E.maiorgsysid == s.unitsysid, E.porgaosysid == s.unitsysid)
    listed = select(D.equdatasysid).where(D.conformity_id == s.id)
    code = d.db.scalar(select(E.equcode).where(E.id.in_(listed), ~own).order_by(E.equcode).limit(1))
    return f"设备{code}不是本单位制造、使用或维保的，不能声明" if code else None


def declared_by_today(d: Doing) -> str | None:
    """声明日期不晚于今天"""
    on = d.subject.declared
    return f"声明日期{on}不得晚于今天" if on > clock.today() else None

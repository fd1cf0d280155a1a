"""A supervised inspection follows a notice of construction: the guard of its declaration."""

from sqlalchemy import select

from tejian.inspection.models.construction import RECEIVED, ConstructionDevice, ConstructionNotice
from tejian.inspection.records import api as records
from tejian.inspection.rules.api import works_of
from tejian.kit.process.doing import Doing

from .declaring_guards import own_items

UNNOTIFIED = "监督检验须从已受理的施工告知申报"


def notice_stands(d: Doing) -> str | None:
    """监督检验有已受理的施工告知，设备和施工类别都在其中"""
    main = d.subject
    works = works_of(records.notice_sorts(d.db), main.equclass, main.testsort)
    if not works:
        return None
    notice = d.db.scalars(select(ConstructionNotice).where(ConstructionNotice.id == main.notify_id)).first()
    if notice is None:
        return f"{main.appno}：{UNNOTIFIED}"
    if notice.step != RECEIVED:
        return f"{main.appno}：施工告知{notice.notifyno}已竣工或注销，不能申报监督检验"
    if notice.worktype not in works:
        return f"{main.appno}：检验类型与施工告知{notice.notifyno}的施工类别不符"
    named = select(ConstructionDevice.equdatasysid).where(ConstructionDevice.notice_id == notice.id)
    known = set(d.db.scalars(named))
    foreign = [one.equcode or one.equname for one in own_items(d) if one.equdatasysid not in known]
    return f"{foreign[0]}：设备不在施工告知{notice.notifyno}中" if foreign else None

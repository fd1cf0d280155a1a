"""What stands against a move of a problem, and who may make it."""

from typing import Any

from sqlalchemy import false, select

from tejian.archives.models.files import Attachment
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.supervision.models.defects import BY_TOWN, GRAVE
from tejian.supervision.models.defects import Defect as C
from tejian.system.models.organisations import in_scope

FILES = "sceneProblem"


def owner(me: User) -> Any:
    """责任单位，或代为登记的下达机构"""
    return C.unitsysid == me.unit_id if me.unit_id else issuer(me)


def issuer(me: User) -> Any:
    """下达机构的人员"""
    return C.org_id == me.org_id if me.org_id and not me.unit_id else false()


def not_who_answered(me: User) -> Any:
    """下达机构中反馈人以外的人"""
    return issuer(me) & (C.answerer_id != me.id)


def third_person(me: User) -> Any:
    """下达机构中反馈人、确认人以外的人"""
    return not_who_answered(me) & (C.confirmer_id != me.id)


def bureau(me: User) -> Any:
    """所在区域的监管部门，移交的机构除外"""
    return in_scope(me, area=C.areacode) & (C.org_id != me.org_id) if me.org_id and not me.unit_id else false()


def done_in_time(d: Doing) -> str | None:
    """完成日期在下达之后且不晚于今天"""
    day, issued = d.form["donedate"], d.subject.issued
    if day > clock.today():
        return f"整改完成日期{day}不得晚于今天"
    return f"整改完成日期{day}不得早于下达日期{issued}" if issued and day < issued else None


def has_evidence(d: Doing) -> str | None:
    """有整改后的照片或其他证据"""
    mine = Attachment.owner == FILES, Attachment.attrefsysid == d.subject.id, Attachment.deleted.is_(False)
    found = d.db.scalar(select(Attachment.id).where(*mine).limit(1))
    return None if found else f"{d.subject.defectno}没有整改后的照片或证据，请先上传附件"


def not_stopped(d: Doing) -> str | None:
    """没有尚未解除的停止使用"""
    return "该隐患尚有未解除的停止使用，不能关闭" if d.subject.stops else None


def is_grave(d: Doing) -> str | None:
    """重大问题"""
    return None if d.subject.level == GRAVE else f"{d.subject.defectno}不是重大问题，不能挂牌督办"


def listed_once(d: Doing) -> str | None:
    """没有挂牌督办过"""
    day = d.subject.listed
    return f"{d.subject.defectno}已于{day}挂牌督办" if day else None


def term_ahead(d: Doing) -> str | None:
    """督办期限未过"""
    day = d.form["listedto"]
    return f"督办期限{day}已过" if day < clock.today() else None


def is_listed(d: Doing) -> str | None:
    """正在挂牌督办"""
    return None if d.subject.is_listed else f"{d.subject.defectno}没有挂牌督办"


def not_listed(d: Doing) -> str | None:
    """没有尚未摘牌的挂牌督办"""
    return f"{d.subject.defectno}正在挂牌督办，摘牌以后才能关闭" if d.subject.is_listed else None


def has_stop(d: Doing) -> str | None:
    """有尚未解除的停止使用"""
    return None if d.subject.stops else f"{d.subject.defectno}没有须解除的停止使用"


def extended_once(d: Doing) -> str | None:
    """没有延过期"""
    day = d.subject.extended
    return f"{d.subject.defectno}已于{day}延期一次，不能再延期" if day else None


def not_due_yet(d: Doing) -> str | None:
    """原期限未过"""
    due = d.subject.deadline
    return f"整改期限{due}已过，不能再延期" if due and due < clock.today() else None


def later_deadline(d: Doing) -> str | None:
    """新的期限在原期限之后"""
    new, before = d.form["newdeadline"], d.subject.deadline
    return f"新的整改期限{new}应在原期限{before}之后" if before and new <= before else None


def deadline_ahead(d: Doing) -> str | None:
    """整改期限未过"""
    due = d.form["deadline"]
    return f"整改期限{due}已过" if due < clock.today() else None


def of_a_town(d: Doing) -> str | None:
    """乡镇（街道）发现的，且尚未移交"""
    s = d.subject
    return None if s.town == BY_TOWN and s.org_id == d.me.org_id else f"{s.defectno}由监管部门下达，不用移交"

"""What stands against a move of a check, who makes it, and what it does."""

import re
from datetime import timedelta
from typing import Any

from sqlalchemy import false, or_, select

from tejian.kit.database.numbering import number_of
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.process.doing import Doing
from tejian.messages.api import tell
from tejian.persons.bodies.api import monitor_numbers
from tejian.supervision.defects.api import draft, drop_drafts, issue, of_source, still_open
from tejian.supervision.models.checks import BY_TOWN, DONE, MENDING, REFUSED
from tejian.supervision.models.checks import SupervisionCheck as C
from tejian.supervision.models.defects import FROM_CHECK, PASSED_ON, WITH_OWNER
from tejian.system.accounts.api import users_of
from tejian.system.models.accounts import SysUser
from tejian.system.settings import api as params

from .forms import PAGE
from .items import found_in


def officers(me: User) -> Any:
    """两名检查人员"""
    return or_(C.officer_id == me.id, C.second_id == me.id)


def other_officer(me: User) -> Any:
    """签字人以外的检查人员"""
    return officers(me) & (C.signer_id != me.id)


def checker(me: User) -> Any:
    """检查机构的人员"""
    return C.org_id == me.org_id if me.org_id and not me.unit_id else false()


def both_certified(d: Doing) -> str | None:
    """监管部门的两名检查人员都有有效的监察证"""
    s, today = d.subject, clock.today()
    if s.town == BY_TOWN:  # a town reports what it sees; its people hold no such certificate
        return None
    able = monitor_numbers(d.db, [s.officer_id, s.second_id], today)
    lacking = [one for one in (s.officer_id, s.second_id) if one not in able]
    if not lacking:
        return None
    names = d.db.scalars(select(SysUser.name).where(SysUser.id.in_(lacking)).order_by(SysUser.login))
    return f"{'、'.join(names)}没有{today}有效的监察证，不能开始检查"


def two_witnesses(d: Doing) -> str | None:
    """拒签的有两名见证人"""
    if d.form["signway"] != REFUSED:
        return None
    names = {one for one in re.split(r"[、，,;；\s]+", d.form["witnesses"] or "") if one}
    return None if len(names) >= 2 else "单位拒绝签字的，应有两名见证人"


def problems_stated(d: Doing) -> str | None:
    """每个问题的等级、处理方式、要求和期限已填，期限未过"""
    for one in of_source(d.db, d.subject.id):
        if not all((one.content, one.level, one.handling, one.demand, one.deadline)):
            return f"{one.item}的等级、处理方式、整改要求和期限应填写完整"
        if one.deadline and one.deadline < clock.today():
            return f"{one.item}的整改期限{one.deadline}已过"
    return None


def nothing_with_owner(d: Doing) -> str | None:
    """单位已反馈，或已到期"""
    waits = [
        one
        for one in of_source(d.db, d.subject.id)
        if one.step in WITH_OWNER and one.deadline and one.deadline >= clock.today()
    ]
    return f"{waits[0].defectno}等{len(waits)}项尚在整改期限内，单位未反馈" if waits else None


def all_closed(d: Doing) -> str | None:
    """问题均已关闭、立案或移交"""
    left = [one for one in still_open(of_source(d.db, d.subject.id)) if one.step != PASSED_ON]
    return f"{left[0].defectno}等{len(left)}项尚未关闭，不能办结" if left else None


def note_problems(check_list: Any) -> Any:
    def effect(d: Doing) -> None:
        s, days = d.subject, params.number(d.db, "supervision.defect.days", 15)
        drop_drafts(d.db, s.id)
        source = {"sourcekind": FROM_CHECK, "source_id": s.id, "sourceno": s.checkno, "org_id": s.org_id}
        source |= {"town": s.town, "areacode": s.areacode, "unitsysid": s.unitsysid, "unitname": s.unitname}
        for one in found_in(d.db, s, check_list.findings(d.db, s)):
            draft(d.db, d.me, one, clock.today() + timedelta(days=days), **source)
        d.db.flush()

    effect.__name__, effect.__doc__ = "note_problems", "把不符合项列为问题，等级和处理方式按规则提出"
    return effect


def write_signature(d: Doing) -> None:
    """写入单位签字人，或拒签理由和见证人"""
    s = d.subject
    s.signedby, s.signpost = d.form["signedby"] or "", d.form["signpost"] or ""
    s.refusal, s.witnesses = d.form["refusal"] or "", d.form["witnesses"] or ""


def take_back(d: Doing) -> None:
    """撤回未下达的问题"""
    drop_drafts(d.db, d.subject.id)


def after_both_signed(d: Doing) -> str:
    return MENDING if of_source(d.db, d.subject.id) else DONE


def issue_problems(d: Doing) -> None:
    """下达问题；监管部门有须整改的问题时取监察指令书编号"""
    s = d.subject
    rows = issue(d, of_source(d.db, s.id))
    if rows and s.town != BY_TOWN:
        number_of(d.db, s, "orderno")
    if not rows:
        s.closed = clock.today()


def tell_unit(d: Doing) -> None:
    """告知被检查单位"""
    s = d.subject
    title = f"{s.checkno} 监督检查：{s.summary[:40]}"
    tell(d.db, users_of(d.db, s.unitsysid), "监督检查", title, s.summary, PAGE.format(id=s.id))

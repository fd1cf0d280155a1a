"""What stands against a binding, and what it writes into the archive of the lift."""

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.archives import codes
from tejian.archives.models.equipment import Equipment as E
from tejian.kit.database import audit
from tejian.kit.database.db import hold
from tejian.kit.ground import clock
from tejian.kit.process.doing import Doing
from tejian.lifts.filing import api as filings
from tejian.lifts.models.binding import BOUND, NEW, RUNNING, WITH_UNIT, LiftBinding
from tejian.lifts.models.filing import MaintFiling, in_force
from tejian.system.models.areas import covered_prefix

from .licences import covers


def lift_of(db: Session, row: LiftBinding) -> E | None:
    return db.scalars(select(E).where(E.id == row.equdatasysid)).first()


def filing_for(db: Session, unit: str, area: str) -> MaintFiling | None:
    """The filing in force of a unit whose area holds this one; that of the narrowest area."""
    mine = db.scalars(select(MaintFiling).where(MaintFiling.unitsysid == unit, in_force()))
    fits = [one for one in mine if area.startswith(covered_prefix(one.areacode))]
    return max(fits, key=lambda one: len(covered_prefix(one.areacode)), default=None)


def bound_of(db: Session, lift: str) -> LiftBinding | None:
    """The binding of a lift that is in force."""
    C = LiftBinding
    return db.scalars(select(C).where(C.equdatasysid == lift, C.step == BOUND)).first()


# -- guards ---------------------------------------------------------------------------------------------------------


def lift_fits(d: Doing) -> str | None:
    """电梯在册，使用单位未变"""
    s = d.subject
    lift = lift_of(d.db, s)
    if lift is None or lift.equDel or lift.equstatus in codes.OFF:
        return f"电梯{s.equcode}已报废、拆除或注销，不能绑定"
    if lift.useorgsysid != s.unitsysid or not s.unitsysid:
        return f"电梯{s.equcode}的使用单位已变更，请重新申请"
    return None


def filed_there(d: Doing) -> str | None:
    """维保单位在该区域的备案有效"""
    s = d.subject
    found = filing_for(d.db, s.maiorgsysid, s.areacode)
    return None if found else f"{s.maiorgname}在电梯所在区域没有有效的维保备案"


def licensed(d: Doing) -> str | None:
    """许可证覆盖该品种"""
    s = d.subject
    lift = lift_of(d.db, s)
    covered = lift is None or covers(d.db, s.maiorgsysid, lift.equclacode)
    return None if covered else f"{s.maiorgname}没有覆盖该品种电梯的有效许可证"


def staffed(d: Doing) -> str | None:
    """持证人员可以再保一台"""
    s, C = d.subject, LiftBinding
    filing = filing_for(d.db, s.maiorgsysid, s.areacode)
    if filing is None:
        return None  # said by its own guard
    there = C.areacode.startswith(covered_prefix(filing.areacode))
    own = C.maiorgsysid == s.maiorgsysid, C.step == BOUND, C.id != s.replaces_id, there
    lifts, most = d.db.scalar(select(func.count()).where(*own)) or 0, filings.most_lifts(d.db, filing)
    return None if lifts < most else f"{s.maiorgname}备案的持证人员最多可保{most}台，已绑定{lifts}台"


def contract_fits(d: Doing) -> str | None:
    """合同期限有效"""
    s = d.subject
    if s.contractto < s.contractfrom:
        return "合同截止日期早于起始日期"
    return f"维保合同已于{s.contractto}到期" if s.contractto < clock.today() else None


def contract_begun(d: Doing) -> str | None:
    """合同已开始"""
    s = d.subject
    return f"维保合同自{s.contractfrom}起，届时再审核" if s.contractfrom > clock.today() else None


def alone(d: Doing) -> str | None:
    """没有生效或在办的其他绑定"""
    s, C = d.subject, LiftBinding
    others = C.equdatasysid == s.equdatasysid, C.id.not_in((s.id, s.replaces_id))
    other = d.db.scalars(select(C).where(*others, C.step.in_((BOUND, *RUNNING))).order_by(C.step.desc(), C.id)).first()
    if other is None:
        return None
    if other.step == BOUND and other.validto is None:
        return f"电梯{s.equcode}已由{other.maiorgname}绑定（{other.bindno}），请先终止原维保"
    if other.step == BOUND:  # whoever follows may ask already
        audits = s.step not in WITH_UNIT
        return f"原维保单位{other.maiorgname}负责到{other.validto}，次日起可以审核" if audits else None
    return f"电梯{s.equcode}已有一份绑定正在办理（{other.bindno}）"


def change_of_own(d: Doing) -> str | None:
    """变更的是本单位生效的绑定"""
    s = d.subject
    if s.bindkind == NEW:
        return None
    before = bound_of(d.db, s.equdatasysid)
    if before is None or before.id != s.replaces_id or before.maiorgsysid != s.maiorgsysid:
        return f"电梯{s.equcode}没有本单位生效的绑定，不能变更"
    return None


def code_fits(d: Doing) -> str | None:
    """识别码唯一，一梯一码不变"""
    s, C = d.subject, LiftBinding
    digits = filings.number_term(d.db, "识别码位数")
    if len(s.code96333) != digits or not s.code96333.isdecimal():
        return f"应急识别码应为{digits}位数字"
    lift = lift_of(d.db, s)
    if lift is None:
        return None  # said by its own guard
    if lift.ele96333code and lift.ele96333code != s.code96333:
        return f"电梯{s.equcode}的应急识别码为{lift.ele96333code}，绑定时保持不变"
    alive = E.equDel == 0, E.equstatus.not_in(codes.OFF), E.id != lift.id
    other = d.db.scalar(select(E.equcode).where(E.ele96333code == s.code96333, *alive).limit(1))
    bound = select(C.equcode).where(C.code96333 == s.code96333, C.step == BOUND, C.equdatasysid != lift.id)
    other = other or d.db.scalar(bound.limit(1))
    return f"应急识别码{s.code96333}已用于电梯{other}" if other else None


def own_application(d: Doing) -> str | None:
    """申请的维保单位"""
    return None if d.subject.maiorgsysid == d.me.unit_id else "只有申请的维保单位可以撤回"


def office_of_it(d: Doing) -> str | None:
    """审核机关"""
    s, me = d.subject, d.me
    return None if s.regorg == me.org_id and not me.unit_id else "由审核机关解除"


# -- effects --------------------------------------------------------------------------------------------------------


def one_at_a_time(d: Doing) -> None:
    """同一电梯、同一识别码一次一份"""
    hold(d.db, f"lift binding {d.subject.equdatasysid}")
    hold(d.db, f"lift code {d.subject.code96333}")


def put_into_archive(d: Doing) -> None:
    """维保单位和识别码写入设备档案"""
    s = d.subject
    lift = d.db.scalars(select(E).where(E.id == s.equdatasysid).with_for_update()).one()
    lift.maiorgsysid, lift.maiorgname, lift.ele96333code = s.maiorgsysid, s.maiorgname, s.code96333
    audit.holds_from(lift, clock.today())
    filing = filing_for(d.db, s.maiorgsysid, s.areacode)
    assert filing is not None
    s.filing_id, s.validfrom, s.validto = filing.id, clock.today(), None


def last_day(row: LiftBinding) -> None:
    """A binding that another one follows today ended yesterday."""
    row.validto = clock.today() - timedelta(days=1)


def ends_today(d: Doing) -> None:
    """今日为最后一日，档案不再写维保单位"""
    s = d.subject
    s.validto = clock.today()
    leave_archive(d.db, s)


def leave_archive(db: Session, row: LiftBinding) -> None:
    """The archive of the lift no longer names the unit; the code stays with the lift."""
    lift = db.scalars(select(E).where(E.id == row.equdatasysid).with_for_update()).one()
    if lift.maiorgsysid == row.maiorgsysid:
        lift.maiorgsysid = lift.maiorgname = ""

"""Guards of the processes of lifts: filings, bindings, terminations, rescue."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, update

from tejian.archives.models.equipment import Equipment
from tejian.archives.models.persons import PersonCert
from tejian.archives.models.units import Unit, UnitLicence
from tejian.kit.ground import clock
from tejian.lifts.models.binding import LiftBinding
from tejian.lifts.models.ending import LiftTermination
from tejian.lifts.models.filing import MaintFiling
from tests.lifts import binding, ending, filings

from .conftest import Office
from .refusals import Refusal, put

FILING = "maint_filing"


def not_a_maintainer(office: Office, row: Any) -> None:
    office.db.execute(update(Unit).where(Unit.id == row.unitsysid).values(ismaintain=False))


def unlicensed(office: Office, row: Any) -> None:
    office.db.execute(update(UnitLicence).where(UnitLicence.items.contains("DTAZ")).values(held="1"))


def uncertified(office: Office, row: Any) -> None:
    own = select(PersonCert).where(PersonCert.item == "T")
    for cert in office.db.scalars(own):
        cert.validto = clock.today() - timedelta(days=1)


def another_waits(office: Office, row: Any) -> None:
    filings.through(office, filings.saved(office), "submitMai")


NO_LICENCE = "单位档案没有有效期内的电梯安装（含修理）许可证，请先登记"
NO_STAFF = "60台电梯须有持证维保人员2人，现有0人（所列2人中2人无有效证书或已离岗）"
LAPSED = "原备案已过期或注销，请重新申请首次备案"
BIND = "lift_binding"


def lift_gone(office: Office, row: Any) -> None:
    office.db.execute(update(Equipment).where(Equipment.id == row.equdatasysid).values(equstatus="3"))


def unfiled(office: Office, row: Any) -> None:
    office.db.execute(update(MaintFiling).values(validto=clock.today() - timedelta(days=1)))


def bound_already(office: Office, row: Any) -> None:
    other = binding.saved(office, equcode=row.equcode, code96333="330099")
    office.db.execute(update(LiftBinding).where(LiftBinding.id == other.id).values(step="YX", bindno="BD-1"))


def coded(office: Office, row: Any) -> None:
    office.db.execute(update(Equipment).where(Equipment.id == row.equdatasysid).values(ele96333code="999999"))


def ended(office: Office, row: Any) -> None:
    row.contractto = clock.today() - timedelta(days=1)


def of_another(office: Office, row: Any) -> None:
    row.unitsysid, row.maiorgsysid = row.maiorgsysid, row.unitsysid


def later(office: Office, row: Any) -> None:
    row.contractfrom = clock.today() + timedelta(days=1)


END = "lift_termination"
UNBOUND = "电梯{equcode}的这份绑定已不再生效"


def unbound(office: Office, row: Any) -> None:
    office.db.execute(update(LiftBinding).where(LiftBinding.id == row.binding_id).values(step="JC"))


def another_ends(office: Office, row: Any) -> None:
    other = ending.drafted(office, row)
    office.db.execute(update(LiftTermination).where(LiftTermination.id == other.id).values(step="YJ", termno="ZZ-1"))


def passed(office: Office, row: Any) -> None:
    row.lastday = clock.today() - timedelta(days=1)


def asked_by_the_other(office: Office, row: Any) -> None:
    row.side = "M"


RESCUE = "rescue_incident"
EARLY = {"happened": "2020-01-01 08:00:00"}


def of_nobody(office: Office, row: Any) -> None:
    row.maiorgsysid = ""


TOMORROW = {"lastvisit": str(clock.today() + timedelta(days=1))}
LIFTS = [
    Refusal(RESCUE, "dispatch", "somebody_answers", "电梯{code96333}没有绑定维保单位，请转二级", of_nobody),
    Refusal(RESCUE, "arrive", "not_before_the_call", "时间不能早于接警时间", form=EARLY),
    Refusal(RESCUE, "free", "not_before_the_call", "时间不能早于到场时间", form=EARLY),
    *(Refusal(END, move, "still_bound", UNBOUND, unbound) for move in ("submit", "audit", "handover")),
    Refusal(END, "submit", "alone", "电梯{equcode}的终止ZZ-1正在办理", another_ends),
    Refusal(END, "submit", "last_day_ahead", "维保最后一日{lastday}已过，请改期后再提交", passed),
    Refusal(END, "handover", "visit_happened", "最后一次维保日期不能晚于今天", form=TOMORROW),
    Refusal(END, "withdraw", "own_application", "只有申请方可以撤回", asked_by_the_other),
    *(
        one
        for move in ("submit", "audit")
        for one in (
            Refusal(BIND, move, "lift_fits", "电梯{equcode}已报废、拆除或注销，不能绑定", lift_gone),
            Refusal(BIND, move, "filed_there", "{maiorgname}在电梯所在区域没有有效的维保备案", unfiled),
            Refusal(BIND, move, "licensed", "{maiorgname}没有覆盖该品种电梯的有效许可证", unlicensed),
            Refusal(BIND, move, "staffed", "{maiorgname}备案的持证人员最多可保0台，已绑定0台", uncertified),
            Refusal(BIND, move, "contract_fits", "维保合同已于{contractto}到期", ended),
            Refusal(BIND, move, "alone", "绑定（BD-1），请先终止原维保", bound_already),
            Refusal(BIND, move, "code_fits", "电梯{equcode}的应急识别码为999999，绑定时保持不变", coded),
        )
    ),
    Refusal(BIND, "submit", "change_of_own", "电梯{equcode}没有本单位生效的绑定，不能变更", put(bindkind="02")),
    Refusal(BIND, "audit", "contract_begun", "维保合同自{contractfrom}起，届时再审核", later),
    Refusal(BIND, "withdraw", "own_application", "只有申请的维保单位可以撤回", of_another),
    Refusal(BIND, "release", "office_of_it", "由审核机关解除", put(regorg="x")),
    Refusal(FILING, "submitMai", "has_authority", "服务区域没有备案机关", put(regorg="")),
    Refusal(FILING, "submitMai", "alone", "该区域已有一份备案正在审查", another_waits),
    *(
        one
        for move in ("submitMai", "reviewAgree", "checkAgree")
        for one in (
            Refusal(FILING, move, "may_maintain", "该单位不是维保单位", not_a_maintainer),
            Refusal(FILING, move, "licensed", NO_LICENCE, unlicensed),
            Refusal(FILING, move, "staffed", NO_STAFF, uncertified),
            Refusal(FILING, move, "in_time", LAPSED, put(filkind="03")),
        )
    ),
    Refusal(FILING, "withdraw", "own_or_office", "只有备案的单位和备案机关可以办理", put(regorg="x"), login="jianguan"),
    Refusal(FILING, "cancel", "own_or_office", "只有备案的单位和备案机关可以办理", put(regorg="x")),
]

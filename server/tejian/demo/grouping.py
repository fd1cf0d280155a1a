"""User groups of the demo city, and the inspection groups of its departments."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tejian.inspection.models.teams import InspectionTeam
from tejian.inspection.teams.api import HOOKS as TEAM_HOOKS
from tejian.kit.database import db as kit_db
from tejian.kit.ground import clock
from tejian.kit.ground.user import User
from tejian.kit.records.crud import put
from tejian.system.accounts.api import GROUP_HOOKS
from tejian.system.models.accounts import SysUser, UserGroup
from tejian.system.models.organisations import Org

from .actors import Actors, Days

GROUPS = {
    "电梯突击检验组": ("3000", ("jianyan1", "jianyan2"), "旧小区集中检验，跨站办理"),
    "报告审批组": ("", ("shenhe", "pizhun"), "审核、批准人员互为备份"),
}


TEAMS: tuple[tuple[str, str, str, str, str, tuple[str, ...]], ...] = (
    ("530201-02", "电梯检验一组", "3000", "02", "0211", ("jianyan1", "jianyan2")),
    ("530201-02", "起重机械组", "4000", "02", "", ("jianyan1",)),
)


def make() -> None:
    """By the system administrator; a second start makes nothing."""
    with kit_db.new_session() as db:
        if db.scalar(select(func.count()).select_from(UserGroup)):
            return
        actors, days = Actors(db), Days(db, clock.today())
    actors.do("sysadmin", days.at(days.on_or_before(clock.today()) - 20, 9), _written)


def _written(db: Session, me: User) -> None:
    for name, (equclass, logins, remark) in GROUPS.items():
        people = db.scalars(select(SysUser).where(SysUser.login.in_(logins)).order_by(SysUser.login)).all()
        values = {"name": name, "org_id": people[0].org_id, "equclass": equclass, "remark": remark, "enabled": True}
        members = ",".join(sorted(one.id for one in people))
        put(db, me, UserGroup(), {**values, "members": members}, GROUP_HOOKS)
    for code, name, equclass, seisort, testsort, members_of in TEAMS:
        dept = db.scalars(select(Org.id).where(Org.code == code)).one()
        people = db.scalars(select(SysUser).where(SysUser.login.in_(members_of))).all()
        values = {"dept_id": dept, "name": name, "equclass": equclass, "seisort": seisort, "testsort": testsort}
        values |= {"templates": "", "member_ids": ",".join(one.id for one in people), "enabled": True, "sort": 1}
        put(db, me, InspectionTeam(), values, TEAM_HOOKS)

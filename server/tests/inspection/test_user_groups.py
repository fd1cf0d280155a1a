"""User groups: people of one institute take work up together, and nobody gets a right by it."""

from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.demo import grouping
from tejian.kit.database.audit import SecurityLog
from tejian.system.models.accounts import SysUser, UserGroup
from tejian.system.rules.api import options, strangers
from tests.conftest import Real

from .conftest import Office
from .test_given_steps import AUDIT, give, second_auditor, waiting

API, PEOPLE = "/api/system/group", "/api/businesspro/common/queryBusinessGroup"


def account(office: Office, login: str) -> SysUser:
    return office.db.scalars(select(SysUser).where(SysUser.login == login)).one()


def saved(office: Office, *logins: str, **more: Any) -> UserGroup:
    """A group of the institute with these members."""
    form = {"name": "电梯审核组", "org_id": account(office, "shenhe").org_id, "enabled": "1"}
    form |= {"members": ",".join(account(office, one).id for one in logins)}
    made = office.good("sysadmin", f"{API}/save", **form | more)
    office.actors.__init__(office.db)  # type: ignore[misc]
    return office.db.get_one(UserGroup, made["id"])


def changed(office: Office, group: UserGroup, **more: Any) -> dict[str, Any]:
    loaded = office.good("sysadmin", f"{API}/load", id=group.id)
    sent = {name: loaded[name] or "" for name in ("name", "org_id", "equclass", "members", "remark")}
    enabled = "1" if loaded["enabled"] else "0"
    answer = office.post(
        "sysadmin", f"{API}/save", id=group.id, version=loaded["version"], **sent | {"enabled": enabled} | more
    )
    office.actors.__init__(office.db)  # type: ignore[misc]
    return dict(answer)


def groups(office: Office, login: str, **asked: str) -> dict[str, list[str]]:
    rows = office.good(login, PEOPLE, **asked)
    return {one["name"]: [user["name"] for user in one["users"]] for one in rows if one["type"] == "group"}


def test_an_item_given_to_a_group_is_taken_up_by_whoever_of_it_may(office: Office) -> None:
    other = second_auditor(office)
    group = saved(office, "pizhun", "jianyan1")
    give(office, "BGSH", group.id)
    item = office.verified()
    assert item.handlers == [group.id] and other.group_ids == [group.id]
    assert item.id in waiting(office, "pizhun") and item.id not in waiting(office, "shenhe")
    assert office.refused("shenhe", AUDIT, ids=item.id) == "流程配置指定了报告审核的办理人，您不在其中"
    assert office.post("jianyan1", AUDIT, ids=item.id)["status"] == 403  # a group gives nobody a right
    office.good("pizhun", AUDIT, ids=item.id)
    assert office.item(item.id).step == "BGSP"


def test_a_group_without_anybody_who_may_is_given_nothing_and_is_not_left_so(office: Office) -> None:
    idle = saved(office, "jianyan1", name="检验一组")
    assert strangers(office.db, "BGSH", [idle.id]) == "检验一组"
    group = saved(office, "shenhe", "jianyan1")
    assert strangers(office.db, "BGSH", [group.id]) == ""
    give(office, "BGSH", group.id)
    listed = office.good("sysadmin", "/api/system/flow/findList", pageSize="100")["list"]
    assert "电梯审核组" in {one["actornames"] for one in listed}
    before = office.db.scalar(select(func.count()).select_from(SecurityLog))
    said = changed(office, group, members=account(office, "jianyan1").id)
    assert said["errorMsg"] == "流程配置把报告审核指定给电梯审核组，组内须留有能办理的人"
    assert account(office, "shenhe").group_ids == [group.id]
    assert office.db.scalar(select(func.count()).select_from(SecurityLog)) == before
    version = office.db.get_one(UserGroup, group.id).version
    said = office.refused("sysadmin", f"{API}/delete", ids=group.id, version=version)
    assert said == "流程配置版本2指定了电梯审核组，不能删除；可以停用"
    assert changed(office, group, enabled="0")["isSuccess"]
    offered = {one["value"] for one in options(office.db, "groups")}
    assert group.id not in offered and idle.id in offered


def test_members_are_people_of_the_institute(office: Office) -> None:
    before = office.db.scalar(select(func.count()).select_from(UserGroup))
    form = {"name": "混编组", "org_id": account(office, "shenhe").org_id, "enabled": "1"}
    bureau = account(office, "jianguan")
    said = office.post("sysadmin", f"{API}/save", **form, members=bureau.id)
    assert (said["status"], said["errorMsg"]) == (422, f"成员：{bureau.name}不是该机构的人员")
    said = office.post("sysadmin", f"{API}/save", **form, members=account(office, "qiye").id)
    assert (said["status"], said["errorMsg"]) == (422, "成员：请从选项中选择")
    assert office.db.scalar(select(func.count()).select_from(UserGroup)) == before
    group = saved(office, "jianyan1")
    said = office.post("sysadmin", f"{API}/save", **form | {"name": group.name})
    assert said["errorMsg"] == "用户组：本机构已有电梯审核组"
    assert office.post("shouli", f"{API}/save", **form)["status"] == 403


def test_query_business_group_offers_groups_by_class_and_name(office: Office) -> None:
    group = saved(office, "jianyan1", "yewu", name="电梯一组", equclass="3000")
    name = account(office, "jianyan1").name
    assert groups(office, "diaodu", type="3000") == {"电梯一组": [name]}  # who holds no qualification is not sent out
    assert groups(office, "diaodu", type="2000") == groups(office, "diaodu", name="承压") == {}
    assert groups(office, "diaodu", orgId=group.id) == {"电梯一组": [name]}
    assert groups(office, "jianguan") == {}
    changed(office, group, enabled="0")
    assert groups(office, "diaodu") == {}


@pytest.mark.parametrize("how", ["left", "deleted"])
def test_who_leaves_a_group_is_named_by_it_no_more(office: Office, how: str) -> None:
    group = saved(office, "jianyan1", "jianyan2")
    assert account(office, "jianyan2").names[-1] == group.id
    if how == "left":
        changed(office, group, members=account(office, "jianyan1").id)
    else:
        office.good("sysadmin", f"{API}/delete", ids=group.id, version=group.version)
    assert account(office, "jianyan2").group_ids == []
    assert account(office, "jianyan1").group_ids == ([group.id] if how == "left" else [])


def test_the_demo_city_has_groups(real: Real) -> None:
    grouping.make()
    grouping.make()
    with real.new_session() as db:
        groups = db.scalars(select(UserGroup)).all()
        people = {one.name: sum(one.id in user.group_ids for user in db.scalars(select(SysUser))) for one in groups}
    assert people == {"电梯突击检验组": 2, "报告审批组": 2}

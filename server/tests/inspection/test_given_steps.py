"""Steps that the flow configuration gives to somebody: who sees them, who may handle them, what lacks people."""

import pytest
from sqlalchemy import func, select

from tejian.inspection.models.items import AppBuss
from tejian.kit.database.flowlog import FlowLog
from tejian.system.models.accounts import SysUser
from tejian.system.models.rules import FlowConf
from tests.flows import in_force

from .conftest import Office

AUDIT, LIST = "/api/appbuss/auditReport", "/api/appbuss/appBussSheetList"


def give(office: Office, step: str, *actors: str) -> FlowConf:
    """A version in which a step of lifts is left to these."""
    return in_force(office.db, step, equclass="3000", actors=sorted(actors))


def second_auditor(office: Office) -> SysUser:
    """Somebody else with the rights and the department of the auditor."""
    first = office.db.get(SysUser, office.user("shenhe").id)
    other = office.db.get(SysUser, office.user("pizhun").id)
    assert first and other
    other.role_ids = [*other.role_ids, *first.role_ids]
    office.db.commit()
    office.actors.__init__(office.db)  # type: ignore[misc]
    return other


def waiting(office: Office, login: str) -> list[str]:
    return [one["id"] for one in office.good(login, LIST, stepcode="BGSH", pageSize="50")["list"]]


def test_only_who_was_named_sees_and_audits_the_report(office: Office) -> None:
    other = second_auditor(office)
    give(office, "BGSH", other.id)
    item = office.verified()
    assert (item.flow_version, item.handlers) == (2, [other.id])
    assert item.id not in waiting(office, "shenhe") and item.id in waiting(office, "pizhun")
    logs = office.db.scalar(select(func.count()).where(FlowLog.subject_id == item.id))
    said = office.refused("shenhe", AUDIT, ids=item.id)
    assert said == "流程配置指定了报告审核的办理人，您不在其中"
    assert office.item(item.id).step == "BGSH"
    assert office.db.scalar(select(func.count()).where(FlowLog.subject_id == item.id)) == logs
    office.good("pizhun", AUDIT, ids=item.id)
    assert (office.item(item.id).step, office.item(item.id).handlers) == ("BGSP", [])


@pytest.mark.parametrize("kind", ["roles", "depts"])
def test_a_role_or_a_department_is_given_a_step(office: Office, kind: str) -> None:
    auditor = office.db.get(SysUser, office.user("shenhe").id)
    assert auditor
    key = auditor.role_ids[0] if kind == "roles" else auditor.dept_id
    give(office, "BGSH", key)
    item = office.verified()
    assert item.handlers == [key] and item.id in waiting(office, "shenhe")
    office.good("shenhe", AUDIT, ids=item.id)
    assert office.item(item.id).step == "BGSP"


def test_an_item_in_hand_keeps_its_version(office: Office) -> None:
    item = office.entered()
    give(office, "BGSH", second_auditor(office).id)
    office.good("jiaohe", "/api/appbuss/verifyReport", ids=item.id)
    item = office.item(item.id)
    assert (item.flow_version, item.step, item.handlers) == (1, "BGSH", [])
    office.good("shenhe", AUDIT, ids=item.id)


def conf(office: Office, step: str) -> FlowConf:
    return office.db.scalars(
        select(FlowConf)
        .where(FlowConf.step == step, FlowConf.equclass == "3000")
        .order_by(FlowConf.conf_version.desc())
    ).first()  # type: ignore[return-value]


def line(office: Office) -> tuple[str, str]:
    """What the page of readiness says of the configuration."""
    lines = [one for group in office.good("sysadmin", "/api/system/readiness") for one in group["lines"]]
    return next(((one["state"], one["text"]) for one in lines if one["title"] == "流程配置"), ("", ""))


def test_a_step_whose_people_are_gone_is_said_at_arrangement_and_in_readiness(office: Office) -> None:
    assert line(office) == ("", "")
    give(office, "BGSH", office.user("shenhe").id)
    item = office.accepted()[0]
    assert line(office) == ("ok", "指定了办理人的环节都有人办理")
    auditor = office.db.get(SysUser, office.user("shenhe").id)
    assert auditor
    auditor.enabled = False
    office.db.commit()
    sentence = "流程配置给报告审核指定的办理人中，本机构没有人有权限和资格，请系统管理员修改“流程配置”"
    assert office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan()) == sentence
    assert (office.item(item.id).step, office.item(item.id).taskno) == ("RWAP", "")
    checks = office.good("diaodu", "/api/appmain/taskSchedCheck", ids=item.id, **office.plan())
    assert {"ok": False, "text": sentence} in checks
    assert line(office) == ("no", "指定的办理人中没有人能办报告审核")


def test_who_is_given_no_step_of_the_main_inspector_is_not_offered_as_one(office: Office) -> None:
    second = office.user("jianyan2")
    give(office, "BGLR", second.id)
    item = office.accepted()[0]
    first = office.user("jianyan1")
    sentence = f"流程配置把报告录入指定给了别人，{first.name}不能任主检"
    people = office.good("diaodu", "/api/appmain/taskSchedDetail", ids=item.id)["people"]
    assert {one["id"]: one["mainwhy"] for one in people}[first.id] == sentence
    assert {one["id"]: one["mainwhy"] for one in people}[second.id] == ""
    offered = office.good("diaodu", "/api/appmain/shortcutPlan/mains", ids=item.id)
    assert {one["value"]: one["why"] for one in offered}[first.id] == sentence
    assert office.refused("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **office.plan()) == sentence
    assert office.db.scalars(select(AppBuss.step).where(AppBuss.id == item.id)).one() == "RWAP"
    plan = office.plan(scinspector=second.id, inspectors=first.id)
    office.good("diaodu", "/api/appmain/taskSchedCommit", ids=item.id, **plan)
    assert office.item(item.id).step == "RWQR"

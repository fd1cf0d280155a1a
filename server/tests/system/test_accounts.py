"""Accounts, roles and organisations: who may change what of whom."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian.kit.database.audit import AuditLog
from tejian.kit.ground import clock
from tejian.kit.process.steps import PROCESSES
from tejian.system.accounts import browsers
from tejian.system.accounts.passwords import strength
from tejian.system.accounts.session import account
from tejian.system.accounts.trust import needs_two, trusted_codes
from tejian.system.accounts.users import first_administrators, random_password
from tejian.system.models.accounts import PasswordLink, Role, SysUser, UserSession
from tejian.system.models.organisations import Org
from tejian.system.models.protection import ProtectedChange
from tejian.system.permissions import DUTIES

from .conftest import PASSWORD, PIN, coded

NEW = "/api/system/user/create"
GRANT = "/api/system/user/grant"
RESET, USE = "/api/system/user/resetPassword", "/a/resetPassword"
AGREE = "/api/system/protection/agree"


def role(db: Any, code: str) -> Role:
    return db.scalars(select(Role).where(Role.code == code)).one()


def staff(person: Any, **changes: str) -> dict[str, str]:
    sent = {"login": "wangwu", "name": "王五", "industry_type": "22", "dept_id": person("shouli").dept_id}
    return sent | changes


def asked_for(login: str, browser: Any) -> dict[str, str]:
    """The link and the check number that the owner gets at the login page."""
    return browser().good("/a/resetRequest", username=coded(login))  # type: ignore[no-any-return]


def test_a_new_account_has_no_password_until_its_owner_sets_one(browser, person, events) -> None:
    admin = browser("sysadmin")
    made = admin.good(NEW, **staff(person), password="Given#2026byAdmin")
    assert not any(("password" in name and "hash" in name) or name == "password" for name in made)
    row = person("wangwu")
    assert (row.org_id, row.role_ids, row.password_hash, row.demo) == (person("shouli").org_id, [], "", False)
    assert browser().login("wangwu", "")["isSuccess"] is False
    assert browser().login("wangwu", "Given#2026byAdmin")["isSuccess"] is False
    assert "password" not in admin.good("/api/system/user/load", id=row.id)
    assert events("账号变更")[-1].target == "wangwu"
    link = asked_for("wangwu", browser)
    admin.good(RESET, id=row.id, check=link["check"])
    browser().good(USE, token=link["token"], newPassword=coded("Yongjiang#2027"))
    answer = browser().login("wangwu", "Yongjiang#2027")
    assert answer["user"]["mustChangePassword"] is False


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"login": "SHOULI"}, "登录名：SHOULI已使用"),
        ({"login": "王五"}, "登录名：只能由字母、数字和 _ - . 组成"),
        ({"login": ""}, "登录名：必填"),
        ({"name": ""}, "姓名：必填"),
        ({"dept_id": "no-such"}, "部门：请从选项中选择"),
        ({"dept_id": ""}, "部门：本机构人员须选部门，企业用户须选所属企业"),
        ({"mobile": "12345"}, "手机：请输入有效的手机号码"),
        ({"email": "x"}, "邮箱：请输入正确邮箱格式"),
        ({"industry_type": "99"}, "行业类型：请从选项中选择"),
        ({"industry_type": "21"}, "管辖区划：监管人员须选管辖区划"),
        ({"areacode": "zz"}, "管辖区划：请从选项中选择"),
    ],
)
def test_what_an_account_may_not_be(browser, person, db, changes: dict[str, str], sentence: str) -> None:
    before = db.scalar(select(func.count()).select_from(SysUser))
    assert browser("sysadmin").said(NEW, 422, **staff(person, **changes)) == sentence
    assert db.scalar(select(func.count()).select_from(SysUser)) == before


def test_a_weak_first_password_is_refused(browser, person) -> None:
    admin = browser("sysadmin")
    made = admin.good(NEW, **staff(person))
    link = asked_for("wangwu", browser)
    admin.good(RESET, id=made["id"], check=link["check"])
    said = browser().said(USE, token=link["token"], newPassword=coded("abcdefgh"))
    assert said == "密码过于简单，应包含大写字母、小写字母、数字、符号中的至少三种"
    assert person("wangwu").password_hash == ""


def test_the_system_administrator_gives_no_roles(browser, person, db, events) -> None:
    admin = browser("sysadmin")
    admin.said(GRANT, 403, id=person("dayin").id, role_ids=role(db, "shouli").id)
    made = admin.good(NEW, **staff(person, role_ids=role(db, "secadmin").id))
    assert made["role_ids"] == []
    assert events("越权访问")[-1].detail == "system:user:role"


def test_the_security_administrator_gives_roles_to_others(browser, person, db, events) -> None:
    keeper, b, row = browser("secadmin"), browser("dayin"), person("dayin")
    both = [role(db, "dayin").id, role(db, "dangan").id]
    keeper.good(GRANT, id=row.id, version=str(row.version), role_ids=both)
    assert set(person("dayin").role_ids) == set(both)
    assert "inspection:archive:handle" in {p["operatorCode"] for p in b.good("/api/user/permission")}
    assert events("授予角色")[-1].detail in ("打印员 → 打印员、档案员", "打印员 → 档案员、打印员")
    assert keeper.said(GRANT, 422, id=row.id, role_ids="no-such") == "角色：请从选项中选择"


def test_nobody_gives_himself_a_role(browser, person, db) -> None:
    keeper = browser("secadmin")
    before = person("secadmin").role_ids
    said = keeper.said(GRANT, id=person("secadmin").id, role_ids=[*before, role(db, "pizhun").id])
    assert said == "不能给自己授予角色"
    assert person("secadmin").role_ids == before


def test_nobody_widens_a_role_he_holds(browser, db) -> None:
    keeper, own = browser("secadmin"), role(db, "secadmin")
    more = [*own.permissions, "inspection:approve:handle"]
    said = keeper.said("/api/system/role/grant", id=own.id, version=str(own.version), permissions=more)
    assert said == "不能给自己所持的角色增加权限"
    assert "inspection:approve:handle" not in role(db, "secadmin").permissions


def test_three_administrators_stay_apart(browser, person, db) -> None:
    keeper = browser("secadmin")
    row = person("sysadmin")
    said = keeper.said(GRANT, id=row.id, role_ids=[*row.role_ids, role(db, "audadmin").id])
    assert said == "用户沈系统将同时具有系统管理、审计管理职责，系统、安全、审计三员不能兼任"
    one = role(db, "sysadmin")
    said = keeper.said("/api/system/role/grant", id=one.id, permissions=[*one.permissions, "system:audit:query"])
    assert said == "涉及用户沈系统将同时具有系统管理、审计管理职责，系统、安全、审计三员不能兼任"
    assert len(person("sysadmin").role_ids) == 1


def test_somebody_who_keeps_the_roles_always_remains(browser, person, db) -> None:
    admin, keeper = browser("sysadmin"), browser("secadmin")
    said = "至少保留一个启用的、能够维护角色的账号"
    assert admin.said("/api/system/user/disable", ids=person("secadmin").id) == said
    assert person("secadmin").enabled and keeper.call("/api/user/info").status_code == 200
    own = role(db, "secadmin")
    less = [c for c in own.permissions if c != "system:role:save"]
    assert keeper.said("/api/system/role/grant", id=own.id, permissions=less) == said
    assert "system:role:save" in role(db, "secadmin").permissions


def test_somebody_who_reads_the_trail_always_remains(browser, person, db) -> None:
    admin, keeper = browser("sysadmin"), browser("secadmin")
    said = "至少保留一个启用的、能够查看审计日志的账号"
    assert admin.said("/api/system/user/disable", ids=person("audadmin").id) == said
    assert person("audadmin").enabled
    assert keeper.said(GRANT, id=person("audadmin").id, role_ids=role(db, "dayin").id) == said
    own = role(db, "audadmin")
    less = [c for c in own.permissions if c != "system:audit:query"]
    assert keeper.said("/api/system/role/grant", id=own.id, version=str(own.version), permissions=less) == said
    db.expire_all()
    assert "system:audit:query" in role(db, "audadmin").permissions and person("audadmin").role_ids == [own.id]


def test_disabling_is_for_others_and_all_or_none(browser, person, db) -> None:
    admin = browser("sysadmin")
    both = [person("dayin").id, person("sysadmin").id]
    assert admin.said("/api/system/user/disable", ids=both) == "不能停用自己的账号"
    assert person("dayin").enabled is True
    admin.said("/api/system/user/disable", 403, ids=[person("dayin").id, "no-such"])
    assert person("dayin").enabled is True
    admin.good("/api/system/user/disable", ids=person("dayin").id)
    admin.good("/api/system/user/enable", ids=person("dayin").id)
    assert browser().login("dayin")["isSuccess"]


def test_a_reset_password_ends_sessions_and_unlocks(browser, person, db, param) -> None:
    param("login.captcha", "never")
    b, admin = browser("dayin"), browser("sysadmin")
    for _ in range(5):
        browser().login("dayin", "Wrong@2026")
    link = asked_for("dayin", browser)
    answer = admin.call(RESET, id=person("dayin").id, check=link["check"])
    assert answer.json()["isSuccess"] and link["token"] not in answer.text
    assert b.call("/api/user/info").status_code == 200  # nothing has changed yet
    browser().good(USE, token=link["token"], newPassword=coded("Yongjiang#2027"))
    assert b.call("/api/user/info").status_code == 401
    assert browser().login("dayin")["errorMsg"] == "用户名或密码错误"
    assert browser().login("dayin", "Yongjiang#2027")["isSuccess"]
    said = browser().said(USE, token=link["token"], newPassword=coded("Fenghua#2028x"))
    assert said == "链接无效或已过期，请重新申请"  # once
    own = admin.said(RESET, id=person("sysadmin").id, check="000000")
    assert own == "自己的密码请在“修改密码”中修改"


def test_a_link_sets_nothing_before_the_check_number_was_told(browser, person, events) -> None:
    link, before = asked_for("dayin", browser), person("dayin").password_hash
    answer = browser().call(USE, token=link["token"], newPassword=coded("Yongjiang#2027")).json()
    assert (answer["errorCode"], answer["errorMsg"]) == ("WAIT", "管理员尚未确认，确认后再点一次")
    admin = browser("sysadmin")
    wrong = f"{(int(link['check']) + 1) % 10**6:06d}"
    for _ in range(5):
        assert admin.said(RESET, id=person("dayin").id, check=wrong) == "核对码不正确或已过期，请本人重新申请"
    assert admin.call(RESET, id=person("dayin").id, check=link["check"]).status_code == 429
    assert person("dayin").password_hash == before
    assert [e.detail for e in events("重置密码")] == ["申请"]


def test_a_link_ends_by_itself(browser, person) -> None:
    admin, start = browser("sysadmin"), clock.now()
    late, link = asked_for("dayin", browser), asked_for("dayin", browser)
    with clock.at(start + timedelta(minutes=29)):
        admin.call("/api/user/info")
        admin.good(RESET, id=person("dayin").id, check=link["check"])
    with clock.at(start + timedelta(minutes=31)):
        said = admin.said(RESET, id=person("dayin").id, check=late["check"])
        assert said == "核对码不正确或已过期，请本人重新申请"
    with clock.at(start + timedelta(minutes=45)):
        said = browser().said(USE, token=link["token"], newPassword=coded("Yongjiang#2027"))
        assert said == "链接无效或已过期，请重新申请"


def test_links_tell_nothing_of_names_and_are_kept_as_hashes(browser, db) -> None:
    known, unknown = asked_for("dayin", browser), asked_for("nobody-here", browser)
    assert known.keys() == unknown.keys()
    told = [browser().call(USE, token=k["token"], newPassword=coded("Yongjiang#2027")).json() for k in (known, unknown)]
    assert told[0] == told[1]
    kept = str([vars(row) for row in db.scalars(select(PasswordLink))])
    assert known["token"] not in kept and known["check"] not in kept
    b = browser()
    for _ in range(18):
        b.good("/a/resetRequest", username=coded("x"))
    assert b.call("/a/resetRequest", username=coded("dayin")).status_code == 429


@pytest.mark.parametrize("login", ["secadmin", "audadmin"])
def test_the_account_of_an_administrator_is_reset_by_two(browser, person, db, login: str) -> None:
    link, before = asked_for(login, browser), person(login).password_hash
    browser("sysadmin").good(RESET, id=person(login).id, check=link["check"])
    said = browser().call(USE, token=link["token"], newPassword=coded("Yongjiang#2027")).json()
    assert said["errorCode"] == "WAIT"
    change = db.scalars(select(ProtectedChange)).one()
    assert (change.kind, change.step) == ("reset", "WAIT") and link["token"] not in str(vars(change))
    own = browser(login)
    own.good("/api/user/sign", pin=PIN)
    assert own.said(AGREE, id=change.id) == "不能同意对自己账户的重置"
    assert person(login).password_hash == before
    other = browser({"secadmin": "audadmin", "audadmin": "secadmin"}[login])
    other.good("/api/user/sign", pin=PIN)
    other.good(AGREE, id=change.id)
    browser().good(USE, token=link["token"], newPassword=coded("Yongjiang#2027"))
    assert browser().login(login, "Yongjiang#2027")["isSuccess"]


def test_who_may_sign_is_reset_by_two(browser, person, db, events) -> None:
    """Else the system administrator asks in a name, tells himself the number, and signs as that person."""
    link, before = asked_for("pizhun", browser), person("pizhun").password_hash
    browser("sysadmin").good(RESET, id=person("pizhun").id, check=link["check"])
    assert browser().call(USE, token=link["token"], newPassword=coded("Yongjiang#2027")).json()["errorCode"] == "WAIT"
    assert person("pizhun").password_hash == before
    change = db.scalars(select(ProtectedChange)).one()
    assert (change.kind, change.target, change.step) == ("reset", person("pizhun").id, "WAIT")
    browser("sysadmin").said(AGREE, 403, id=change.id)
    auditor = browser("audadmin")
    auditor.good("/api/user/sign", pin=PIN)
    auditor.good(AGREE, id=change.id)
    browser().good(USE, token=link["token"], newPassword=coded("Yongjiang#2027"))
    assert browser().login("pizhun", "Yongjiang#2027")["isSuccess"]


def test_whoever_holds_the_right_to_a_signed_move_is_one_who_may_sign(db) -> None:
    signing = {m.may for p in PROCESSES.values() for m in p.moves if m.signed}
    assert {"inspection:approve:handle", "inspection:release:arrears", "inspection:change:approve"} <= signing
    assert signing | DUTIES.keys() <= trusted_codes()
    for row in db.scalars(select(SysUser)):
        rights = {code for one in db.scalars(select(Role).where(Role.id.in_(row.role_ids))) for code in one.permissions}
        assert needs_two(db, row) == bool(rights & trusted_codes()), row.login


def test_a_locked_account_is_let_in_again(browser, person, param) -> None:
    param("login.captcha", "never")
    for _ in range(5):
        browser().login("dayin", "Wrong@2026")
    assert browser().login("dayin")["errorCode"] == "LOCKED"
    browser("sysadmin").good("/api/system/user/unlock", ids=person("dayin").id)
    assert browser().login("dayin")["isSuccess"]


def test_people_see_the_accounts_of_their_scope(browser, person) -> None:
    everybody = browser("sysadmin").good("/api/system/user/findList")["count"]
    assert everybody == browser("audadmin").good("/api/system/user/findList")["count"] > 20
    browser("shouli").said("/api/system/user/findList", 403)
    browser("zhiliang").said("/api/system/user/load", 403, id=person("shouli").id)


def test_the_history_of_an_account_never_shows_its_hash(browser, person) -> None:
    admin, audit, row = browser("sysadmin"), browser("audadmin"), person("dayin")
    browser("dayin").good("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded("Yongjiang#2027"))
    admin.good("/api/system/user/save", id=row.id, name="郑敏敏")
    told = audit.good("/api/common/history", entity="sys_user", id=row.id)
    assert "argon2" not in str(told)
    change = next(c for c in told if any(f["prop"] == "name" for f in c["fields"]))
    assert change["userName"] == "沈系统"
    assert {"prop": "name", "label": "姓名", "old": "郑敏", "new": "郑敏敏"} in change["fields"]


def test_roles_are_made_changed_and_deleted(browser, person, db) -> None:
    keeper = browser("secadmin")
    made = keeper.good("/api/system/role/save", code="tester", name="测试角色", scope="dept")
    assert keeper.said("/api/system/role/save", 422, code="tester", name="又", scope="own") == "角色编码：tester已使用"
    assert keeper.said("/api/system/role/save", id=made["id"], version="1", code="other") == "角色编码不能修改"
    codes = ["inspection:print:handle", "system:notice:query"]
    keeper.good("/api/system/role/grant", id=made["id"], version=str(made["version"]), permissions=codes)
    assert role(db, "tester").permissions == codes
    said = keeper.said("/api/system/role/grant", 422, id=made["id"], permissions="no:such:code")
    assert said == "权限：no:such:code不存在"
    keeper.good(GRANT, id=person("dayin").id, role_ids=made["id"])
    assert keeper.said("/api/system/role/delete", ids=made["id"]) == "角色测试角色有1个用户，不能删除"
    keeper.good(GRANT, id=person("dayin").id, role_ids=role(db, "dayin").id)
    keeper.good("/api/system/role/delete", ids=made["id"])
    browser("sysadmin").said("/api/system/role/save", 403, code="x", name="x", scope="all")


def test_the_permission_tree_has_every_declared_code(browser) -> None:
    from tejian.kit.ground.permission import PERMISSIONS

    tree = browser("secadmin").good("/api/system/permission/tree")
    assert sorted(c["value"] for f in tree for c in f["children"]) == sorted(PERMISSIONS)
    assert any(f["label"] == "系统管理" for f in tree)


def test_the_organisation_stays_a_tree(browser, person, db) -> None:
    admin = browser("sysadmin")
    house = db.scalars(select(Org).where(Org.code == "330200-TJ")).one()
    dept = db.scalars(select(Org).where(Org.code == "530201-02")).one()
    bureau = db.scalars(select(Org).where(Org.code == "330200-SJ")).one()
    said = admin.said("/api/system/org/save", 422, id=house.id, version=str(house.version), parent_id=dept.id)
    assert said == "上级机构：不能是本机构或其下级"
    said = admin.said("/api/system/org/save", id=dept.id, version=str(dept.version), parent_id=bureau.id)
    assert said == "机构下有下级机构或人员，不能改属另一法人机构"
    said = admin.said("/api/system/org/save", id=dept.id, version=str(dept.version), enabled="0")
    assert said == "机构下有启用的下级机构或人员，不能停用"
    assert admin.said("/api/system/org/delete", ids=dept.id).endswith("不能删除")
    made = admin.good("/api/system/org/save", name="新科", code="530201-99", kind="office", parent_id=house.id)
    assert (made["org_id"], made["enabled"]) == (house.id, True)
    page = admin.good("/api/system/org/findList", name="530201-99")["list"][0]
    assert (page["treeName"], page["parentName"], page["kindName"]) == ("　新科", house.name, "职能科室")
    admin.good("/api/system/org/delete", ids=made["id"])


def test_an_empty_installation_gets_its_three_administrators_once(db) -> None:
    assert first_administrators(db) == []  # there are accounts
    for model in (UserSession, SysUser):
        for row in db.scalars(select(model)).all():
            if model is SysUser:
                from tejian.system.models.accounts import StaffQual

                for qual in db.scalars(select(StaffQual).where(StaffQual.user_id == row.id)).all():
                    db.delete(qual)
            db.delete(row)
    db.flush()
    made = first_administrators(db)
    assert [login for login, _, _ in made] == ["sysadmin", "secadmin", "audadmin"]
    assert len({password for _, _, password in made}) == 3
    assert all(u.must_change and not u.demo for u in db.scalars(select(SysUser)))
    assert first_administrators(db) == []


def test_made_up_passwords_are_strong_and_never_the_same() -> None:
    made = {random_password() for _ in range(200)}
    assert len(made) == 200 and all(strength(p) == 4 and len(p) == 16 for p in made)


def test_open_sessions_are_listed_and_ended(browser, db, events) -> None:
    b, keeper = browser("shouli"), browser("secadmin")
    rows = keeper.good("/api/system/session/findList")["list"]
    assert {r["login"] for r in rows} == {"shouli", "secadmin"}
    assert all(len(r["id"]) == 32 for r in rows)
    assert {r["agentName"] for r in rows} == {"其他程序"}
    own = next(r["id"] for r in rows if r["login"] == "secadmin")
    other = next(r["id"] for r in rows if r["login"] == "shouli")
    assert keeper.said("/api/system/session/end", ids=[other, own]) == "不能强制自己下线，请使用退出"
    assert b.call("/api/user/info").status_code == 200
    keeper.good("/api/system/session/end", ids=other)
    assert b.call("/api/user/info").status_code == 401
    assert events("强制下线")[-1].target == "shouli"


WINDOWS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
)
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (WINDOWS, "Chrome 131，Windows 10/11"),
        (f"{WINDOWS} Edg/131.0.0.0", "Edge 131，Windows 10/11"),
        (f"{WINDOWS} QIHU 360SE", "360 浏览器，Windows 10/11"),
        (f"{PHONE}Version/17.5 Mobile/15E148 Safari/604.1", "Safari 17，iPhone"),
        (f"{PHONE}Mobile/15E148 MicroMessenger/8.0.49(0x1800312c) NetType/WIFI", "微信 8.0.49，iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128，Linux"),
        ("Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko", "IE 11，Windows 7"),
        ("python-requests/2.32", "其他程序"),
        ("", ""),
    ],
)
def test_a_browser_is_told_in_words(agent: str, words: str) -> None:
    assert browsers.in_words(agent) == words


def test_deleting_keeps_the_whole_row_in_the_audit(browser, db) -> None:
    keeper = browser("secadmin")
    made = keeper.good("/api/system/role/save", code="gone", name="要删的", scope="own")
    keeper.good("/api/system/role/delete", ids=made["id"])
    kept = db.scalars(select(AuditLog).where(AuditLog.entity_id == made["id"]).order_by(AuditLog.id)).all()
    assert [k.action for k in kept] == ["新增", "删除"]
    assert kept[-1].changes["name"] == ["要删的", None] and kept[-1].user_name == "安全官"
    seen = browser("audadmin").good("/api/system/auditLog/findList", entity_id=made["id"])["list"]
    assert [s["action"] for s in seen] == ["删除", "新增"]


@pytest.mark.parametrize(
    ("login", "scope", "sentence"),
    [
        ("qiye", "org", "数据范围：企业账号只能查看本单位的数据"),
        ("shouli", "all", "数据范围：请从选项中选择"),
        ("shouli", "unit", "数据范围：请从选项中选择"),
    ],
)
def test_a_scope_of_ones_own_fits_the_account(browser, person, login: str, scope: str, sentence: str) -> None:
    row = person(login)
    said = browser("secadmin").said(GRANT, 422, id=row.id, version=str(row.version), role_ids=row.role_ids, scope=scope)
    assert said == sentence
    assert person(login).scope == ""


def roles(db, *codes: str) -> list[str]:
    return list(db.scalars(select(Role.id).where(Role.code.in_(codes))))


@pytest.mark.parametrize(
    ("login", "role", "sentence"),
    [
        ("dayin", "qiye", "角色：企业用户只能授予企业账号，请先填写所属企业"),
        ("qiye", "pizhun", "角色：授权签字人不能授予企业账号"),
    ],
)
def test_roles_of_enterprises_are_for_enterprises(browser, person, db, login: str, role: str, sentence: str) -> None:
    row = person(login)
    before = list(row.role_ids)
    wanted = ",".join([*before, *roles(db, role)])
    said = browser("secadmin").said(GRANT, 422, id=row.id, version=str(row.version), role_ids=wanted)
    assert said == sentence
    db.refresh(row)
    assert row.role_ids == before


def test_an_account_of_an_enterprise_without_one_is_no_staff(browser, person, db) -> None:
    """As it may stand in an older database: it sees nobody, and least of all everybody."""
    row = person("qiye")
    assert browser("qiye").good("/api/eqdbase/eqdBasic/findEqdList")["count"] > 0
    row.unit_id = ""
    db.commit()
    alone = browser("qiye")
    for path in ("/api/eqdbase/eqdBasic/findEqdList", "/api/unitbasic/findList"):
        assert alone.good(path)["count"] == 0, path


def test_the_scope_of_an_area_needs_an_area(browser, person) -> None:
    browser("sysadmin").good(NEW, **staff(person))
    row = person("wangwu")
    form = {"id": row.id, "version": str(row.version), "scope": "area"}
    assert browser("secadmin").said(GRANT, 422, **form) == "数据范围：本辖区须先填写管辖区划"
    assert person("wangwu").scope == ""


def test_nobody_takes_a_scope_and_administrators_keep_theirs(browser, person, db, events) -> None:
    own = person("secadmin")
    assert browser("secadmin").said(GRANT, id=own.id, version=str(own.version), scope="org") == "不能给自己授予角色"
    browser("shouli").said(GRANT, 403, id=person("dayin").id, scope="org")
    admin = person("sysadmin")
    form = {"version": str(admin.version), "role_ids": admin.role_ids, "scope": "own"}
    browser("secadmin").good(GRANT, id=admin.id, **form)
    assert events("数据范围变更")[-1].detail == "按角色 → 本人"
    assert account(db, admin.id).scope == "all"  # nobody locks the platform by a scope


def test_a_unit_given_later_does_not_fit_a_scope(browser, person) -> None:
    row = person("dayin")
    keeper = browser("secadmin")
    keeper.good(GRANT, id=row.id, version=str(row.version), role_ids=row.role_ids, scope="org")
    row = person("dayin")
    form = {"id": row.id, "version": str(row.version), "unit_id": person("qiye").unit_id}
    assert browser("sysadmin").said("/api/system/user/save", 422, **form) == "数据范围：企业账号只能查看本单位的数据"
    assert person("dayin").unit_id == ""

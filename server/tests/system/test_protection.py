"""What protects the platform is changed by two: who asks, and who agrees."""

from typing import Any

import pytest
from sqlalchemy import select, text

from tejian import data
from tejian.kit.database.audit import AuditLog, SecurityLog
from tejian.system.models.accounts import Role, SysUser
from tejian.system.models.protection import ProtectedChange
from tejian.system.models.settings import Param

from .conftest import PASSWORD, PIN, coded

BASE = "/api/system/protection"
PROTECTED = [
    "session.idle_minutes",
    "login.captcha",
    "login.lock_after",
    "password.min_length",
    "sso.url",
    "sso.forced",
]
PROTECTED += ["security.three_admins", "exchange.platform", "exchange.platform_url", "exchange.platform_secret"]
PROTECTED += ["sms.provider", "charge.pay_address", "charge.bank", "charge.account"]


def row_of(db: Any, key: str) -> Param:
    return db.scalars(select(Param).where(Param.key == key)).one()


def asked(browser: Any, db: Any, key: str, value: str, by: str = "secadmin") -> str:
    row = row_of(db, key)
    sent = {"id": row.id, "version": str(row.version), "value": value, "reason": "年度评审"}
    return str(browser(by).good(f"{BASE}/askParam", **sent)["id"])


def second_keeper(db: Any, person: Any) -> None:
    """Make 打印员 a second security administrator."""
    person("dayin").role_ids = [db.scalars(select(Role.id).where(Role.code == "secadmin")).one()]


@pytest.mark.parametrize("key", PROTECTED)
def test_the_system_administrator_changes_nothing_that_protects(browser, db, key: str) -> None:
    admin, row = browser("sysadmin"), row_of(db, key)
    before = row.value
    said = admin.said("/api/system/param/save", id=row.id, version=str(row.version), value="1")
    assert said == "该参数关系到平台安全，由安全管理员申请、第二人同意后变更"
    admin.said(f"{BASE}/askParam", 403, id=row.id, version=str(row.version), value="1", reason="现场核实过")
    db.refresh(row)
    assert row.value == before and not db.scalars(select(ProtectedChange)).all()


def test_every_parameter_of_these_groups_protects(db) -> None:
    for row in db.scalars(select(Param)):
        wanted = row.key.startswith(("session.", "login.", "password.", "sso.", "security."))
        if not row.key.startswith(("login.sm2",)):
            assert row.protects or not wanted, row.key


def test_every_secret_and_every_address_that_is_called_protects(db) -> None:
    guarded = {r["key"] for r in data.rows("params") if r["secret"] == "1" or r["takes"] in ("called", "stamp", "web")}
    kept = {row.key for row in db.scalars(select(Param)) if row.protects}
    assert guarded <= kept and len(guarded) >= 9


@pytest.mark.parametrize("who", ["audadmin", "dayin"])
def test_a_change_takes_effect_when_a_second_one_agrees(browser, db, person, events, who: str) -> None:
    second_keeper(db, person)
    change = asked(browser, db, "session.idle_minutes", "20")
    assert row_of(db, "session.idle_minutes").value == "30"
    b = browser(who)
    listed = b.good(f"{BASE}/findList", step="WAIT")["list"]
    assert [(r["title"], r["old"], r["new"], r["asked_name"]) for r in listed] == [
        ("会话空闲时限（分钟）", "30", "20", "安全官")
    ]
    assert b.said(f"{BASE}/agree", 403, id=change) == "此操作须由本人以签名口令或第二因素确认签名"
    assert row_of(db, "session.idle_minutes").value == "30"
    b.good("/api/user/sign", pin=PIN)
    b.good(f"{BASE}/agree", id=change)
    assert row_of(db, "session.idle_minutes").value == "20"
    kept = db.scalars(select(ProtectedChange)).one()
    assert (kept.step, kept.decided_name, kept.value) == ("DONE", person(who).name, "")
    assert events("参数变更")[-1].detail == "30 → 20"
    assert [e.detail for e in events("受控变更")] == ["申请：30 → 20（年度评审）", "已生效：30 → 20（申请人安全官）"]


def test_nobody_agrees_to_what_he_asked_for(browser, db) -> None:
    change = asked(browser, db, "security.three_admins", "0")
    b = browser("secadmin")
    assert b.said(f"{BASE}/agree", 403, id=change) == "自己申请的变更须由他人同意"
    assert b.said(f"{BASE}/refuse", 403, id=change, reason="现场核实过") == "自己申请的变更须由他人同意"
    browser("sysadmin").said(f"{BASE}/agree", 403, id=change)
    assert row_of(db, "security.three_admins").value == "1"


def test_a_change_is_refused_or_taken_back(browser, db) -> None:
    change = asked(browser, db, "login.lock_after", "20")
    assert browser("audadmin").said(f"{BASE}/refuse", 422, id=change) == "原因：必填"
    browser("audadmin").good(f"{BASE}/refuse", id=change, reason="过于宽松")
    change = asked(browser, db, "login.lock_after", "10")
    browser("secadmin").good(f"{BASE}/withdraw", id=change)
    assert browser("audadmin").call(f"{BASE}/agree", id=change).status_code == 409
    assert row_of(db, "login.lock_after").value == "5"


def test_one_change_of_a_thing_at_a_time(browser, db) -> None:
    asked(browser, db, "login.lock_after", "10")
    row, b = row_of(db, "login.lock_after"), browser("secadmin")
    said = b.said(f"{BASE}/askParam", id=row.id, version=str(row.version), value="8", reason="现场核实过")
    assert said == "连续输错锁定次数已有待同意的变更"
    other = row_of(db, "sms.per_number_hour")
    said = b.said(f"{BASE}/askParam", id=other.id, version=str(other.version), value="8", reason="现场核实过")
    assert said == "该参数不属于受控变更，由系统管理员直接修改"
    same = row_of(db, "login.lock_minutes")
    said = b.said(f"{BASE}/askParam", id=same.id, version=str(same.version), value=same.value, reason="现场核实过")
    assert said == "新值与现值相同"


def test_addresses_are_those_that_the_installation_names(browser, db, outgoing_named) -> None:
    outgoing_named("203.0.114.0/24")
    row, b = row_of(db, "sso.url"), browser("secadmin")
    for url in ("http://127.0.0.1:9/cas", "http://169.254.169.254/", "https://198.51.101.7/"):
        said = b.said(f"{BASE}/askParam", 422, id=row.id, version=str(row.version), value=url, reason="现场核实过")
        assert said.endswith("该地址不在安装时设定的外联名单（TEJIAN_OUTGOING）中")
    asked(browser, db, "sso.url", "https://203.0.114.9/cas")


def test_a_secret_stands_in_no_answer_log_history_or_export(browser, db, agreed) -> None:
    secret = "hemmelig-7f3a91c2"
    agreed("exchange.platform_secret", secret)
    row = row_of(db, "exchange.platform_secret")
    assert row.value == secret
    b, audit = browser("secadmin"), browser("audadmin")
    listed = b.good("/api/system/param/findList", label="省平台签名密钥")["list"]
    assert [r["value"] for r in listed] == ["已设置"]
    assert b.good("/api/system/param/findList", label=secret[:9])["count"] == 0
    loaded = b.good("/api/system/param/load", id=row.id)
    assert "value" not in loaded
    history = [
        audit.good("/api/common/history", entity=row.__tablename__, id=row.id),
        audit.good(f"{BASE}/findList")["list"],
    ]
    exported = browser("sysadmin").call.get("/api/layout/export", viewNo="sys_param_list")
    assert exported.status_code == 200 and secret.encode() not in exported.content
    assert secret not in str((listed, loaded, history))
    for model in (AuditLog, SecurityLog):
        for line in db.scalars(select(model)):
            assert secret not in str(vars(line)), line
    for table in ("sys_protected_change", "request_once"):
        kept = db.execute(text(f"select t::text from {table} t")).scalars().all()
        assert not any(secret in one or secret.encode().hex() in one for one in kept), table
    changed = db.scalars(select(AuditLog).where(AuditLog.entity_id == row.id).order_by(AuditLog.id.desc())).first()
    assert changed.changes["value"] == ["", "（密值）"]


def test_a_password_hash_stands_in_no_audit_line(browser, db, person) -> None:
    b = browser("shouli")
    b.good("/api/user/modifyPwd", oldPassword=coded(PASSWORD), newPassword=coded("Ningbo#2027x"))
    line = db.scalars(
        select(AuditLog).where(AuditLog.entity == "sys_user", AuditLog.entity_id == person("shouli").id)
    ).all()[-1]
    assert line.changes["password_hash"] == ["（密值）", "（密值）"]
    assert "argon2" not in str([a.changes for a in db.scalars(select(AuditLog))])
    assert isinstance(person("shouli"), SysUser)

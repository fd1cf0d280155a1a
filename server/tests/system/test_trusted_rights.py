"""A right to sign, to administrate or to move money is given to a person, not to whoever knows the password."""

import ast
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import tejian
from tejian.system.accounts.trust import trusted_codes
from tejian.system.models.accounts import PasswordLink, Role, SysUser, UserSession
from tejian.system.models.protection import ProtectedChange

from .conftest import PIN, coded
from .test_accounts import AGREE, GRANT, NEW, RESET, USE, asked_for, role, staff

KNOWN = "Yongjiang#2027"
SIGNS = "inspection:approve:handle"


@pytest.fixture
def stranger(browser, person) -> Any:
    """An account without roles whose password the system administrator has set himself, by one link; logged in."""
    made = browser("sysadmin").good(NEW, **staff(person))
    _set_by_one(browser, made["id"], KNOWN)
    opened = browser()
    assert opened.login("wangwu", KNOWN)["isSuccess"]
    return opened


def _set_by_one(browser: Any, key: str, password: str) -> None:
    link = asked_for("wangwu", browser)
    browser("sysadmin").good(RESET, id=key, check=link["check"])
    browser().good(USE, token=link["token"], newPassword=coded(password))


def _granted(browser: Any, row: SysUser, *roles: Role) -> None:
    browser("secadmin").good(GRANT, id=row.id, version=str(row.version), role_ids=[one.id for one in roles])


def _is_ended(browser: Any, person: Any, db: Any) -> None:
    row = person("wangwu")
    assert (row.password_hash, row.pin_hash, row.totp_secret, row.vouched) == ("", "", "", False)
    assert not db.scalars(select(UserSession.id).where(UserSession.user_id == row.id)).all()
    assert not db.scalars(select(PasswordLink.id).where(PasswordLink.user_id == row.id)).all()
    assert browser().login("wangwu", KNOWN)["isSuccess"] is False


@pytest.mark.parametrize("code", ["pizhun", "secadmin", "shoufei"])
def test_who_gets_a_role_of_trust_begins_anew(stranger, browser, person, db, events, code: str) -> None:
    """Signing, administrating, money: the password that somebody else may know ends, and the session at once."""
    _granted(browser, person("wangwu"), role(db, code))
    _is_ended(browser, person, db)
    stranger.said("/api/user/permission", 401)
    assert events("授予角色")[-2].detail == "获得签名、管理或收付款的权限，原密码、口令与会话作废"


def test_a_role_that_is_widened_ends_the_passwords_of_its_holders(stranger, browser, person, db) -> None:
    """The second way to such a right; of those who are disabled meanwhile too."""
    plain = role(db, "dangan")
    _granted(browser, person("wangwu"), plain)
    assert person("wangwu").password_hash
    browser("sysadmin").good("/api/system/user/disable", ids=person("wangwu").id, version=str(person("wangwu").version))
    keeper = browser("secadmin")
    keeper.good(
        "/api/system/role/grant", id=plain.id, version=str(plain.version), permissions=[*plain.permissions, SIGNS]
    )
    browser("sysadmin").good("/api/system/user/enable", ids=person("wangwu").id, version=str(person("wangwu").version))
    _is_ended(browser, person, db)


def test_a_right_that_is_none_of_trust_ends_nothing(stranger, browser, person, db) -> None:
    _granted(browser, person("wangwu"), role(db, "dangan"))
    assert person("wangwu").password_hash and stranger.good("/api/user/permission")


def test_a_link_from_before_the_grant_opens_nothing(browser, person, db) -> None:
    """Confirmed by one while the account could do nothing, used after it may sign."""
    made = browser("sysadmin").good(NEW, **staff(person))
    link = asked_for("wangwu", browser)
    browser("sysadmin").good(RESET, id=made["id"], check=link["check"])
    _granted(browser, person("wangwu"), role(db, "pizhun"))
    assert browser().said(USE, token=link["token"], newPassword=coded(KNOWN)) == "链接无效或已过期，请重新申请"
    assert person("wangwu").password_hash == ""


def test_what_two_have_vouched_for_stays_with_the_next_right(stranger, browser, person, db) -> None:
    _granted(browser, person("wangwu"), role(db, "pizhun"))
    link = asked_for("wangwu", browser)
    browser("sysadmin").good(RESET, id=person("wangwu").id, check=link["check"])
    assert browser().said(USE, token=link["token"], newPassword=coded(KNOWN)) == "管理员尚未确认，确认后再点一次"
    asked = db.scalars(select(ProtectedChange).where(ProtectedChange.target == person("wangwu").id)).one()
    keeper = browser("secadmin")
    keeper.good("/api/user/sign", pin=PIN)
    keeper.good(AGREE, id=asked.id)
    browser().good(USE, token=link["token"], newPassword=coded("Zhenhai#2028"))
    assert person("wangwu").vouched
    _granted(browser, person("wangwu"), role(db, "pizhun"), role(db, "shenhe"))
    assert browser().login("wangwu", "Zhenhai#2028")["isSuccess"]


def test_rights_come_from_roles_and_roles_from_two_places() -> None:
    """Whoever writes another way to a right has to end the passwords there, too."""
    root = Path(tejian.__file__).parent
    writers: set[tuple[str, str]] = set()
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        if name.startswith(("demo/", "golden/")):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
            if stored and node.attr in ("role_ids", "permissions"):  # type: ignore[attr-defined]
                writers.add((name, ast.unparse(node)))
    assert writers == {
        ("system/accounts/users.py", "row.role_ids"),
        ("system/accounts/roles.py", "row.permissions"),
        ("system/desk/layouts.py", "row.role_ids"),  # with whom a view is shared
    }


def test_money_and_administration_are_trusted() -> None:
    assert {"charge:payConfirm:refund", "charge:feeTable:publish", "system:role:save", SIGNS} <= trusted_codes()
    assert not {"basic:attachment:remove", "charge:paySearch:query"} & trusted_codes()

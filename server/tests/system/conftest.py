"""Browsers and helpers for the tests of the system area."""

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.database.audit import SecurityLog
from tejian.system.models.accounts import SysUser
from tejian.system.models.settings import Param
from tests.conftest import Caller

PASSWORD, PIN = "Tejian@2026", "2026"


def coded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


@dataclass
class Browser:
    """One browser with its own cookies, and short ways to say what is expected of an answer."""

    call: Caller

    def login(self, name: str, password: str = PASSWORD, **form: Any) -> Any:
        sent = {"loginType": "1", "randomNum": "r1", **form}
        answer = self.call("/a/login", username=coded(name), password=coded(password), **sent).json()
        if answer["isSuccess"]:
            self.call.sid = answer["sessionid"]
        return answer

    def good(self, path: str, /, **form: Any) -> Any:
        answer = self.call(path, **form).json()
        assert answer["isSuccess"], (path, answer["errorMsg"])
        return answer["data"]

    def said(self, path: str, status: int = 200, /, **form: Any) -> str:
        """The sentence of a refusal with this status."""
        answer = self.call(path, **form)
        body = answer.json()
        assert (answer.status_code, body["isSuccess"]) == (status, False), (path, answer.status_code, body)
        assert body["errmsg"] == body["errorMsg"]
        return str(body["errorMsg"])


@pytest.fixture
def browser(application: Any, call: Caller, db: Session) -> Callable[..., Browser]:
    """`browser()` is a new browser; `browser("shouli")` is one that is logged in."""
    from tests.reader import Reader

    def make(login: str = "") -> Browser:
        made = Browser(Caller(Reader(application, raise_server_exceptions=False), db))
        if login:
            assert made.login(login)["isSuccess"]
        return made

    return make


@pytest.fixture
def person(db: Session) -> Callable[[str], SysUser]:
    return lambda login: db.scalars(select(SysUser).where(SysUser.login == login)).one()


@pytest.fixture
def param(db: Session) -> Callable[[str, str], None]:
    """Set a system parameter as its screen does."""
    from tejian.system.settings.cache import bump

    def put(key: str, value: str) -> None:
        db.scalars(select(Param).where(Param.key == key)).one().value = value
        bump(db, "param")

    return put


@pytest.fixture
def agreed(browser: Callable[..., Browser], db: Session) -> Callable[[str, str], None]:
    """Change a parameter that protects: the security administrator asks, the auditor agrees."""

    def change(key: str, value: str) -> None:
        row = db.scalars(select(Param).where(Param.key == key)).one()
        asked = browser("secadmin").good(
            "/api/system/protection/askParam", id=row.id, version=str(row.version), value=value, reason="测试参数"
        )
        auditor = browser("audadmin")
        auditor.good("/api/user/sign", pin=PIN)
        auditor.good("/api/system/protection/agree", id=asked["id"])

    return change


@pytest.fixture
def events(db: Session) -> Callable[[str], list[SecurityLog]]:
    """The lines of the security log of one kind, oldest first."""
    return lambda kind: list(db.scalars(select(SecurityLog).where(SecurityLog.kind == kind).order_by(SecurityLog.id)))

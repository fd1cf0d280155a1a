"""Security tests: one real account that may do everything, the office, and what no answer may ever hold."""

import re
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tejian.kit.ground.permission import PERMISSIONS
from tejian.kit.ground.user import User
from tejian.system.models.accounts import SysUser
from tests.inspection.conftest import Office, office

__all__ = ["Office", "office"]

LEAKS = re.compile(
    r"Traceback|psycopg|sqlalchemy|pydantic|starlette|\w/[\w.-]+\.py|site-packages|File \"|\bSELECT\b|\bFROM\b|"
    r"\bINSERT\b|tejian\.|PostgreSQL|Python|line \d+",
)


def holds_no_inside(answer: Any) -> None:
    """No answer is a server error, and no refusal tells of the inside."""
    assert answer.status_code < 500, answer.text[:300]
    if "json" not in answer.headers["content-type"]:
        return  # a file: only a success sends one
    if not answer.json().get("isSuccess", True):  # the description of the calls has no envelope
        assert not LEAKS.search(answer.text), answer.text[:300]


@pytest.fixture
def everything(db: Session) -> User:
    """An account of the institute that may do all there is to do."""
    row = db.scalars(select(SysUser).where(SysUser.login == "shouli")).one()
    rights = frozenset(PERMISSIONS)
    return User(id=row.id, name=row.name, org_id=row.org_id, dept_id=row.dept_id, scope="all", permissions=rights)

"""What proves somebody travels in the body of a request alone: addresses stand in logs, histories and proxies."""

import re
from typing import Any

import pytest
from sqlalchemy import func, select

from tejian import areas
from tejian.kit.database.tries import SecretTry
from tejian.kit.forms.form import private_names
from tejian.kit.web.edge import CALLS
from tejian.system.models.accounts import UserSession
from tests.system.conftest import PASSWORD, browser, coded

areas.load()
PRIVATE = sorted((call.path, name) for call in CALLS.values() for name in private_names(call.form))
LOOKS_SECRET = re.compile(r"pass|pwd|pin$|secret|token|credential|ticket|^code$|^old$|^new$|valid_code", re.IGNORECASE)

# fields that are called like a secret and are none, and why
NONE_OF_THEM = {
    "/a/login.valid_code": "read off a picture, good once and for three minutes",
    "/save_error_logger.code": "the kind of an error",
    "/api/public/equipment.code": "the number of a device",
    "/api/knowledge/search.old": "whether documents that are out of use are searched too",
    "/api/onsite/find.code": "the number of a device",
    "/api/rescue/card.code": "the number that stands in the lift",
    "/api/public/certificate.code": "printed on the certificate, for whoever holds it",
    "/api/public/verifyReport.code": "printed on the report, for whoever holds it",
    "/api/public/reportFile.code": "printed on the report, for whoever holds it",
    "/api/statistics/edition/differing.code": "the column of a form",
    "/api/public/reportSignature.code": "printed on the report, for whoever holds it",
}

__all__ = ["browser"]


def test_a_field_that_is_called_like_a_secret_is_private_or_says_why_not() -> None:
    found = {
        f"{call.path}.{name}"
        for call in CALLS.values()
        for name, one in getattr(call.form, "model_fields", {}).items()
        if LOOKS_SECRET.search(name) and one.repr
    }
    assert found == NONE_OF_THEM.keys()
    assert len(PRIVATE) >= 18


@pytest.mark.parametrize(("path", "name"), PRIVATE, ids=[f"{path}.{name}" for path, name in PRIVATE])
def test_no_secret_is_taken_from_an_address(call: Any, path: str, name: str) -> None:
    for spelled in (name, f"{name}[]"):
        said = call.client.post(path, params={spelled: "x"}, data={"attrefsysid": "1"})
        assert said.status_code == 422, said.text
        assert said.json()["errorMsg"] == "密码、口令、凭证不能写在地址里，请放在提交内容中"
    assert call.client.get(path, params={name: "x"}).status_code == 405


def test_a_password_in_the_address_opens_no_session_and_counts_as_no_try(browser: Any, db: Any) -> None:
    b = browser()
    sent = {"username": coded("shouli"), "loginType": "1"}
    said = b.call.client.post("/a/login", params={"password": coded(PASSWORD)}, data=sent)
    assert said.status_code == 422 and "set-cookie" not in said.headers
    assert db.scalar(select(func.count()).select_from(UserSession)) == 0
    assert db.scalar(select(func.count()).select_from(SecretTry)) == 0
    assert b.login("shouli")["isSuccess"]

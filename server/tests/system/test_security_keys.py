"""Security keys: a second factor that a browser holds, here one made of a private key."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pyotp
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)
from sqlalchemy import select

from tejian import settings
from tejian.kit.ground import clock
from tejian.system.models.accounts import SecurityKey
from tejian.system.models.protection import ProtectedChange

from .conftest import PIN, coded
from .test_accounts import AGREE, RESET, USE, asked_for

SITE = "https://tejian.example.cn"
FLAG = AuthenticatorData.FLAG


class Stick:
    """An authenticator with one credential."""

    def __init__(self, name: bytes = b"stick-1"):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = name
        self.uses = 0

    def made(self, asked: dict[str, Any], origin: str = SITE) -> str:
        """The answer to a request for a new credential."""
        client = CollectedClientData.create("webauthn.create", asked["challenge"], origin)
        own = AttestedCredentialData.create(bytes(16), self.name, ES256.from_cryptography_key(self.key.public_key()))
        data = AuthenticatorData.create(sha256(asked["rp"]["id"].encode()), FLAG.UP | FLAG.AT, 0, own)
        made = AttestationObject.create("none", data, {})
        return self._answer({"clientDataJSON": bytes(client), "attestationObject": bytes(made)})

    def proved(self, asked: dict[str, Any], origin: str = SITE) -> str:
        """The answer to a request for a proof."""
        self.uses += 1
        client = CollectedClientData.create("webauthn.get", asked["challenge"], origin)
        data = AuthenticatorData.create(sha256(asked["rpId"].encode()), FLAG.UP, self.uses)
        proof = self.key.sign(bytes(data) + client.hash, ec.ECDSA(hashes.SHA256()))
        return self._answer({"clientDataJSON": bytes(client), "authenticatorData": bytes(data), "signature": proof})

    def _answer(self, response: dict[str, bytes]) -> str:
        name = websafe_encode(self.name)
        said = {k: websafe_encode(v) for k, v in response.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": said})


def code(secret: str, later: int = 0) -> str:
    return pyotp.TOTP(secret).at(clock.now() + timedelta(seconds=later))


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A platform with a name, and no test that begins with one code of the phone and ends with the next."""
    named = replace(settings.current(), base_url=SITE)
    monkeypatch.setattr(settings, "current", lambda: named)
    with clock.at(clock.now()):
        yield


@pytest.fixture
def keeper(browser: Any, person: Any) -> tuple[Any, str]:
    """A security administrator with the code of a phone: browser, secret."""
    person("secadmin").demo = False
    b = browser("secadmin")
    secret = b.good("/api/user/factorSecret")["secret"]
    b.good("/api/user/factorSetup", secret=secret, code=code(secret))
    return b, secret


@pytest.fixture
def stick(keeper: tuple[Any, str]) -> Stick:
    """A stick that is registered."""
    b, secret = keeper
    one = Stick()
    asked = b.good("/api/user/keyNew", code=code(secret, 30))["options"]
    assert asked["rp"]["id"] == "tejian.example.cn" and asked["user"]["name"] == "secadmin"
    b.good("/api/user/keySave", name="办公室的钥匙", credential=one.made(asked))
    return one


def test_a_key_gives_the_second_factor(stick: Stick, browser: Any) -> None:
    b = browser("secadmin")
    assert b.call("/api/user/menuTree").status_code == 403
    asked = b.good("/api/user/keyOptions")["options"]
    assert [websafe_decode(one["id"]) for one in asked["allowCredentials"]] == [stick.name]
    b.good("/api/user/keyFactor", credential=stick.proved(asked))
    assert b.call("/api/user/menuTree").status_code == 200
    (told,) = b.good("/api/user/keyList")["keys"]
    assert told["name"] == "办公室的钥匙" and told["usedAt"]
    assert b.good("/api/user/info")["secondFactor"] == "key"


def test_what_is_no_proof_of_this_key_for_this_session_opens_nothing(stick: Stick, browser: Any) -> None:
    b = browser("secadmin")
    asked = b.good("/api/user/keyOptions")["options"]
    for wrong in (Stick().proved(asked), stick.proved(asked, "https://tejian.example.com"), "{}", "no json"):
        b.good("/api/user/keyOptions")
        assert b.said("/api/user/keyFactor", credential=wrong) == "安全密钥未能确认，请重试或改用手机验证码"
    assert b.call("/api/user/menuTree").status_code == 403
    b.good("/api/user/keyOptions")
    said = b.said("/api/user/keyFactor", credential=stick.proved(asked))  # the challenge of before
    assert said == "安全密钥未能确认，请重试或改用手机验证码"
    said = b.said("/api/user/keyFactor", 429, credential=stick.proved(asked))
    assert said.startswith("验证输错过于频繁")  # five are too many


def test_an_answer_is_good_once_and_for_three_minutes(stick: Stick, browser: Any) -> None:
    b = browser("secadmin")
    asked = b.good("/api/user/keyOptions")["options"]
    proof = stick.proved(asked)
    b.good("/api/user/keyFactor", credential=proof)
    again = browser("secadmin")
    again.good("/api/user/keyOptions")
    assert not again.call("/api/user/keyFactor", credential=proof).json()["isSuccess"]
    asked = again.good("/api/user/keyOptions")["options"]
    with clock.at(clock.now() + timedelta(minutes=3)):
        assert not again.call("/api/user/keyFactor", credential=stick.proved(asked)).json()["isSuccess"]


def test_a_copied_key_is_noticed(stick: Stick, browser: Any) -> None:
    stick.uses = 7
    b = browser("secadmin")
    b.good("/api/user/keyFactor", credential=stick.proved(b.good("/api/user/keyOptions")["options"]))
    stick.uses = 3
    b = browser("secadmin")
    asked = b.good("/api/user/keyOptions")["options"]
    assert b.said("/api/user/keyFactor", credential=stick.proved(asked)).startswith("安全密钥未能确认")


def test_a_stolen_session_adds_no_key(keeper: tuple[Any, str], db: Any) -> None:
    b, secret = keeper
    assert b.said("/api/user/keyNew", code="000000") == "验证码不正确"
    assert b.said("/api/user/keySave", name="贼的钥匙", credential="{}") == "登记已超时，请重新开始"
    asked = b.good("/api/user/keyNew", code=code(secret, 30))["options"]
    assert b.said("/api/user/keySave", name="钥匙", credential="{}") == "安全密钥的应答不正确，请重新登记"
    said = b.said("/api/user/keySave", name="钥匙", credential=Stick().made(asked))
    assert said == "登记已超时，请重新开始"  # the challenge is used up
    assert db.scalars(select(SecurityKey)).all() == []


def test_a_key_is_taken_away_by_its_owner_alone(stick: Stick, keeper: tuple[Any, str], browser: Any, db: Any) -> None:
    b, _ = keeper
    (row,) = db.scalars(select(SecurityKey)).all()
    assert browser("yewu").said("/api/user/keyDelete", id=row.id) == "安全密钥不存在"
    assert browser("yewu").good("/api/user/keyList")["keys"] == []
    b.good("/api/user/keyDelete", id=row.id)
    assert browser("secadmin").good("/api/user/keyOptions")["options"] == {}


def test_without_a_name_no_keys_are_offered(keeper: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> None:
    b, secret = keeper
    for url in ("http://tejian.example.cn", "https://10.1.2.3", "http://127.0.0.1:8000"):
        here = replace(settings.current(), base_url=url)
        monkeypatch.setattr(settings, "current", lambda here=here: here)
        assert b.good("/api/user/keyList")["possible"] is False
        assert b.said("/api/user/keyNew", code=code(secret, 30)) == "安全密钥只能在有域名的 HTTPS 地址上使用"


def test_a_reset_by_two_takes_the_keys_too(stick: Stick, browser: Any, person: Any, db: Any) -> None:
    """Whoever lost the telephone and the stick begins anew; until two have agreed nothing is taken."""
    link = asked_for("secadmin", browser)
    browser("sysadmin").good(RESET, id=person("secadmin").id, check=link["check"])
    assert len(db.scalars(select(SecurityKey)).all()) == 1
    other = browser("audadmin")
    other.good("/api/user/sign", pin=PIN)
    other.good(AGREE, id=db.scalars(select(ProtectedChange)).one().id)
    browser().good(USE, token=link["token"], newPassword=coded("Yongjiang#2027"))
    assert db.scalars(select(SecurityKey)).all() == []
    assert person("secadmin").totp_secret == ""

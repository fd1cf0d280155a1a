"""SM2 signatures: as the standard prints them, as OpenSSL makes and judges them, and what holds nothing."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from asn1crypto import algos, pem
from cryptography.hazmat.primitives.serialization import Encoding

from tejian.kit.ground import clock
from tejian.kit.seals import seal_files, signing, sm2, sm2_container, sm2_files
from tests.sm2_authority import STANDARD, Sm2Authority, judged_by_openssl, made_by_openssl

DOCUMENT = b"%PDF-1.7 a report" * 1000
needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="OpenSSL is not here")


def opened(text: bytes, authority: bytes = b"") -> sm2_files.Seal:
    return sm2_files.opened(text, authority, clock.now())


def test_the_example_of_the_standard() -> None:
    """GM/T 0003.5-2012, A.2: the digest with the name of the signer, and a signature that holds."""
    public = STANDARD["public"]
    digested = sm2.digest(STANDARD["message"], public)
    assert digested.hex().upper() == STANDARD["digest"]
    signature = algos.DSASignature({"r": STANDARD["r"], "s": STANDARD["s"]}).dump()
    assert sm2.holds(signature, digested, public)
    assert sm2.holds(sm2.signed(digested, STANDARD["private"]), digested, public)
    other = algos.DSASignature({"r": STANDARD["r"], "s": STANDARD["s"] + 1}).dump()
    assert not sm2.holds(other, digested, public)


def test_no_two_signatures_are_made_with_one_number() -> None:
    digested = sm2.sm3(b"x")
    made = {sm2.signed(digested, STANDARD["private"]) for _ in range(5)}
    assert len(made) == 5 and all(sm2.holds(one, digested, STANDARD["public"]) for one in made)


def test_keys_that_begin_with_the_digits_of_a_mark_stay_whole() -> None:
    """One key in 256 begins with 04, which the library takes for the mark of an uncompressed point."""
    private = 1
    while (public := bytes.fromhex(sm2._curve()._kg(private, sm2.TABLE["g"])))[0] != 4:
        private += 1
    digested = sm2.digest(DOCUMENT, public)
    assert sm2.holds(sm2.signed(digested, private), digested, public)


def digest_that_fits(r: int, s: int, public: bytes) -> bytes:
    """The digest for which the library takes (r, s) for a signature of this key, whatever they are."""
    curve = sm2._curve(public)
    one, other = curve._kg(s, sm2.TABLE["g"]), curve._kg((r + s) % sm2.N, public.hex())
    x = int(curve._convert_jacb_to_nor(curve._add_point(f"{one}1", other))[:64], 16)
    return ((r - x) % sm2.N).to_bytes(32, "big")


def taken(r: int, s: int, public: bytes) -> bool:
    """Whether such a pair is taken for a signature."""
    return sm2.holds(algos.DSASignature({"r": r, "s": s}).dump(), digest_that_fits(r, s, public), public)


def test_numbers_out_of_range_hold_nothing() -> None:
    """One number is written in one way; nought, with which the library reckons wrongly, is none."""
    public = STANDARD["public"]
    assert taken(5, 1, public)
    for r, s in ((5, 0), (5, sm2.N + 1), (sm2.N, 1), (0, 1)):
        assert not taken(r, s, public), (r, s)
    for pair in ((-1, 1), (1, -1), (1 << 300, 1), (1, 1 << 300), (1, sm2.N - 1)):
        signature = algos.DSASignature({"r": pair[0], "s": pair[1]}).dump()
        assert not sm2.holds(signature, sm2.sm3(b"x"), public)
    assert not sm2.holds(b"rubbish", sm2.sm3(b"x"), public)


def test_a_point_outside_of_the_curve_holds_nothing() -> None:
    digested = sm2.sm3(b"x")
    signature = sm2.signed(digested, STANDARD["private"])
    public = STANDARD["public"]
    off = public[:-1] + bytes([public[-1] ^ 1])
    assert not taken(5, 7, off)
    for wrong in (public[:-1], bytes(64), b"\xff" * 64):
        assert not sm2.holds(signature, digested, wrong)


@needs_openssl
def test_openssl_finds_our_signature_good_and_a_changed_byte_not(tmp_path: Path) -> None:
    seal = opened(*made_by_openssl(tmp_path / "made"))
    authority = seal.authorities[0].public_bytes(Encoding.PEM)
    made = seal.signs(DOCUMENT)
    assert judged_by_openssl(made, DOCUMENT, authority, tmp_path / "one")
    assert not judged_by_openssl(made, DOCUMENT[:-1] + b"x", authority, tmp_path / "two")
    assert sm2_container.judged(made, DOCUMENT, seal.authorities, clock.now()).valid


@needs_openssl
def test_openssl_finds_our_certificates_good(tmp_path: Path) -> None:
    """Those of a demonstration: made here, chain and names and all."""
    sm2_files.demonstration(tmp_path / "sm2", "某检验院", clock.now())
    seal = sm2_files.read(tmp_path / "sm2")
    authority = seal.authorities[0].public_bytes(Encoding.PEM)
    assert judged_by_openssl(seal.signs(DOCUMENT), DOCUMENT, authority, tmp_path / "one")
    assert signing.is_demonstration(tmp_path / "sm2" / sm2_files.CERT)
    assert {oct(one.stat().st_mode & 0o777) for one in (tmp_path / "sm2").iterdir()} == {"0o600"}


def test_a_container_is_judged_for_file_authority_and_time() -> None:
    authority, now = Sm2Authority(), clock.now()
    seal = opened(authority.seal("某检验院"))
    made = seal.signs(DOCUMENT)
    good = sm2_container.judged(made, DOCUMENT, [authority.cert], now)
    assert (good.valid, good.holder, good.issuer) == (True, "某检验院国密专用章", "某某电子认证有限公司 国密 CA")
    changed = sm2_container.judged(made, DOCUMENT + b"\n", [authority.cert], now)
    assert (changed.valid, changed.whole, changed.trusted, changed.in_time) == (False, False, True, True)
    foreign = sm2_container.judged(made, DOCUMENT, [Sm2Authority().cert], now)  # of the same name, with another key
    assert (foreign.valid, foreign.whole, foreign.trusted) == (False, True, False)
    late = sm2_container.judged(made, DOCUMENT, [authority.cert], now + timedelta(days=366))
    assert (late.valid, late.whole, late.in_time) == (False, True, False)


def test_what_is_no_container_is_nothing() -> None:
    made = opened(Sm2Authority().seal("某检验院")).signs(DOCUMENT)
    for wrong in (b"", b"rubbish", made[:-1], made + b"x", made[:40] + made[41:], b"0" * 100_000, b"0\x80" * 15_000):
        assert sm2_container.judged(wrong, DOCUMENT, [], clock.now()) == sm2_container.NOTHING


def test_a_seal_is_exchanged_and_the_authority_of_the_former_one_stays_known(tmp_path: Path) -> None:
    seals, folder = tmp_path, tmp_path / "3302" / "sm2"
    sm2_files.demonstration(folder, "某检验院", clock.now())
    before = sm2_files.read(folder).signs(DOCUMENT)
    authority = Sm2Authority()
    sm2_files.exchange(folder, opened(authority.seal("某检验院")), clock.now())
    after = sm2_files.read(folder)
    assert not signing.is_demonstration(folder / sm2_files.CERT)
    assert sorted(one.name for one in folder.iterdir() if one.is_file()) == ["sm2.key", "sm2.pem", "sm2_ca.pem"]
    known = sm2_files.authorities(seals)
    for made in (before, after.signs(DOCUMENT)):
        assert sm2_container.judged(made, DOCUMENT, known, clock.now()).valid
    assert not sm2_container.judged(before, DOCUMENT, after.authorities, clock.now()).valid
    sm2_files.exchange(folder, opened(authority.seal("某检验院", key=False)), clock.now())
    assert sm2_files.read(folder).key is None  # the key lies at a service


def _empty(kind: str) -> bytes:
    return bytes(pem.armor(f"{kind} KEY", b"0\x00"))


def _of_two() -> bytes:
    one, other = Sm2Authority().seal("某院"), Sm2Authority().seal("某院")
    return one[: one.index(b"-----BEGIN CERTIFICATE")] + other[other.index(b"-----BEGIN CERTIFICATE") :]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (lambda: b"nothing", "文件里没有 SM2 证书"),
        (lambda: _empty("PRIVATE"), "文件里的私钥读不出来"),
        (lambda: _empty("ENCRYPTED PRIVATE"), "私钥加了密码"),
        (lambda: Sm2Authority().seal("某院", days=-1), "证书不在有效期内"),
        (lambda: Sm2Authority().seal("某院", chain=False), "缺少发证机构的 SM2 证书"),
        (lambda: Sm2Authority(signing.DEMO_AUTHORITY).seal("某院"), "这是演示证书"),
        (_of_two, "私钥与文件里的证书不是一对"),
    ],
)  # fmt: skip
def test_what_cannot_seal_is_refused_with_a_sentence(content, sentence: str) -> None:
    with pytest.raises(seal_files.WrongSeal, match=sentence):
        opened(content())

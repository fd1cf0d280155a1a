"""The certificate that an authority sends becomes the seal of an institute; what was sealed before stays provable."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from tejian.kit.ground import clock
from tejian.kit.papers import pdf
from tejian.kit.seals import seal_files, signing
from tests.authority import PASSWORD, Authority


def of(folder: Path) -> signing.Certificates:
    return signing.Certificates(folder / signing.CERT, folder / signing.KEY, folder / signing.CA_CERT)


def signed(own: signing.Certificates) -> bytes:
    return signing.sign_pdf(pdf.render("task_sheet", {}), own, reason="签发")


def exchanged(folder: Path, content: bytes, authority: bytes = b"", password: str = PASSWORD) -> seal_files.Seal:
    seal = seal_files.opened(content, password, authority, clock.now())
    seal_files.exchange(folder, seal, clock.now())
    return seal


def test_the_certificate_of_an_authority_seals_and_the_former_one_stays_provable(tmp_path: Path) -> None:
    seals, folder = tmp_path / "seal", tmp_path / "seal" / "3302"
    before = signed(signing.demo_certificates(folder, "某检验院"))
    assert signing.is_demonstration(folder / signing.CERT)
    seal = exchanged(folder, Authority().seal("某检验院"))
    assert (seal.holder, seal.issuer) == ("某检验院检验专用章", "某某电子认证有限公司")
    assert not signing.is_demonstration(folder / signing.CERT)
    assert sorted(one.name for one in folder.iterdir() if one.is_file()) == [
        "ca.pem", "institution.key", "institution.pem"
    ]  # fmt: skip
    assert {oct(one.stat().st_mode & 0o777) for one in folder.iterdir() if one.is_file()} == {"0o600"}
    after, known = signed(of(folder)), seal_files.authorities(seals)
    for content, signer in ((before, "某检验院检验专用章"), (after, "某检验院检验专用章")):
        facts = signing.verify_signature(content, *known)
        assert (facts["valid"], facts["signer"]) == (True, signer)
    assert not signing.verify_signature(before, folder / signing.CA_CERT)["valid"]
    assert len(seal_files.stamp_roots(seals)) == 1  # times that the demonstration gave are told as such for ever


def test_an_authority_that_the_file_leaves_out_is_given_beside_it(tmp_path: Path) -> None:
    authority = Authority()
    content = authority.seal("某检验院", chain=False)
    with pytest.raises(seal_files.WrongSeal, match="缺少发证机构的证书"):
        exchanged(tmp_path / "3302", content)
    with pytest.raises(seal_files.WrongSeal, match="缺少发证机构的证书"):
        exchanged(tmp_path / "3302", content, Authority().pem)  # of the same name, with another key
    exchanged(tmp_path / "3302", content, authority.pem)
    assert signing.verify_signature(signed(of(tmp_path / "3302")), tmp_path / "3302" / signing.CA_CERT)["valid"]


@pytest.mark.parametrize(
    ("content", "password", "sentence"),
    [
        (lambda: Authority().seal("某院"), "another", "密码不对"),
        (lambda: b"-----BEGIN CERTIFICATE-----", PASSWORD, "不是 PKCS#12"),
        (lambda: Authority().seal("某院", days=-1), PASSWORD, "证书不在有效期内"),
        (lambda: Authority(signing.DEMO_AUTHORITY).seal("某院"), PASSWORD, "这是演示证书"),
        (lambda: Authority().seal("某院", signs=False), PASSWORD, "证书不是用于签名的"),
        (lambda: Authority().seal("某院", key=rsa.generate_private_key(65_537, 1024)), PASSWORD, "私钥只有 1024 位"),
    ],
)
def test_what_cannot_seal_takes_nobodys_place(content, password: str, sentence: str, tmp_path: Path) -> None:
    folder = tmp_path / "3302"
    own = signing.demo_certificates(folder, "某检验院")
    before = {one.name: one.read_bytes() for one in folder.iterdir()}
    with pytest.raises(seal_files.WrongSeal, match=sentence):
        exchanged(folder, content(), password=password)
    assert {one.name: one.read_bytes() for one in folder.iterdir()} == before
    assert signing.verify_signature(signed(own), own.authority)["valid"]

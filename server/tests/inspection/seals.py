"""The seal of the institute as tests begin with it: asked for, or in use."""

from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509 import Certificate
from sqlalchemy import select

from tejian.inspection.models.seals import SealCertificate
from tejian.inspection.records import sealbook
from tejian.system.models.organisations import Org
from tests.authority import PASSWORD, Authority

from .conftest import Office

API = "/api/electronic"
ASKED = {"sort": "1", "why": "证书年底到期，更换"}


def of(office: Office, key: str) -> SealCertificate:
    return office.db.scalars(select(SealCertificate).where(SealCertificate.id == key)).one()


def asked(office: Office) -> SealCertificate:
    """A request of the institute."""
    return of(office, office.good("zhiliang", f"{API}/save", **ASKED)["id"])


def agreed(office: Office) -> SealCertificate:
    row = asked(office)
    office.good("secadmin", f"{API}/agree", ids=row.id)
    return of(office, row.id)


def institute(office: Office) -> Org:
    return office.db.get_one(Org, office.user("zhiliang").org_id)


def certificate(office: Office) -> Certificate:
    """What an authority would send for it."""
    sent = Authority().seal(institute(office).name)
    return pkcs12.load_key_and_certificates(sent, PASSWORD.encode())[1]  # type: ignore[return-value]


def in_use(office: Office) -> SealCertificate:
    """What was asked for is installed; nothing is written into the folder of seals."""
    row = agreed(office)
    sealbook.note(office.db, institute(office), "1", certificate(office))
    office.db.commit()
    return of(office, row.id)


def lost(office: Office) -> SealCertificate:
    row = in_use(office)
    office.good("zhiliang", f"{API}/lose", ids=row.id, reason="密码器遗失")
    return of(office, row.id)


def given_up(office: Office) -> SealCertificate:
    row = lost(office)
    office.good("secadmin", f"{API}/end", ids=row.id, reason="换用新的印章")
    return of(office, row.id)

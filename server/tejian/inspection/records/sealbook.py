"""电子印章: every certificate that seals stands in the register, and one that is reported lost seals nothing more."""

from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import serialization
from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from tejian.inspection.models.seals import ACTIVE, ENDED, LOST, MADE
from tejian.inspection.models.seals import SealCertificate as S
from tejian.kit.database.db import new_id
from tejian.kit.database.numbering import take_number
from tejian.kit.ground import clock
from tejian.kit.ground.errors import Refused
from tejian.kit.seals import signing, sm2
from tejian.system.models.organisations import Org

SAID = {LOST: "已挂失", ENDED: "已注销"}


def refuse_lost(db: Session, org: Org, sort: str, file: Path) -> None:
    """Note the certificate that is about to seal, when it is new. Raises Refused for one that is lost or given up."""
    if not file.is_file():
        return  # the seal itself says what is missing
    cert = x509.load_pem_x509_certificates(file.read_bytes())[0]
    step = db.scalar(select(S.step).where(S.fingerprint == _fingerprint(cert)))
    if step in SAID:
        raise Refused(f"签章证书（序列号{cert.serial_number:X}）{SAID[step]}，不能签发，请安全管理员换用新的印章")
    if step is None:
        note(db, org, sort, cert)


def note(db: Session, org: Org, sort: str, cert: x509.Certificate) -> None:
    """A certificate enters the register: that of the request that was agreed to, else a line of its own.

    What sealed before for this institute is given up.
    """
    now = clock.now()
    values = {
        "holder": sm2.name_of(cert.subject)[:200],
        "issuer": sm2.name_of(cert.issuer)[:200],
        "serial": f"{cert.serial_number:X}"[:64],
        "fingerprint": _fingerprint(cert),
        "validfrom": cert.not_valid_before_utc,
        "validto": cert.not_valid_after_utc,
        "installed": now,
        "step": ACTIVE,
        "step_since": now,
    }
    if db.scalar(select(S.id).where(S.fingerprint == values["fingerprint"])):
        return  # the same one again, whatever became of it: installing it anew makes no lost seal good
    former = (S.orgid == org.id, S.sort == sort, S.step == ACTIVE)
    db.execute(update(S).where(*former).values(step=ENDED, step_since=now, ended=now, version=S.version + 1))
    request = select(S).where(S.orgid == org.id, S.sort == sort, S.step == MADE).order_by(S.createtime).limit(1)
    if row := db.scalars(request.with_for_update()).first():
        for name, value in values.items():
            setattr(row, name, value)
        db.flush()
        return
    own = {"id": new_id(), "sealno": take_number(db, "seal"), "orgid": org.id, "sort": sort, "why": "直接安装"}
    blank = dict.fromkeys(("asker_id", "maker_id", "loser_id", "createby", "updateby", "opened_by"), "")
    row_values = {**blank, **own, **values, "version": 1, "createtime": now, "updatetime": now}
    db.execute(insert(S).values(row_values).on_conflict_do_nothing())


def _fingerprint(cert: x509.Certificate) -> str:
    return signing.sha256(cert.public_bytes(serialization.Encoding.DER))
